// SPDX-License-Identifier: Apache-2.0
#pragma once
// How far a launch is. Writes nothing itself; another thread may read the numbers while it runs.

#include <atomic>
#include <cstdint>

#include "sim/events/listener.h"

namespace davsim {

struct Progress {
    std::uint32_t blocks_done = 0;
    std::uint32_t blocks = 0;  // 0: not launched yet
    std::int64_t cycle = 0;    // latest completion seen
    double fraction = 0;       // of the work, 0 to 1

    // Seconds left after `elapsed` seconds; negative while unknown.
    double seconds_left(double elapsed) const;
};

// Blocks that run side by side all finish at the end, so progress between is told by the bytes that
// an operator must at least move: every output once, or every input once if the outputs are small.
class ProgressView : public Listener {
public:
    // Before the launch.
    void expect(std::uint64_t input_bytes, std::uint64_t output_bytes);

    std::uint32_t interests() const override { return interest::kBlock | interest::kTransfer; }
    void on_launch_begin(const LaunchInfo& info) override;
    void on_transfer(const TransferEvent& event) override;
    void on_block(const BlockEvent& event) override;

    Progress now() const;

private:
    std::atomic<bool> follow_writes_{false};
    std::atomic<std::uint64_t> expected_{0};
    std::atomic<std::uint64_t> moved_{0};
    std::atomic<std::uint32_t> done_{0};
    std::atomic<std::uint32_t> blocks_{0};
    std::atomic<std::int64_t> cycle_{0};
};

}  // namespace davsim
