// SPDX-License-Identifier: Apache-2.0
#include "tests/ascendc/kernel_fixture.h"

namespace ascendc_test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;

double input(int i) {
    return 0.125 * i - 2;
}

class Scalar : public Kernel {};

TEST_F(Scalar, Adds) {
    const auto dst = filled<float>(0, 100, [](int) { return -7; });
    const auto src = filled<float>(1024, 100, input);
    Adds(dst, src, 1.5f, 90);
    EXPECT_THAT(take_steps(), ElementsAre("VADDS fp32 count=90 dst=0 src0=1024 scalar=3fc00000"));
    expect_values(dst, 90, [](int i) { return input(i) + 1.5; });
    EXPECT_EQ(at(dst, 90), -7);
}

TEST_F(Scalar, MulsHalfTakesAnyNumberAsScalar) {
    const auto dst = filled<half>(0, 300, [](int) { return -7; });
    const auto src = filled<half>(1024, 300, input);
    Muls(dst, src, 2, 40, 2, UnaryRepeatParams(1, 1, 8, 8));
    EXPECT_THAT(take_steps(),
                ElementsAre("VMULS fp16 mask=0:ffffffffff rep=2 dst=0 src0=1024 scalar=4000"));
    expect_values(dst[128], 40, [](int i) { return 2 * input(i + 128); });
    EXPECT_EQ(at(dst, 40), -7);
}

TEST_F(Scalar, MulsBitMaskAndOutsideMask) {
    const auto dst = tensor<float>(0, 64);
    const auto src = filled<float>(1024, 64, input);
    const uint64_t mask[1] = {6};
    Muls(dst, src, 4.0f, mask, 1, {1, 1, 8, 8});
    Muls<float, false>(dst, src, 4.0f, MASK_PLACEHOLDER, 1, {1, 1, 8, 8});
    EXPECT_THAT(take_steps(),
                ElementsAre("VMULS fp32 mask=0:6 rep=1 dst=0 src0=1024 scalar=40800000",
                            "VMULS fp32 mask=0:6 rep=1 dst=0 src0=1024 scalar=40800000"));
    SetMaskCount();
    SetVectorMask<float, MaskMode::COUNTER>(33);
    port_.clear();
    Muls<float, false>(dst, src, 4.0f, 1);
    EXPECT_THAT(take_steps(), ElementsAre("VMULS fp32 count=33 dst=0 src0=1024 scalar=40800000"));
}

#if __NPU_ARCH__ != 1001
TEST_F(Scalar, MaxsAndMins) {
    const auto dst = tensor<float>(0, 64);
    const auto src = filled<float>(1024, 64, input);
    Maxs(dst, src, 0.5f, 64);
    expect_values(dst, 64, [](int i) { return std::max(0.5, input(i)); });
    Mins(dst, src, 0.5f, 64);
    expect_values(dst, 64, [](int i) { return std::min(0.5, input(i)); });
    EXPECT_THAT(take_steps(), ElementsAre("VMAXS fp32 count=64 dst=0 src0=1024 scalar=3f000000",
                                          "VMINS fp32 count=64 dst=0 src0=1024 scalar=3f000000"));
}

TEST_F(Scalar, MulsOnIntegers) {
    const auto dst = tensor<int32_t>(0, 64);
    const auto src = filled<int32_t>(1024, 64, [](int i) { return i; });
    Muls(dst, src, 3, 64);
    EXPECT_THAT(take_steps(), ElementsAre("VMULS int32 count=64 dst=0 src0=1024 scalar=3"));
    EXPECT_EQ(at(dst, 21), 63);
}
#endif

TEST_F(Scalar, Axpy) {
    const auto dst = filled<float>(0, 64, [](int) { return 10; });
    const auto src = filled<float>(1024, 64, input);
    Axpy(dst, src, 2.0f, 60);
    EXPECT_THAT(take_steps(), ElementsAre("VAXPY fp32 count=60 dst=0 src0=1024 scalar=40000000"));
    expect_values(dst, 60, [](int i) { return 10 + 2 * input(i); });
    EXPECT_EQ(at(dst, 60), 10);
}

TEST_F(Scalar, AxpyHalfIntoFloatAdvancesHalfAsFarInTheSource) {
    const auto dst = filled<float>(0, 128, [](int) { return 10; });
    const auto src = filled<half>(1024, 128, input);
    Axpy(dst, src, half(2.0f), 100);
    EXPECT_THAT(take_steps(),
                ElementsAre("VAXPY fp32<-fp16 count=100 dst=0 src0=1024/1/4 scalar=40000000"));
    expect_values(dst, 100, [](int i) { return 10 + 2 * input(i); });
    Axpy(dst, src, half(2.0f), 64, 1, {1, 1, 8, 4});
    EXPECT_THAT(take_steps(),
                ElementsAre("VAXPY fp32<-fp16 mask=ffffffffffffffff:ffffffffffffffff rep=1 dst=0 "
                            "src0=1024/1/4 scalar=40000000"));
}

}  // namespace
}  // namespace ascendc_test
