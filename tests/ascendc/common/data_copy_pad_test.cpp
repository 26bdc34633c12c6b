// SPDX-License-Identifier: Apache-2.0
#if __NPU_ARCH__ != 1001

#include "tests/ascendc/kernel_fixture.h"

namespace ascendc_test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;

class Padded : public Kernel {
protected:
    Padded() : memory_(4096) {
        for (std::size_t i = 0; i < memory_.size(); ++i) memory_[i] = static_cast<float>(i);
        gm_.SetGlobalBuffer(memory_.data(), memory_.size());
    }

    std::vector<float> memory_;
    GlobalTensor<float> gm_;
};

TEST_F(Padded, LoadWithoutPaddingFillsTheBlockWithTheFirstElement) {
    const auto dst = filled<float>(0, 32, [](int) { return -7; });
    DataCopyPad(dst, gm_[5], DataCopyExtParams{2, 3 * sizeof(float), 4, 1, 0},
                DataCopyPadExtParams<float>{false, 0, 0, 0});
    EXPECT_THAT(take_steps(), ElementsAre("MOV_GM_TO_UB ub=0 2x12 gm_gap=4 ub_gap=32"));
    EXPECT_EQ(at(dst, 0), 5);
    EXPECT_EQ(at(dst, 2), 7);
    EXPECT_EQ(at(dst, 3), 5);
    EXPECT_EQ(at(dst, 8), -7);
    EXPECT_EQ(at(dst, 16), 9);
}

TEST_F(Padded, LoadWithPaddingOnBothSides) {
    const auto dst = filled<float>(0, 8, [](int) { return -7; });
    DataCopyPad(dst, gm_[5], DataCopyExtParams{1, 2 * sizeof(float), 0, 0, 0},
                DataCopyPadExtParams{true, 1, 2, 0.5f});
    EXPECT_THAT(take_steps(), ElementsAre("MOV_GM_TO_UB ub=0 1x8 pad=1,2:3f000000"));
    EXPECT_EQ(at(dst, 0), 0.5);
    EXPECT_EQ(at(dst, 1), 5);
    EXPECT_EQ(at(dst, 2), 6);
    EXPECT_EQ(at(dst, 3), 0.5);
}

TEST_F(Padded, OlderFormsCountBytesToo) {
    const auto tensor0 = filled<float>(0, 32, [](int i) { return 100 + i; });
    DataCopyPad(gm_, tensor0, DataCopyParams(2, 12, 1, 8));
    DataCopyPad(tensor<float>(1024, 8), gm_, DataCopyParams(1, 12, 0, 0),
                DataCopyPadParams(true, 0, 1, 0));
    EXPECT_THAT(take_steps(), ElementsAre("MOV_UB_TO_GM ub=0 2x12 gm_gap=8 ub_gap=32",
                                          "MOV_GM_TO_UB ub=1024 1x12 pad=0,1:0"));
    EXPECT_EQ(memory_[2], 102);
    EXPECT_EQ(memory_[3], 3);
    EXPECT_EQ(memory_[5], 116);
}

TEST_F(Padded, StoreWritesExactlyItsBytes) {
    const auto src = filled<float>(0, 8, [](int i) { return 100 + i; });
    DataCopyPad(gm_[1], src, DataCopyExtParams(1, 5 * sizeof(float), 0, 0, 0));
    EXPECT_THAT(take_steps(), ElementsAre("MOV_UB_TO_GM ub=0 1x20"));
    EXPECT_EQ(memory_[5], 104);
    EXPECT_EQ(memory_[6], 6);
}

TEST_F(Padded, Limits) {
    const auto ub = tensor<float>(0, 64);
    const DataCopyPadExtParams<float> none{false, 0, 0, 0};
    EXPECT_EQ(failure([&] { DataCopyPad(ub, gm_, DataCopyExtParams(4096, 4, 0, 0, 0), none); }),
              "DataCopyPad: blockCount is 4096, allowed is 1..4095");
    EXPECT_EQ(failure([&] { DataCopyPad(ub, gm_, DataCopyExtParams(1, 2097152, 0, 0, 0), none); }),
              "DataCopyPad: blockLen is 2097152, allowed is 1..2097151");
    EXPECT_EQ(failure([&] {
                  DataCopyPad(ub, gm_, DataCopyExtParams(1, 4, 0, 0, 0),
                              DataCopyPadExtParams<float>{true, 5, 4, 0});
              }),
              "DataCopyPad: leftPadding + rightPadding is 36 B, allowed is 0..32 B");
    EXPECT_EQ(failure([&] { DataCopyPad(ub[1], gm_, DataCopyExtParams(1, 4, 0, 0, 0), none); }),
              "DataCopyPad: dst is at byte offset 4, allowed is a multiple of 32");
    EXPECT_EQ(failure([&] {
                  DataCopyPad(gm_, tensor<float>(196608 - 32, 8), DataCopyExtParams(2, 4, 0, 0, 0));
              }),
              "DataCopyPad: src is UB bytes [196576, 196640), allowed is up to the UB capacity of "
              "196608 B");
}

TEST_F(Padded, ZeroBurstsOrBytesDoNothing) {
    DataCopyPad(gm_, tensor<float>(0, 8), DataCopyExtParams(0, 4, 0, 0, 0));
    DataCopyPad(gm_, tensor<float>(0, 8), DataCopyExtParams(1, 0, 0, 0, 0));
    EXPECT_THAT(take_steps(), ElementsAre("MOV_UB_TO_GM ub=0 0x4", "MOV_UB_TO_GM ub=0 0x0"));
    EXPECT_EQ(memory_[0], 0);
}

