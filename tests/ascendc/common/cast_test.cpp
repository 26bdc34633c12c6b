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

}  // namespace
}  // namespace ascendc_test
