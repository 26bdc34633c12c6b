// SPDX-License-Identifier: Apache-2.0
#include "tests/ascendc/kernel_fixture.h"

namespace ascendc_test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;

class Reductions : public Kernel {
protected:
    static double value(int i) { return i % 7 - 2; }
    static double sum(int begin, int end) {
        double total = 0;
        for (int i = begin; i < end; ++i) total += value(i);
        return total;
    }
};

TEST_F(Reductions, WholeRepeat) {
    const auto src = filled<float>(1024, 256, value);
    const auto dst = filled<float>(0, 32, [](int) { return -7; });
    WholeReduceSum(dst[1], src, 64, 3, 2, 1, 8);
    ReduceRepeat<ReduceType::SUM>(dst[1], src, 10, 1, 1, 1, 8);
    RepeatReduceSum(dst[1], src, 1, 64, 0, 1, 1, 8);
    const uint64_t mask[1] = {3};
    WholeReduceSum(dst, src, mask, 1, 1, 1, 8);
    EXPECT_THAT(
        take_steps(),
        ElementsAre("VCADD fp32 mask=ffffffffffffffff:ffffffffffffffff rep=3 dst=4/1/2 src0=1024",
                    "VCADD fp32 mask=0:3ff rep=1 dst=4 src0=1024",
                    "VCADD fp32 mask=ffffffffffffffff:ffffffffffffffff rep=1 dst=4 src0=1024",
                    "VCADD fp32 mask=0:3 rep=1 dst=0 src0=1024"));
    EXPECT_EQ(at(dst, 3), sum(64, 128));
    EXPECT_EQ(at(dst, 5), sum(128, 192));
    EXPECT_EQ(at(dst, 1), sum(0, 64));
    EXPECT_EQ(at(dst, 0), sum(0, 2));
    EXPECT_EQ(at(dst, 2), -7);
}

TEST_F(Reductions, Block) {
    const auto src = filled<float>(1024, 256, value);
    const auto dst = filled<float>(0, 64, [](int) { return -7; });
    BlockReduceSum(dst, src, 2, 64, 1, 1, 8);
    ReduceDataBlock<ReduceType::SUM>(dst[32], src, 64, 1, 1, 1, 8);
    EXPECT_THAT(
        take_steps(),
        ElementsAre("VCGADD fp32 mask=ffffffffffffffff:ffffffffffffffff rep=2 dst=0 src0=1024",
                    "VCGADD fp32 mask=ffffffffffffffff:ffffffffffffffff rep=1 dst=128 src0=1024"));
    EXPECT_EQ(at(dst, 9), sum(72, 80));
    EXPECT_EQ(at(dst, 16), -7);
}

TEST_F(Reductions, BlockSplitsAfter255Repeats) {
    const auto src = filled<float>(16384, 256 * 64, value);
    const auto dst = tensor<float>(0, 2048);
    BlockReduceSum(dst, src, 256, 64, 1, 1, 8);
    EXPECT_THAT(
        take_steps(),
        ElementsAre(
            "VCGADD fp32 mask=ffffffffffffffff:ffffffffffffffff rep=255 dst=0 src0=16384",
            "VCGADD fp32 mask=ffffffffffffffff:ffffffffffffffff rep=1 dst=8160 src0=81664"));
    EXPECT_EQ(at(dst, 2047), sum(256 * 64 - 8, 256 * 64));
}

TEST_F(Reductions, Pair) {
    const auto src = filled<float>(1024, 128, value);
    const auto dst = tensor<float>(0, 64);
    PairReduceSum(dst, src, 2, 64, 1, 1, 8);
    ReducePairElem<ReduceType::SUM>(dst, src, 64, 2, 1, 1, 8);
    const std::string step =
        "VCPADD fp32 mask=ffffffffffffffff:ffffffffffffffff rep=2 dst=0 src0=1024";
    EXPECT_THAT(take_steps(), ElementsAre(step, step));
    expect_values(dst, 64, [](int i) { return value(2 * i) + value(2 * i + 1); });
}

TEST_F(Reductions, Refusals) {
    const auto src = tensor<float>(1024, 256);
    EXPECT_EQ(failure([&] { WholeReduceSum(tensor<float>(0, 8), src, 64, 256, 1, 1, 8); }),
              "WholeReduceSum: repeatTime is 256, allowed is 0..255");
    EXPECT_EQ(failure([&] { WholeReduceSum(tensor<float>(2, 8), src, 64, 1, 1, 1, 8); }),
              "WholeReduceSum: dst is at byte offset 2, allowed is a multiple of 4");
    EXPECT_EQ(failure([&] {
                  BlockReduceSum(tensor<half>(8, 8), src.ReinterpretCast<half>(), 1, 128, 1, 1, 8);
              }),
              "BlockReduceSum: dst is at byte offset 8, allowed is a multiple of 16");
    EXPECT_EQ(failure([&] { WholeReduceSum(tensor<float>(196604, 8), src, 64, 2, 1, 1, 8); }),
              "WholeReduceSum: dst is UB bytes [196604, 196612), allowed is up to the UB capacity "
              "of 196608 B");
}