TEST_F(Padded, ThePadRegisterFillsWhatBringsNoValue) {
    const auto dst = tensor<float>(0, 24);
    SetPadValue(2.5F);
    DataCopyPad(dst, gm_[5], DataCopyExtParams{1, 2 * sizeof(float), 0, 0, 0},
                DataCopyPadExtParams<float>{false, 1, 2, 0});
    EXPECT_EQ(at(dst, 0), 2.5);
    EXPECT_EQ(at(dst, 1), 5);
    EXPECT_EQ(at(dst, 7), 2.5);
    // A value of its own goes through the same register and stays there.
    DataCopyPad(dst[8], gm_[5], DataCopyExtParams{1, 4, 0, 0, 0},
                DataCopyPadExtParams<float>{true, 0, 1, 3.5F});
    DataCopyPad(dst[16], gm_[5], DataCopyExtParams{1, 4, 0, 0, 0},
                DataCopyPadExtParams<float>{false, 0, 1, 0});
    EXPECT_EQ(at(dst, 9), 3.5);
    EXPECT_EQ(at(dst, 17), 3.5);
}

#if __NPU_ARCH__ == 3510
TEST_F(Padded, CompactBurstsLieOneBehindTheOther) {
    const auto dst = tensor<float>(0, 24);
    const auto compact = [&](std::int64_t stride) {
        DataCopyPad<float, PaddingMode::Compact>(dst, gm_, DataCopyExtParams{3, 12, stride, 0, 0},
                                                 DataCopyPadExtParams<float>{true, 1, 1, -1});
    };
    compact(0);
    for (std::uint32_t i = 0; i < 9; ++i) EXPECT_EQ(at(dst, i), i);
    for (std::uint32_t i = 9; i < 16; ++i) EXPECT_EQ(at(dst, i), -1);
    DataCopyPad<float, PaddingMode::Compact>(gm_[100], dst, DataCopyExtParams{3, 12, 0, 0, 0});
    EXPECT_EQ(memory_[108], 8);
    EXPECT_EQ(memory_[109], 109);
    take_steps();
    compact(8);  // every 20 bytes of GM
    EXPECT_THAT(take_steps(),
                ElementsAre("MOV_GM_TO_UB ub=0 3x12 gm_gap=8 pad=0,0:bf800000 filled"));
    for (std::uint32_t i = 0; i < 9; ++i) EXPECT_EQ(at(dst, i), i / 3 * 5 + i % 3);
    for (std::uint32_t i = 9; i < 16; ++i) EXPECT_EQ(at(dst, i), -1);
    DataCopyPad<float, PaddingMode::Compact>(gm_[200], dst, DataCopyExtParams{3, 12, 0, 4, 0});
    EXPECT_EQ(memory_[200 + 4], 5);
    EXPECT_EQ(memory_[200 + 3], 203);
    DataCopyPad<float, PaddingMode::Compact>(dst, gm_[1], DataCopyParams(2, 4, 4, 0),
                                             DataCopyPadParams(false, 0, 0, 0));
    EXPECT_EQ(at(dst, 1), 3);
    EXPECT_EQ(at(dst, 2), 1);  // nothing said: the first element
    DataCopyPad<float, PaddingMode::Normal>(dst, gm_, DataCopyExtParams{2, 12, 0, 0, 0},
                                            DataCopyPadExtParams<float>{true, 0, 1, -1});
    EXPECT_EQ(at(dst, 3), -1);
    EXPECT_EQ(at(dst, 8), 3);
}

TEST_F(Padded, LoopsGoAroundTransfersUntilTheyAreReset) {
    const auto dst = tensor<float>(0, 64);
    SetLoopModePara({2, 2, 40, 64, 400, 128}, DataCopyMVType::OUT_TO_UB);
    DataCopyPad(dst, gm_, DataCopyExtParams{2, 12, 0, 0, 0},
                DataCopyPadExtParams<float>{true, 0, 0, -1});
    EXPECT_EQ(take_steps().size(), 4U);
    EXPECT_EQ(at(dst, 0), 0);
    EXPECT_EQ(at(dst, 8), 3);     // second burst
    EXPECT_EQ(at(dst, 16), 10);   // inner loop
    EXPECT_EQ(at(dst, 32), 100);  // outer loop
    EXPECT_EQ(at(dst, 56), 113);
    ResetLoopModePara(DataCopyMVType::OUT_TO_UB);
    DataCopy(dst, gm_, 8);
    SetLoopModePara({1, 3, 0, 0, 32, 64}, DataCopyMVType::UB_TO_OUT);
    DataCopy(gm_[1000], dst, 8);
    EXPECT_EQ(memory_[1000 + 32 + 1], 11);
    EXPECT_EQ(take_steps().size(), 4U);
    EXPECT_EQ(failure([] {
                  SetLoopModePara({1U << 21, 1, 0, 0, 0, 0}, DataCopyMVType::OUT_TO_UB);
              }),
              "SetLoopModePara: loopSize is 2097152, allowed is 0..2097151");
}
#endif

}  // namespace
}  // namespace ascendc_test
#endif
