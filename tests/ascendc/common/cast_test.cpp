// SPDX-License-Identifier: Apache-2.0
#include "tests/ascendc/kernel_fixture.h"

namespace ascendc_test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;

class Casting : public Kernel {};

TEST_F(Casting, HalfToFloatAndBack) {
    const auto src = filled<half>(0, 200, [](int i) { return 0.5 * i; });
    const auto wide = tensor<float>(1024, 200);
    const auto narrow = tensor<half>(4096, 200);
    Cast(wide, src, RoundMode::CAST_NONE, 200);
    Cast(narrow, wide, RoundMode::CAST_RINT, 200);
    EXPECT_THAT(take_steps(),
                ElementsAre("VCONV fp32<-fp16 NONE count=200 dst=1024 src0=0/1/4",
                            "VCONV fp16<-fp32 RINT count=200 dst=4096/1/4 src0=1024"));
    expect_values(wide, 200, [](int i) { return 0.5 * i; });
    expect_values(narrow, 200, [](int i) { return 0.5 * i; });
}

TEST_F(Casting, HighDimension) {
    const auto src = filled<float>(0, 128, [](int i) { return i + 0.5; });
    const auto dst = filled<int32_t>(1024, 128, [](int) { return -7; });
    Cast(dst, src, RoundMode::CAST_FLOOR, 10, 2, UnaryRepeatParams(1, 1, 8, 8));
    const uint64_t mask[1] = {1};
    Cast(dst, src, RoundMode::CAST_CEIL, mask, 1, UnaryRepeatParams(1, 1, 8, 8));
    EXPECT_THAT(take_steps(),
                ElementsAre("VCONV int32<-fp32 FLOOR mask=0:3ff rep=2 dst=1024 src0=0",
                            "VCONV int32<-fp32 CEIL mask=0:1 rep=1 dst=1024 src0=0"));
    EXPECT_EQ(at(dst, 0), 1);
    EXPECT_EQ(at(dst, 64 + 9), 64 + 9);
    EXPECT_EQ(at(dst, 10), -7);
}

TEST_F(Casting, EveryRoundingModeOfFloatToInt) {
    const double values[] = {2.5, -2.5, 1.5, -0.7};
    const std::vector<std::pair<RoundMode, std::vector<int>>> cases = {
        {RoundMode::CAST_RINT, {2, -2, 2, -1}}, {RoundMode::CAST_FLOOR, {2, -3, 1, -1}},
        {RoundMode::CAST_CEIL, {3, -2, 2, 0}},  {RoundMode::CAST_ROUND, {3, -3, 2, -1}},
        {RoundMode::CAST_TRUNC, {2, -2, 1, 0}},
    };
    const auto src = filled<float>(0, 4, [&](int i) { return values[i]; });
    const auto dst = tensor<int32_t>(1024, 4);
    for (const auto& [mode, want] : cases) {
        Cast(dst, src, mode, 4);
        for (std::uint32_t i = 0; i < 4; ++i) {
            EXPECT_EQ(at(dst, i), want[i]) << "mode " << static_cast<int>(mode) << " element " << i;
        }
    }
}

TEST_F(Casting, RefusesARoundingModeThatThePairDoesNotHave) {
    const auto src = tensor<float>(0, 8);
    EXPECT_EQ(failure([&] { Cast(tensor<int32_t>(64, 8), src, RoundMode::CAST_NONE, 8); }),
              "Cast: roundMode is CAST_NONE, allowed is CAST_RINT, CAST_FLOOR, CAST_CEIL, "
              "CAST_ROUND, CAST_TRUNC");
}

#if __NPU_ARCH__ != 1001
TEST_F(Casting, Bfloat16) {
    const auto src = filled<float>(0, 64, [](int i) { return 1 + i / 256.0; });
    const auto dst = tensor<bfloat16_t>(1024, 64);
    Cast(dst, src, RoundMode::CAST_RINT, 64);
    EXPECT_EQ(at(dst, 1), 1.0);  // ties go to even
    EXPECT_EQ(at(dst, 3), 1 + 4 / 256.0);
    Cast(src, dst, RoundMode::CAST_NONE, 64);
    EXPECT_EQ(at(src, 2), 1 + 2 / 256.0);
    EXPECT_THAT(take_steps(), ElementsAre("VCONV bf16<-fp32 RINT count=64 dst=1024/1/4 src0=0",
                                          "VCONV fp32<-bf16 NONE count=64 dst=0 src0=1024/1/4"));
}
#endif