// High-dimension form: the same on every architecture.
TEST_F(Reductions, SumOfOneRepeatIsCopiedByTheScalarUnit) {
    TPipe pipe;
    const auto src = filled<float>(1024, 64, value);
    const auto dst = tensor<float>(0, 8);
    const auto work = tensor<float>(512, 8);
    ReduceSum<float>(dst, src, work, 64, 1, 8);
    EXPECT_THAT(
        take_steps(),
        ElementsAre("VCADD fp32 mask=ffffffffffffffff:ffffffffffffffff rep=1 dst=512 src0=1024",
                    "SET_FLAG V>S 0", "WAIT_FLAG V>S 0", "LOAD_UB 512+4", "STORE_UB 0+4",
                    "SET_FLAG S>V 0", "WAIT_FLAG S>V 0", "SET_FLAG S>MTE3 0",
                    "WAIT_FLAG S>MTE3 0"));
    EXPECT_EQ(at(dst, 0), sum(0, 64));
}

TEST_F(Reductions, SumOfRepeatsIsATree) {
    TPipe pipe;
    const auto src = filled<float>(8192, 300 * 64, value);
    const auto dst = tensor<float>(0, 8);
    const auto work = tensor<float>(512, 304);
    ReduceSum<float>(dst, src, work, 64, 300, 8);
    EXPECT_THAT(
        take_steps(),
        ElementsAre("VCADD fp32 mask=ffffffffffffffff:ffffffffffffffff rep=255 dst=512 src0=8192",
                    "VCADD fp32 mask=ffffffffffffffff:ffffffffffffffff rep=45 dst=1532 src0=73472",
                    "BAR V", "VCADD fp32 count=300 dst=512 src0=512", "BAR V",
                    "VCADD fp32 mask=0:1f rep=1 dst=0 src0=512"));
    EXPECT_EQ(at(dst, 0), sum(0, 300 * 64));
    EXPECT_EQ(failure([&] { ReduceSum<float>(dst, src, tensor<float>(512, 8), 64, 300, 8); }),
              "ReduceSum: sharedTmpBuffer is 8 elements, allowed is 304 or more");
}

#if __NPU_ARCH__ == 2201
TEST_F(Reductions, SumWithACountUsesTheAccumulator) {
    TPipe pipe;
    const auto src = filled<float>(1024, 1000, value);
    const auto dst = tensor<float>(0, 8);
    port_.clear();
    ReduceSum(dst, src, src, 1000);  // the work tensor is not used
    EXPECT_EQ(port_.spent(ScalarOp::kSetMask), 4);
    EXPECT_THAT(take_steps(),
                ElementsAre("VCADD.ACC fp32 count=1000 dst=0 src0=1024", "SET_FLAG V>S 0",
                            "WAIT_FLAG V>S 0", "ACCUMULATOR", "STORE_UB 0+4", "SET_FLAG S>V 0",
                            "WAIT_FLAG S>V 0", "SET_FLAG S>MTE3 0", "WAIT_FLAG S>MTE3 0"));
    EXPECT_EQ(at(dst, 0), sum(0, 1000));
    EXPECT_EQ(GetAccVal<float>(), sum(0, 1000));
    EXPECT_EQ(GetReduceRepeatSumSpr<float>(), sum(0, 1000));
    EXPECT_EQ(at(src, 999), value(999));
    EXPECT_EQ(port_.pending_flags(), 0);
}

TEST_F(Reductions, SumWithACountInPlaceAndInHalf) {
    TPipe pipe;
    const auto src = filled<half>(1024, 200, value);
    ReduceSum(src, src, src, 200);
    EXPECT_EQ(at(src, 0), sum(0, 200));
    EXPECT_EQ(float(GetAccVal<half>()), sum(0, 200));
}
#else
TEST_F(Reductions, SumWithACountIsATree) {
    TPipe pipe;
    const auto src = filled<float>(1024, 1000, value);
    const auto dst = tensor<float>(0, 8);
    const auto work = tensor<float>(512, 16);
    ReduceSum(dst, src, work, 1000);
    EXPECT_THAT(take_steps(),
                ElementsAre("VCADD fp32 count=1000 dst=512 src0=1024", "BAR V",
                            "VCADD fp32 count=16 dst=512 src0=512", "BAR V", "SET_FLAG V>S 0",
                            "WAIT_FLAG V>S 0", "LOAD_UB 512+4", "STORE_UB 0+4", "SET_FLAG S>V 0",
                            "WAIT_FLAG S>V 0", "SET_FLAG S>MTE3 0", "WAIT_FLAG S>MTE3 0"));
    EXPECT_EQ(at(dst, 0), sum(0, 1000));
}
#endif

}  // namespace
}  // namespace ascendc_test
