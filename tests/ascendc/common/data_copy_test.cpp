// SPDX-License-Identifier: Apache-2.0
#include "tests/ascendc/kernel_fixture.h"

namespace ascendc_test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;

class Transfers : public Kernel {
protected:
    Transfers() : memory_(4096) {
        for (std::size_t i = 0; i < memory_.size(); ++i) memory_[i] = static_cast<float>(i);
        gm_.SetGlobalBuffer(memory_.data(), memory_.size());
    }

    alignas(32) std::vector<float> memory_;
    GlobalTensor<float> gm_;
};

TEST_F(Transfers, LoadCount) {
    const auto dst = tensor<float>(64, 100);
    DataCopy(dst, gm_[8], 96);
    EXPECT_EQ(port_.instructions()[0].pipe, Pipe::kMte2);
    EXPECT_EQ(port_.instructions()[0].dma.gm, reinterpret_cast<std::uint64_t>(&memory_[8]));
    EXPECT_THAT(take_steps(), ElementsAre("MOV_GM_TO_UB ub=64 1x384"));
    expect_values(dst, 96, [](int i) { return i + 8; });
}

TEST_F(Transfers, ACountIsCutDownToWholeBlocks) {
    const auto dst = filled<float>(0, 32, [](int) { return -7; });
    DataCopy(dst, gm_, 13);
    EXPECT_THAT(take_steps(), ElementsAre("MOV_GM_TO_UB ub=0 1x32"));
    EXPECT_EQ(at(dst, 7), 7);
    EXPECT_EQ(at(dst, 8), -7);
    EXPECT_EQ(failure([&] { DataCopy(dst, gm_, 7); }),
              "DataCopy: count is 28 B, allowed is 32 B or more; less than a block is dropped");
}

TEST_F(Transfers, StoreCountAndBursts) {
    const auto src = filled<float>(0, 64, [](int i) { return 1000 + i; });
    DataCopy(gm_[16], src, 16);
    EXPECT_EQ(port_.instructions()[0].pipe, Pipe::kMte3);
    EXPECT_EQ(memory_[16], 1000);
    EXPECT_EQ(memory_[32], 32);
    DataCopy(gm_[64], src, DataCopyParams(2, 1, 1, 2));  // a block, a block of gap in UB, two in GM
    EXPECT_THAT(take_steps(), ElementsAre("MOV_UB_TO_GM ub=0 1x64",
                                          "MOV_UB_TO_GM ub=0 2x32 gm_gap=64 ub_gap=32"));
    EXPECT_EQ(memory_[64 + 24], 1016);
    EXPECT_EQ(memory_[64 + 8], 72);
}

TEST_F(Transfers, LoadBursts) {
    const auto dst = filled<float>(0, 64, [](int) { return -7; });
    DataCopyParams params;
    params.blockCount = 2;
    params.blockLen = 1;
    params.srcGap = 3;
    params.dstGap = 1;
    DataCopy(dst, gm_, params);
    EXPECT_THAT(take_steps(), ElementsAre("MOV_GM_TO_UB ub=0 2x32 gm_gap=96 ub_gap=32"));
    EXPECT_EQ(at(dst, 16), 32);
    EXPECT_EQ(at(dst, 8), -7);
}

TEST_F(Transfers, InsideUbOnTheVectorPipe) {
    const auto dst = tensor<float>(2048, 64);
    const auto src = filled<float>(0, 64, [](int i) { return i; });
    DataCopy(dst, src, 16);
    DataCopy(dst, src, DataCopyParams(2, 1, 1, 0));
    EXPECT_EQ(port_.instructions()[0].pipe, Pipe::kV);
    EXPECT_THAT(take_steps(), ElementsAre("MOV_UB_TO_UB ub=2048 from=0 1x64",
                                          "MOV_UB_TO_UB ub=2048 from=0 2x32 gm_gap=32"));
    EXPECT_EQ(at(dst, 8), 16);
}

TEST_F(Transfers, Refusals) {
    EXPECT_EQ(failure([&] { DataCopy(tensor<float>(4, 8), gm_, 8); }),
              "DataCopy: dst is at byte offset 4, allowed is a multiple of 32");
    EXPECT_EQ(
        failure([&] { DataCopy(gm_, tensor<float>(196608 - 32, 8), 16); }),
        "DataCopy: src is UB bytes [196576, 196640), allowed is up to the UB capacity of 196608 B");
    EXPECT_EQ(failure([&] { DataCopy(tensor<float>(0, 8), gm_, DataCopyParams(4096, 1, 0, 0)); }),
              "DataCopy: blockCount is 4096, allowed is 1..4095");
    EXPECT_EQ(failure([&] { DataCopy(tensor<float>(0, 8), gm_, -8); }),
              "DataCopy: count is -8, allowed is 0 or more");
}

TEST_F(Transfers, NothingToCopyIsAnEmptyInstruction) {
    DataCopy(tensor<float>(0, 8), gm_, 0);
    EXPECT_THAT(take_steps(), ElementsAre("MOV_GM_TO_UB ub=0 0x0"));
}

TEST_F(Transfers, AtomicAddIsStickyUntilNone) {
    const auto src = filled<float>(0, 8, [](int i) { return i; });
    SetAtomicAdd<float>();
    DataCopy(gm_, src, 8);
    SetAtomicNone();
    DataCopy(gm_[8], src, 8);
    DisableDmaAtomic();
    EXPECT_EQ(port_.spent(ScalarOp::kSpr), 3);
    EXPECT_THAT(take_steps(),
                ElementsAre("MOV_UB_TO_GM ub=0 1x32 atomic_add fp32", "MOV_UB_TO_GM ub=0 1x32"));
    EXPECT_EQ(memory_[3], 6);
    EXPECT_EQ(memory_[11], 3);
}

#if __NPU_ARCH__ != 1001
TEST_F(Transfers, AtomicsOfOtherTypes) {
    const auto src = filled<float>(0, 8, [](int i) { return 10 - 2 * i; });
    SetAtomicMax<float>();
    DataCopy(gm_, src, 8);
    SetAtomicMin<float>();
    DataCopy(gm_[8], src, 8);
    SetAtomicAdd<half>();
    EXPECT_EQ(port_.registers.atomic_type, DataType::kFloat16);
    SetAtomicAdd<bfloat16_t>();
    EXPECT_EQ(port_.registers.atomic_type, DataType::kBfloat16);
    SetAtomicNone();
    EXPECT_THAT(take_steps(), ElementsAre("MOV_UB_TO_GM ub=0 1x32 atomic_max fp32",
                                          "MOV_UB_TO_GM ub=0 1x32 atomic_min fp32"));
    EXPECT_EQ(memory_[0], 10);
    EXPECT_EQ(memory_[7], 7);
    EXPECT_EQ(memory_[8], 8);
    EXPECT_EQ(memory_[15], -4);
}
#endif

}  // namespace
}  // namespace ascendc_test
