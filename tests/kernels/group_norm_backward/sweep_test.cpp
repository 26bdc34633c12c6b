// SPDX-License-Identifier: Apache-2.0
// Odd shapes on every architecture and type pair, with the tiling that the host picks.

#include <gtest/gtest.h>

#include <tuple>

#include "tests/kernels/group_norm_backward/kernel_bench.h"

namespace davsim::testing {
namespace {

constexpr DataType kF32 = DataType::kFloat32;
constexpr DataType kF16 = DataType::kFloat16;
constexpr DataType kBf16 = DataType::kBfloat16;

std::vector<std::pair<DataType, DataType>> type_pairs(int npu_arch) {
    if (npu_arch == 1001) return {{kF32, kF32}, {kF16, kF16}};
    if (npu_arch == 2201) return {{kF32, kF32}, {kF16, kF16}, {kBf16, kBf16}};
    return {{kF32, kF32}, {kF16, kF16}, {kBf16, kBf16}, {kF16, kF32}, {kBf16, kF32}};
}

void expect_right(const ProblemSpec& spec, int npu_arch, const std::string& label) {
    const auto problem = group_norm_backward(npu_arch).problem(spec);
    const std::vector<HostTensor> inputs = random_inputs(*problem, 7);
    const KernelRun run = run_kernel(*problem, npu_arch, inputs);
    EXPECT_EQ(run.damage, "") << label << " " << run.tiling.strategy;
    EXPECT_EQ(compare(*problem, inputs, run.outputs, problem->reference(inputs)), "")
        << label << " " << run.tiling.strategy;
}

// Architecture, HxW, channels a group.
class Sweep : public ::testing::TestWithParam<std::tuple<int, int, int>> {};

TEST_P(Sweep, FewAndManyGroups) {
    const auto [arch, hxw, d] = GetParam();
    // 2 groups, 3 groups of a sample, more groups than any SoC has cores.
    for (const auto& [n, group] : {std::pair{1, 2}, std::pair{2, 3}, std::pair{9, 13}}) {
        if (static_cast<std::int64_t>(n) * group * d * hxw > 500000) continue;
        for (const auto& [data, mean] : type_pairs(arch)) {
            const std::string shape = std::to_string(n) + "," + std::to_string(group * d) + "," +
                                      std::to_string(hxw) + "," + std::to_string(group);
            expect_right(
                problem_spec(shape, data, mean), arch,
                shape + " " + std::string(name_of(data)) + "/" + std::string(name_of(mean)));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Shapes, Sweep,
                         ::testing::Combine(::testing::Values(1001, 2201, 3510),
                                            ::testing::Values(1, 2, 3, 7, 8, 15, 16, 49, 63, 64, 65,
                                                              100, 1000),
                                            ::testing::Values(1, 2, 3, 5, 64)));

class Architectures : public ::testing::TestWithParam<int> {};

TEST_P(Architectures, EveryOutputMask) {
    for (const char* shape : {"3,20,31,5", "3,33,1,11", "1,6,3000,1", "70,8,9,4", "1,2,40009,1"}) {
        for (const char* mask : {"111", "110", "101", "100", "011", "010", "001"}) {
            ProblemSpec spec = problem_spec(shape, kF32, kF32);
            spec.output_mask = mask;
            expect_right(spec, GetParam(), std::string(shape) + " mask " + mask);
        }
    }
}

TEST_P(Architectures, GammaNull) {
    for (const char* shape :
         {"3,20,31,5", "3,33,1,11", "1,6,3000,1", "70,8,9,4", "1,2,40009,1", "2,96,49,3"}) {
        for (const auto& [data, mean] : type_pairs(GetParam())) {
            ProblemSpec spec = problem_spec(shape, data, mean);
            spec.optional_absent = true;
            expect_right(spec, GetParam(), shape);
        }
    }
}

TEST_P(Architectures, LargeAndLongShapes) {
    for (const char* shape : {"1,1,100003,1", "1,3,70000,3", "3,8000,2,1", "1,9000,3,2",
                              "2,7000,1,1", "300,4,5,2", "500,16,1,4", "1,640,256,1", "2,5000,20,4",
                              "40,24,200,8", "1,20000,1,20000", "60,16000,1,2"}) {
        for (const auto& [data, mean] : type_pairs(GetParam())) {
            expect_right(problem_spec(shape, data, mean), GetParam(),
                         std::string(shape) + " " + std::string(name_of(data)));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, Architectures, ::testing::Values(1001, 2201, 3510));

}  // namespace
}  // namespace davsim::testing
