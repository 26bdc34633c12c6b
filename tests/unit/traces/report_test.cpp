// SPDX-License-Identifier: Apache-2.0
// What a report embeds; how it looks is tested in a browser.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/unit/traces/trace_fixture.h"
#include "traces/report/report_data.h"
#include "traces/report/report_html.h"
#include "traces/store/bytes.h"

namespace davsim::traces {
namespace {

using testing::HasSubstr;
using testing::Not;

class ReportTest : public TraceTest {
protected:
    void loop(std::int64_t rounds) {
        TraceRecorder recorder(options());
        recorder.on_launch_begin(info());
        for (std::int64_t i = 0; i < rounds; ++i) {
            load(recorder, 0, 100 * i, 100 * i + 40);
            flag(recorder, 0, 0, 100 * i + 40, 100 * i + 10, 100 * i + 45);
            vector_add(recorder, 0, 100 * i + 50, 100 * i + 90);
        }
        recorder.on_block({0, 0, Cycles(0), Cycles(100 * rounds), Cycles(1)});
        recorder.on_launch_end(Cycles(100 * rounds));
        recorder.finish({{"summary", R"({"pass":true,"command":"a </script> b"})"}});
    }

    static std::uint64_t slices(const PackedSlices& packed) {
        std::uint64_t sum = 0;
        for (const PackedLane& lane : packed.lanes) sum += lane.count;
        return sum;
    }
};

TEST_F(ReportTest, FewSlicesAreAllThere) {
    loop(100);
    const PackedSlices packed = pack_slices(StoreReader(store_path()), 1000);
    EXPECT_EQ(slices(packed), 401U);
    EXPECT_EQ(packed.merged, 0U);
}

TEST_F(ReportTest, ManySlicesBecomeFewThatStillAddUp) {
    loop(5000);
    const PackedSlices packed = pack_slices(StoreReader(store_path()), 1000);
    EXPECT_LE(slices(packed), 1000U);
    EXPECT_EQ(slices(packed) + packed.merged, 20001U);
    // Lanes go on where the slice before ended, to the end of the run.
    ByteReader in(packed.bytes, "slices");
    for (const PackedLane& lane : packed.lanes) {
        std::uint64_t at = 0;
        for (std::uint64_t i = 0; i < lane.count; ++i) {
            at += in.number();
            at += in.number();
            packed.looks.at(in.number());
            in.number();  // count, wait, flag or block: each of these kinds has one
        }
        EXPECT_LE(at, 500000U);
    }
    EXPECT_TRUE(in.done());
}

TEST_F(ReportTest, TextOfARunCannotEndTheScript) {
    loop(3);
    export_report(StoreReader(store_path()), folder_);
    const std::string page = read(folder_ + "/report.html");
    EXPECT_THAT(page, Not(HasSubstr("</script> b")));
    EXPECT_THAT(page, HasSubstr("\\u003c/script> b"));
    EXPECT_THAT(page, Not(HasSubstr("@DATA@")));
    for (const char* outside : {"http:", "https:", "src=", "@import"})
        EXPECT_THAT(page.substr(0, page.find("<script type")), Not(HasSubstr(outside)));
}

TEST_F(ReportTest, DataAreThoseOfTheStore) {
    loop(10);
    const StoreReader store(store_path());
    const nlohmann::json data = nlohmann::json::parse(report_data(store, pack_slices(store, 1000)));
    EXPECT_EQ(data["kernel"], "demo");
    EXPECT_EQ(data["span"], 1000);
    EXPECT_EQ(data["cores"].size(), 1U);
    EXPECT_EQ(data["cores"][0]["pipes"][5][0], 400);  // V busy
    EXPECT_EQ(data["summary"]["pass"], true);
    EXPECT_TRUE(data["hardware"].is_null());
    EXPECT_EQ(data["lines"][0]["calls"], 30);  // load, vector work and wait of unknown places
}

TEST(Base64, IsAsInTheStandard) {
    EXPECT_EQ(base64(""), "");
    EXPECT_EQ(base64("f"), "Zg==");
    EXPECT_EQ(base64("fo"), "Zm8=");
    EXPECT_EQ(base64("foo"), "Zm9v");
    EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
}

}  // namespace
}  // namespace davsim::traces
