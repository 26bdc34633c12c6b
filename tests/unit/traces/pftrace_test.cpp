// SPDX-License-Identifier: Apache-2.0
// trace.pftrace as protoc reads it, which knows nothing of davsim.
#include "traces/export/pftrace.h"

#include <gmock/gmock.h>

#include <regex>

#include "tests/unit/traces/trace_fixture.h"

namespace davsim::traces {
namespace {

using testing::HasSubstr;

std::size_t count(const std::string& text, const std::string& what) {
    std::size_t found = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
        ++found;
    return found;
}

class Pftrace : public TraceTest {
protected:
    // What protoc makes of the exported file.
    std::string decoded(TraceRecorder& recorder) {
        recorder.finish({});
        report = export_pftrace(StoreReader(store_path()), {}, folder_);
        const std::string command = std::string(DAVSIM_PROTOC) +
                                    " --decode=perfetto.protos.Trace -I '" DAVSIM_SOURCE_DIR
                                    "/tests/unit/traces' perfetto_subset.proto <'" +
                                    folder_ + "/trace.pftrace' >'" + folder_ + "/decoded' 2>&1";
        EXPECT_EQ(std::system(command.c_str()), 0);
        return read(folder_ + "/decoded");
    }
};

TEST_F(Pftrace, ProtocReadsAllOfIt) {
    TraceRecorder recorder(options());
    recorder.on_launch_begin(info());
    load(recorder, 3, 100, 2000);
    flag(recorder, 3, 0, 2000, 50, 2005);
    vector_add(recorder, 3, 2005, 2035);
    vector_add(recorder, 3, 2035, 2065);
    recorder.on_launch_end(Cycles(2100));
    const std::string text = decoded(recorder);
    // A field that the subset does not know shows as its number.
    EXPECT_FALSE(std::regex_search(text, std::regex("(^|\n) *[0-9]+[: ]"))) << text;
    EXPECT_EQ(count(text, "type: TYPE_SLICE_BEGIN"), 5U);
    EXPECT_EQ(count(text, "type: TYPE_SLICE_END"), 5U);
    EXPECT_EQ(report.files[0].events, 5U);
    EXPECT_THAT(text, HasSubstr("process_name: \"core1.veccore1\""));
    EXPECT_THAT(text, HasSubstr("name: \"VECTOR\""));
    EXPECT_EQ(count(text, "name: \"VADD\""), 1U) << "names are interned";
    EXPECT_EQ(count(text, " flow_ids: 1"), 1U);
    EXPECT_EQ(count(text, "terminating_flow_ids: 1"), 1U);
    EXPECT_EQ(count(text, "timestamp: 2065"), 1U);
}

TEST_F(Pftrace, WaitsAndCountersAreThere) {
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
    TransferEvent transfer;
    transfer.bytes = 3000;
    transfer.complete = Cycles(1500);
    recorder.on_transfer(transfer);
    const std::string text = decoded(recorder);
    EXPECT_THAT(text, HasSubstr("str: \"flag\""));
    EXPECT_THAT(text, HasSubstr("uint_value: 7"));
    EXPECT_THAT(text, HasSubstr("counter_value: 2000"));
    EXPECT_EQ(count(text, "type: TYPE_COUNTER"), 9U);  // three lanes of two bins and an end
}

TEST_F(Pftrace, AnEventTakesAtMostFiftyBytes) {
    TraceRecorder recorder(options());
    recorder.on_launch_begin(info(1800));
    for (std::int64_t i = 0; i < 20000; ++i) {
        load(recorder, 0, 700 * i, 700 * i + 400);
        vector_add(recorder, 0, 700 * i + 425, 700 * i + 475);
    }
    recorder.finish({});
    const ExportReport made = export_pftrace(StoreReader(store_path()), {}, folder_);
    EXPECT_LE(made.files[0].bytes, 50 * made.files[0].events);
}

}  // namespace
}  // namespace davsim::traces
