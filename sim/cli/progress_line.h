// SPDX-License-Identifier: Apache-2.0
#pragma once
// A line on stderr that shows how far a run is: only on a terminal, only after a second, gone at
// the end.

#include <condition_variable>
#include <mutex>
#include <thread>

#include "sim/views/progress.h"

namespace davsim {

class ProgressLine {
public:
    explicit ProgressLine(const ProgressView& view);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

private:
    void loop();

    const ProgressView& view_;
    std::mutex mutex_;
    std::condition_variable stop_signal_;
    bool stop_ = false;
    std::thread thread_;
};

}  // namespace davsim
