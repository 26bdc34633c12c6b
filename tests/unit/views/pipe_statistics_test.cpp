// SPDX-License-Identifier: Apache-2.0
#include "sim/views/pipe_statistics.h"

#include <gtest/gtest.h>

namespace davsim {
namespace {

LaunchInfo two_cores() {
    LaunchInfo info;
    info.kernel = "k";
    info.blocks = 2;
    info.cores = 2;
    info.clock_mhz = 1000;
    return info;
}

void tell(PipeStatistics& view, int core, Opcode opcode, Pipe pipe, std::int64_t start,
          std::int64_t complete, std::uint64_t bytes, std::int64_t waited = 0,
          StallCause cause = StallCause::kNone) {
    Instruction instruction;
    instruction.opcode = opcode;
    instruction.pipe = pipe;
    InstructionEvent event;
    event.core = core;
    event.instruction = &instruction;
    event.start = Cycles(start);
    event.complete = Cycles(complete);
    event.waited = Cycles(waited);
    event.cause = cause;
    event.bytes = bytes;
    view.on_instruction(event);
}

void tell_block(PipeStatistics& view, int core, std::int64_t begin, std::int64_t end,
                std::int64_t busy) {
    BlockEvent event;
    event.core = core;
    event.begin = Cycles(begin);
    event.end = Cycles(end);
    event.scalar_busy = Cycles(busy);
    view.on_block(event);
}

TEST(PipeStatistics, BusyIsTheUnionOfOverlappingInstructions) {
    PipeStatistics view;
    view.on_launch_begin(two_cores());
    tell(view, 0, Opcode::kAdd, Pipe::kV, 0, 30, 768);
    tell(view, 0, Opcode::kMul, Pipe::kV, 10, 40, 768);
    tell(view, 1, Opcode::kAdd, Pipe::kV, 50, 60, 100);
    tell_block(view, 0, 0, 90, 20);
    tell_block(view, 1, 5, 100, 30);
    view.on_launch_end(Cycles(100));

    const LaunchStatistics& result = view.result();
    EXPECT_EQ(result.cores[0].pipe(Pipe::kV).busy.count(), 40);
    EXPECT_EQ(result.pipe_total(Pipe::kV).busy.count(), 50);
    EXPECT_EQ(result.pipe_max(Pipe::kV).count(), 40);
    EXPECT_EQ(result.pipe_total(Pipe::kV).instructions, 3U);
    EXPECT_EQ(result.pipe_total(Pipe::kV).bytes, 1636U);
    EXPECT_DOUBLE_EQ(result.pipe_ratio(Pipe::kV), 0.25);
    EXPECT_EQ(result.pipe_total(Pipe::kS).busy.count(), 50);
    EXPECT_EQ(result.cores[1].active.count(), 95);
    EXPECT_EQ(result.instructions(), 3U);
}

TEST(PipeStatistics, FlagsAreCountedButAreNoWork) {
    PipeStatistics view;
    view.on_launch_begin(two_cores());
    tell(view, 0, Opcode::kWaitFlag, Pipe::kV, 100, 101, 0, 90, StallCause::kFlag);
    view.on_launch_end(Cycles(200));
    const PipeUse use = view.result().pipe_total(Pipe::kV);
    EXPECT_EQ(use.busy.count(), 0);
    EXPECT_EQ(use.instructions, 0U);
    EXPECT_EQ(use.syncs, 1U);
    EXPECT_EQ(view.result().instructions(), 1U);
    EXPECT_EQ(use.waited[static_cast<std::size_t>(StallCause::kFlag)].count(), 90);
}

TEST(PipeStatistics, RatioCountsUsedCoresOnly) {
    PipeStatistics view;
    view.on_launch_begin(two_cores());
    tell(view, 0, Opcode::kAdd, Pipe::kV, 0, 50, 1);
    tell_block(view, 0, 0, 100, 0);
    view.on_launch_end(Cycles(100));
    EXPECT_EQ(view.result().used_cores(), 1);
    EXPECT_DOUBLE_EQ(view.result().pipe_ratio(Pipe::kV), 0.5);
}

TEST(PipeStatistics, AddsUpMemoryTrafficAndScalarStalls) {
    PipeStatistics view;
    view.on_launch_begin(two_cores());
    TransferEvent load;
    load.bytes = 1000;
    load.line_bytes = 1024;
    load.hit_bytes = 256;
    load.hbm_read = 768;
    view.on_transfer(load);
    TransferEvent store;
    store.write = true;
    store.bytes = 10;
    store.line_bytes = 1024;
    store.hit_bytes = 1024;
    store.hbm_write = 512;
    view.on_transfer(store);
    view.on_scalar_stall({1, 0, StallCause::kQueueFull, Cycles(5), Cycles(12)});
    view.on_launch_end(Cycles(20));

    const MemoryUse& memory = view.result().memory;
    EXPECT_EQ(memory.gm_read, 1000U);
    EXPECT_EQ(memory.gm_write, 10U);
    EXPECT_EQ(memory.hbm_read, 768U);
    EXPECT_EQ(memory.hbm_write, 512U);
    EXPECT_DOUBLE_EQ(memory.l2_hit_rate(), 1280.0 / 2048.0);
    EXPECT_EQ(view.result()
                  .cores[1]
                  .pipe(Pipe::kS)
                  .waited[static_cast<std::size_t>(StallCause::kQueueFull)]
                  .count(),
              7);
}

TEST(PipeStatistics, StartsAfreshAtEachLaunch) {
    PipeStatistics view;
    view.on_launch_begin(two_cores());
    tell(view, 0, Opcode::kAdd, Pipe::kV, 0, 50, 1);
    view.on_launch_end(Cycles(100));
    view.on_launch_begin(two_cores());
    tell(view, 0, Opcode::kAdd, Pipe::kV, 0, 7, 1);
    view.on_launch_end(Cycles(10));
    EXPECT_EQ(view.result().pipe_total(Pipe::kV).busy.count(), 7);
}

}  // namespace
}  // namespace davsim
