// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/interrupt.h"

#include "sim/run/result_folder.h"

namespace davsim {
namespace {

// A signal that the parent had us ignore (nohup, background jobs) stays ignored.
bool ignored(int signal) {
    struct sigaction action {};
    return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

InterruptWatch::InterruptWatch() {
    sigemptyset(&watched_);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        if (!ignored(signal)) sigaddset(&watched_, signal);
    }
    sigaddset(&watched_, SIGUSR1);  // how the destructor ends the wait
    pthread_sigmask(SIG_BLOCK, &watched_, &before_);
    thread_ = std::thread([this] { loop(); });
}

InterruptWatch::~InterruptWatch() {
    stop_ = true;
    pthread_kill(thread_.native_handle(), SIGUSR1);
    thread_.join();
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void InterruptWatch::loop() {
    int signal = 0;
    while (sigwait(&watched_, &signal) != 0) {}
    if (stop_) return;
    ResultFolder::discard_unfinished();
    // Its default action, in this thread, which alone lets it through.
    struct sigaction action {};
    action.sa_handler = SIG_DFL;
    sigaction(signal, &action, nullptr);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, signal);
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
    raise(signal);
}

}  // namespace davsim
