// SPDX-License-Identifier: Apache-2.0
#include "sim/cc/program.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "sim/base/error.h"

namespace davsim::cc {

int run_program(const std::vector<std::string>& command) {
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    pid_t id = 0;
    const int error = posix_spawnp(&id, words[0], nullptr, nullptr, words.data(), environ);
    if (error != 0)
        throw Error(Fault::kUsage, command[0] + ": cannot run: " + std::strerror(error));
    int status = 0;
    while (waitpid(id, &status, 0) < 0 && errno == EINTR) {}
    constexpr int kSignalBase = 128;
    return WIFEXITED(status) ? WEXITSTATUS(status) : kSignalBase + WTERMSIG(status);
}

}  // namespace davsim::cc
