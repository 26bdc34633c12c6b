// SPDX-License-Identifier: Apache-2.0
#pragma once
// Listener that sums up pipes, waits and memory traffic of a launch. Starts afresh at each launch.

#include <array>
#include <vector>

#include "sim/events/listener.h"
#include "sim/views/interval_union.h"
#include "sim/views/launch_statistics.h"

namespace davsim {

class PipeStatistics : public Listener {
public:
    std::uint32_t interests() const override {
        return interest::kInstruction | interest::kScalarStall | interest::kBarrier |
               interest::kTransfer | interest::kBlock;
    }
    void on_launch_begin(const LaunchInfo& info) override;
    void on_launch_end(Cycles span) override;
    void on_instruction(const InstructionEvent& event) override;
    void on_scalar_stall(const ScalarStallEvent& event) override;
    void on_barrier(const BarrierEvent& event) override;
    void on_transfer(const TransferEvent& event) override;
    void on_block(const BlockEvent& event) override;

    // Complete after on_launch_end.
    const LaunchStatistics& result() const { return result_; }

private:
    CoreUse& core(int index);

    LaunchStatistics result_;
    std::vector<std::array<IntervalUnion, kPipeCount>> busy_;  // by core
};

}  // namespace davsim
