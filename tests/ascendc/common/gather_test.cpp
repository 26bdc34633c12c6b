// SPDX-License-Identifier: Apache-2.0
// Gathering, indices, quantising casts, int4: numbers and the exact instructions.
#include "tests/ascendc/kernel_fixture.h"

namespace ascendc_test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;

class Gathering : public Kernel {
protected:
    LocalTensor<uint32_t> offsets(std::uint32_t count, std::uint32_t step) {
        return filled<uint32_t>(8192, count, [&](int i) { return (count - 1 - i) * step; });
    }
};

#if __NPU_ARCH__ != 1001
TEST_F(Gathering, GatherForms) {
    const auto src = filled<half>(2048, 300, [](int i) { return i; });
    const auto dst = filled<half>(0, 300, [](int) { return -7; });
    Gather(dst, src, offsets(300, 2), 0, 300);
    EXPECT_EQ(at(dst, 0), 299);
    EXPECT_EQ(at(dst, 299), 0);
    Gather(dst, src, offsets(128, 2), 32, uint64_t{5}, 2, 8);
    EXPECT_EQ(at(dst, 0), 127 + 16);
    EXPECT_EQ(at(dst, 4), 123 + 16);
    EXPECT_EQ(at(dst, 5), 294);
    const uint64_t bits[2] = {1, 0x8000000000000000};
    Gather(dst, src, offsets(128, 2), 0, bits, 1, 8);
    EXPECT_EQ(at(dst, 127), 0);
    const std::string src_text = " src0=2048 src1=8192 span=600";
    std::vector<std::string> want = {
        "VGATHER fp16 mask=ffffffffffffffff:ffffffffffffffff rep=2 dst=0" + src_text,
        "VGATHER fp16 mask=0:fffffffffff rep=1 dst=512 src0=2048 src1=9216 span=600",
        "VGATHER fp16 mask=0:1f rep=2 dst=0 src0=2080 src1=8192 span=568",
        "VGATHER fp16 mask=8000000000000000:1 rep=1 dst=0" + src_text};
    if (__NPU_ARCH__ == 3510) {
        want.erase(want.begin());
        want[0] = "VGATHER fp16 count=300 dst=0" + src_text;
    }
    EXPECT_EQ(take_steps(), want);
    EXPECT_EQ(
        failure([&] { Gather(dst, src, offsets(8, 2), 600, 8); }),
        "Gather: the base offset is 600, allowed is a multiple of the element size below 600");
    EXPECT_THAT(failure([&] { Gather(dst, src, offsets(8, 200), 0, 8); }),
                ::testing::HasSubstr("allowed is within the tensor of 600 B"));
}

TEST_F(Gathering, GatherBlocks) {
    const auto src = filled<uint32_t>(2048, 128, [](int i) { return i; });
    const auto dst = tensor<uint32_t>(0, 128);
    Gatherb(dst, src, offsets(16, 32), 2, GatherRepeatParams(1, 8));
    EXPECT_THAT(take_steps(),
                ElementsAre("VGATHERB uint32 rep=2 dst=0 src0=2048 src1=8192 span=512"));
    EXPECT_EQ(at(dst, 0), 120);
    EXPECT_EQ(at(dst, 127), 7);
}

TEST_F(Gathering, GatherMask) {
    const auto src = filled<float>(2048, 256, [](int i) { return i; });
    const auto dst = filled<float>(0, 256, [](int) { return -7; });
    TPipe pipe;
    uint64_t kept = 0;
    GatherMask(dst, src, uint8_t{2}, false, 0, GatherMaskParams(1, 2, 8, 0), kept);
    EXPECT_EQ(kept, 64U);
    EXPECT_EQ(at(dst, 1), 3);
    EXPECT_EQ(at(dst, 63), 127);
    EXPECT_FALSE(port_.registers.mask.counter);
    const auto pattern = filled<uint32_t>(8192, 8, [](int) { return 0x99999999U; });
    GatherMask(dst, src, pattern, true, 70, GatherMaskParams{1, 2, 8, 0}, kept);
    EXPECT_EQ(kept, 2 * 35U);
    EXPECT_EQ(at(dst, 1), 3);
    EXPECT_EQ(at(dst, 35), 64);
    EXPECT_EQ(GetGatherMaskRemainCount(), 70);
    EXPECT_THAT(take_steps(),
                ElementsAre("VREDUCEV2 fp32 variant=2 mask=ffffffffffffffff:ffffffffffffffff "
                            "rep=2 dst=0 src0=2048 src1=0/1/0",
                            "SET_FLAG V>S 0", "WAIT_FLAG V>S 0", "KEPT",
                            "VREDUCEV2 fp32 count=70 rep=2 dst=0 src0=2048 src1=8192/1/0",
                            "SET_FLAG V>S 0", "WAIT_FLAG V>S 0", "KEPT", "KEPT"));
    EXPECT_EQ(failure([&] {
                  GatherMask(dst, src, uint8_t{8}, false, 0, GatherMaskParams(1, 1, 8, 0), kept);
              }),
              "GatherMask: src1Pattern is 8, allowed is 1..7");
}

