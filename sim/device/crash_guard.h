// SPDX-License-Identifier: Apache-2.0
#pragma once
// Kernels are native code: what they do wrong, the host's processor notices. While a kernel runs
// under a CrashGuard, a bad address, an overflown stack, a division by zero, an illegal
// instruction, abort() and a loop without an end become an Error instead of the end of davsim.
//
// A signal handler jumps back to run(). Frames in between are dropped without their destructors:
// the launch is over, and so is the device.

#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <functional>
#include <string>

#include "sim/base/error.h"

namespace davsim {

// What a guard reports; without core and block.
class CrashError : public Error {
public:
    CrashError(Fault fault, const std::string& message, std::uint64_t place)
        : Error(fault, message), place_(place) {}
    // The address behind the instruction, as a return address is behind its call.
    const void* site() const { return reinterpret_cast<const void*>(place_ + 1); }  // NOLINT

private:
    std::uint64_t place_;
};

// Handlers and the stack they run on, for the time of a launch on the calling thread.
class CrashHandlers {
public:
    // A kernel that computes this long without a call to the API is taken to hang.
    explicit CrashHandlers(int patience_seconds);
    ~CrashHandlers();
    CrashHandlers(const CrashHandlers&) = delete;
    CrashHandlers& operator=(const CrashHandlers&) = delete;

private:
    static constexpr int kSignals = 6;
    struct sigaction old_[kSignals] = {};
    stack_t old_stack_{};
    std::uint8_t* stack_ = nullptr;
};

class CrashGuard {
public:
    // Runs a block of a kernel. Error(kKernel) or (kDeadlock) with what went wrong, without block
    // and core.
    void run(const std::function<void()>& kernel);

    // The kernel called the API.
    static void note_progress() { progress_ = progress_ + 1; }

    // Other code runs on this thread until resume().
    static void pause() { current_ = nullptr; }
    void resume() { current_ = this; }

private:
    friend class CrashHandlers;
    static void on_signal(int signal, siginfo_t* info, void* context);
    static void on_timer(int signal, siginfo_t* info, void* context);
    [[noreturn]] void leave(int signal, const siginfo_t* info, const void* context);
    [[noreturn]] void report() const;

    static inline CrashGuard* volatile current_ = nullptr;
    static inline volatile std::uint64_t progress_ = 0;
    static inline std::uint64_t seen_progress_ = 0;
    static inline int idle_seconds_ = 0;
    static inline int patience_seconds_ = 0;

    sigjmp_buf back_{};
    int signal_ = 0;
    int code_ = 0;
    std::uint64_t address_ = 0;
    std::uint64_t place_ = 0;  // program counter
    bool write_ = false;
    bool stack_full_ = false;
};

}  // namespace davsim
