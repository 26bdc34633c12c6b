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
    ReduceRepeat<ReduceType::SUM, float, float>(dst[1], src, 10, 1, 1, 1, 8);
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

// What a reduction over values must find; NaN-free here.
template <typename T>
struct Extreme {
    double value = 0;
    int index = 0;
};

template <typename T>
Extreme<T> extreme_of(const std::function<double(int)>& value, int count, bool largest) {
    Extreme<T> best{value(0), 0};
    for (int i = 1; i < count; ++i) {
        if (largest ? value(i) > best.value : value(i) < best.value) best = {value(i), i};
    }
    return best;
}

class Extremes : public Kernel {
protected:
    // Grows and shrinks with a few equal peaks and dips.
    static double value(int i) { return (i * 37) % 101 - 50; }

    template <typename T>
    std::uint32_t index_at(const LocalTensor<T>& tensor, std::uint32_t index) {
        if constexpr (sizeof(T) == 2) {
            return reinterpret_cast<const std::uint16_t*>(port_.ub() + tensor.address())[index];
        } else {
            return reinterpret_cast<const std::uint32_t*>(port_.ub() + tensor.address())[index];
        }
    }

    template <typename T>
    void check_counts() {
        TPipe pipe;
        constexpr int kLanes = 256 / sizeof(T);
        const std::vector<int> counts = {
            1, 5, kLanes, kLanes + 1, 3 * kLanes, 40 * kLanes + 7, 70 * kLanes, 300 * kLanes};
        for (const int count : counts) {
            for (const bool largest : {true, false}) {
                const auto src = filled<T>(65536, static_cast<std::uint32_t>(count), [&](int i) {
                    return i == count - 1 ? (largest ? 60 : -60) : value(i);
                });
                check_one(src, count, largest, count - 1);
                const auto plain = filled<T>(65536, static_cast<std::uint32_t>(count), value);
                check_one(plain, count, largest, extreme_of<T>(value, count, largest).index);
            }
        }
        EXPECT_EQ(port_.pending_flags(), 0);
    }

    template <typename T>
    void check_one(const LocalTensor<T>& src, int count, bool largest, int where) {
        const auto work = tensor<T>(4096, 8192);
        for (const bool with_index : {false, true}) {
            const auto dst = filled<T>(0, 16, [](int) { return -7; });
            if (largest)
                ReduceMax(dst, src, work, count, with_index);
            else
                ReduceMin(dst, src, work, count, with_index);
            ASSERT_EQ(at(dst, 0), at(src, static_cast<std::uint32_t>(where)))
                << count << " " << largest;
            if (!with_index) continue;
            ASSERT_EQ(index_at(dst, 1), static_cast<std::uint32_t>(where)) << count;
        }
    }
};

TEST_F(Extremes, CountForm) {
    check_counts<half>();
    if constexpr (__NPU_ARCH__ != 1001) check_counts<float>();
}

TEST_F(Extremes, RepeatsWithStrides) {
    TPipe pipe;
    const auto src = filled<half>(16384, 600 * 16 * 9, [](int i) { return i % 53; });
    const auto work = tensor<half>(4096, 2048);
    const auto dst = tensor<half>(0, 16);
    // 10 lanes of every ninth block.
    src.SetValue(9 * 16 * 377 + 3, half(100.0F));
    src.SetValue(9 * 16 * 300 + 12, half(200.0F));  // masked out
    ReduceMax(dst, src, work, 10, 600, 9, true);
    EXPECT_EQ(at(dst, 0), 100);
    EXPECT_EQ(index_at(dst, 1), 9U * 16 * 377 + 3);
    const uint64_t mask[2] = {0x1000, 0};
    ReduceMax<half>(dst, src, work, mask, 600, 9);
    EXPECT_EQ(at(dst, 0), 200);
}

