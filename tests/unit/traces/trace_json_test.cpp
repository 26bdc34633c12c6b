// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/unit/traces/trace_fixture.h"
#include "traces/export/trace_check.h"

namespace davsim::traces {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* kSmallTrace =
    R"({"profilingType":"op","displayTimeUnit":"ns","schemaVersion":2,"traceEvents":[
{"ph":"M","pid":"core1.veccore1","tid":"MTE2","name":"process_name","args":{"name":"core1.veccore1"}},
{"ph":"M","pid":"core1.veccore1","tid":"MTE2","name":"process_sort_index","args":{"sort_index":6}},
{"ph":"M","pid":"core1.veccore1","tid":"MTE2","name":"thread_name","args":{"name":"MTE2"}},
{"ph":"M","pid":"core1.veccore1","tid":"MTE2","name":"thread_sort_index","args":{"sort_index":6}},
{"ph":"M","pid":"core1.veccore1","tid":"VECTOR","name":"thread_name","args":{"name":"VECTOR"}},
{"ph":"M","pid":"core1.veccore1","tid":"VECTOR","name":"thread_sort_index","args":{"sort_index":7}},
{"ph":"X","pid":"core1.veccore1","tid":"MTE2","name":"MOV_GM_TO_UB","ts":0.100,"dur":1.900,"cname":"thread_state_iowait","args":{"detail":"4 bursts of 256 B","process_bytes":1024,"cycle":100,"cycles":1900,"loop":0,"block":0}},
{"ph":"B","pid":"core1.veccore1","tid":"MTE2","name":"SET_FLAG","ts":2.004,"id":1,"cname":"black","args":{"detail":"MTE2 to V event 3","cycle":2004,"cycles":1,"block":0}},
{"ph":"s","pid":"core1.veccore1","tid":"MTE2","name":"flow","cat":"MTE2ToVECTOR","ts":2.004,"id":1},
{"ph":"E","pid":"core1.veccore1","tid":"MTE2","name":"SET_FLAG","ts":2.005,"id":1},
{"ph":"B","pid":"core1.veccore1","tid":"VECTOR","name":"WAIT_FLAG","ts":0.050,"id":1,"cname":"yellow","args":{"detail":"MTE2 to V event 3","cycle":50,"cycles":1955,"block":0}},
{"ph":"t","pid":"core1.veccore1","tid":"VECTOR","name":"flow","cat":"MTE2ToVECTOR","ts":2.004,"id":1},
{"ph":"E","pid":"core1.veccore1","tid":"VECTOR","name":"WAIT_FLAG","ts":2.005,"id":1},
{"ph":"X","pid":"core1.veccore1","tid":"VECTOR","name":"VADD","ts":2.005,"dur":0.030,"cname":"cq_build_failed","args":{"detail":"fp32, 128 elements, 2 repeats","process_bytes":1536,"cycle":2005,"cycles":30,"loop":0,"block":0}}
],"otherData":{"kernel":"demo","clock_mhz":"1000","cycles":"2100","trace_level":"pipe","soc":"Test __1__"}}
)";

TEST_F(TraceTest, ASmallTraceLetterByLetter) {
    TraceRecorder recorder(options());
    recorder.on_launch_begin(info());
    load(recorder, 3, 100, 2000);
    flag(recorder, 3, 0, 2000, 50, 2005);
    vector_add(recorder, 3, 2005, 2035);
    recorder.on_launch_end(Cycles(2100));
    const std::string text = written(recorder);
    EXPECT_EQ(text, kSmallTrace);
    EXPECT_THAT(check_trace(text), IsEmpty());
}

TEST_F(TraceTest, WaitsAreToldWithTheirCause) {
    TraceRecorder recorder(options());
    recorder.on_launch_begin(info());
    Instruction instruction;
    InstructionEvent event;
    event.instruction = &instruction;
    event.start = Cycles(10);
    event.complete = Cycles(20);
    event.waited = Cycles(7);
    event.cause = StallCause::kFlag;
    recorder.on_instruction(event);
    EXPECT_THAT(written(recorder), HasSubstr(R"("wait":"flag","wait_cycles":7)"));
}

TEST_F(TraceTest, LevelFullAddsAddressRanges) {
    TraceRecorder recorder(options(TraceLevel::kFull));
    recorder.on_launch_begin(info());
    vector_add(recorder, 0, 0, 10);
    load(recorder, 0, 0, 10);
    const std::string text = written(recorder);
    EXPECT_THAT(
        text, HasSubstr(R"("reads":"UB 0x200..0x400, UB 0x400..0x600","writes":"UB 0x0..0x200")"));
    EXPECT_THAT(text, HasSubstr(R"("writes":"UB 0x0..0x400")"));
    EXPECT_THAT(text, HasSubstr(R"("gm":"0x1000")"));
    EXPECT_THAT(check_trace(text), IsEmpty());
}

TEST_F(TraceTest, OverlappingInstructionsAreDrawnUntilTheNextOneStarts) {
    TraceRecorder recorder(options());
    recorder.on_launch_begin(info());
    vector_add(recorder, 0, 0, 30);
    vector_add(recorder, 0, 10, 40);
    vector_add(recorder, 0, 60, 90);
    const std::string text = written(recorder);
    EXPECT_THAT(text, HasSubstr(R"("tid":"VECTOR","name":"VADD","ts":0.000,"dur":0.010)"));
    EXPECT_THAT(text, HasSubstr(R"("cycle":0,"cycles":30)"));  // its whole life all the same
    EXPECT_THAT(text, HasSubstr(R"("tid":"VECTOR","name":"VADD","ts":0.010,"dur":0.030)"));
    EXPECT_THAT(text, HasSubstr(R"("tid":"VECTOR","name":"VADD","ts":0.060,"dur":0.030)"));
    EXPECT_THAT(text, Not(HasSubstr("VECTOR#1")));
    EXPECT_THAT(check_trace(text), IsEmpty());
}

