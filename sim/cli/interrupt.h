// SPDX-License-Identifier: Apache-2.0
#pragma once
// SIGINT, SIGTERM and SIGHUP while a run is under way: the unfinished result folder goes, then the
// process ends by that signal, as a shell expects. A thread waits for the signals instead of a
// handler, because removing a folder is nothing a handler may do.

#include <signal.h>

#include <atomic>
#include <thread>

namespace davsim {

class InterruptWatch {
public:
    // Before other threads start: they inherit which signals are blocked.
    InterruptWatch();
    ~InterruptWatch();
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;

private:
    void loop();

    sigset_t watched_{};
    sigset_t before_{};
    std::atomic<bool> stop_{false};
    std::thread thread_;
};

}  // namespace davsim
