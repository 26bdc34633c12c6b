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

double seconds(Clock::duration duration) {
    return std::chrono::duration<double>(duration).count();
}

// `elapsed` since the program began, `launched` since the launch did, in seconds.
std::string text_of(const Progress& progress, double elapsed, double launched) {
    if (progress.blocks == 0) return fmt::format("preparing inputs  {:.0f} s", elapsed);
    if (progress.blocks_done == progress.blocks)
        return fmt::format("comparing and writing results  {:.0f} s", elapsed);
    std::string text = fmt::format("simulating {:.0f} %  block {} of {}  cycle {}  {:.0f} s",
                                   progress.fraction * kPercent, progress.blocks_done,
                                   progress.blocks, progress.cycle, elapsed);
    const double left = progress.seconds_left(launched);
    if (left >= 0.0) text += fmt::format("  ETA {:.0f} s", left);
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
    Clock::time_point launch = begin;
    bool shown = false;
    std::unique_lock<std::mutex> lock(mutex_);
    while (!stop_signal_.wait_for(lock, kRefresh, [this] { return stop_; })) {
        const Clock::time_point now = Clock::now();
        const Progress progress = view_.now();
        if (progress.blocks == 0) launch = now;
        if (now - begin < kPatience) continue;
        fmt::print(stderr, "{}{}", kEraseLine,
                   text_of(progress, seconds(now - begin), seconds(now - launch)));
        std::fflush(stderr);
        shown = true;
    }
    if (shown) fmt::print(stderr, "{}", kEraseLine);
}

}  // namespace davsim
