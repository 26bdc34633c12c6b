// SPDX-License-Identifier: Apache-2.0
// davsim trace ... and davsim explain on real runs: formats, sums, bad input.

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/davsim_process.h"

namespace davsim {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;
using Json = nlohmann::json;

constexpr const char* kRun = "run group_norm_backward --shape N=2,C=8,HxW=20,group=4 --dtype fp16 ";

std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

class Trace : public DavsimTest {
protected:
    void run(const std::string& more = "") {
        const Outcome outcome = davsim(std::string(kRun) + "--output o " + more);
        ASSERT_EQ(outcome.exit, 0) << outcome.err;
    }
    Json json(const std::string& arguments) const {
        const Outcome outcome = davsim(arguments + " --json");
        EXPECT_EQ(outcome.exit, 0) << arguments << ": " << outcome.err;
        return Json::parse(outcome.out, nullptr, false);
    }
};

TEST_F(Trace, EveryReadingPrintsTextAndJson) {
    run();
    for (const char* reading : {"trace info", "trace summary", "trace gaps", "trace critical",
                                "trace check", "explain"}) {
        const Outcome text = davsim(std::string(reading) + " o");
        EXPECT_EQ(text.exit, 0) << reading << text.err << text.out;
        EXPECT_GE(std::count(text.out.begin(), text.out.end(), '\n'), 2) << reading;
        EXPECT_TRUE(json(std::string(reading) + " o").is_object()) << reading;
        EXPECT_EQ(davsim(std::string(reading) + " o/trace.davt").exit == 0,
                  std::string(reading) != "trace check");
    }
}

TEST_F(Trace, SumsAgreeWithTheSummary) {
    run();
    const Json summary = Json::parse(read(path("o/summary.json")));
    const Json table = json("trace summary o");
    EXPECT_EQ(table["cycles"], summary["cycles"]);
    EXPECT_EQ(table["used_cores"], summary["used_cores"]);
    EXPECT_EQ(table["bytes"], summary["bytes"]);
    for (const char* pipe : {"S", "MTE2", "V", "MTE3"}) {
        for (const char* key : {"busy_cycles", "instructions", "syncs", "bytes", "ratio"})
            EXPECT_EQ(table["pipes"][pipe][key], summary["pipes"][pipe][key]) << pipe << " " << key;
        const Json waits = summary["pipes"][pipe]["wait_cycles"];
        EXPECT_EQ(table["pipes"][pipe].value("wait_cycles", Json::object()), waits) << pipe;
    }
    const Json path_json = json("trace critical o");
    std::int64_t shares = 0;
    for (const Json& share : path_json["shares"]) shares += share["cycles"].get<std::int64_t>();
    EXPECT_EQ(shares, summary["cycles"].get<std::int64_t>());
    std::int64_t at = 0;
    for (const Json& step : path_json["steps"]) {
        EXPECT_EQ(step["begin"], at);
        at = step["end"].get<std::int64_t>();
    }
    EXPECT_EQ(at, summary["cycles"].get<std::int64_t>());
}

TEST_F(Trace, PlacesAreSourceLines) {
    run();
    EXPECT_THAT(read(path("o/simulator/trace.json")), HasSubstr("group_norm_backward/op_kernel/"));
    EXPECT_THAT(read(path("o/simulator/core0.veccore0/core0.veccore0_code_exe.csv")),
                HasSubstr("group_norm_backward/op_kernel/"));
}

TEST_F(Trace, CsvFilesHaveTheProfilersColumns) {
    run();
    EXPECT_THAT(
        read(path("o/OpBasicInfo.csv")),
        StartsWith("Op Name,Op Type,Task Duration(us),Block Dim,Mix Block Dim,Device Id,Pid,"
                   "Current Freq,Rated Freq,"));
    EXPECT_EQ(first_line(read(path("o/ResourceConflictRatio.csv"))),
              "block_id,sub_block_id,aic_time(us),aic_total_cycles,aic_cube_wait_ratio,"
              "aic_mte1_wait_ratio,aic_mte2_wait_ratio,aic_mte3_wait_ratio,aiv_time(us),"
              "aiv_total_cycles,aiv_vec_total_cflt_ratio,aiv_vec_bankgroup_cflt_ratio,"
              "aiv_vec_bank_cflt_ratio,aiv_vec_resc_cflt_ratio,aiv_vec_mte_cflt_ratio,"
              "aiv_vec_wait_ratio,aiv_mte2_wait_ratio,aiv_mte3_wait_ratio");
    EXPECT_THAT(
        first_line(read(path("o/MemoryUB.csv"))),
        StartsWith("block_id,sub_block_id,aic_time(us),aic_total_cycles,aiv_time(us),"
                   "aiv_total_cycles,aiv_ub_read_bw_vector(GB/s),aiv_ub_write_bw_vector(GB/s),"
                   "aiv_ub_read_bw_scalar(GB/s),aiv_ub_write_bw_scalar(GB/s)"));
    EXPECT_THAT(
        first_line(read(path("o/L2Cache.csv"))),
        StartsWith("block_id,sub_block_id,aic_time(us),aic_total_cycles,aic_write_cache_hit,"
                   "aic_write_cache_miss_allocate,aic_r0_read_cache_hit,"
                   "aic_r0_read_cache_miss_allocate,aic_r1_read_cache_hit,"
                   "aic_r1_read_cache_miss_allocate,aic_write_hit_rate(%),aic_read_hit_rate(%),"
                   "aic_total_hit_rate(%),aiv_time(us),aiv_total_cycles,aiv_write_cache_hit,"
                   "aiv_write_cache_miss_allocate,aiv_r0_read_cache_hit,"
                   "aiv_r0_read_cache_miss_allocate,aiv_r1_read_cache_hit,"
                   "aiv_r1_read_cache_miss_allocate,aiv_write_hit_rate(%),aiv_read_hit_rate(%),"
                   "aiv_total_hit_rate(%)"));
    // Columns of each file, as the profiler has them, without ours.
    const std::map<std::string, int> counts = {
        {"PipeUtilization", 48}, {"ArithmeticUtilization", 20}, {"Memory", 38}, {"MemoryUB", 10},
        {"L2Cache", 24},         {"ResourceConflictRatio", 18}};
    const Json summary = Json::parse(read(path("o/summary.json")));
    for (const auto& [name, columns] : counts) {
        std::istringstream file(read(path("o/" + name + ".csv")));
        std::string line;
        std::getline(file, line);
        const auto cells = std::count(line.begin(), line.end(), ',') + 1;
        EXPECT_GE(cells, columns) << name;
        int rows = 0;
        for (; std::getline(file, line); ++rows)
            EXPECT_EQ(std::count(line.begin(), line.end(), ',') + 1, cells) << name;
        EXPECT_EQ(rows, summary["blocks"].get<int>()) << name;
    }
    EXPECT_EQ(first_line(read(path("o/simulator/core0.veccore0/core0.veccore0_instr_exe.csv"))),
              "instr,addr,pipe,call_count,cycles,running_time(us),detail,busy_cycles,wait_cycles,"
              "flag_wait_cycles,bytes,code,bank_conflict_cycles");
    EXPECT_THAT(first_line(read(path("o/simulator/core0.veccore0/core0.veccore0_code_exe.csv"))),
                StartsWith("code,call_count,cycles,running_time(us),"));
}

TEST_F(Trace, CheckNamesWhatWasTamperedWith) {
    run();
    std::string text = read(path("o/simulator/trace.json"));
    const std::size_t at = text.find("\"name\":\"WAIT_FLAG\"");
    ASSERT_NE(at, std::string::npos);
    text.replace(at, 18, "\"name\":\"WAIT {FLAG}\"");
    write("foreign.json", text);
    const Outcome outcome = davsim("trace check foreign.json");
    EXPECT_EQ(outcome.exit, 1);
    EXPECT_THAT(outcome.out, HasSubstr("brace in string 'WAIT {FLAG}'"));
    write("none.json", "[1,2]");
    EXPECT_THAT(davsim("trace check none.json").out, HasSubstr("not a well-formed JSON object"));
}

TEST_F(Trace, ExportsWhatIsChosen) {
    run("--trace-format none");
    EXPECT_FALSE(std::filesystem::exists(path("o/simulator")));
    Json made = json("trace export o --format json,pftrace --gzip --output x --core-id 0");
    EXPECT_TRUE(std::filesystem::exists(path("x/simulator/trace.json.gz")));
    EXPECT_TRUE(std::filesystem::exists(path("x/simulator/trace.pftrace.gz")));
    EXPECT_EQ(davsim("trace check x/simulator/trace.json.gz").exit, 0);
    const std::uint64_t some = made["files"].back()["events"];
    made = json("trace export o --format pftrace --output y");
    EXPECT_GT(made["files"].back()["events"].get<std::uint64_t>(), some);
    EXPECT_EQ(
        davsim("trace export o --format json --window 0:2000 --time-unit cycle --output z").exit,
        0);
    EXPECT_EQ(davsim("trace check z/simulator/trace.json").exit, 0);
}

TEST_F(Trace, LevelsAndWindowsPassTheCheck) {
    for (const char* how : {"--trace-level sync", "--trace-level full", "--trace-window 100:3000",
                            "--core-id 1", "--time-unit cycle", "--trace-gzip"}) {
        const Outcome outcome = davsim(std::string(kRun) + how + " --output o");
        ASSERT_EQ(outcome.exit, 0) << outcome.err;
        const Outcome checked = davsim("trace check o");
        EXPECT_EQ(checked.exit, 0) << how << "\n" << checked.out;
        EXPECT_EQ(davsim("trace critical o").exit, 0) << how;
        std::filesystem::remove_all(path("o"));
    }
}

TEST_F(Trace, DiffPutsTheLargestEffectFirst) {
    run();
    ASSERT_EQ(davsim(std::string(kRun) + "--output p --soc Ascend910B4").exit, 0);
    const Json found = json("trace diff o p");
    double last = 1e300;
    for (const Json& entry : found["differences"]) {
        if (entry["group"] == "memory") continue;
        EXPECT_LE(std::abs(entry["change"].get<double>()), last);
        last = std::abs(entry["change"].get<double>());
    }
    EXPECT_THAT(davsim("trace diff o o").out, HasSubstr("+0.0 %"));
}

TEST_F(Trace, BadInputIsOneLine) {
    run("--trace-level off");
    EXPECT_FALSE(std::filesystem::exists(path("o/trace.davt")));
    const auto refused = [this](const std::string& arguments, const std::string& message) {
        const Outcome outcome = davsim(arguments);
        EXPECT_EQ(outcome.exit, 2) << arguments;
        EXPECT_EQ(outcome.err, "error[usage]: " + message + "\n") << arguments;
    };
    refused("trace info o",
            "o: no trace.davt here: not a result folder, or a run with --trace-level off");
    refused("trace summary nowhere", "'nowhere': there is no such file or folder");
    write("foreign.davt", "PK\003\004 something else");
    refused("explain foreign.davt",
            "foreign.davt: is no trace store of davsim: it does not begin with DAVTRACE");
    refused("trace check nowhere", "'nowhere': there is no such file or folder");
    std::filesystem::remove_all(path("o"));
    run("--trace-format none");
    refused("trace export o --format wav",
            "--format: 'wav', allowed are json, pftrace, csv, html, separated by commas, or none");
    refused("trace export o --window 7",
            "--window: '7', allowed is BEGIN:END in cycles, one of them may be left out");
    refused("trace export o --core-id 99",
            "--core-id: '99', allowed are AI cores 0 to 23 or names like core0.veccore0, "
            "separated by |");
    refused("trace export o --output foreign.davt/x",
            "foreign.davt/x/simulator/core0.veccore0: cannot create: Not a directory");
    const std::string bytes = read(path("o/trace.davt"));
    write("cut.davt", bytes.substr(0, bytes.size() / 2));
    const Outcome outcome = davsim("trace info cut.davt");
    EXPECT_EQ(outcome.exit, 2);
    EXPECT_THAT(outcome.err, StartsWith("error[usage]: cut.davt: trace store is incomplete"));
    EXPECT_THAT(outcome.out, IsEmpty());
}

}  // namespace
}  // namespace davsim
