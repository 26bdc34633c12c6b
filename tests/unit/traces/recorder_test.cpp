// SPDX-License-Identifier: Apache-2.0
#include "traces/recorder.h"

#include <gmock/gmock.h>

#include "tests/unit/traces/trace_fixture.h"
#include "traces/core_choice.h"
#include "traces/export/csv.h"
#include "traces/export/trace_check.h"

namespace davsim::traces {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string message_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const Error& error) {
        EXPECT_EQ(error.fault(), Fault::kUsage);
        return error.what();
    }
    return "no error";
}

TEST_F(TraceTest, TheCapKeepsACompleteBeginningAndSaysSo) {
    TraceRecorder recorder(options());
    recorder.on_launch_begin(info());
    vector_add(recorder, 0, 0, 10);
    flag(recorder, 0, 0, 10, 10, 20);  // six events
    flag(recorder, 0, 1, 20, 20, 30);  // would exceed the cap
    vector_add(recorder, 0, 30, 40);   // would fit, but is later
    recorder.on_launch_end(Cycles(40));
    ExportOptions how;
    how.max_events = 8;
    how.cut = true;
    const std::string text = written(recorder, how);
    ASSERT_EQ(report.notes.size(), 1U);
    EXPECT_EQ(report.notes[0],
              "trace.json holds the events that begin up to cycle 19: all 14 are more than 8; "
              "davsim trace export --format pftrace has no such limit, --window and --core-id "
              "choose");
    EXPECT_EQ(report.files.back().events, 7U);
    EXPECT_THAT(text, HasSubstr(R"("truncated":"trace.json holds the events that begin up to)"));
    EXPECT_THAT(check_trace(text), IsEmpty());
}

TEST_F(TraceTest, WithoutLeaveToCutALongTraceIsRefused) {
    TraceRecorder recorder(options());
    recorder.on_launch_begin(info());
    flag(recorder, 0, 0, 10, 10, 20);
    ExportOptions how;
    how.max_events = 5;
    EXPECT_EQ(message_of([&] { written(recorder, how); }),
              "trace.json: 6 events, the limit is 5; --format pftrace has no such limit, --window "
              "and --core-id choose, --max-events N keeps a beginning");
}

TEST_F(TraceTest, NoMessageWithoutACut) {
    TraceRecorder recorder(options());
    recorder.on_launch_begin(info());
    vector_add(recorder, 0, 0, 10);
    written(recorder);
    EXPECT_THAT(report.notes, IsEmpty());
}

TEST(TraceLevels, NamesGoBothWays) {
    EXPECT_EQ(parse_trace_level("full"), TraceLevel::kFull);
    EXPECT_EQ(parse_trace_level("sync"), TraceLevel::kSync);
    EXPECT_EQ(name_of(TraceLevel::kOff), "off");
    EXPECT_FALSE(parse_trace_level("everything").has_value());
}

TEST(TraceWindow, EitherSideMayBeLeftOut) {
    EXPECT_EQ(parse_window("5:70", "-w").begin, 5);
    EXPECT_EQ(parse_window("5:70", "-w").end, 70);
    EXPECT_EQ(parse_window(":70", "-w").begin, 0);
    EXPECT_EQ(parse_window("5:", "-w").end, INT64_MAX);
    for (const char* bad : {"", ":", "5", "7:5", "a:5", "1:2:3", "-3:5", "5:5"}) {
        EXPECT_EQ(message_of([&] { parse_window(bad, "-w"); }),
                  "-w: '" + std::string(bad) +
                      "', allowed is BEGIN:END in cycles, one of them may be left out");
    }
}

TEST(CoreChoice, NumbersAreAiCoresNamesAreVectorCores) {
    EXPECT_THAT(parse_cores("0|2", 6, 2, "-c"), ElementsAre(0, 1, 4, 5));
    EXPECT_THAT(parse_cores("core1.veccore1", 6, 2, "-c"), ElementsAre(3));
    for (const char* bad : {"3", "", "0|", "x", "core0.veccore2"}) {
        EXPECT_THAT(message_of([&] { parse_cores(bad, 6, 2, "-c"); }),
                    HasSubstr("allowed are AI cores 0 to 2 or names like core0.veccore0"))
            << bad;
    }
}

TEST_F(TraceTest, LevelSyncLeavesInstructionsOut) {
    TraceRecorder recorder(options(TraceLevel::kSync));
    recorder.on_launch_begin(info());
    vector_add(recorder, 0, 0, 10);
    flag(recorder, 0, 0, 10, 10, 20);
    const std::string text = written(recorder);
    EXPECT_THAT(text, Not(HasSubstr("VADD")));
    EXPECT_THAT(text, HasSubstr("WAIT_FLAG"));
    EXPECT_THAT(check_trace(text), IsEmpty());
}

TEST_F(TraceTest, WindowAndCoresDecideWhatIsRecorded) {
    RecorderOptions only = options();
    only.window = {100, 200};
    only.only_cores = {1};
    TraceRecorder recorder(only);
    recorder.on_launch_begin(info());
    vector_add(recorder, 1, 0, 50);
    vector_add(recorder, 1, 90, 110);  // reaches into it
    vector_add(recorder, 1, 199, 210);
    vector_add(recorder, 1, 200, 210);
    vector_add(recorder, 0, 120, 130);  // another core
    recorder.finish({});
    const StoreReader store(store_path());
    EXPECT_THAT(store.cores(), ElementsAre(1));
    EXPECT_EQ(store.rows_of(1).size(), 2U);
    EXPECT_TRUE(store.launch().partial());
}

// What the vector unit loses to bank conflicts, and what the scalar unit moves itself, by block; NA
// where nobody models the conflicts.
TEST_F(TraceTest, ConflictsAndScalarAccessesReachTheCsvFiles) {
    const auto values = [&](const RecorderOptions& with, const std::string& file) {
        TraceRecorder recorder(with);
        recorder.on_launch_begin(info());
        vector_add(recorder, 0, 0, 10);
        vector_add(recorder, 0, 10, 20);
        ScalarEvent access;
        access.bytes = 4;
        recorder.on_scalar(access);
        access.kind = ScalarEvent::Kind::kStore;
        access.bytes = 8;
        recorder.on_scalar(access);
        access.space = Space::kGm;  // not in UB
        recorder.on_scalar(access);
        BlockEvent block;
        block.end = Cycles(100);
        recorder.on_block(block);
        recorder.finish({});
        export_csv(StoreReader(store_path()), {}, folder_);
        return read(folder_ + "/" + file);
    };
    EXPECT_THAT(values(options(), "ResourceConflictRatio.csv"), HasSubstr(",100,NA,NA,NA,NA,NA,"));
    EXPECT_THAT(values(options(), "MemoryUB.csv"), HasSubstr(",0.040000,0.080000,"));
    RecorderOptions modelled = options();
    modelled.conflicts = [](const Instruction&) { return UbConflicts{3, 1}; };
    EXPECT_THAT(values(modelled, "ResourceConflictRatio.csv"),
                HasSubstr(",100,0.080000,0.060000,NA,NA,NA,"));
    EXPECT_THAT(read(folder_ + "/simulator/core0.veccore0/core0.veccore0_instr_exe.csv"),
                HasSubstr("?\",8\n"));
    modelled.read_write_conflicts = true;
    EXPECT_THAT(values(modelled, "ResourceConflictRatio.csv"),
                HasSubstr(",100,0.080000,0.060000,0.020000,NA,NA,"));
    export_trace_json(StoreReader(store_path()), {}, folder_);
    EXPECT_THAT(read(folder_ + "/trace.json"), HasSubstr("\"bank_conflict\":4,"));
}

TEST(ThroughputBins, WidenInsteadOfGrowingWithoutEnd) {
    Throughput throughput(1000);
    TransferEvent event;
    event.bytes = 1000;
    event.start = Cycles(0);
    event.complete = Cycles(500);
    throughput.add(event);
    event.start = Cycles(5000000);
    event.complete = Cycles(5000500);
    throughput.add(event);
    EXPECT_EQ(throughput.bin_ns(), 2000);
    EXPECT_DOUBLE_EQ(throughput.bins().front().read, 1000.0);
    EXPECT_DOUBLE_EQ(throughput.bins().back().read, 1000.0);
}

}  // namespace
}  // namespace davsim::traces