#if __NPU_ARCH__ != 3510
TEST_F(Extremes, RoundsAndScalarSteps) {
    TPipe pipe;
    const auto src = filled<half>(16384, 128 * 70, value);
    const auto work = tensor<half>(4096, 512);
    const auto dst = tensor<half>(0, 16);
    port_.clear();
    ReduceMax(dst, src, work, 128, 70, 8, true);
    const std::string even = "mask=5555555555555555:5555555555555555 rep=1";
    EXPECT_THAT(take_steps(),
                ElementsAre("VCMAX fp16 mask=ffffffffffffffff:ffffffffffffffff rep=70 dst=4096 "
                            "src0=16384",
                            "BAR V", "VCMAX fp16 " + even + " dst=4384 src0=4096",
                            "VCMAX fp16 mask=0:555 rep=1 dst=4388 src0=4352", "BAR V",
                            "VCMAX fp16 mask=0:5 rep=1 dst=4416 src0=4384", "SET_FLAG V>S 0",
                            "WAIT_FLAG V>S 0", "LOAD_UB 4416+2", "LOAD_UB 4418+2", "LOAD_UB 4386+2",
                            "LOAD_UB 4098+2", "STORE_UB 0+2", "STORE_UB 2+2", "SET_FLAG S>V 0",
                            "WAIT_FLAG S>V 0", "SET_FLAG S>MTE3 0", "WAIT_FLAG S>MTE3 0"));
    EXPECT_EQ(failure([&] { ReduceMax(dst, src, tensor<half>(4096, 16), 128, 70, 8, true); }),
              "ReduceMax: sharedTmpBuffer is 16 elements, allowed is 176 or more");
}
#endif

TEST_F(Extremes, PerRepeatAndPerBlock) {
    const auto src = filled<half>(16384, 512, value);
    const auto dst = filled<half>(0, 64, [](int) { return -7; });
    WholeReduceMax(dst, src, 128, 4, 2, 1, 8);
    BlockReduceMin(dst[16], src, 1, 128, 1, 1, 8);
    ReduceDataBlock<ReduceType::MAX>(dst[32], src, 128, 1, 1, 1, 8);
    for (int repeat = 0; repeat < 4; ++repeat) {
        const auto best =
            extreme_of<half>([&](int i) { return value(128 * repeat + i); }, 128, true);
        EXPECT_EQ(at(dst, static_cast<std::uint32_t>(4 * repeat)), best.value);
        EXPECT_EQ(index_at(dst, static_cast<std::uint32_t>(4 * repeat + 1)),
                  static_cast<std::uint32_t>(best.index));
    }
    for (int block = 0; block < 8; ++block) {
        const auto in_block = [&](int i) { return value(16 * block + i); };
        EXPECT_EQ(at(dst, static_cast<std::uint32_t>(16 + block)),
                  extreme_of<half>(in_block, 16, false).value);
        EXPECT_EQ(at(dst, static_cast<std::uint32_t>(32 + block)),
                  extreme_of<half>(in_block, 16, true).value);
    }
}

#if __NPU_ARCH__ == 1001
TEST_F(Extremes, OnlyOneOrder) {
    const auto x = tensor<half>(0, 128);
    EXPECT_EQ(
        failure([&] { WholeReduceMax(x, x, 128, 1, 1, 1, 8, ReduceOrder::ORDER_ONLY_VALUE); }),
        "WholeReduceMax: order is 2, allowed is ORDER_VALUE_INDEX on arch 1001");
}
#else
TEST_F(Extremes, Orders) {
    const auto src = filled<float>(16384, 64, [](int i) { return i == 9 ? -100 : i; });
    const auto dst = filled<float>(0, 64, [](int) { return -7; });
    WholeReduceMin(dst, src, 64, 1, 1, 1, 8, ReduceOrder::ORDER_VALUE_INDEX);
    WholeReduceMin(dst[2], src, 64, 1, 1, 1, 8, ReduceOrder::ORDER_INDEX_VALUE);
    WholeReduceMin(dst[4], src, 64, 1, 1, 1, 8, ReduceOrder::ORDER_ONLY_VALUE);
    ReduceRepeat<ReduceType::MIN>(dst[5], src, 64, 1, 1, 1, 8, ReduceOrder::ORDER_ONLY_INDEX);
    EXPECT_EQ(at(dst, 0), -100);
    EXPECT_EQ(index_at(dst, 1), 9U);
    EXPECT_EQ(index_at(dst, 2), 9U);
    EXPECT_EQ(at(dst, 3), -100);
    EXPECT_EQ(at(dst, 4), -100);
    EXPECT_EQ(index_at(dst, 5), 9U);
    EXPECT_EQ(at(dst, 6), -7);
}
#endif

