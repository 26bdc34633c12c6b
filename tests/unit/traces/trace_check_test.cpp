// SPDX-License-Identifier: Apache-2.0
// One broken file per rule of the checker; each differs from a valid one in a single place.

#include "traces/export/trace_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace davsim::traces {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kValid =
    R"({"profilingType":"op","displayTimeUnit":"ns","schemaVersion":2,"traceEvents":[
{"ph":"M","pid":"c0","tid":"MTE2","name":"process_name","args":{"name":"c0"}},
{"ph":"M","pid":"c0","tid":"MTE2","name":"process_sort_index","args":{"sort_index":2}},
{"ph":"M","pid":"c0","tid":"MTE2","name":"thread_name","args":{"name":"MTE2"}},
{"ph":"M","pid":"c0","tid":"MTE2","name":"thread_sort_index","args":{"sort_index":6}},
{"ph":"M","pid":"c0","tid":"V","name":"thread_name","args":{"name":"V"}},
{"ph":"M","pid":"c0","tid":"V","name":"thread_sort_index","args":{"sort_index":7}},
{"ph":"X","pid":"c0","tid":"MTE2","name":"LOAD","ts":0.100,"dur":0.400,"args":{"detail":"a"}},
{"ph":"B","pid":"c0","tid":"MTE2","name":"SET_FLAG","ts":0.500,"id":1,"args":{}},
{"ph":"s","pid":"c0","tid":"MTE2","name":"flow","cat":"MTE2ToV","ts":0.500,"id":1},
{"ph":"E","pid":"c0","tid":"MTE2","name":"SET_FLAG","ts":0.510,"id":1},
{"ph":"B","pid":"c0","tid":"V","name":"WAIT_FLAG","ts":0.200,"id":1,"args":{}},
{"ph":"t","pid":"c0","tid":"V","name":"flow","cat":"MTE2ToV","ts":0.509,"id":1},
{"ph":"E","pid":"c0","tid":"V","name":"WAIT_FLAG","ts":0.510,"id":1},
{"ph":"X","pid":"c0","tid":"V","name":"VADD","ts":0.510,"dur":0.030,"args":{}},
{"ph":"C","pid":"T","tid":"R","name":"R","ts":0.001,"args":{"r":1.0}}
],"otherData":{"soc":"x"}})";

std::vector<std::string> check_with(const std::string& from, const std::string& to) {
    std::string text = kValid;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return check_trace(text.replace(at, from.size(), to));
}

TEST(TraceCheck, AcceptsAValidFile) {
    EXPECT_THAT(check_trace(kValid), IsEmpty());
}

TEST(TraceCheck, RefusesBrokenJson) {
    EXPECT_THAT(check_with("],\"otherData\"", "]\"otherData\""),
                ElementsAre("not a well-formed JSON object"));
    EXPECT_THAT(check_with("traceEvents", "events"), ElementsAre("no array traceEvents"));
}

TEST(TraceCheck, WantsTheTypeBeforeTheFirstArray) {
    EXPECT_THAT(check_with("\"profilingType\":\"op\",", "\"x\":[],\"profilingType\":\"op\","),
                ElementsAre("profilingType \"op\" does not stand before the first array"));
}

TEST(TraceCheck, WantsPhFirst) {
    EXPECT_THAT(check_with("{\"ph\":\"X\",\"pid\":\"c0\",\"tid\":\"V\"",
                           "{\"pid\":\"c0\",\"ph\":\"X\",\"tid\":\"V\""),
                ElementsAre("event 13: ph is not the first key"));
}

TEST(TraceCheck, RefusesBracesInStrings) {
    EXPECT_THAT(check_with("\"detail\":\"a\"", "\"detail\":\"a{\""),
                ElementsAre("brace in string 'a{'"));
}

TEST(TraceCheck, RefusesAnUnknownPhase) {
    EXPECT_THAT(check_with("\"ph\":\"X\",\"pid\":\"c0\",\"tid\":\"V\"",
                           "\"ph\":\"f\",\"pid\":\"c0\",\"tid\":\"V\""),
                ElementsAre("event 13: phase 'f' is not in the dialect"));
}

TEST(TraceCheck, WantsPidAndTid) {
    EXPECT_THAT(check_with("\"tid\":\"V\",\"name\":\"VADD\"", "\"tid\":\"\",\"name\":\"VADD\""),
                ElementsAre("event 13: pid or tid is missing or empty"));
}