#if __NPU_ARCH__ == 3510
TEST_F(Casting, FloatsOfEightBits) {
    const auto src = filled<float>(0, 200, [](int i) { return (i - 100) * 0.37; });
    const auto back = tensor<float>(4096, 200);
    const auto narrow = tensor<fp8_e4m3fn_t>(2048, 200);
    Cast(narrow, src, RoundMode::CAST_RINT, 200);
    Cast(back, narrow, RoundMode::CAST_NONE, 200);
    EXPECT_THAT(take_steps(),
                ElementsAre("VCONV uint8<-fp32 RINT variant=1 count=200 dst=2048/1/2 src0=0",
                            "VCONV fp32<-uint8 NONE variant=1 count=200 dst=4096 src0=2048/1/2"));
    for (std::uint32_t i = 0; i < 200; ++i) {
        const auto value = static_cast<float>((static_cast<int>(i) - 100) * 0.37);
        EXPECT_EQ(at(back, i), static_cast<double>(float(fp8_e4m3fn_t(value)))) << i;
    }
    const auto tapered = tensor<hifloat8_t>(2048, 200);
    const auto halves = filled<half>(8192, 200, [](int i) { return (i - 100) * 0.37; });
    Cast(tapered, halves, RoundMode::CAST_ROUND, 130);
    Cast(halves, tapered, RoundMode::CAST_NONE, 130);
    EXPECT_EQ(at(halves, 0), -40);
    EXPECT_EQ(at(halves, 99), -0.375);
    EXPECT_EQ(at(halves, 130), double{float(half(float(30 * 0.37)))});
    EXPECT_EQ(failure([&] { Cast(narrow, src, RoundMode::CAST_FLOOR, 8); }),
              "Cast: roundMode is CAST_FLOOR, allowed is CAST_RINT");
}

TEST_F(Casting, FloatsOfFourBitsAreTwoInAByte) {
    const auto src = filled<bfloat16_t>(0, 256, [](int i) { return (i % 16 - 8) * 0.75; });
    const auto back = tensor<bfloat16_t>(4096, 256);
    const auto narrow = tensor<fp4x2_e2m1_t>(2048, 256);
    Cast(narrow, src, RoundMode::CAST_TRUNC, 200);
    Cast(back, narrow[64], RoundMode::CAST_NONE, 128, 1, UnaryRepeatParams(1, 1, 8, 2));
    EXPECT_EQ(narrow[64].address(), 2048U + 32U);
    EXPECT_EQ(at(back, 0), -6);
    EXPECT_EQ(at(back, 5), -2);  // -2.25
    EXPECT_EQ(at(back, 13), 3);  // 3.75
}
#endif

#if __NPU_ARCH__ != 1001
TEST_F(Casting, ElementsOfFourBitsByTheScalarUnit) {
    const auto packed = filled<int8_t>(64, 32, [](int) { return 0x21; });
    const auto nibbles = packed.ReinterpretCast<int4b_t>();
    EXPECT_EQ(static_cast<int>(nibbles.GetValue(6)), 1);
    EXPECT_EQ(static_cast<int>(nibbles.GetValue(7)), 2);
    nibbles.SetValue(7, int4b_t(-3));
    EXPECT_EQ(static_cast<int>(nibbles.GetValue(6)), 1);
    const int4b_t last = nibbles(7);
    EXPECT_EQ(static_cast<int>(last), -3);
    EXPECT_EQ(at(packed, 3), static_cast<std::int8_t>(0xD1));
    EXPECT_EQ(at(packed, 4), 0x21);
    std::vector<std::uint8_t> memory(16, 0x21);
    GlobalTensor<int4b_t> gm;
    gm.SetGlobalBuffer(reinterpret_cast<int4b_t*>(memory.data()), 32);
    gm[4].SetValue(3, int4b_t(7));
    EXPECT_EQ(memory[3], 0x71);
    EXPECT_EQ(static_cast<int>(gm.GetValue(7)), 7);
    EXPECT_EQ(gm.GetPhyAddr(8), gm.GetPhyAddr() + 4);
    EXPECT_EQ(gm.ReinterpretCast<int16_t>().GetSize(), 8U);
}
#endif

}  // namespace
}  // namespace ascendc_test
