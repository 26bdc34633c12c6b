// SPDX-License-Identifier: Apache-2.0
#pragma once
// Kernels of users run inside the simulator's process. A crash in one becomes an error that names
// function and line (exit 3); one that runs on without a transfer or a finished block is ended with
// an error, too (exit 4). Either way no half-written result folder stays.

#include <atomic>
#include <string>
#include <thread>

#include "sim/views/progress.h"

namespace davsim {

class KernelWatch {
public:
    // `what`: operator and problem, for messages. `limit_seconds` 0: no limit. From here to the
    // destructor, of one watch at a time.
    KernelWatch(std::string what, const ProgressView& progress, double limit_seconds);
    ~KernelWatch();
    KernelWatch(const KernelWatch&) = delete;
    KernelWatch& operator=(const KernelWatch&) = delete;

private:
    void loop();

    std::string what_;
    const ProgressView& progress_;
    double limit_seconds_;
    std::atomic<bool> stop_{false};
    std::thread thread_;
};

}  // namespace davsim
