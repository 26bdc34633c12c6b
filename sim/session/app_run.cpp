// SPDX-License-Identifier: Apache-2.0
#include "sim/session/app_run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>

#include "sim/base/error.h"
#include "sim/base/install_folder.h"
#include "sim/run/number_text.h"
#include "sim/session/leaks.h"
#include "sim/session/session_options.h"

namespace davsim {
namespace fs = std::filesystem;
namespace {

fs::path make_output_folder(const AppRequest& request) {
    std::error_code code;
    fs::path path;
    if (request.output) {
        path = *request.output;
        if (fs::exists(path, code) && !fs::is_empty(path, code))
            throw Error(Fault::kUsage,
                        path.string() + ": folder is not empty; results are never overwritten");
    } else {
        const std::string name = fs::path(request.command.front()).filename().string();
        for (int n = 0; path.empty() || fs::exists(path, code); ++n)
            path = fs::path("davsim-out") / fmt::format("{}-{}", name, n);
    }
    fs::create_directories(path, code);
    if (code) throw Error(Fault::kUsage, path.string() + ": cannot create: " + code.message());
    return fs::absolute(path);
}

void set_variable(const char* name, const std::string& value) {
    if (value.empty()) {
        unsetenv(name);
    } else {
        setenv(name, value.c_str(), 1);
    }
}

// Programs that were linked with -lascendcl and no rpath find davsim's library.
void add_library_path() {
    const std::string own = (install_folder() / "lib").string();
    const char* before = std::getenv("LD_LIBRARY_PATH");
    const bool none = before == nullptr || *before == '\0';
    set_variable("LD_LIBRARY_PATH", none ? own : own + ":" + before);
}

void set_environment(const AppRequest& request, const std::string& output) {
    // A config file's path is meant from here, wherever the program goes.
    const bool file = fs::exists(request.soc);
    set_variable(environment::kSoc, file ? fs::absolute(request.soc).string() : request.soc);
    set_variable(environment::kSet, fmt::format("{}", fmt::join(request.sets, ";")));
    set_variable(environment::kOutput, output);
    set_variable(environment::kTrace, request.trace_level);
    set_variable(environment::kTraceFormat, request.trace_formats);
    set_variable(environment::kMaxCycles, std::to_string(request.max_cycles));
    set_variable(environment::kSync, request.sync);
    set_variable(environment::kJitter, request.jitter);
    set_variable(environment::kCheck, request.check);
    set_variable(environment::kSuppressions,
                 request.suppressions.empty() ? "" : fs::absolute(request.suppressions).string());
    set_variable(environment::kCommand, request.typed);
    add_library_path();
}

[[noreturn]] void become(const std::vector<std::string>& command, int failed) {
    std::vector<char*> words;
    for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    execvp(words[0], words.data());
    const int reason = errno;
    [[maybe_unused]] const ssize_t told = write(failed, &reason, sizeof(reason));
    _exit(127);
}

int wait_for(pid_t id) {
    int status = 0;
    while (waitpid(id, &status, 0) < 0 && errno == EINTR) {}
    constexpr int kSignalBase = 128;
    return WIFEXITED(status) ? WEXITSTATUS(status) : kSignalBase + WTERMSIG(status);
}

// Exit code of the program. A pipe that closes at exec tells why it could not be started.
int run_program(const AppRequest& request, const std::string& output) {
    int failed[2];
    if (pipe2(failed, O_CLOEXEC) != 0) throw Error(Fault::kInternal, "no pipe");
    const pid_t id = fork();
    if (id < 0) throw Error(Fault::kUsage, std::string("cannot fork: ") + std::strerror(errno));
    if (id == 0) {
        set_environment(request, output);
        become(request.command, failed[1]);
    }
    close(failed[1]);
    // Ctrl-C is the program's; its end is waited for.
    std::signal(SIGINT, SIG_IGN);
    int reason = 0;
    const bool not_started = read(failed[0], &reason, sizeof(reason)) == sizeof(reason);
    close(failed[0]);
    const int code = wait_for(id);
    std::signal(SIGINT, SIG_DFL);
    if (not_started) {
        throw Error(Fault::kUsage,
                    fmt::format("{}: cannot run: {}", request.command[0], std::strerror(reason)));
    }
    return code;
}

}  // namespace

std::uint64_t AppOutcome::hazards() const {
    std::uint64_t sum = leaks;
    for (const LaunchLine& line : launches) sum += line.hazards;
    return sum;
}

AppOutcome run_app(const AppRequest& request) {
    const fs::path output = make_output_folder(request);
    AppOutcome outcome;
    outcome.output = request.output.value_or(fs::relative(output).string());
    outcome.exit_code = run_program(request, output.string());
    outcome.launches = read_launches(output.string());
    outcome.leaks = count_leaks(output.string());
    return outcome;
}

std::string launches_text(const AppOutcome& outcome) {
    std::string text;
    if (outcome.leaks != 0) {
        text = fmt::format("device memory was never freed, {} allocations: {}/hazards.txt\n",
                           outcome.leaks, outcome.output);
    }
    if (outcome.launches.empty()) return text + "no kernel was launched\n";
    fmt::format_to(std::back_inserter(text), "{:>4}  {:<32}{:>7}{:>14}{:>12}{:>9}  {}\n", "#",
                   "kernel", "blocks", "cycles", "time", "hazards", "bound");
    double total = 0;
    for (const LaunchLine& line : outcome.launches) {
        total += line.time_us;
        const bool ok = line.status == "ok";
        fmt::format_to(std::back_inserter(text), "{:>4}  {:<32}{:>7}{:>14}{:>12}{:>9}  {}\n",
                       line.number, line.kernel.substr(0, 31), line.blocks,
                       ok ? grouped(line.cycles) : "-", ok ? time_text(line.time_us) : "-",
                       line.hazards,
                       ok ? line.bound : fmt::format("error[{}]: {}", line.status, line.message));
    }
    fmt::format_to(std::back_inserter(text), "{} launches, {} of simulated time; results in {}\n",
                   outcome.launches.size(), time_text(total), outcome.output);
    return text;
}

}  // namespace davsim
