// SPDX-License-Identifier: Apache-2.0
// Each fault of a user: one line, the right exit code, nothing left behind.

#include <gmock/gmock.h>

#include "tests/cli/case_folder.h"
#include "tests/cli/davsim_process.h"

namespace davsim {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kOp = "run group_norm_backward ";
constexpr const char* kShape = "--shape N=2,C=8,HxW=20,group=4 --dtype fp16 ";

class BadInput : public DavsimTest {
protected:
    // Fails with this exit code and a line that starts so.
    void expect_start(const std::string& arguments, int exit, const std::string& start) const {
        const Outcome outcome = davsim(arguments);
        EXPECT_EQ(outcome.exit, exit) << arguments;
        EXPECT_THAT(outcome.err, StartsWith(start)) << arguments;
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
        EXPECT_FALSE(std::filesystem::exists(path("davsim-out"))) << arguments;
    }
    void expect_case_error(const std::string& message) const {
        expect_error(std::string(kOp) + "--case case", 2, "error[usage]: " + message);
    }
};

TEST_F(BadInput, CommandsAndOptions) {
    expect_error("", 2, "error[usage]: A subcommand is required");
    expect_error("walk", 2,
                 "error[usage]: unknown command 'walk', known are: run, check, run-app, validate, "
                 "config, op, trace, explain");
    expect_start(std::string(kOp) + kShape + "--fast", 2,
                 "error[usage]: unknown option '--fast', --help lists those there are");
    expect_error(std::string(kOp) + kShape + "--frob 1", 2,
                 "error[usage]: unknown option '--frob', --help lists those there are");
    expect_error("--frob", 2,
                 "error[usage]: unknown option '--frob', --help lists those there are");
    expect_error("run --frob", 2,
                 "error[usage]: unknown option '--frob', --help lists those there are");
    expect_error(std::string(kOp) + kShape + "twice", 2,
                 "error[usage]: 'twice' is too much, --help shows what can be given");
    expect_error(
        std::string(kOp), 2,
        "error[usage]: --shape is missing: give either --case DIR or both --shape and --dtype");
    expect_start(std::string(kOp) + kShape + "--case x", 2, "error[usage]: --");
    expect_error(std::string(kOp) + kShape + "--trace-level all", 2,
                 "error[usage]: --trace-level: 'all', allowed are off, sync, pipe and full");
}

// None wraps around, none is taken for absent, each says what is allowed.
TEST_F(BadInput, Numbers) {
    for (const char* text :
         {"x", "-1", "1.5", "1e3", "18446744073709551616", "0x10", "''", "' 1'"}) {
        const std::string shown = text[0] == '\'' ? text : "'" + std::string(text) + "'";
        for (const char* option : {"--seed", "--trace-max-events"}) {
            expect_error(std::string(kOp) + kShape + option + " " + text, 2,
                         std::string("error[usage]: ") + option + ": " + shown +
                             " is not a whole number from 0 to 18446744073709551615");
        }
        expect_error(std::string(kOp) + kShape + "--max-cycles " + text, 2,
                     "error[usage]: --max-cycles: " + shown +
                         " is not a whole number from 0 to 9223372036854775807");
        expect_error(std::string(kOp) + kShape + "--block-dim " + text, 2,
                     "error[usage]: --block-dim: " + shown + " is not a whole number from 1 to 48");
    }
}

TEST_F(BadInput, FlagsTakeNoValue) {
    expect_error(std::string(kOp) + kShape + "--json=3", 2,
                 "error[usage]: json was given a disallowed flag override");
    expect_error(std::string(kOp) + kShape + "--no-gamma=false", 2,
                 "error[usage]: no-gamma was given a disallowed flag override");
    expect_error("config show Ascend910B2 --json=no", 2,
                 "error[usage]: json was given a disallowed flag override");
}

TEST_F(BadInput, EmptyTextsAreNotAbsentOnes) {
    expect_error(std::string(kOp) + "--case ''", 2, "error[usage]: --case: folder name is empty");
    expect_error(std::string(kOp) + kShape + "--output ''", 2,
                 "error[usage]: --output: folder name is empty");
    expect_error(std::string(kOp) + kShape + "--output-mask ''", 2,
                 "error[usage]: --output-mask: is empty, allowed is 1 or 0 an output");
    expect_start(std::string(kOp) + kShape + "--mean-dtype ''", 2,
                 "error[usage]: --mean-dtype: unknown dtype ''");
    expect_start(std::string(kOp) + kShape + "--tiling ''", 2,
                 "error[usage]: --tiling: '' is neither");
    expect_start(std::string(kOp) + "--shape '' --dtype fp16", 2, "error[usage]: --shape: ''");
    expect_start(std::string(kOp) + kShape + "--trace-level ''", 2,
                 "error[usage]: --trace-level: ''");
    expect_start(std::string(kOp) + kShape + "--soc ''", 2, "error[config]: ");
    expect_start(std::string(kOp) + kShape + "--set ''", 2, "error[config]: --set ");
    expect_start("run '' " + std::string(kShape), 2, "error[usage]: unknown operator ''");
}

TEST_F(BadInput, Operator) {
    expect_error(
        "run relu", 2,
        "error[usage]: unknown operator 'relu', known are: group_norm, group_norm_backward "
        "(libraries in " DAVSIM_BINARY_DIR "/lib/davsim)");
}

TEST_F(BadInput, Soc) {
    expect_start(std::string(kOp) + kShape + "--soc Ascend123", 2, "error[config]: ");
    expect_start(std::string(kOp) + kShape + "--set l2.colour=1", 2, "error[config]: ");
}

TEST_F(BadInput, DtypesAndShapes) {
    expect_error(std::string(kOp) + "--shape N=2,C=8,HxW=20,group=4 --dtype fp8", 2,
                 "error[usage]: --dtype: unknown dtype 'fp8', allowed are fp32, fp16 and bf16");
    expect_start(std::string(kOp) + "--shape N=2,C=8,HxW=20,group=0 --dtype fp16", 2,
                 "error[usage]: ");
    expect_start(std::string(kOp) + "--shape N=2,C=8,HxW=20,group=3 --dtype fp16", 2,
                 "error[usage]: ");
    expect_start(std::string(kOp) + "--shape N=2,C=8,HxW=20 --dtype fp16", 2,
                 "error[usage]: --shape: group is missing");
    expect_start(
        std::string(kOp) + "--shape N=99999999999,C=99999999999,HxW=20,group=1 --dtype fp16", 2,
        "error[usage]: ");
    expect_start(std::string(kOp) + "--shape N=1000000,C=1024,HxW=1024,group=1 --dtype fp16", 2,
                 "error[usage]: ");
}

TEST_F(BadInput, TypesThatTheSocLacks) {
    expect_start(std::string(kOp) + "--soc Ascend910A --shape N=2,C=8,HxW=20,group=4 --dtype bf16",
                 6, "error[unsupported]: ");
}

TEST_F(BadInput, Tilings) {
    expect_start(std::string(kOp) + kShape + "--tiling no_such_field=1", 5, "error[tiling]: ");
    expect_start(std::string(kOp) + kShape + "--block-dim 0", 5, "error[tiling]: ");
    expect_error(std::string(kOp) + kShape + "--tiling what", 2,
                 "error[usage]: --tiling: 'what' is neither key=value,... nor a file");
}

TEST_F(BadInput, OverridesThatContradict) {
    expect_error(std::string(kOp) + kShape + "--tiling block_dim=3 --block-dim 4", 2,
                 "error[usage]: --tiling: block_dim is '3', but --block-dim is 4");
    EXPECT_EQ(davsim(std::string(kOp) + kShape + "--tiling block_dim=3 --block-dim 3").exit, 0);
}

// Also those that make no sense: nobody would look at them.
TEST_F(BadInput, OverridesOfNothing) {
    constexpr const char* kEmpty = "--shape N=2,C=8,HxW=0,group=4 --dtype fp16 ";
    for (const char* given : {"--block-dim 4", "--block-dim 4000", "--block-dim 0"}) {
        expect_error(
            std::string(kOp) + kEmpty + given, 5,
            "error[tiling]: --block-dim: the tensors are empty: nothing is launched, so it "
            "cannot act");
    }
    for (const char* given : {"--tiling buffers=2", "--tiling nonsense=1"}) {
        expect_error(std::string(kOp) + kEmpty + given, 5,
                     "error[tiling]: --tiling: the tensors are empty: nothing is launched, so it "
                     "cannot act");
        expect_error(std::string(kOp) + kShape + "--output-mask 000 " + given, 5,
                     "error[tiling]: --tiling: all outputs are masked: nothing is launched, so it "
                     "cannot act");
    }
    expect_error(std::string(kOp) + kEmpty + "--soc Ascend950PR --block-dim 4", 5,
                 "error[tiling]: --block-dim: the tensors are empty: there is nothing to tile, so "
                 "it cannot act");
}

TEST_F(BadInput, CyclesThatRunOut) {
    const Outcome outcome = davsim(std::string(kOp) + kShape + "--max-cycles 10");
    EXPECT_EQ(outcome.exit, 4);
    EXPECT_THAT(outcome.err, testing::MatchesRegex("error.deadlock.: core [0-9]+, block [0-9]+, "
                                                   "cycle [0-9]+ ran past the limit of 10 cycles "
                                                   "\\(--max-cycles\\)\n"));
    EXPECT_FALSE(std::filesystem::exists(path("davsim-out")));
}

TEST_F(BadInput, UnwritableStandardOutput) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    for (const std::string& arguments :
         {std::string(kOp) + kShape + "--output o1",
          std::string(kOp) + kShape + "--json --output o2", std::string("config list"),
          std::string("config keys"), std::string("run --help"), std::string("--version")}) {
        const Outcome outcome = davsim(arguments + " >/dev/full");
        EXPECT_EQ(outcome.exit, 2) << arguments;
        // The reason is known only while the buffer was not full before.
        EXPECT_THAT(outcome.err, StartsWith("error[usage]: standard output: cannot write"))
            << arguments;
    }
}

