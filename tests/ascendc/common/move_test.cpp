// SPDX-License-Identifier: Apache-2.0
#include "tests/ascendc/kernel_fixture.h"

namespace ascendc_test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;

class Move : public Kernel {};

TEST_F(Move, DuplicateCount) {
    const auto dst = filled<float>(0, 100, [](int) { return -7; });
    Duplicate(dst, 2.0f, 70);
    EXPECT_THAT(take_steps(), ElementsAre("VDUP fp32 count=70 dst=0 scalar=40000000"));
    expect_values(dst, 70, [](int) { return 2; });
    EXPECT_EQ(at(dst, 70), -7);
}

TEST_F(Move, DuplicateMasked) {
    const auto dst = filled<half>(0, 300, [](int) { return -7; });
    Duplicate<half>(dst, 1, 2, 2, 1, 8);
    const uint64_t mask[2] = {4, 1};
    Duplicate<half>(dst, 3, mask, 1, 1, 8);
    EXPECT_THAT(take_steps(), ElementsAre("VDUP fp16 mask=0:3 rep=2 dst=0 scalar=3c00",
                                          "VDUP fp16 mask=1:4 rep=1 dst=0 scalar=4200"));
    EXPECT_EQ(at(dst, 129), 1);
    EXPECT_EQ(at(dst, 2), 3);
    EXPECT_EQ(at(dst, 64), 3);
    EXPECT_EQ(at(dst, 3), -7);
}

TEST_F(Move, CopyMasked) {
    const auto dst = filled<float>(0, 128, [](int) { return -7; });
    const auto src = filled<float>(1024, 128, [](int i) { return i; });
    Copy(dst, src, 3, 2, CopyRepeatParams(1, 1, 8, 8));
    EXPECT_THAT(take_steps(), ElementsAre("VCOPY fp32 mask=0:7 rep=2 dst=0 src0=1024"));
    EXPECT_EQ(at(dst, 66), 66);
    EXPECT_EQ(at(dst, 3), -7);
}

TEST_F(Move, CopyInCounterModeKeepsItsRepeats) {
    const auto dst = filled<float>(0, 128, [](int) { return -7; });
    const auto src = filled<float>(1024, 128, [](int i) { return i; });
    SetMaskCount();
    Copy(dst, src, 16, 2, CopyRepeatParams(1, 1, 4, 8));
    EXPECT_THAT(take_steps(), ElementsAre("VCOPY fp32 count=16 rep=2 dst=0/1/4 src0=1024"));
    EXPECT_EQ(at(dst, 15), 15);
    EXPECT_EQ(at(dst, 32), 64);
    EXPECT_EQ(at(dst, 16), -7);
}

#if __NPU_ARCH__ != 1001
TEST_F(Move, Brcb) {
    const auto dst = tensor<float>(0, 128);
    const auto src = filled<float>(1024, 16, [](int i) { return i + 1; });
    Brcb(dst, src, 2, BrcbRepeatParams(1, 8));
    EXPECT_THAT(take_steps(), ElementsAre("VBRCB fp32 rep=2 dst=0 src0=1024"));
    expect_values(dst, 128, [](int i) { return i / 8 + 1; });
}
#endif

}  // namespace
}  // namespace ascendc_test
