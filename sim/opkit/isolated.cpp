// SPDX-License-Identifier: Apache-2.0
#include "sim/opkit/isolated.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "sim/base/error.h"
#include "sim/opkit/source_place.h"

namespace davsim::op {
namespace {

// A result of `size` bytes follows, or (crash) the module's name.
struct Frame {
    std::uint64_t size = 0;
    std::uint64_t offset = 0;
    bool crash = false;
};

int g_channel = -1;  // of the child: where its crash handler writes

bool write_all(int to, const void* data, std::size_t size) {
    const auto* bytes = static_cast<const char*>(data);
    while (size > 0) {
        const ssize_t count = write(to, bytes, size);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        bytes += count;
        size -= static_cast<std::size_t>(count);
    }
    return true;
}

// Says where it happened, then lets the signal end the process.
void on_crash(int signal, siginfo_t*, void* context) {
    const auto* machine = static_cast<const ucontext_t*>(context);
    const auto pc = static_cast<std::uintptr_t>(machine->uc_mcontext.gregs[REG_RIP]);
    Dl_info info{};
    Frame frame;
    frame.crash = true;
    const char* module = "";
    if (dladdr(reinterpret_cast<void*>(pc), &info) != 0 && info.dli_fname != nullptr) {
        module = info.dli_fname;
        frame.offset = pc - reinterpret_cast<std::uintptr_t>(info.dli_fbase);
    }
    frame.size = std::strlen(module);
    write_all(g_channel, &frame, sizeof frame);
    write_all(g_channel, module, frame.size);
    ::signal(signal, SIG_DFL);
    raise(signal);
}

void watch_crashes() {
    static std::array<char, 64 * 1024> stack;
    stack_t alternative{};
    alternative.ss_sp = stack.data();
    alternative.ss_size = stack.size();
    sigaltstack(&alternative, nullptr);
    struct sigaction action {};
    action.sa_sigaction = on_crash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | static_cast<int>(SA_RESETHAND);
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
        sigaction(signal, &action, nullptr);
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
}

[[noreturn]] void serve(const Isolated& isolated, std::size_t first, std::size_t items,
                        int channel) {
    g_channel = channel;
    dup2(STDERR_FILENO, STDOUT_FILENO);
    watch_crashes();
    for (std::size_t i = first; i < items; ++i) {
        const std::string result = isolated.work(i);
        const Frame frame{result.size(), 0, false};
        if (!write_all(channel, &frame, sizeof frame) ||
            !write_all(channel, result.data(), result.size()))
            break;
    }
    _exit(0);
}

class Child {
public:
    Child(const Isolated& isolated, std::size_t first, std::size_t items) : isolated_(isolated) {
        std::array<int, 2> ends{};
        if (pipe2(ends.data(), O_CLOEXEC) != 0)
            throw Error(Fault::kInternal, fmt::format("pipe: {}", std::strerror(errno)));
        fflush(nullptr);
        pid_ = fork();
        if (pid_ < 0) throw Error(Fault::kInternal, fmt::format("fork: {}", std::strerror(errno)));
        if (pid_ == 0) {
            close(ends[0]);
            serve(isolated, first, items, ends[1]);
        }
        close(ends[1]);
        channel_ = ends[0];
    }
    ~Child() {
        if (channel_ >= 0) close(channel_);
        if (pid_ > 0) {
            kill(pid_, SIGKILL);
            waitpid(pid_, nullptr, 0);
        }
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    // False when there is none: `mishap` says why.
    bool next(std::string& result, Mishap& mishap) {
        Frame frame;
        if (!receive(&frame, sizeof frame, mishap)) return false;
        result.resize(frame.size);
        if (!receive(result.data(), frame.size, mishap)) return false;
        if (!frame.crash) return true;
        mishap.module = result;
        mishap.offset = frame.offset;
        end(mishap);
        return false;
    }

private:
    bool receive(void* to, std::size_t size, Mishap& mishap) {
        auto* bytes = static_cast<char*>(to);
        while (size > 0) {
            pollfd entry{channel_, POLLIN, 0};
            const int limit = isolated_.limit_seconds <= 0
                                  ? -1
                                  : static_cast<int>(isolated_.limit_seconds * 1000.0);
            const int ready = poll(&entry, 1, limit);
            if (ready < 0 && errno == EINTR) continue;
            if (ready == 0) {
                kill(pid_, SIGKILL);
                mishap.timed_out = true;
                end(mishap);
                return false;
            }
            const ssize_t count = read(channel_, bytes, size);
            if (count < 0 && errno == EINTR) continue;
            if (count <= 0) {
                end(mishap);
                return false;
            }
            bytes += count;
            size -= static_cast<std::size_t>(count);
        }
        return true;
    }

    void end(Mishap& mishap) {
        int status = 0;
        waitpid(pid_, &status, 0);
        pid_ = -1;
        if (WIFSIGNALED(status)) mishap.signal = WTERMSIG(status);
        if (WIFEXITED(status)) mishap.exit_code = WEXITSTATUS(status);
    }

    const Isolated& isolated_;
    pid_t pid_ = -1;
    int channel_ = -1;
};

}  // namespace

std::string Mishap::text(double limit_seconds) const {
    if (timed_out) return fmt::format("did not return within {} s", limit_seconds);
    if (signal == 0) return fmt::format("ended the process with exit code {}", exit_code);
    std::string where = module.empty() ? "" : place_of(module, offset);
    if (!where.empty()) where = " in " + where;
    return fmt::format("crashed with SIG{} ({}){}", sigabbrev_np(signal), sigdescr_np(signal),
                       where);
}

std::vector<std::string> run_isolated(std::size_t items, const Isolated& isolated) {
    std::vector<std::string> results;
    while (results.size() < items) {
        Child child(isolated, results.size(), items);
        Mishap mishap;
        std::string result;
        while (results.size() < items && child.next(result, mishap)) results.push_back(result);
        if (results.size() == items) break;
        if (isolated.item != nullptr) *isolated.item = results.size();
        results.push_back(isolated.on_mishap(mishap));
    }
    return results;
}

}  // namespace davsim::op
