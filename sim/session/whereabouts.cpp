// SPDX-License-Identifier: Apache-2.0
#include "sim/session/whereabouts.h"

#include <csignal>
#include <cstdlib>

namespace davsim {
namespace {

Whereabouts* noted_in = nullptr;
CoreSlot* running = nullptr;

void on_fatal_signal(int signal) {
    noted_in->signal = signal;
    if (running != nullptr && *running != nullptr) {
        noted_in->in_kernel = true;
        noted_in->block = (*running)->context().block_idx;
    }
    std::signal(signal, SIG_DFL);
    raise(signal);
}

}  // namespace

void note_crashes(Whereabouts& whereabouts, CoreSlot* slot) {
    noted_in = &whereabouts;
    running = slot;
    // A kernel that overflows its stack leaves none for the handler.
    constexpr std::size_t kStackBytes = std::size_t{64} * 1024;
    static char stack[kStackBytes];
    stack_t alternate{};
    alternate.ss_sp = stack;
    alternate.ss_size = sizeof(stack);
    sigaltstack(&alternate, nullptr);
    struct sigaction action {};
    action.sa_handler = on_fatal_signal;
    action.sa_flags = SA_ONSTACK | SA_NODEFER;
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
        sigaction(signal, &action, nullptr);
}

}  // namespace davsim
