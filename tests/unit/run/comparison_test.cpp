// SPDX-License-Identifier: Apache-2.0
#include "sim/run/comparison.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "sim/base/error.h"
#include "sim/base/float16.h"

namespace davsim {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
const Tolerance kTight = {1e-4, 1e-6, 0};

HostTensor fp32(const std::vector<float>& values) {
    HostTensor tensor;
    tensor.spec.name = "y";
    tensor.spec.shape = {static_cast<std::int64_t>(values.size())};
    tensor.data.resize(values.size() * sizeof(float));
    if (!values.empty()) std::memcpy(tensor.data.data(), values.data(), tensor.data.size());
    return tensor;
}

HostTensor fp16(const std::vector<float>& values) {
    HostTensor tensor = fp32(values);
    tensor.spec.dtype = DataType::kFloat16;
    tensor.data.resize(values.size() * 2);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::uint16_t bits = float_to_fp16(values[i]);
        std::memcpy(&tensor.data[2 * i], &bits, 2);
    }
    return tensor;
}

TEST(Comparison, WithinTolerancePasses) {
    const Comparison result = compare(fp32({1.00005F, -2.0F, 0.0F}), {1.0, -2.0, 5e-7}, kTight);
    EXPECT_TRUE(result.pass);
    EXPECT_EQ(result.mismatches, 0U);
    EXPECT_EQ(result.elements, 3U);
    EXPECT_NEAR(result.max_abs, 5e-5, 1e-7);
    EXPECT_NEAR(result.max_rel, 5e-5, 1e-7);
}

TEST(Comparison, JustBeyondFailsAndNamesTheFirst) {
    const Comparison result = compare(fp32({1.0F, 1.001F, 3.0F}), {1.0, 1.0, 2.0}, kTight);
    EXPECT_FALSE(result.pass);
    EXPECT_EQ(result.mismatches, 2U);
    EXPECT_EQ(result.first_index, 1U);
    EXPECT_NEAR(result.first_got, 1.001, 1e-6);
    EXPECT_EQ(result.first_want, 1.0);
    EXPECT_EQ(result.max_abs, 1.0);
}

TEST(Comparison, AbsoluteToleranceCoversZeros) {
    EXPECT_TRUE(compare(fp32({1e-6F}), {0.0}, kTight).pass);
    EXPECT_FALSE(compare(fp32({2e-6F}), {0.0}, kTight).pass);
}

TEST(Comparison, AShareOfMissesMayBeAllowed) {
    std::vector<float> values(1000, 1.0F);
    const std::vector<double> golden(1000, 1.0);
    values[10] = values[20] = values[30] = values[40] = 2.0F;
    const Tolerance tolerance = {1e-3, 1e-4, 0.004};
    EXPECT_TRUE(compare(fp32(values), golden, tolerance).pass);
    values[50] = 2.0F;
    const Comparison result = compare(fp32(values), golden, tolerance);
    EXPECT_FALSE(result.pass);
    EXPECT_EQ(result.mismatches, 5U);
}

TEST(Comparison, NanMustBeInTheSamePlaces) {
    EXPECT_TRUE(compare(fp32({kNan, 1.0F}), {std::nan(""), 1.0}, kTight).pass);
    EXPECT_FALSE(compare(fp32({kNan, 1.0F}), {1.0, 1.0}, kTight).pass);
    EXPECT_FALSE(compare(fp32({1.0F, 1.0F}), {std::nan(""), 1.0}, kTight).pass);
}

TEST(Comparison, InfinitiesMustAgreeInPlaceAndSign) {
    const double inf = std::numeric_limits<double>::infinity();
    EXPECT_TRUE(compare(fp32({kInf, -kInf}), {inf, -inf}, kTight).pass);
    EXPECT_FALSE(compare(fp32({kInf}), {-inf}, kTight).pass);
    EXPECT_FALSE(compare(fp32({kInf}), {1.0}, kTight).pass);
    EXPECT_FALSE(compare(fp32({1.0F}), {inf}, kTight).pass);
    EXPECT_FALSE(compare(fp32({kNan}), {inf}, kTight).pass);
}

TEST(Comparison, AMisplacedNanIsNeverExcused) {
    std::vector<float> values(1000, 1.0F);
    values[3] = kNan;
    const Comparison result =
        compare(fp32(values), std::vector<double>(1000, 1.0), {1e-3, 1e-4, 0.5});
    EXPECT_FALSE(result.pass);
    EXPECT_EQ(result.misplaced_specials, 1U);
    EXPECT_EQ(result.mismatches, 1U);
}

TEST(Comparison, ValuesTooLargeForTheTypeBecomeInfinite) {
    EXPECT_TRUE(compare(fp16({kInf}), {70000.0}, kTight).pass);
    EXPECT_FALSE(compare(fp16({kInf}), {60000.0}, kTight).pass);
    EXPECT_FALSE(compare(fp16({-kInf}), {70000.0}, kTight).pass);
}

TEST(Comparison, HalfOutputsAreReadAsHalves) {
    const Comparison result = compare(fp16({0.5F, -1.25F}), {0.5, -1.25}, kTight);
    EXPECT_TRUE(result.pass);
    EXPECT_EQ(result.max_abs, 0.0);
}

TEST(Comparison, NoElementsPass) {
    EXPECT_TRUE(compare(fp32({}), {}, kTight).pass);
}

TEST(Comparison, AReferenceOfAnotherSizeIsOurFault) {
    EXPECT_THROW(compare(fp32({1.0F}), {1.0, 2.0}, kTight), Error);
}

}  // namespace
}  // namespace davsim