TEST_F(TraceTest, FlagRaisedWhileTheNextTransferRunsGetsASecondLane) {
    TraceRecorder recorder(options());
    recorder.on_launch_begin(info());
    load(recorder, 0, 0, 300);
    load(recorder, 0, 100, 400);
    flag(recorder, 0, 0, 295, 30, 310);  // up at 300
    const std::string text = written(recorder);
    EXPECT_THAT(text, HasSubstr(R"("tid":"MTE2#1","name":"SET_FLAG","ts":0.299)"));
    EXPECT_THAT(check_trace(text), IsEmpty());
}

// 1800 MHz: 9 cycles are 5 ns. Single cycles are shorter than the grid.
TEST_F(TraceTest, CyclesShorterThanANanosecondStayValid) {
    TraceRecorder recorder(options());
    recorder.on_launch_begin(info(1800));
    for (int i = 0; i < 2000; ++i) {
        vector_add(recorder, 0, 2 * i, 2 * i + 1);
        flag(recorder, 0, static_cast<std::uint64_t>(i), 2 * i - 4, 2 * i, 2 * i + 1);
    }
    const std::string text = written(recorder);
    EXPECT_THAT(text, HasSubstr(R"("cycle":18,"cycles":1)"));
    EXPECT_THAT(text, HasSubstr(R"("ts":0.010)"));
    EXPECT_THAT(check_trace(text), IsEmpty());
}

TEST_F(TraceTest, BlocksBarriersAndScalarStallsHaveTheirLanes) {
    TraceRecorder recorder(options());
    recorder.on_launch_begin(info());
    recorder.on_block({0, 7, Cycles(0), Cycles(100), Cycles(20)});
    recorder.on_barrier({0, 7, Pipe::kAll, true, Cycles(50), Cycles(60)});
    recorder.on_barrier({0, 7, Pipe::kV, false, Cycles(30), Cycles(40)});
    recorder.on_scalar_stall({0, 7, StallCause::kQueueFull, Cycles(10), Cycles(20)});
    const std::string text = written(recorder);
    EXPECT_THAT(text, HasSubstr(R"("tid":"USERMARK","name":"BLOCK","ts":0.000,"dur":0.100)"));
    EXPECT_THAT(text, HasSubstr(R"("tid":"ALL","name":"SYNC_ALL","ts":0.050,"dur":0.010)"));
    EXPECT_THAT(text, HasSubstr(R"("tid":"VECTOR","name":"BAR","ts":0.030,"dur":0.010)"));
    EXPECT_THAT(text, HasSubstr(R"("tid":"SCALAR","name":"STALL","ts":0.010,"dur":0.010)"));
    EXPECT_THAT(text, HasSubstr(R"("detail":"queue full")"));
    EXPECT_THAT(check_trace(text), IsEmpty());
}

TEST_F(TraceTest, TrafficBecomesCounters) {
    TraceRecorder recorder(options());
    recorder.on_launch_begin(info());
    load(recorder, 0, 0, 1500);
    TransferEvent transfer;
    transfer.bytes = 3000;
    transfer.line_bytes = 4096;
    transfer.hit_bytes = 1024;
    transfer.hbm_read = 3000;
    transfer.complete = Cycles(1500);
    recorder.on_transfer(transfer);
    const std::string text = written(recorder);
    // 2000 bytes in the first microsecond, 1000 in the second.
    EXPECT_THAT(
        text, HasSubstr(R"j({"ph":"C","pid":"MTE Throughput","tid":"GM_TO_UB","name":"GM_TO_UB",)j"
                        R"j("ts":0.001,"args":{"throughput(MB/s)":2000.0}})j"));
    EXPECT_THAT(text,
                HasSubstr(R"j("name":"GM_TO_UB","ts":1.000,"args":{"throughput(MB/s)":1000.0}})j"));
    EXPECT_THAT(text,
                HasSubstr(R"j("name":"GM_TO_UB","ts":2.000,"args":{"throughput(MB/s)":0.0}})j"));
    EXPECT_THAT(text,
                HasSubstr(R"j("name":"UB_TO_GM","ts":0.001,"args":{"throughput(MB/s)":0.0}})j"));
    EXPECT_THAT(text,
                HasSubstr(R"j("name":"HBM GB/s","ts":0.001,"args":{"throughput(GB/s)":2.0}})j"));
    EXPECT_THAT(text,
                HasSubstr(R"j("name":"L2 hit rate (%)","ts":0.001,"args":{"rate(%)":25.0}})j"));
    EXPECT_THAT(check_trace(text), IsEmpty());
}

// Cores number their flags on their own; ids in the file are unique all the same.
TEST_F(TraceTest, FlagsOfDifferentCoresGetDifferentIds) {
    TraceRecorder recorder(options());
    recorder.on_launch_begin(info());
    flag(recorder, 0, 5, 10, 10, 20);
    flag(recorder, 1, 5, 10, 10, 20);
    const std::string text = written(recorder);
    EXPECT_THAT(text, HasSubstr(R"("id":2)"));
    EXPECT_THAT(check_trace(text), IsEmpty());
}

TEST_F(TraceTest, AnUnwritableFileIsAUsageError) {
    TraceRecorder recorder(options());
    recorder.on_launch_begin(info());
    recorder.finish({});
    try {
        export_trace_json(StoreReader(store_path()), {}, store_path() + "/none");
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(error.fault(), Fault::kUsage);
        EXPECT_EQ(error.what(), store_path() + "/none: cannot create: Not a directory");
    }
}

}  // namespace
}  // namespace davsim::traces
