// SPDX-License-Identifier: Apache-2.0
#include "sim/views/progress.h"

#include <algorithm>

namespace davsim {
namespace {

// Counters are read for display only; the simulation thread is their single writer.
constexpr auto kRelaxed = std::memory_order_relaxed;

template <class T>
void add(std::atomic<T>& counter, T amount) {
    counter.store(counter.load(kRelaxed) + amount, kRelaxed);
}

}  // namespace

double Progress::seconds_left(double elapsed) const {
    if (fraction <= 0.0) return -1.0;
    return elapsed * (1.0 - fraction) / fraction;
}

void ProgressView::expect(std::uint64_t input_bytes, std::uint64_t output_bytes) {
    const bool writes = output_bytes >= input_bytes / 4;
    follow_writes_.store(writes, kRelaxed);
    expected_.store(writes ? output_bytes : input_bytes, kRelaxed);
}

void ProgressView::on_launch_begin(const LaunchInfo& info) {
    moved_.store(0, kRelaxed);
    done_.store(0, kRelaxed);
    cycle_.store(0, kRelaxed);
    blocks_.store(info.blocks, kRelaxed);
}

void ProgressView::on_transfer(const TransferEvent& event) {
    if (event.write == follow_writes_.load(kRelaxed)) add(moved_, event.bytes);
    cycle_.store(event.complete.count(), kRelaxed);
}

void ProgressView::on_block(const BlockEvent&) {
    add(done_, std::uint32_t{1});
}

Progress ProgressView::now() const {
    Progress progress;
    progress.blocks_done = done_.load(kRelaxed);
    progress.blocks = blocks_.load(kRelaxed);
    progress.cycle = cycle_.load(kRelaxed);
    const double by_blocks = progress.blocks == 0 ? 0.0
                                                  : static_cast<double>(progress.blocks_done) /
                                                        static_cast<double>(progress.blocks);
    const std::uint64_t expected = expected_.load(kRelaxed);
    const double by_bytes =
        expected == 0 ? 0.0
                      : static_cast<double>(moved_.load(kRelaxed)) / static_cast<double>(expected);
    progress.fraction = std::min(1.0, std::max(by_blocks, by_bytes));
    return progress;
}

}  // namespace davsim
