// SPDX-License-Identifier: Apache-2.0
// The golden cases of tests/data: our reference against them, and the kernel on every architecture
// that has the types.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>

#include "kernels/group_norm_backward/reference/reference.h"
#include "sim/base/error.h"
#include "tests/kernels/group_norm_backward/kernel_bench.h"
#include "tests/kernels/group_norm_backward/npy_reader.h"

namespace davsim::testing {
namespace {

const std::string kFolder = std::string(DAVSIM_SOURCE_DIR) + "/tests/data/group_norm_backward";

std::vector<std::string> case_names() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
        if (entry.is_directory()) names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

struct GoldenCase {
    ProblemSpec spec;
    std::vector<HostTensor> inputs;
    std::vector<std::vector<double>> golden;
};

std::map<std::string, std::string> read_flat_yaml(const std::string& path) {
    std::ifstream in(path);
    std::map<std::string, std::string> values;
    for (std::string line; std::getline(in, line);) {
        const std::size_t colon = line.find(": ");
        if (colon != std::string::npos) values[line.substr(0, colon)] = line.substr(colon + 2);
    }
    return values;
}

ProblemSpec read_spec(const std::string& folder) {
    std::map<std::string, std::string> yaml = read_flat_yaml(folder + "/case.yaml");
    ProblemSpec spec;
    for (const char* name : {"N", "C", "HxW", "group"}) spec.shape[name] = std::stoll(yaml[name]);
    spec.dtype = *parse_data_type(yaml["grad_out_dtype"]);
    spec.mean_dtype = *parse_data_type(yaml["mean_dtype"]);
    spec.optional_absent = yaml["gamma"] == "null";
    return spec;
}

GoldenCase read_case(const std::string& name, const Problem& problem) {
    const std::string folder = kFolder + "/" + name + "/";
    GoldenCase result;
    for (const TensorSpec& spec : problem.inputs()) {
        HostTensor tensor{spec, {}};
        if (spec.present) tensor.data = read_npy_file(folder + spec.name + ".npy").data;
        result.inputs.push_back(tensor);
    }
    for (const TensorSpec& spec : problem.outputs()) {
        result.golden.push_back(npy_doubles(read_npy_file(folder + spec.name + ".npy")));
    }
    return result;
}

class Golden : public ::testing::TestWithParam<std::string> {
protected:
    std::unique_ptr<Problem> problem(int npu_arch) {
        const ProblemSpec spec = read_spec(kFolder + "/" + GetParam());
        return group_norm_backward(npu_arch).problem(spec);
    }

    // The types are in the cases' names: mixed ones run on 950 only, bf16 not on 910.
    static bool allowed(int npu_arch) {
        constexpr int kAtlasTraining = 1001;
        constexpr int kAscend950 = 3510;
        const std::string& name = GetParam();
        if (name.find("mixed") != std::string::npos) return npu_arch == kAscend950;
        return name.find("bf16") == std::string::npos || npu_arch != kAtlasTraining;
    }

    void expect_refusal(int npu_arch) {
        try {
            problem(npu_arch);
            FAIL() << "not refused";
        } catch (const Error& error) {
            EXPECT_EQ(error.fault(), Fault::kUnsupported) << error.what();
        }
    }

    void run_on(int npu_arch) {
        if (!allowed(npu_arch)) return expect_refusal(npu_arch);
        const std::unique_ptr<Problem> on_arch = problem(npu_arch);
        const GoldenCase golden = read_case(GetParam(), *on_arch);
        const KernelRun run = run_kernel(*on_arch, npu_arch, golden.inputs);
        EXPECT_EQ(run.damage, "") << run.tiling.strategy;
        EXPECT_EQ(compare(*on_arch, golden.inputs, run.outputs, golden.golden), "")
            << run.tiling.strategy;
    }
};

TEST_P(Golden, ReferenceAgrees) {
    const std::unique_ptr<Problem> on950 = problem(3510);
    const GoldenCase golden = read_case(GetParam(), *on950);
    const std::vector<std::vector<double>> ours = on950->reference(golden.inputs);
    for (std::size_t o = 0; o < ours.size(); ++o) {
        ASSERT_EQ(ours[o].size(), golden.golden[o].size());
        for (std::size_t i = 0; i < ours[o].size(); ++i) {
            const double expected = golden.golden[o][i];
            if (std::isnan(expected)) {
                ASSERT_TRUE(std::isnan(ours[o][i])) << o << " " << i;
            } else if (std::isinf(expected)) {
                ASSERT_EQ(ours[o][i], expected) << o << " " << i;
            } else {  // golden grad_input is stored as float32 when large
                ASSERT_NEAR(ours[o][i], expected, 2e-7 * std::fabs(expected) + 1e-9)
                    << o << " " << i;
            }
        }
    }
}

TEST_P(Golden, KernelOn1001) {
    run_on(1001);
}
TEST_P(Golden, KernelOn2201) {
    run_on(2201);
}
TEST_P(Golden, KernelOn3510) {
    run_on(3510);
}

INSTANTIATE_TEST_SUITE_P(Cases, Golden, ::testing::ValuesIn(case_names()),
                         [](const ::testing::TestParamInfo<std::string>& test) {
                             return test.param;
                         });

TEST(GoldenFolder, HasAllCases) {
    EXPECT_EQ(case_names().size(), 22U);
}

}  // namespace
}  // namespace davsim::testing
