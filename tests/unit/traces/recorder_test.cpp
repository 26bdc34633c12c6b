// SPDX-License-Identifier: Apache-2.0
#include "traces/recorder.h"

#include <gmock/gmock.h>

#include "tests/unit/traces/trace_fixture.h"
#include "traces/trace_check.h"

namespace davsim::traces {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST_F(TraceTest, TheCapKeepsACompleteBeginningAndSaysSo) {
    TraceRecorder recorder({TraceLevel::kPipe, 8, folder_});
    recorder.on_launch_begin(info());
    vector_add(recorder, 0, 0, 10);
    flag(recorder, 0, 0, 10, 10, 20);  // six events
    flag(recorder, 0, 1, 20, 20, 30);  // would exceed the cap
    vector_add(recorder, 0, 30, 40);   // would fit, but is later
    EXPECT_EQ(recorder.events(), 7U);
    EXPECT_EQ(recorder.dropped(), 7U);
    EXPECT_EQ(recorder.message(),
              "the trace holds the first 7 of 14 events (up to about cycle 30); raise "
              "--trace-max-events for all of "
              "them");
    const std::string text = written(recorder);
    EXPECT_THAT(text, HasSubstr(R"("truncated":"the trace holds the first 7 of 14 events)"));
    EXPECT_THAT(check_trace(text), IsEmpty());
}

TEST_F(TraceTest, NoMessageWithoutACut) {
    TraceRecorder recorder({TraceLevel::kPipe, 8, folder_});
    recorder.on_launch_begin(info());
    vector_add(recorder, 0, 0, 10);
    EXPECT_EQ(recorder.message(), "");
}

TEST(TraceLevels, NamesGoBothWays) {
    EXPECT_EQ(parse_trace_level("full"), TraceLevel::kFull);
    EXPECT_EQ(name_of(TraceLevel::kOff), "off");
    EXPECT_FALSE(parse_trace_level("everything").has_value());
}

Record record(int core, std::int64_t begin) {
    Record result;
    result.core = core;
    result.begin = begin;
    return result;
}

std::vector<std::int64_t> begins(const std::vector<Record>& records) {
    std::vector<std::int64_t> result;
    for (const Record& r : records) result.push_back(r.begin);
    return result;
}

TEST_F(TraceTest, SpilledRecordsComeBackInOrderOfArrival) {
    RecordStore store(folder_, 4);
    for (std::int64_t i = 0; i < 10; ++i) store.add(record(static_cast<int>(i % 3), i));
    EXPECT_TRUE(store.spilled());
    EXPECT_EQ(store.size(), 10U);
    EXPECT_THAT(store.cores(), testing::ElementsAre(0, 1, 2));
    EXPECT_THAT(begins(store.of_core(0)), testing::ElementsAre(0, 3, 6, 9));
    EXPECT_THAT(begins(store.of_core(2)), testing::ElementsAre(2, 5, 8));
    // Reading does not disturb what is added afterwards.
    for (std::int64_t i = 10; i < 14; ++i) store.add(record(1, i));
    EXPECT_THAT(begins(store.of_core(1)), testing::ElementsAre(1, 4, 7, 10, 11, 12, 13));
    EXPECT_TRUE(std::filesystem::is_empty(folder_)) << "the temporary file must have no name";
}

TEST_F(TraceTest, SpillingToAMissingFolderIsAUsageError) {
    RecordStore store(folder_ + "/none", 1);
    try {
        store.add(record(0, 0));
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_EQ(error.fault(), Fault::kUsage);
        EXPECT_EQ(error.what(),
                  folder_ + "/none: cannot create a temporary file: No such file or directory");
    }
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
