// SPDX-License-Identifier: Apache-2.0
// Gaps, critical path, UB usage and line profile of launches that were written down by hand.
#include <gmock/gmock.h>

#include "tests/unit/traces/trace_fixture.h"
#include "traces/analysis/critical_path.h"
#include "traces/analysis/gaps.h"
#include "traces/analysis/line_profile.h"
#include "traces/analysis/ub_usage.h"

namespace davsim::traces {
namespace {

using testing::ElementsAre;

class Analysis : public TraceTest {
protected:
    Analysis() : recorder_(options()) { recorder_.on_launch_begin(info()); }

    // One instruction with what it waited for.
    void work(Pipe pipe, std::int64_t issued, std::int64_t begin, std::int64_t end,
              std::int64_t waited = 0, StallCause cause = StallCause::kNone) {
        Instruction instruction;
        instruction.pipe = pipe;
        instruction.opcode = pipe == Pipe::kV ? Opcode::kAdd : Opcode::kLoadGm;
        if (pipe != Pipe::kV) {
            instruction.dma = DmaPayload{};
            instruction.dma.burst_bytes = 256;
        } else {
            instruction.vec.dst.addr = 256;
        }
        InstructionEvent event;
        event.instruction = &instruction;
        event.issued = Cycles(issued);
        event.start = Cycles(begin);
        event.complete = Cycles(end);
        event.waited = Cycles(waited);
        event.cause = cause;
        recorder_.on_instruction(event);
    }
    void finish(std::int64_t end, std::int64_t span) {
        recorder_.on_block({0, 0, Cycles(100), Cycles(end), Cycles(10)});
        recorder_.on_launch_end(Cycles(span));
        recorder_.finish({});
    }

    TraceRecorder recorder_;
};

TEST_F(Analysis, GapsHavePercentilesAndSayWhoWasWaitedFor) {
    std::int64_t at = 0;
    for (std::int64_t wait = 1; wait <= 100; ++wait) {
        work(Pipe::kV, at, at + wait, at + wait + 5, wait, StallCause::kScalar);
        at += wait + 5;
    }
    flag(recorder_, 0, 0, at + 400, at, at + 500);  // MTE2 to V
    work(Pipe::kV, at, at + 500, at + 510, 500, StallCause::kFlag);
    finish(at + 510, at + 600);
    const std::vector<PipeGaps> gaps = gaps_of(StoreReader(store_path()));
    ASSERT_EQ(gaps.size(), 1U);
    EXPECT_EQ(gaps[0].pipe, Pipe::kV);
    EXPECT_EQ(gaps[0].instructions, 101U);
    EXPECT_EQ(gaps[0].count, 101U);
    EXPECT_EQ(gaps[0].cycles, 5050 + 500);
    EXPECT_EQ(gaps[0].p50, 51);
    EXPECT_EQ(gaps[0].p90, 91);
    EXPECT_EQ(gaps[0].p99, 100);
    EXPECT_EQ(gaps[0].longest, 500);
    ASSERT_EQ(gaps[0].causes.size(), 2U);
    EXPECT_EQ(gaps[0].causes[0].what, "scalar unit");
    EXPECT_EQ(gaps[0].causes[0].cycles, 5050);
    EXPECT_EQ(gaps[0].causes[1].what, "flag of MTE2");
}

// A load, a flag, vector work that waited for it, and the end: all of it is on the path.
TEST_F(Analysis, TheCriticalPathLeadsFromTheEndThroughAFlagToTheLoad) {
    work(Pipe::kMte2, 120, 120, 620, 20, StallCause::kScalar);
    flag(recorder_, 0, 0, 620, 130, 630);
    work(Pipe::kV, 125, 640, 700, 515, StallCause::kFlag);
    recorder_.on_scalar_stall({0, 0, StallCause::kBarrier, Cycles(140), Cycles(700)});
    finish(710, 750);
    const CriticalPath path = critical_path(StoreReader(store_path()));
    std::vector<std::string> kinds;
    std::int64_t at = 0;
    for (const Step& step : path.steps) {
        kinds.emplace_back(name_of(step.kind));
        EXPECT_EQ(step.begin, at);
        at = step.end;
    }
    EXPECT_EQ(at, 750);
    EXPECT_THAT(kinds, ElementsAre("launch", "scalar", "execute", "flag", "flag", "execute",
                                   "scalar", "launch"));
    EXPECT_EQ(path.shares[0].what, "MTE2 works");
    EXPECT_EQ(path.shares[0].cycles, 500);
}

TEST_F(Analysis, ABufferIsFreeFromItsLastReadToItsNextFilling) {
    recorder_.on_buffer({0, 0, 0, 256, "in"});
    recorder_.on_buffer({0, 0, 256, 256, "out"});
    work(Pipe::kMte2, 0, 0, 100);    // fills "in"
    work(Pipe::kV, 0, 150, 200);     // reads "in", writes "out"
    work(Pipe::kMte2, 0, 300, 400);  // fills "in" anew
    finish(500, 500);
    const StoreReader store(store_path());
    const UbUsage usage = ub_usage(store.rows_of(0), store);
    ASSERT_EQ(usage.buffers.size(), 2U);
    EXPECT_EQ(usage.buffers[0].name, "in");
    EXPECT_EQ(usage.buffers[0].in_use, 200 + 100);
    EXPECT_EQ(usage.buffers[1].in_use, 50);
    EXPECT_EQ(usage.reserved, 512U);
    EXPECT_EQ(usage.peak, 512U);
    const std::vector<double> bins = usage.over_time(500, 5);
    EXPECT_DOUBLE_EQ(bins[0], 256.0);
    EXPECT_DOUBLE_EQ(bins[1], 256.0 + 128.0);
    EXPECT_DOUBLE_EQ(bins[2], 0.0);
    EXPECT_DOUBLE_EQ(bins[3], 256.0);
}

TEST_F(Analysis, LinesAddUpWhatRanAtThem) {
    work(Pipe::kV, 0, 0, 100, 5, StallCause::kScalar);
    work(Pipe::kV, 0, 50, 150);
    finish(200, 200);
    const StoreReader store(store_path());
    LineProfile lines(store);
    lines.add(0);
    ASSERT_EQ(lines.by_line().size(), 1U);
    const PlaceUse use = lines.by_line()[0];
    EXPECT_EQ(use.code, "?");
    EXPECT_EQ(use.calls, 2U);
    EXPECT_EQ(use.cycles, 200);
    EXPECT_EQ(use.busy, 150);
    EXPECT_EQ(use.wait_cycles(), 5);
    EXPECT_EQ(use.instr, "VADD");
}

}  // namespace
}  // namespace davsim::traces
