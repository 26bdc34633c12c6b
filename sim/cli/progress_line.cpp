// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <string>

namespace davsim {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kPatience{1000};
constexpr std::chrono::milliseconds kRefresh{250};
constexpr double kPercent = 100.0;
constexpr const char* kEraseLine = "\r\033[K";

std::string text_of(const Progress& progress, double elapsed) {
    if (progress.blocks == 0) return fmt::format("preparing, {:.0f} s", elapsed);
    std::string text = fmt::format("simulating {:.0f} %  block {} of {}  cycle {}  {:.0f} s",
                                   progress.fraction * kPercent, progress.blocks_done,
                                   progress.blocks, progress.cycle, elapsed);
    const double left = progress.seconds_left(elapsed);
    // Once all work is moved, what remains is the tail of the launch and the comparison.
    if (left > 0.0) text += fmt::format("  ETA {:.0f} s", left);
    return text;
}

}  // namespace

ProgressLine::ProgressLine(const ProgressView& view) : view_(view) {
    if (isatty(STDERR_FILENO) != 0) thread_ = std::thread([this] { loop(); });
}

ProgressLine::~ProgressLine() {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        stop_ = true;
    }
    stop_signal_.notify_one();
    thread_.join();
}

void ProgressLine::loop() {
    const Clock::time_point begin = Clock::now();
    bool shown = false;
    std::unique_lock<std::mutex> lock(mutex_);
    while (!stop_signal_.wait_for(lock, shown ? kRefresh : kPatience, [this] { return stop_; })) {
        const std::chrono::duration<double> elapsed = Clock::now() - begin;
        fmt::print(stderr, "{}{}", kEraseLine, text_of(view_.now(), elapsed.count()));
        std::fflush(stderr);
        shown = true;
    }
    if (shown) fmt::print(stderr, "{}", kEraseLine);
}

}  // namespace davsim