#if __NPU_ARCH__ == 2201
TEST_F(Extremes, SpecialRegister) {
    const auto src = filled<float>(16384, 256, [](int i) { return i == 200 ? 5000 : i; });
    WholeReduceMax(tensor<float>(0, 64), src, 64, 4, 1, 1, 8);
    float largest = 0;
    float index = 0;
    GetReduceMaxMinCount(largest, index);
    EXPECT_EQ(largest, 5000);
    EXPECT_EQ(AscendC::detail::bits_of(index), 200U);
}
#endif

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
    EXPECT_EQ(detail::from_bits<float>(static_cast<uint64_t>(GetAccVal())), sum(0, 1000));
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

#if __NPU_ARCH__ == 3510
TEST_F(Reductions, IntegersWrapAndRank) {
    TPipe pipe;
    const auto src =
        filled<int32_t>(1024, 300, [](int i) { return i == 7 ? 2000000000 : i * 7919; });
    const auto dst = tensor<int32_t>(0, 64);
    const auto work = tensor<int32_t>(512, 64);
    std::uint32_t total = 0;
    for (int i = 0; i < 300; ++i)
        total += i == 7 ? 2000000000U : static_cast<std::uint32_t>(i) * 7919U;
    ReduceSum(dst, src, work, 300);
    EXPECT_EQ(at(dst, 0), static_cast<std::int32_t>(total));
    ReduceMax(dst, src, work, 300, true);
    EXPECT_EQ(at(dst, 0), 2000000000);
    EXPECT_EQ(at(dst, 1), 7);
    ReduceMin(dst, src[8], work, 64, 2, 16, true);
    EXPECT_EQ(at(dst, 0), 8 * 7919);
    EXPECT_EQ(at(dst, 1), 0);
    WholeReduceMax(dst, src[64], 10, 3, 1, 1, 8, ReduceOrder::ORDER_INDEX_VALUE);
    EXPECT_EQ(at(dst, 2), 9);
    EXPECT_EQ(at(dst, 3), (64 + 64 + 9) * 7919);
    const auto small = filled<uint16_t>(8192, 128, [](int i) { return i == 100 ? 65535 : i; });
    const uint64_t mask[2] = {~uint64_t{0}, 0xF};
    WholeReduceMax(tensor<uint16_t>(0, 64), small, mask, 1, 1, 1, 8);
    EXPECT_EQ(at(tensor<uint16_t>(0, 64), 0), 67);
    EXPECT_EQ(at(tensor<uint16_t>(0, 64), 1), 67);
    const auto wide = filled<int64_t>(16384, 70, [](int i) { return i == 40 ? -5 : 3; });
    ReduceMin(tensor<int64_t>(0, 8), wide, tensor<int64_t>(512, 8), 70, true);
    EXPECT_EQ(at(tensor<int64_t>(0, 8), 0), -5);
    EXPECT_EQ(at(tensor<int64_t>(0, 8), 1), 40);
    ReduceSum(tensor<int64_t>(0, 8), wide, tensor<int64_t>(512, 8), 70);
    EXPECT_EQ(at(tensor<int64_t>(0, 8), 0), 69 * 3 - 5);
}
#endif

#if __NPU_ARCH__ == 3510
TEST_F(Reductions, NeedNoPipe) {
    const auto src = filled<half>(1024, 300, value);
    const auto dst = tensor<half>(64, 32);
    ReduceSum(dst[16], src, tensor<half>(8192, 32), 300);
    EXPECT_EQ(at(dst, 16), sum(0, 300));
    const auto numbers = filled<int16_t>(4096, 64, [](int i) { return i; });
    Adds(numbers, numbers, numbers[32], 16);
    EXPECT_EQ(at(numbers, 3), 35);
}
#endif

}  // namespace
}  // namespace ascendc_test