TEST(TraceCheck, WantsWholeNanoseconds) {
    EXPECT_THAT(check_with("\"ts\":0.510,\"dur\"", "\"ts\":0.5105,\"dur\""),
                ElementsAre("event 13: ts is not a whole number of nanoseconds"));
    EXPECT_THAT(check_with("\"dur\":0.030", "\"dur\":0.0305"),
                ElementsAre("event 13: dur is not a whole number of ns above 0"));
}

TEST(TraceCheck, RefusesSlicesWithoutDuration) {
    EXPECT_THAT(check_with("\"dur\":0.030", "\"dur\":0.000"),
                ElementsAre("event 13: dur is not a whole number of ns above 0"));
}

TEST(TraceCheck, RefusesOverlapInALane) {
    EXPECT_THAT(check_with("\"dur\":0.400", "\"dur\":0.401"),
                ElementsAre("event 7: overlaps the slice before it"));
}

TEST(TraceCheck, RefusesTimeThatRunsBackwards) {
    EXPECT_THAT(check_with("\"ts\":0.510,\"dur\"", "\"ts\":0.100,\"dur\""),
                ElementsAre("event 13: time runs backwards in its lane"));
}

TEST(TraceCheck, WantsIntegerIds) {
    EXPECT_THAT(
        check_with("\"ts\":0.500,\"id\":1,\"args\"", "\"ts\":0.500,\"id\":\"c0_1\",\"args\""),
        Contains("event 7: id is not an integer"));
}

TEST(TraceCheck, WantsAnEndForEachBegin) {
    EXPECT_THAT(check_with("{\"ph\":\"E\",\"pid\":\"c0\",\"tid\":\"MTE2\",\"name\":\"SET_FLAG\","
                           "\"ts\":0.510,\"id\":1},\n",
                           ""),
                ElementsAre("c0 MTE2: B of SET_FLAG id 1 without its E"));
}

TEST(TraceCheck, WantsABeginForEachEnd) {
    EXPECT_THAT(check_with("\"name\":\"WAIT_FLAG\",\"ts\":0.510,\"id\":1",
                           "\"name\":\"WAIT_FLAG\",\"ts\":0.510,\"id\":2"),
                Contains("event 12: E of WAIT_FLAG id 2 without its B"));
}

TEST(TraceCheck, RefusesFlowPointsOutsideTheirSlice) {
    EXPECT_THAT(check_with("\"ts\":0.509,\"id\":1", "\"ts\":0.510,\"id\":1"),
                ElementsAre("event 12: flow point not inside its slice"));
}

TEST(TraceCheck, RefusesFlowsThatEndBeforeTheyStart) {
    EXPECT_THAT(check_with("\"ts\":0.509,\"id\":1", "\"ts\":0.499,\"id\":1"),
                ElementsAre("flow 1: ends before it starts"));
}

TEST(TraceCheck, WantsOneStartAndAnEndForEachFlow) {
    EXPECT_THAT(check_with("{\"ph\":\"t\",\"pid\":\"c0\",\"tid\":\"V\",\"name\":\"flow\",\"cat\":"
                           "\"MTE2ToV\",\"ts\":0.509,\"id\":1},\n",
                           ""),
                ElementsAre("flow 1: 1 starts and 0 ends, allowed is 1 and at least 1"));
}

TEST(TraceCheck, WantsNamesAndSortIndicesFirst) {
    EXPECT_THAT(check_with("\"tid\":\"V\",\"name\":\"thread_sort_index\"",
                           "\"tid\":\"W\",\"name\":\"thread_sort_index\""),
                ElementsAre("event 10: no thread_sort_index of c0 V before it"));
    EXPECT_THAT(check_with("\"name\":\"process_sort_index\"", "\"name\":\"process_labels\""),
                ElementsAre("event 6: no process_sort_index of c0 before it"));
}

TEST(TraceCheck, RefusesCounterSamplesThatViewersDrop) {
    EXPECT_THAT(
        check_with("\"ts\":0.001,\"args\":{\"r\":1.0}", "\"ts\":0.000,\"args\":{\"r\":1.0}"),
        ElementsAre(HasSubstr("counter sample at time 0")));
    EXPECT_THAT(check_with("{\"r\":1.0}", "{\"r\":\"1\"}"),
                ElementsAre("event 14: counter without a number"));
}

}  // namespace
}  // namespace davsim::traces