TEST_F(BadInput, OutputFolders) {
    std::filesystem::create_directory(path("full"));
    write("full/x", "x");
    expect_error(std::string(kOp) + kShape + "--output full", 2,
                 "error[usage]: full: folder is not empty; results are never overwritten");
    EXPECT_EQ(read(path("full/x")), "x");
    expect_error(std::string(kOp) + kShape + "--output full/x/y", 2,
                 "error[usage]: full/x/y: cannot create the output folder: Not a directory");
    expect_start(std::string(kOp) + kShape + "--output /proc/davsim", 2,
                 "error[usage]: /proc/davsim: cannot create the output folder: ");
}

TEST_F(BadInput, CaseDescriptions) {
    expect_case_error("case: case folder is missing");
    write_case(path("case"));
    std::filesystem::remove(path("case/case.yaml"));
    expect_case_error("case/case.yaml: file is missing");
    write("case/case.yaml",
          "N: 1\nC: 2\nHxW: 4\ngroup: 1\ngrad_out_dtype: int7\nmean_dtype: fp32\ngamma: given\n");
    expect_case_error(
        "case/case.yaml:5:17: grad_out_dtype: 'int7', allowed are fp32, fp16 and bf16");
    write("case/case.yaml", "N: [1]\n");
    expect_case_error("case/case.yaml:1:4: N: is a list, allowed is a whole number of at least 0");
}

