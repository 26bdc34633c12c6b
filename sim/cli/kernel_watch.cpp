// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/kernel_watch.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>

#include "sim/base/error.h"
#include "sim/opkit/crash_place.h"
#include "sim/run/result_folder.h"

namespace davsim {
namespace {

constexpr std::array<int, 5> kSignals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr unsigned kReportSeconds = 5;  // if reporting itself hangs, the process ends

const char* g_what = "";

[[noreturn]] void end_with(Fault fault, const std::string& message) {
    ResultFolder::discard_unfinished();
    fmt::print(stderr, "{}\n", format_error(Error(fault, message)));
    std::fflush(nullptr);
    _exit(exit_code(fault));
}

// Nothing else of the program runs on after this, so it may do what a handler otherwise may not.
void on_crash(int signal, siginfo_t* /*info*/, void* context) {
    for (const int each : kSignals) ::signal(each, SIG_DFL);
    alarm(kReportSeconds);
    const std::string place = op::crash_place(context);
    end_with(Fault::kKernel,
             fmt::format("the kernel crashed with SIG{} ({}){}{}: {}", sigabbrev_np(signal),
                         sigdescr_np(signal), place.empty() ? "" : " in ", place, g_what));
}

}  // namespace

KernelWatch::KernelWatch(std::string what, const ProgressView& progress, double limit_seconds)
    : what_(std::move(what)), progress_(progress), limit_seconds_(limit_seconds) {
    g_what = what_.c_str();
    static std::array<char, 256 * 1024> stack;
    stack_t alternative{};
    alternative.ss_sp = stack.data();
    alternative.ss_size = stack.size();
    sigaltstack(&alternative, nullptr);
    struct sigaction action {};
    action.sa_sigaction = on_crash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (const int signal : kSignals) sigaction(signal, &action, nullptr);
    if (limit_seconds_ > 0) thread_ = std::thread([this] { loop(); });
}

KernelWatch::~KernelWatch() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
    for (const int signal : kSignals) ::signal(signal, SIG_DFL);
}

void KernelWatch::loop() {
    constexpr std::chrono::milliseconds kStep{50};
    using Clock = std::chrono::steady_clock;
    Clock::time_point last = Clock::now();
    std::int64_t cycle = -1;
    std::uint32_t done = 0;
    while (!stop_) {
        std::this_thread::sleep_for(kStep);
        const Progress now = progress_.now();
        // Before the launch and after its end, davsim itself works.
        const bool running = now.blocks > 0 && now.blocks_done < now.blocks;
        if (!running || now.cycle != cycle || now.blocks_done != done) {
            cycle = now.cycle;
            done = now.blocks_done;
            last = Clock::now();
        }
        const std::chrono::duration<double> idle = Clock::now() - last;
        if (idle.count() < limit_seconds_ || stop_) continue;
        end_with(Fault::kDeadlock,
                 fmt::format("the kernel ran {} s without a transfer or a finished block ({} of {} "
                             "blocks done; --timeout sets the limit): {}",
                             limit_seconds_, now.blocks_done, now.blocks, what_));
    }
}

}  // namespace davsim
