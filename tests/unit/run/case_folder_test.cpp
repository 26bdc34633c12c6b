// SPDX-License-Identifier: Apache-2.0
#include "sim/run/case_folder.h"

#include "sim/run/npy.h"
#include "tests/unit/run/scratch_folder.h"

namespace davsim {
namespace {

const std::vector<std::string> kKeys = {"N", "C", "HxW", "group"};
constexpr const char* kCase =
    "N: 2\nC: 4\nHxW: 3\ngroup: 2\ngrad_out_dtype: bf16\nmean_dtype: fp32\ngamma: given\nnote: "
    "\"small\"\n";

TensorSpec spec(const std::string& name, DataType dtype, std::vector<std::int64_t> shape) {
    TensorSpec result;
    result.name = name;
    result.dtype = dtype;
    result.shape = std::move(shape);
    return result;
}

class CaseFolder : public ScratchTest {
protected:
    std::string error_of(const std::string& text) {
        write("case.yaml", text);
        return usage_error(folder_, [&] { read_case_description(folder_, kKeys); });
    }
    std::string error_with(const std::string& from, const std::string& to) {
        std::string text = kCase;
        return error_of(text.replace(text.find(from), from.size(), to));
    }
    std::string input_error(const TensorSpec& wanted) {
        return usage_error(folder_, [&] { read_case_inputs(folder_, {wanted}); });
    }
};

TEST_F(CaseFolder, ReadsTheDescription) {
    write("case.yaml", kCase);
    const CaseDescription description = read_case_description(folder_, kKeys);
    EXPECT_EQ(description.problem.shape.at("HxW"), 3);
    EXPECT_EQ(description.problem.dtype, DataType::kBfloat16);
    EXPECT_EQ(description.problem.mean_dtype, DataType::kFloat32);
    EXPECT_FALSE(description.problem.optional_absent);
    EXPECT_EQ(description.note, "small");
}

TEST_F(CaseFolder, NullGammaAndNoNote) {
    write("case.yaml",
          "N: 2\nC: 4\nHxW: 3\ngroup: 2\ngrad_out_dtype: fp16\nmean_dtype: fp16\ngamma: null\n");
    EXPECT_TRUE(read_case_description(folder_, kKeys).problem.optional_absent);
}

TEST_F(CaseFolder, MissingFolderAndFile) {
    EXPECT_EQ(usage_error(folder_, [&] { read_case_description(folder_ + "/no", kKeys); }),
              "no: case folder is missing");
    EXPECT_EQ(usage_error(folder_, [&] { read_case_description(folder_, kKeys); }),
              "case.yaml: file is missing");
}

TEST_F(CaseFolder, FaultsOfTheDescription) {
    EXPECT_EQ(error_with("C: 4\n", ""), "case.yaml: C is missing");
    EXPECT_EQ(error_with("note: \"small\"", "Note: x"),
              "case.yaml:8:1: unknown key 'Note', allowed are N, C, HxW, group, grad_out_dtype, "
              "mean_dtype, gamma, note");
    EXPECT_EQ(error_with("N: 2", "N: two"),
              "case.yaml:1:4: N: 'two' is not a whole number of at least 0");
    EXPECT_EQ(error_with("gamma: given", "gamma: {given: 1}"),
              "case.yaml:7:8: gamma: is a mapping, allowed is a single word or text");
    EXPECT_EQ(error_with("N: 2", "N: -2"),
              "case.yaml:1:4: N: '-2' is not a whole number of at least 0");
    EXPECT_EQ(error_with("N: 2", "N: 99999999999999999999"),
              "case.yaml:1:4: N: 99999999999999999999 does not fit 63 bits");
    EXPECT_EQ(error_with("N: 2", "N: [2]"),
              "case.yaml:1:4: N: is a list, allowed is a whole number of at least 0");
    EXPECT_EQ(error_with("bf16", "fp8"),
              "case.yaml:5:17: grad_out_dtype: 'fp8', allowed are fp32, fp16 and bf16");
    EXPECT_EQ(error_with("gamma: given", "gamma: yes"),
              "case.yaml:7:8: gamma: 'yes', allowed are given and null");
    EXPECT_EQ(error_with("C: 4", "N: 4"), "case.yaml:2:1: N is given twice");
    EXPECT_EQ(error_of("just words"), "case.yaml: not a list of 'key: value' lines");
    EXPECT_EQ(error_of("N: [1, 2\nC: 3"), "case.yaml:2:2: no YAML: end of sequence flow not found");
}

TEST_F(CaseFolder, ReadsInputs) {
    const std::vector<std::uint8_t> bytes(12, 7);
    write_npy(path("x.npy"), "<u2", {2, 3}, bytes.data(), bytes.size());
    TensorSpec absent = spec("gamma", DataType::kFloat32, {4});
    absent.present = false;
    const auto tensors =
        read_case_inputs(folder_, {spec("x", DataType::kBfloat16, {2, 3}), absent});
    EXPECT_EQ(tensors.at(0).data, bytes);
    EXPECT_TRUE(tensors.at(1).data.empty());
}

TEST_F(CaseFolder, FaultsOfInputs) {
    const std::vector<std::uint8_t> bytes(24, 0);
    write_npy(path("x.npy"), "<f4", {2, 3}, bytes.data(), bytes.size());
    EXPECT_EQ(input_error(spec("y", DataType::kFloat32, {2, 3})), "y.npy: file is missing");
    EXPECT_EQ(input_error(spec("x", DataType::kFloat16, {2, 3})),
              "x.npy: dtype is '<f4', but case.yaml asks for '<f2' (fp16)");
    EXPECT_EQ(input_error(spec("x", DataType::kFloat32, {3, 2})),
              "x.npy: shape is (2, 3), but case.yaml asks for (3, 2)");
    TensorSpec absent = spec("x", DataType::kFloat32, {2, 3});
    absent.present = false;
    EXPECT_EQ(input_error(absent), "x.npy: file is there, but case.yaml says x: null");
}

TEST_F(CaseFolder, GoldenValuesInBothWidths) {
    const std::vector<double> wide = {1.5, -2.25};
    const std::vector<float> narrow = {0.5F, 4.0F};
    write_npy(path("a.npy"), "<f8", {2}, reinterpret_cast<const std::uint8_t*>(wide.data()), 16);
    write_npy(path("b.npy"), "<f4", {2}, reinterpret_cast<const std::uint8_t*>(narrow.data()), 8);
    EXPECT_EQ(read_case_golden(folder_, spec("a", DataType::kFloat16, {2})), wide);
    EXPECT_EQ(read_case_golden(folder_, spec("b", DataType::kFloat16, {2})),
              (std::vector<double>{0.5, 4.0}));
    EXPECT_FALSE(read_case_golden(folder_, spec("c", DataType::kFloat16, {2})).has_value());
}

TEST_F(CaseFolder, FaultsOfGoldenValues) {
    const std::vector<std::uint8_t> bytes(4, 0);
    write_npy(path("a.npy"), "<u2", {2}, bytes.data(), bytes.size());
    EXPECT_EQ(usage_error(folder_,
                          [&] { read_case_golden(folder_, spec("a", DataType::kBfloat16, {2})); }),
              "a.npy: dtype is '<u2', allowed are '<f8' and '<f4'");
    EXPECT_EQ(usage_error(folder_,
                          [&] { read_case_golden(folder_, spec("a", DataType::kBfloat16, {3})); }),
              "a.npy: shape is (2,), but case.yaml asks for (3,)");
}

}  // namespace
}  // namespace davsim
