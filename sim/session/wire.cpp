// SPDX-License-Identifier: Apache-2.0
#include "sim/session/wire.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

#include "sim/base/error.h"

namespace davsim {
namespace {

bool send_all(int descriptor, const char* data, std::size_t bytes) {
    while (bytes != 0) {
        // A side that died must not end this one with SIGPIPE.
        const ssize_t sent = ::send(descriptor, data, bytes, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        data += sent;
        bytes -= static_cast<std::size_t>(sent);
    }
    return true;
}

bool receive_all(int descriptor, char* data, std::size_t bytes) {
    while (bytes != 0) {
        const ssize_t got = ::recv(descriptor, data, bytes, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        data += got;
        bytes -= static_cast<std::size_t>(got);
    }
    return true;
}

}  // namespace

Channel::~Channel() {
    if (descriptor_ >= 0) close(descriptor_);
}

bool Channel::send(const MessageWriter& message) const {
    const std::size_t bytes = message.data().size();
    std::string framed(reinterpret_cast<const char*>(&bytes), sizeof(bytes));
    framed += message.data();
    return send_all(descriptor_, framed.data(), framed.size());
}

bool Channel::receive(std::string& message) const {
    std::size_t bytes = 0;
    if (!receive_all(descriptor_, reinterpret_cast<char*>(&bytes), sizeof(bytes))) return false;
    message.resize(bytes);
    return receive_all(descriptor_, message.data(), bytes);
}

std::pair<Channel, Channel> channel_pair() {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        throw Error(Fault::kInternal, "no socket pair for the device process");
    return {Channel(ends[0]), Channel(ends[1])};
}

}  // namespace davsim
