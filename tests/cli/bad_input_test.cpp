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
    expect_error("walk", 2, "error[usage]: unknown command 'walk', known are: run, config");
    expect_start(std::string(kOp) + kShape + "--fast", 2,
                 "error[usage]: The following argument was not expected: --fast");
    expect_error(std::string(kOp), 2,
                 "error[usage]: give either --case DIR or both --shape and --dtype");
    expect_start(std::string(kOp) + kShape + "--case x", 2, "error[usage]: --");
    expect_start(std::string(kOp) + kShape + "--seed x", 2, "error[usage]: ");
    expect_start(std::string(kOp) + kShape + "--block-dim -1", 2, "error[usage]: ");
    expect_error(std::string(kOp) + kShape + "--trace-level all", 2,
                 "error[usage]: --trace-level: 'all', allowed are off, pipe and full");
}

TEST_F(BadInput, Operator) {
    expect_error("run relu", 2,
                 "error[usage]: unknown operator 'relu', known are: group_norm_backward");
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

TEST_F(BadInput, CyclesThatRunOut) {
    expect_start(std::string(kOp) + kShape + "--max-cycles 10", 4, "error[deadlock]: ");
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