TEST_F(Gathering, GatherMaskWithoutAPipe) {
    const auto src = filled<half>(2048, 128, [](int i) { return i; });
    uint64_t kept = 0;
    GatherMask(tensor<half>(0, 128), src, uint8_t{7}, true, 40, GatherMaskParams(1, 1, 8, 0), kept);
    EXPECT_EQ(kept, 40U);
    EXPECT_EQ(port_.pending_flags(), 0);
}

TEST_F(Gathering, CreateVecIndex) {
    TPipe pipe;
    port_.clear();
    auto ints = filled<int32_t>(0, 400, [](int) { return -7; });
    CreateVecIndex(ints, 5, 300U);
    for (std::uint32_t i = 0; i < 300; ++i) ASSERT_EQ(at(ints, i), 5 + static_cast<int>(i));
    EXPECT_EQ(at(ints, 300), -7);
    auto halves = filled<half>(4096, 400, [](int) { return -7; });
    CreateVecIndex(halves, half(0.0F), uint64_t{40}, 2, 1, 8);
    EXPECT_EQ(at(halves, 39), 39);
    EXPECT_EQ(at(halves, 40), -7);
    EXPECT_EQ(at(halves, 128), 128);
    EXPECT_EQ(at(halves, 128 + 39), 167);
    uint64_t bits[2] = {0x3, 0x1};
    CreateVecIndex(halves, half(1.0F), bits, 2, 1, 8);
    EXPECT_EQ(at(halves, 1), 2);
    EXPECT_EQ(at(halves, 64), 65);
    EXPECT_EQ(at(halves, 128 + 64), 193);
    take_steps();
    CreateVecIndex(ints, 0, 3U);
#if __NPU_ARCH__ == 3510
    EXPECT_THAT(take_steps(), ElementsAre("VCI int32 count=3 dst=0 scalar=0"));
#else
    EXPECT_THAT(take_steps(), ElementsAre("STORE_UB 0+4", "STORE_UB 4+4", "STORE_UB 8+4",
                                          "SET_FLAG S>V 0", "WAIT_FLAG S>V 0"));
#endif
}

TEST_F(Gathering, CastToHalfUsesTheDequantScale) {
    const auto src = filled<int32_t>(2048, 64, [](int i) { return 3 * i; });
    const auto dst = tensor<half>(0, 64);
    SetDeqScale(half(0.25F));
    Cast(dst, src, RoundMode::CAST_NONE, 64);
    EXPECT_EQ(at(dst, 4), 3);
    CastDeq(dst, src, 64);
    CastDequant<half, int32_t>(dst, src, int32_t{8}, 1, {1, 1, 4, 8});
    EXPECT_THAT(take_steps(),
                ElementsAre("VCONV_DEQ fp16<-int32 count=64 dst=0/1/4 src0=2048 scalar=3400",
                            "VCONV_DEQ fp16<-int32 count=64 dst=0/1/4 src0=2048 scalar=3400",
                            "VCONV_DEQ fp16<-int32 mask=0:ff rep=1 dst=0/1/4 src0=2048 "
                            "scalar=3400"));
}

TEST_F(Gathering, CastDequantToBytes) {
    const auto src = filled<int16_t>(2048, 32, [](int i) { return 10 * i - 100; });
    const auto dst = filled<int8_t>(0, 64, [](int) { return 99; });
    SetDeqScale(0.5F, 3, true);
    CastDequant<int8_t, int16_t, false, false>(dst, src, 32);
    EXPECT_EQ(at(dst, 0), -47);
    EXPECT_EQ(at(dst, 15), 28);
    EXPECT_EQ(at(dst, 16), 99);
    EXPECT_EQ(at(dst, 32), 33);
    float scales[16];
    int16_t more[16];
    bool is_signed[16];
    for (int i = 0; i < 16; ++i) scales[i] = 1, more[i] = static_cast<int16_t>(i), is_signed[i] = 1;
    const auto table = tensor<uint64_t>(8192, 16);
    SetDeqScale<uint64_t>(table, VdeqInfo(scales, more, is_signed));
    CastDequant<int8_t, int16_t, true, true>(dst, src, 32);
    EXPECT_EQ(at(dst, 16), -100);
    EXPECT_EQ(at(dst, 16 + 15), 50 + 15);
    EXPECT_EQ(at(dst, 0), -47);  // the other half
}

