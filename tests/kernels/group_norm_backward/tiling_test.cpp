// SPDX-License-Identifier: Apache-2.0
// Which strategy the host picks, what it refuses, and that its UB plan is the kernel's.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#include "kernels/group_norm_backward/op_host/shape.h"
#include "kernels/group_norm_backward/op_host/ub_plan.h"
#include "sim/base/error.h"
#include "sim/runtime/platform.h"
#include "tests/kernels/group_norm_backward/kernel_bench.h"

namespace davsim::testing {
namespace {

constexpr DataType kF32 = DataType::kFloat32;
constexpr DataType kF16 = DataType::kFloat16;

using Overrides = std::map<std::string, std::string>;

std::unique_ptr<Problem> make(const std::string& shape, DataType type, int arch) {
    return group_norm_backward(arch).problem(problem_spec(shape, type, type));
}

TilingResult tile(const std::string& shape, DataType type = kF32, int arch = 2201,
                  const Overrides& fields = {}) {
    TilingOverrides overrides;
    overrides.fields = fields;
    return make(shape, type, arch)->tile(overrides);
}

std::string field(const TilingResult& tiling, const std::string& name) {
    for (const auto& [key, value] : tiling.fields) {
        if (key == name) return value;
    }
    return "absent";
}

std::string refusal(const std::string& shape, const Overrides& fields, DataType type = kF32,
                    int arch = 2201) {
    try {
        tile(shape, type, arch, fields);
    } catch (const Error& error) {
        EXPECT_EQ(error.fault(), Fault::kTiling);
        // Without the operator's name and the problem, which stand around every refusal.
        const std::string text = error.what();
        const std::size_t begin = std::string("GroupNormBackward: ").size();
        return text.substr(begin, text.rfind(" (grad_out=") - begin);
    }
    return "accepted";
}

TEST(Strategy, FollowsShapeAndCores) {
    EXPECT_EQ(tile("12,64,1024,32").key, 10U);        // 2048 elements a group
    EXPECT_EQ(tile("48,8,4096,1").key, 20U);          // a group of 8 channels is too large for UB
    EXPECT_EQ(tile("48,1,131072,1", kF16).key, 31U);  // one channel is too large
    EXPECT_EQ(tile("32,64,1,8").key, 40U);
    EXPECT_EQ(tile("1,64,4096,2").key, 50U);  // 2 groups on 48 cores
    EXPECT_EQ(tile("2,320,4096,32").key,
              50U);  // 64 groups on 48 cores: whole groups would take two rounds
}

// Sizes at the operator's limits get a tiling that fits, whatever the product.
TEST(Strategy, ExtremeShapesFitToo) {
    for (const int arch : {1001, 2201, 3510}) {
        for (const char* shape :
             {"1,240000,1,30", "1,240000,1,240000", "2,240000,9,40", "1,1,1000000000,1",
              "1000000,8,9,4", "100000,3,1,1", "1,8000,3000,1", "3,7,1000003,7", "1,8000,2,1",
              "1,16,1,1", "1,1,2,1", "7,5,3,1", "20000,320,64,32", "1,240000,3,240000"}) {
            for (const DataType type : {kF32, kF16}) {
                const TilingResult tiling = tile(shape, type, arch);
                EXPECT_GE(tiling.block_dim, 1U) << shape;
                EXPECT_LE(tiling.block_dim, static_cast<unsigned>(soc(arch).cores.vector_cores()))
                    << shape;
            }
        }
    }
}

TEST(Strategy, SmallGroupsShareATile) {
    EXPECT_EQ(field(tile("16,1280,64,32"), "tile_groups"), "2");
    EXPECT_EQ(field(tile("16,1280,64,32"), "block_dim"), "48");
}

TEST(Strategy, SplitsColumnsWhenChannelsAreFew) {
    const TilingResult tiling = tile("1,1,1000000,1");
    EXPECT_EQ(field(tiling, "split_rows"), "1");
    EXPECT_EQ(field(tiling, "split_cols"), "48");
}

TEST(Strategy, PartialSumsStayInUbWhenSamplesAreMany) {
    EXPECT_EQ(field(tile("1000,8,9,4"), "accumulate"), "1");
    EXPECT_EQ(field(tile("1000,8,9,4"), "partial_rows"), "48");
    EXPECT_EQ(field(tile("2,8,9,4"), "accumulate"), "0");
    EXPECT_EQ(field(tile("2,8,9,4"), "partial_rows"), "2");
}

TEST(Strategy, OneCoreOn910AWhenAGroupIsLessThanABlock) {
    EXPECT_EQ(tile("100,8,3,4", kF32, 1001).block_dim, 1U);
    EXPECT_EQ(tile("100,8,4,4", kF32, 1001).block_dim, 32U);
}

TEST(Overrides, AreTakenAndDecoded) {
    const TilingResult tiling = tile("3,20,1000,2", kF32, 2201,
                                     {{"strategy", "channel_chunks"},
                                      {"tile_cols", "128"},
                                      {"buffers", "3"},
                                      {"block_dim", "5"}});
    EXPECT_EQ(tiling.key, 30U);
    EXPECT_EQ(tiling.block_dim, 5U);
    EXPECT_EQ(field(tiling, "tile_cols"), "128");
    EXPECT_EQ(field(tiling, "buffers"), "3");
    EXPECT_EQ(field(tiling, "strategy"), "channel_chunks");
}

TEST(Overrides, UnknownZeroAndNoNumberAreRefused) {
    EXPECT_EQ(refusal("2,8,64,2", {{"tile_size", "8"}}),
              "tiling: 'tile_size' is unknown, allowed are strategy, block_dim, buffers, "
              "tile_groups, tile_rows, "
              "tile_cols, split_rows, split_cols");
    EXPECT_EQ(refusal("2,8,64,2", {{"tile_rows", "0"}}),
              "tiling: tile_rows is 0, allowed is 1 or more");
    EXPECT_EQ(refusal("2,8,64,2", {{"tile_rows", "-4"}}),
              "tiling: tile_rows is '-4', allowed is a whole number of 1 or more");
    EXPECT_EQ(refusal("2,8,64,2", {{"tile_rows", "4x"}}),
              "tiling: tile_rows is '4x', allowed is a whole number of 1 or more");
    EXPECT_EQ(refusal("2,8,64,2", {{"strategy", "fastest"}}),
              "tiling: strategy is 'fastest', allowed are group_resident, channel_rows, "
              "channel_chunks, pixel, "
              "split_group");
}

TEST(Overrides, MisalignedAndTooLargeTilesAreRefused) {
    EXPECT_EQ(refusal("2,8,64,2", {{"tile_cols", "12"}}),
              "tiling: tile_cols is 12, allowed are multiples of 8 (32 bytes) or all 64");
    EXPECT_EQ(refusal("2,8,64,2", {{"tile_cols", "24"}}, kF16),
              "tiling: tile_cols is 24, allowed are multiples of 16 (32 bytes) or all 64");
    EXPECT_EQ(refusal("2,8,64,2", {{"tile_cols", "128"}}),
              "tiling: tile_cols is 128, allowed is at most 64 (columns of a share)");
    EXPECT_EQ(refusal("2,8,64,2", {{"tile_rows", "5"}}),
              "tiling: tile_rows is 5, allowed is at most 4 (rows of a share)");
    EXPECT_EQ(refusal("2,8,64,2", {{"tile_cols", "32"}, {"tile_rows", "2"}}),
              "tiling: tile_rows is 2, allowed is 1 when a row is cut into chunks");
    EXPECT_EQ(refusal("2,8,64,2", {{"tile_groups", "3"}}),
              "tiling: tile_groups is 3, allowed is at most group=2");
}

TEST(Overrides, UbOverflowListsTheBuffers) {
    EXPECT_EQ(refusal("2,320,4096,32", {{"tile_rows", "4"}, {"buffers", "2"}}),
              "tiling: needs 527040 bytes of UB, Ascend910B2 has 196608: input ring 262144, output "
              "tiles 131072, "
              "mean and rstd 1024, group totals 576, x - mean 65536, product 65536, partial sums "
              "256, gamma 128, "
              "gamma as stored 128, row vectors 512, chunk sums 128");
}

TEST(Overrides, BeyondTheCoresIsRefused) {
    EXPECT_EQ(refusal("2,320,64,32", {{"block_dim", "49"}}),
              "tiling: block_dim is 49, allowed is at most 48 (vector cores of Ascend910B2; "
              "SyncAll needs all blocks "
              "on cores at once)");
    TilingOverrides overrides;
    overrides.block_dim = 100;
    EXPECT_THROW(make("2,320,64,32", kF32, 2201)->tile(overrides), Error);
    EXPECT_EQ(refusal("2,320,64,32", {{"buffers", "6"}}),
              "tiling: buffers is 6, allowed is at most 5 (event ids of a pipe pair)");
    EXPECT_EQ(refusal("2,320,64,32", {{"buffers", "3"}}, kF32, 1001),
              "tiling: buffers is 3, allowed is at most 2 (event ids of a pipe pair)");
    EXPECT_EQ(refusal("100,8,3,4", {{"block_dim", "2"}}, kF32, 1001),
              "tiling: block_dim is 2, allowed is 1 (a group has less than 32 bytes and Ascend910A "
              "writes whole "
              "blocks)");
}

TEST(Overrides, ShortRunsAreRefusedOn910A) {
    EXPECT_EQ(
        refusal("3,20,100,2", {{"tile_cols", "16"}}, kF16, 1001),
        "tiling: a tile of this tiling would write less than 32 bytes, which Ascend910A cannot");
    EXPECT_EQ(refusal("3,20,100,2", {{"tile_cols", "16"}}, kF16, 2201), "accepted");
}

TEST(Overrides, ImpossibleSplitsAndStrategiesAreRefused) {
    EXPECT_EQ(refusal("1,8,64,1", {{"split_rows", "5"}}),
              "tiling: split_rows is 5, but 8 rows make 4 shares of 2");
    EXPECT_EQ(refusal("1,8,64,1", {{"split_cols", "2"}}),
              "tiling: split_cols is 2, but 64 columns make 1 shares of 64");
    EXPECT_EQ(refusal("1,8,64,1", {{"split_rows", "65"}}),
              "tiling: split_rows * split_cols is 65, allowed is at most 64");
    EXPECT_EQ(refusal("48,8,64,1", {{"strategy", "pixel"}}),
              "tiling: strategy pixel needs HxW = 1, HxW is 64; without it the tiling chooses for "
              "itself");
}

// Tilings that the host would not pick must compute the same.
class Forced : public ::testing::TestWithParam<int> {};

TEST_P(Forced, EveryStrategyIsRight) {
    struct Case {
        const char* shape;
        Overrides fields;
        unsigned strategy;
    };
    const Case cases[] = {
        {"3,20,100,2", {{"strategy", "group_resident"}, {"block_dim", "2"}}, 1},
        {"3,20,96,2", {{"tile_groups", "2"}}, 1},
        {"3,20,100,2", {{"tile_rows", "3"}, {"buffers", "2"}}, 2},
        {"3,20,100,2", {{"tile_rows", "1"}, {"buffers", "2"}, {"block_dim", "1"}}, 2},
        {"70,40,30,2", {{"tile_rows", "8"}, {"buffers", "2"}}, 2},
        {"3,20,1000,2", {{"tile_cols", "64"}}, 3},
        {"3,20,1008,2", {{"tile_cols", "496"}, {"buffers", "2"}}, 3},
        {"3,336,1,3", {{"tile_cols", "16"}}, 4},
        {"3,336,1,3", {{"split_cols", "2"}}, 4},
        {"3,64,100,2", {{"split_rows", "4"}}, 5},
        {"3,64,100,2", {{"split_rows", "4"}, {"tile_rows", "2"}, {"block_dim", "3"}}, 5},
        {"3,4,300,2", {{"split_cols", "3"}, {"block_dim", "4"}}, 5},
        {"40,6,400,2", {{"split_cols", "2"}, {"tile_cols", "64"}, {"block_dim", "7"}}, 5},
        {"40,64,40,2", {{"split_rows", "2"}, {"block_dim", "9"}}, 5},
        {"1,1200,40,2", {{"split_rows", "2"}, {"tile_rows", "16"}}, 5},
    };
    for (const Case& c : cases) {
        for (const DataType type : {kF32, kF16}) {
            const auto problem = make(c.shape, type, GetParam());
            const std::vector<HostTensor> inputs = random_inputs(*problem, 3);
            TilingOverrides overrides;
            overrides.fields = c.fields;
            const KernelRun run = run_kernel(*problem, GetParam(), inputs, overrides);
            EXPECT_EQ(run.tiling.key / 10, c.strategy) << c.shape;
            EXPECT_EQ(run.damage, "") << c.shape << " " << run.tiling.strategy;
            EXPECT_EQ(compare(*problem, inputs, run.outputs, problem->reference(inputs)), "")
                << c.shape << " " << run.tiling.strategy;
        }
    }
}

// Sizes of the buffers up to the first repeated offset, which is stage two.
std::multiset<std::int64_t> kernel_buffers(const KernelRun& run) {
    std::multiset<std::int64_t> sizes;
    bool first = true;
    for (const std::string& text : run.buffers) {
        const std::size_t plus = text.find('+');
        if (!first && text.substr(0, plus) == "0") break;
        sizes.insert(std::stoll(text.substr(plus + 1)));
        first = false;
    }
    return sizes;
}

TEST_P(Forced, UbPlanIsTheKernels) {
    for (const char* shape :
         {"3,20,100,2", "3,33,1,11", "1,1,100000,1", "200,8,9,4", "2,960,64,2", "1,64,4096,2"}) {
        for (const DataType type : {kF32, kF16}) {
            const ProblemSpec spec = problem_spec(shape, type, type);
            const auto problem = group_norm_backward(GetParam()).problem(spec);
            const KernelRun run = run_kernel(*problem, GetParam(), random_inputs(*problem, 1));
            ::gnb::TilingData data;
            std::memcpy(&data, run.tiling.data.data(), sizeof(data));
            const gnb::Shape checked = gnb::check_shape(spec, platform_of(soc(GetParam())));
            std::int64_t ours = 0;
            for (const std::int64_t bytes : kernel_buffers(run)) ours += bytes;
            EXPECT_EQ(ours, gnb::total_bytes(gnb::ub_plan(checked, data, GetParam()))) << shape;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(On, Forced, ::testing::Values(1001, 2201, 3510));

}  // namespace
}  // namespace davsim::testing
