// SPDX-License-Identifier: Apache-2.0
#include "sim/opkit/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <thread>

#include "sim/base/error.h"

extern char** environ;

namespace davsim::op {

ProcessResult run_process(const std::vector<std::string>& command) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        throw Error(Fault::kInternal, fmt::format("pipe: {}", std::strerror(errno)));
    std::vector<char*> arguments;
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    pid_t pid = -1;
    const int failed =
        posix_spawnp(&pid, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);

    ProcessResult result;
    if (failed != 0) {
        close(ends[0]);
        result.exit_code = 127;
        result.output = command[0] + ": " + std::strerror(failed);
        return result;
    }
    std::array<char, 4096> buffer;
    ssize_t count = 0;
    while ((count = read(ends[0], buffer.data(), buffer.size())) > 0 ||
           (count < 0 && errno == EINTR)) {
        if (count > 0) result.output.append(buffer.data(), static_cast<std::size_t>(count));
    }
    close(ends[0]);
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
    result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return result;
}

std::vector<ProcessResult> run_processes(const std::vector<std::vector<std::string>>& commands,
                                         int jobs) {
    std::vector<ProcessResult> results(commands.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i = next++; i < commands.size(); i = next++)
            results[i] = run_process(commands[i]);
    };
    std::vector<std::thread> threads;
    for (int i = 1; i < jobs && static_cast<std::size_t>(i) < commands.size(); ++i)
        threads.emplace_back(work);
    work();
    for (std::thread& thread : threads) thread.join();
    return results;
}

}  // namespace davsim::op
