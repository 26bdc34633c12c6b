// SPDX-License-Identifier: Apache-2.0
// Operators in the public layout, built and run: macro structs, lists, optional inputs, element
// types a kernel tells apart, template tiling, plain structs.

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/opkit/operator_fixture.h"

namespace davsim {
namespace {

using testing::HasSubstr;
using Json = nlohmann::json;

using LibraryTest = OperatorTest;

TEST_F(LibraryTest, SaysWhatItHolds) {
    const Outcome info = davsim("op info " + library("scaled_list"));
    EXPECT_EQ(info.exit, 0) << info.err;
    EXPECT_THAT(info.out, HasSubstr("ScaledList  kernel scaled_list, architecture 2201"));
    EXPECT_THAT(info.out, HasSubstr("(a list)"));
    EXPECT_THAT(info.out, HasSubstr("(optional)"));
    EXPECT_THAT(info.out, HasSubstr("kernel 0  5 arguments  x=fp16"));
    EXPECT_THAT(info.out, HasSubstr("kernel 1  5 arguments  x=fp32"));
    // uint32 at 0, the nested struct at the next multiple of 8, its array after a float.
    EXPECT_THAT(info.out, HasSubstr("struct ScaledListPart, 16 bytes"));
    EXPECT_THAT(info.out, HasSubstr("     8  ScaledListPart part"));
    EXPECT_THAT(info.out, HasSubstr("    24  uint64_t     sizes[8]"));
    EXPECT_THAT(info.out, HasSubstr("struct ScaledListTilingData, 160 bytes, for ScaledList"));
}

// Cases by named sizes and tensors stated one by one are two ways to ask the same library.
TEST_F(LibraryTest, NamedSizesAndTensorsAreTheSameLaunch) {
    const std::string rest = " --dtype fp16 --trace-format none --output ";
    ASSERT_EQ(davsim("run group_norm_backward --shape N=2,C=64,HxW=1024,group=8" + rest + "a").exit,
              0);
    const Outcome outcome = davsim(
        "run group_norm_backward --shape grad_out=[2,64,1024] --shape input=[2,64,1024]"
        " --shape mean=[2,8] --shape rstd=[2,8] --shape gamma=[64] --attr group=8" +
        rest + "b");
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    const Json named = Json::parse(read(path("a/summary.json")));
    const Json by_tensor = Json::parse(read(path("b/summary.json")));
    for (const char* key : {"cycles", "tiling_key", "blocks", "sync", "workspace_bytes", "pipes"})
        EXPECT_EQ(named[key], by_tensor[key]) << key;
}

// A library without named cases says how its tensors are stated.
TEST_F(LibraryTest, ANameWithoutCasesWantsTensors) {
    setenv("DAVSIM_KERNEL_PATH", DAVSIM_BINARY_DIR "/tests/operators", 1);
    const Outcome named = davsim("run scaled_list --shape N=2 --dtype fp32");
    EXPECT_EQ(named.exit, 2);
    EXPECT_THAT(named.err,
                HasSubstr("states no cases by named sizes; allowed are shapes by tensor: "
                          "--shape x=[...]"));
    EXPECT_EQ(davsim("run scaled_list --shape x=[3,100] --dtype fp32 --attr scale=2").exit, 0);
}

TEST_F(LibraryTest, ListsRunWithTheirOwnTiling) {
    const std::string run = "run " + library("scaled_list") +
                            " --shape x=[3,100],[7],[5000] --attr scale=2 --output out";
    ASSERT_EQ(davsim(run + " --dtype fp32").exit, 0);
    const Json summary = Json::parse(read(path("out/summary.json")));
    EXPECT_EQ(summary["blocks"], 3);
    EXPECT_EQ(summary["tiling_key"], 3);
    EXPECT_EQ(summary["tiling"]["sizes"], "[300, 7, 5000, 0, 0, 0, 0, 0]");
    EXPECT_EQ(summary["tiling"]["part.scale"], "2");
    EXPECT_EQ(summary["judged"], false);
    for (const char* file : {"y_0.npy", "y_1.npy", "y_2.npy"})
        EXPECT_TRUE(std::filesystem::exists(path(std::string("out/outputs/") + file))) << file;
    // Twice the inputs: the run that halves its outputs gives them back.
    const std::string again =
        davsim(
            "run " + library("scaled_list") +
            " --input x=out/outputs/y_0.npy,out/outputs/y_1.npy,out/outputs/y_2.npy --attr scale=1 "
            "--golden y=out/outputs/y_0.npy,out/outputs/y_1.npy,out/outputs/y_2.npy --output again")
            .out;
    EXPECT_THAT(again, HasSubstr("PASS"));
}

// NumPy has no bf16, and often only wider types are at hand: a file's numbers become the type asked
// for.
TEST_F(LibraryTest, FilesAreConvertedToTheTypeAskedFor) {
    const std::string run = "run " + library("scaled_list") + " --trace-level off --attr scale=1 ";
    ASSERT_EQ(davsim(run + "--shape x=[100],[5] --dtype fp32 --output a").exit, 0);
    const std::string files = "a/outputs/y_0.npy,a/outputs/y_1.npy";
    for (const char* wish : {"--dtype fp16", "--dtype x=fp16"}) {
        const std::string given = run + "--input x=" + files + " --golden y=" + files;
        const Outcome half = davsim(given + " --output " + (wish[8] == 'x' ? "b " : "c ") + wish);
        EXPECT_EQ(half.exit, 0) << wish << half.out << half.err;
        EXPECT_THAT(half.out, HasSubstr("x=[100],[5] fp16")) << wish;
        EXPECT_THAT(half.out, HasSubstr("PASS")) << wish;
    }
    EXPECT_THAT(davsim(run + "--input x=" + files + " --output d").out,
                HasSubstr("x=[100],[5] fp32"));
}

// Optimisers have no outputs but the inputs that they change.
TEST_F(LibraryTest, InputsAreJudgedWhenGoldenValuesAreGiven) {
    const std::string run = "run " + library("scaled_list") + " --trace-level off --attr scale=2 ";
    ASSERT_EQ(davsim(run + "--shape x=[100] --dtype fp32 --output a").exit, 0);
    const std::string given = run + "--input x=a/outputs/y_0.npy --golden x=a/outputs/y_0.npy";
    const Outcome same = davsim(given + " --output b");
    EXPECT_EQ(same.exit, 0) << same.out << same.err;
    EXPECT_THAT(same.out, HasSubstr("PASS"));
    EXPECT_TRUE(std::filesystem::exists(path("b/outputs/x_0.npy")));
    EXPECT_EQ(davsim(given + " --golden y=a/outputs/y_0.npy --output c").exit, 1);  // y is 2 x
    EXPECT_THAT(davsim(given + " --golden z=a/outputs/y_0.npy --output d").err,
                HasSubstr("--golden z: ScaledList has no such tensor, its outputs are y_0, x_0"));
}

TEST_F(LibraryTest, FieldsKeyAndBlocksCanBeSet) {
    const std::string run = "run " + library("scaled_list") +
                            " --shape x=[64] --dtype fp16 --attr scale=2 --trace-level off ";
    const Outcome other = davsim(run + "--output a --tiling part.scale=3 --block-dim 2");
    EXPECT_EQ(other.exit, 0) << other.err;
    const Json summary = Json::parse(read(path("a/summary.json")));
    EXPECT_EQ(summary["tiling"]["part.scale"], "3");
    EXPECT_EQ(summary["blocks"], 2);
    const Outcome wrong = davsim(run + "--output b --tiling part.size=3");
    EXPECT_EQ(wrong.exit, 5);
    EXPECT_THAT(wrong.err,
                HasSubstr("ScaledListTilingData has no field 'part.size', it has tensors"));
    const Outcome large = davsim(run + "--output b --tiling part.hasBias=300");
    EXPECT_THAT(large.err, HasSubstr("part.hasBias: '300' is no uint8_t"));
}

TEST_F(LibraryTest, WrongQuestionsAreRefusedWithNames) {
    const std::string run = "run " + library("scaled_list");
    EXPECT_THAT(davsim(run + " --shape z=[2] --attr scale=1").err,
                HasSubstr("ScaledList has no parameter 'z', it has x, bias, y"));
    EXPECT_THAT(davsim(run + " --shape x=[2]").err, HasSubstr("attribute scale is missing"));
    EXPECT_THAT(davsim(run + " --shape x=[2] --attr scale=much").err,
                HasSubstr("--attr scale: 'much' is not a number"));
    EXPECT_THAT(davsim(run + " --shape x=[2] --attr scale=1 --dtype int8").err,
                HasSubstr("the definition has fp16, fp32"));
    const Outcome many =
        davsim(run + " --attr scale=1 --shape x=[1],[1],[1],[1],[1],[1],[1],[1],[1]");
    EXPECT_EQ(many.exit, 5);
    EXPECT_THAT(many.err, HasSubstr("error[tiling]: ScaledList: 9 tensors, at most 8"));
    EXPECT_THAT(davsim(run + " --shape x=[2] --attr scale=1 --soc-version Ascend950PR").err,
                HasSubstr("is built for architecture 2201"));
}

TEST_F(LibraryTest, TemplateTilingPicksTheInstance) {
    const std::string lib = library("picky");
    const std::string info = davsim("op info " + lib).out;
    // WIDTH in 4 bits as its place in the list, CRASH in the bit above.
    EXPECT_THAT(info, HasSubstr("tiling keys: 4 for template arguments (WIDTH, CRASH)"));
    EXPECT_THAT(info, HasSubstr("    1                    20, 0"));
    EXPECT_THAT(info, HasSubstr("    18                   30, 1"));
    EXPECT_THAT(info, HasSubstr("struct PickyTilingData, 32 bytes"));
    EXPECT_THAT(info, HasSubstr("sync      manual"));  // its op_kernel/CMakeLists.txt
    const std::string run = "run " + lib + " --shape x=[100] --trace-level off ";
    ASSERT_EQ(davsim(run + "--output a").exit, 0);
    const Json summary = Json::parse(read(path("a/summary.json")));
    EXPECT_EQ(summary["tiling_key"], 1);
    EXPECT_EQ(summary["sync"], "manual");
    EXPECT_EQ(summary["tiling"]["count"], "[100, 0]");
    EXPECT_EQ(summary["tiling"]["inner.half"], "0.5");
    const Outcome none = davsim(run + "--output b --tiling-key 0");
    EXPECT_EQ(none.exit, 3);
    EXPECT_THAT(none.err, HasSubstr("the tiling key selects no instance"));
}

}  // namespace
}  // namespace davsim
