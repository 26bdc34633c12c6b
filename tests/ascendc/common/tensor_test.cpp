// SPDX-License-Identifier: Apache-2.0
#include "tests/ascendc/kernel_fixture.h"

namespace ascendc_test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;

class Tensors : public Kernel {};

TEST_F(Tensors, LocalViews) {
    const auto whole = filled<float>(64, 32, [](int i) { return i; });
    const auto part = whole[8];
    EXPECT_EQ(part.address(), 96U);
    EXPECT_EQ(part.GetSize(), 24U);
    EXPECT_EQ(whole.ReinterpretCast<half>().GetSize(), 64U);
    EXPECT_EQ(whole.GetPosition(), static_cast<int32_t>(TPosition::VECCALC));
    EXPECT_EQ(reinterpret_cast<const float*>(whole.GetPhyAddr(3))[0], 3.0F);
    EXPECT_EQ(whole.GetPhyAddr(), reinterpret_cast<std::uint64_t>(port_.ub() + 64));
    LocalTensor<float> copy = whole;
    copy.SetSize(4);
    EXPECT_EQ(copy.GetLength(), 16U);
    copy.SetBufferLen(5);
    EXPECT_EQ(copy.GetSize(), 5U);
    copy.SetUserTag(3);
    EXPECT_EQ(copy.GetUserTag(), 3U);
    LocalTensor<float> moved;
    moved.SetAddrWithOffset(copy, 2);
    EXPECT_EQ(moved.address(), 72U);
    EXPECT_TRUE(take_steps().empty());
}

TEST_F(Tensors, LocalScalarAccess) {
    const auto whole = filled<half>(64, 32, [](int i) { return i; });
    EXPECT_EQ(float(whole.GetValue(5)), 5.0F);
    whole.SetValue(6, 2.5F);
    whole(7) = whole(6);
    EXPECT_EQ(at(whole, 7), 2.5);
    EXPECT_THAT(take_steps(),
                ElementsAre("LOAD_UB 74+2", "STORE_UB 76+2", "LOAD_UB 76+2", "STORE_UB 78+2"));
    EXPECT_EQ(failure([&] { tensor<float>(196604, 8).GetValue(1); }),
              "GetValue: element is UB bytes [196608, 196612), allowed is up to the UB capacity of "
              "196608 B");
}

TEST_F(Tensors, GlobalViewsAndScalarAccess) {
    std::vector<int32_t> memory = {1, 2, 3, 4, 5};
    GlobalTensor<int32_t> gm;
    gm.SetGlobalBuffer(memory.data(), memory.size());
    gm.SetL2CacheHint(CacheMode::CACHE_MODE_DISABLE);
    EXPECT_EQ(gm[2].GetValue(1), 4);
    EXPECT_EQ(gm[2].GetSize(), 3U);
    EXPECT_EQ(gm.GetPhyAddr(2), &memory[2]);
    EXPECT_EQ(gm.ReinterpretCast<int16_t>().GetSize(), 10U);
    gm.SetValue(0, 9);
    gm(1) = gm(0);
    EXPECT_EQ(memory[1], 9);
    EXPECT_THAT(take_steps(),
                ElementsAre("LOAD_GM +4", "STORE_GM +4", "LOAD_GM +4", "STORE_GM +4"));
}

TEST_F(Tensors, HalfArithmeticRoundsWhenStored) {
    constexpr half kOne = 1.0F;
    static_assert(float(kOne) == 1.0F);
    static_assert(std::is_trivially_default_constructible_v<half>);
    half sum = kOne;
    sum += half(2048);
    EXPECT_EQ(float(sum), 2048.0F);  // 2049 is a tie between 2048 and 2050
    EXPECT_TRUE(kOne > 0);
    EXPECT_EQ(static_cast<int64_t>(half(3.5F)), 3);
}

TEST_F(Tensors, Bfloat16Converts) {
    EXPECT_EQ(ToFloat(ToBfloat16(1.00390625F)), 1.0F);
    EXPECT_EQ(ToFloat(half(1.00390625F)), 1.0F);
    EXPECT_EQ(AscendC::Cast(AscendC::Cast(1.00390625F)), 1.0F);
    EXPECT_TRUE(ToBfloat16(1.0F) == ToBfloat16(1.0F));
    EXPECT_TRUE(ToBfloat16(1.0F) != ToBfloat16(2.0F));
    // Kernels for several types write `T x = 0` and assign to float.
    static_assert(std::is_convertible_v<bfloat16_t, float>);
    static_assert(std::is_convertible_v<int, bfloat16_t>);
    const bfloat16_t three = 3;
    EXPECT_EQ(three.bits, 0x4040);
}

}  // namespace
}  // namespace ascendc_test