TEST_F(BadInput, CaseTensors) {
    write_case(path("case"));
    std::filesystem::remove(path("case/rstd.npy"));
    expect_case_error("case/rstd.npy: file is missing");

    write_fp32(path("case/rstd.npy"), "(1, 1)", {0.8F}, "<f8");
    expect_case_error("case/rstd.npy: truncated: its header announces 8 bytes of data, it has 4");
    write_fp32(path("case/rstd.npy"), "(1, 1)", {0.8F}, "<i4");
    expect_case_error("case/rstd.npy: dtype is '<i4', but case.yaml asks for '<f4' (fp32)");
    write_fp32(path("case/rstd.npy"), "(1, 2)", {0.8F, 1});
    expect_case_error("case/rstd.npy: shape is (1, 2), but case.yaml asks for (1, 1)");
    write("case/rstd.npy", "");
    expect_case_error("case/rstd.npy: no NumPy file: it has only 0 bytes");
}

TEST_F(BadInput, CaseSizesThatDoNotFitTheTensors) {
    write_case(path("case"));
    write("case/case.yaml",
          "N: 1\nC: 2\nHxW: 5\ngroup: 1\ngrad_out_dtype: fp32\nmean_dtype: fp32\ngamma: given\n");
    expect_case_error("case/grad_out.npy: shape is (1, 2, 4), but case.yaml asks for (1, 2, 5)");
}

TEST_F(BadInput, TruncatedGoldenValuesLeaveNoResult) {
    write_case(path("case"));
    write("case/grad_gamma.npy", read(path("case/gamma.npy")).substr(0, 130));
    expect_case_error(
        "case/grad_gamma.npy: truncated: its header announces 8 bytes of data, it has 2");
}

}  // namespace
}  // namespace davsim