TEST_F(Gathering, Int4) {
    const auto src = filled<half>(2048, 128, [](int i) { return i % 20 - 10; });
    const auto packed = tensor<int4b_t>(0, 128);
    EXPECT_EQ(packed.GetSize(), 128U);
    EXPECT_EQ(packed[64].address(), 32U);
    Cast(packed, src, RoundMode::CAST_RINT, 128);
    const auto back = tensor<half>(4096, 128);
    Cast(back, packed, RoundMode::CAST_NONE, 128);
    EXPECT_THAT(take_steps(), ElementsAre("VCONV int4<-fp16 RINT count=128 dst=0/1/2 src0=2048",
                                          "VCONV fp16<-int4 NONE count=128 dst=4096 src0=0/1/2"));
    EXPECT_EQ(at(back, 0), -8);
    EXPECT_EQ(at(back, 7), -3);
    EXPECT_EQ(at(back, 19), 7);
}
#endif

TEST_F(Gathering, DuplicateOfEveryWidth) {
    Duplicate(tensor<int16_t>(0, 64), int16_t{-3}, 64);
    Duplicate(tensor<uint32_t>(0, 64), 3000000000U, 64);
    EXPECT_EQ(at(tensor<uint32_t>(0, 64), 63), 3000000000.0);
#if __NPU_ARCH__ == 3510
    Duplicate(tensor<int64_t>(0, 64), int64_t{-5}, 40);
    EXPECT_EQ(at(tensor<int64_t>(0, 64), 39), -5);
    Duplicate(tensor<int8_t>(0, 64), int8_t{-5}, 33);
    EXPECT_EQ(at(tensor<int8_t>(0, 64), 32), -5);
    Duplicate(tensor<half>(4096, 64), filled<half>(0, 1, [](int) { return 3; }), 50);
    EXPECT_EQ(at(tensor<half>(4096, 64), 49), 3);
    Brcb(tensor<int64_t>(8192, 32), filled<int64_t>(0, 8, [](int i) { return i; }), 1, {1, 8});
    EXPECT_EQ(at(tensor<int64_t>(8192, 32), 31), 7);
#endif
}

#if __NPU_ARCH__ == 3510
TEST_F(Gathering, ScatterAndInterleave) {
    const auto src = filled<float>(2048, 64, [](int i) { return i; });
    const auto dst = filled<float>(0, 64, [](int) { return -7; });
    Scatter(dst, src, offsets(64, 4), 0, 64);
    EXPECT_EQ(at(dst, 0), 63);
    const uint64_t second[2] = {2, 0};
    Scatter(dst, src, offsets(64, 4), 4, second, 1, 8);
    EXPECT_EQ(at(dst, 63), 1);
    const auto other = filled<float>(4096, 64, [](int i) { return 100 + i; });
    Interleave(dst, tensor<float>(1024, 64), src, other, 64);
    EXPECT_EQ(at(dst, 3), 101);
    EXPECT_EQ(at(tensor<float>(1024, 64), 63), 163);
    DeInterleave(tensor<float>(6144, 32), tensor<float>(7168, 32), dst, 64);
    EXPECT_EQ(at(tensor<float>(6144, 32), 31), 31);
    EXPECT_EQ(at(tensor<float>(7168, 32), 31), 131);
}

TEST_F(Gathering, IntegerCasts) {
    const auto src = filled<int32_t>(2048, 64, [](int i) { return 300 * i - 600; });
    Cast(tensor<uint8_t>(0, 64), src, RoundMode::CAST_NONE, 64);
    EXPECT_EQ(at(tensor<uint8_t>(0, 64), 0), 0);
    EXPECT_EQ(at(tensor<uint8_t>(0, 64), 3), 255);
    const auto wide = filled<half>(2048, 64, [](int i) { return i + 0.5; });
    Cast(tensor<bfloat16_t>(0, 64), wide, RoundMode::CAST_RINT, 64);
    EXPECT_EQ(at(tensor<bfloat16_t>(0, 64), 3), 3.5);
}
#endif

}  // namespace
}  // namespace ascendc_test
