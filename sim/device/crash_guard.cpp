// SPDX-License-Identifier: Apache-2.0
#include "sim/device/crash_guard.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>

#include <algorithm>
#include <cstdio>

namespace davsim {
namespace {

constexpr int kCaught[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGVTALRM};
constexpr std::size_t kHandlerStack = 64 * 1024;
// A fault this close to the stack pointer is the stack's end.
constexpr std::uint64_t kStackReach = 64 * 1024;
constexpr int kTickSeconds = 1;

void set_timer(int seconds) {
    itimerval interval{};
    interval.it_interval.tv_sec = seconds;
    interval.it_value.tv_sec = seconds;
    setitimer(ITIMER_VIRTUAL, &interval, nullptr);
}

std::string hex(std::uint64_t value) {
    char text[32];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
    return text;
}

// "libadd_2201.so+0x1234, add_kernel": file and offset are what addr2line takes.
std::string place_text(std::uint64_t place) {
    Dl_info info{};
    if (dladdr(reinterpret_cast<void*>(place), &info) == 0 || info.dli_fname == nullptr)  // NOLINT
        return "an unknown place";
    std::string file = info.dli_fname;
    file.erase(0, file.rfind('/') + 1);
    const auto base = reinterpret_cast<std::uint64_t>(info.dli_fbase);
    std::string text = file + "+" + hex(place - base);
    if (info.dli_sname != nullptr) text += std::string(", ") + info.dli_sname;
    return text;
}

}  // namespace

CrashHandlers::CrashHandlers(int patience_seconds) {
    stack_ = static_cast<std::uint8_t*>(
        mmap(nullptr, kHandlerStack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    if (stack_ == MAP_FAILED) throw Error(Fault::kUsage, "no memory for a signal stack");
    stack_t stack{};
    stack.ss_sp = stack_;
    stack.ss_size = kHandlerStack;
    sigaltstack(&stack, &old_stack_);
    CrashGuard::patience_seconds_ = patience_seconds;
    CrashGuard::idle_seconds_ = 0;
    for (int i = 0; i < kSignals; ++i) {
        struct sigaction action {};
        action.sa_sigaction =
            kCaught[i] == SIGVTALRM ? CrashGuard::on_timer : CrashGuard::on_signal;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
        sigaction(kCaught[i], &action, &old_[i]);
    }
    set_timer(kTickSeconds);
}

CrashHandlers::~CrashHandlers() {
    set_timer(0);
    for (int i = 0; i < kSignals; ++i) sigaction(kCaught[i], &old_[i], nullptr);
    sigaltstack(&old_stack_, nullptr);
    munmap(stack_, kHandlerStack);
}

void CrashGuard::on_signal(int signal, siginfo_t* info, void* context) {
    if (current_ != nullptr) current_->leave(signal, info, context);
    // davsim's own fault: as without a handler, when the instruction is tried again.
    struct sigaction action {};
    action.sa_handler = SIG_DFL;
    sigaction(signal, &action, nullptr);
    if (signal == SIGABRT) raise(signal);
}

// Ticks of processor time: a kernel that makes no progress between many of them hangs.
void CrashGuard::on_timer(int signal, siginfo_t* info, void* context) {
    const bool progress = current_ == nullptr || progress_ != seen_progress_;
    seen_progress_ = progress_;
    idle_seconds_ = progress ? 0 : idle_seconds_ + kTickSeconds;
    if (idle_seconds_ < patience_seconds_) return;
    idle_seconds_ = 0;
    current_->leave(signal, info, context);
}

void CrashGuard::leave(int signal, const siginfo_t* info, const void* context) {
    const mcontext_t& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
    const auto stack = static_cast<std::uint64_t>(machine.gregs[REG_RSP]);
    signal_ = signal;
    code_ = info->si_code;
    address_ = signal == SIGSEGV || signal == SIGBUS
                   ? reinterpret_cast<std::uint64_t>(info->si_addr)  // NOLINT
                   : 0;
    place_ = static_cast<std::uint64_t>(machine.gregs[REG_RIP]);
    write_ = (machine.gregs[REG_ERR] & 2) != 0;  // bit 1 of a page fault's error code
    stack_full_ =
        signal == SIGSEGV && address_ + kStackReach > stack && address_ < stack + kStackReach;
    current_ = nullptr;
    siglongjmp(back_, 1);
}

void CrashGuard::report() const {
    const std::string at = " (" + place_text(place_) + ")";
    if (stack_full_) {
        throw CrashError(
            Fault::kKernel,
            "the stack overflowed: recursion without an end, or arrays that are too large" + at,
            place_);
    }
    switch (signal_) {
        case SIGSEGV:
        case SIGBUS:
            throw CrashError(Fault::kKernel,
                             std::string(write_ ? "write to" : "read from") + " address " +
                                 hex(address_) + ", which no tensor has" + at,
                             place_);
        case SIGFPE: throw CrashError(Fault::kKernel, "integer division by zero" + at, place_);
        case SIGILL:
            throw CrashError(
                Fault::kKernel,
                "illegal instruction: a trap, or a function that ends without a return" + at,
                place_);
        case SIGVTALRM:
            throw CrashError(Fault::kDeadlock,
                             "no API call in " + std::to_string(patience_seconds_) +
                                 " s of processor time: a loop without an end" + at,
                             place_);
        default: throw CrashError(Fault::kKernel, "abort() was called" + at, place_);
    }
}

void CrashGuard::run(const std::function<void()>& kernel) {
    struct Leave {
        ~Leave() { pause(); }
    } leave_at_end;
    if (sigsetjmp(back_, 1) != 0) report();
    resume();
    kernel();
}

}  // namespace davsim
