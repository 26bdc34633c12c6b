// SPDX-License-Identifier: Apache-2.0
// Logic, shifts, fused operations, comparison and selection: numbers and the exact instructions.
#include "tests/ascendc/kernel_fixture.h"

namespace ascendc_test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;

class Logic : public Kernel {
protected:
    template <typename T>
    LocalTensor<T> dst() {
        return tensor<T>(0, 512);
    }
    template <typename T>
    LocalTensor<T> src0() {
        return filled<T>(2048, 300, [](int i) { return i - 20; });
    }
    template <typename T>
    LocalTensor<T> src1() {
        return filled<T>(4096, 300, [](int i) { return 3 * i - 70; });
    }
};

TEST_F(Logic, AndOrNot) {
    const uint64_t bits[2] = {0xF, 1};
    const BinaryRepeatParams dense(1, 1, 1, 8, 8, 8);
    And(dst<int16_t>(), src0<int16_t>(), src1<int16_t>(), 100);
    EXPECT_EQ(at(dst<int16_t>(), 7), -13 & -49);
    Or(dst<uint16_t>(), src0<uint16_t>(), src1<uint16_t>(), 40, 2, dense);
    EXPECT_EQ(at(dst<uint16_t>(), 7), (-13 | -49) & 0xFFFF);
    Or(dst<int16_t>(), src0<int16_t>(), src1<int16_t>(), bits, 1, dense);
    Not(dst<int16_t>(), src0<int16_t>(), 100);
    EXPECT_EQ(at(dst<int16_t>(), 7), 12);
    Not(dst<int16_t>(), src0<int16_t>(), 64, 1, {1, 1, 8, 8});
    EXPECT_THAT(take_steps(),
                ElementsAre("VAND int16 count=100 dst=0 src0=2048 src1=4096",
                            "VOR uint16 mask=0:ffffffffff rep=2 dst=0 src0=2048 src1=4096",
                            "VOR int16 mask=1:f rep=1 dst=0 src0=2048 src1=4096",
                            "VNOT int16 count=100 dst=0 src0=2048",
                            "VNOT int16 mask=0:ffffffffffffffff rep=1 dst=0 src0=2048"));
}

TEST_F(Logic, TensorOperators) {
    const auto a = src0<float>();
    const auto b = src1<float>();
    auto sum = tensor<float>(0, 300);
    sum = a + b;
    EXPECT_EQ(at(sum, 299), 279 + 827);
    sum = a - b;
    sum = a * b;
    sum = a / b;
    EXPECT_THAT(take_steps(), ElementsAre("VADD fp32 count=300 dst=0 src0=2048 src1=4096",
                                          "VSUB fp32 count=300 dst=0 src0=2048 src1=4096",
                                          "VMUL fp32 count=300 dst=0 src0=2048 src1=4096",
                                          "VDIV fp32 count=300 dst=0 src0=2048 src1=4096"));
    auto bits = tensor<int16_t>(0, 64);
    bits = src0<int16_t>() & src1<int16_t>();
    EXPECT_EQ(at(bits, 7), -13 & -49);
    bits = src0<int16_t>() | src1<int16_t>();
    EXPECT_EQ(at(bits, 7), -13 | -49);
    auto flags = tensor<uint8_t>(0, 32);
    const auto x = tensor<float>(2048, 64);
    const auto y = tensor<float>(4096, 64);
    src0<float>(), src1<float>();
    flags = x < y;
    EXPECT_EQ(at(flags, 3), 0xFC);  // i - 20 < 3 i - 70 from 26 on
    EXPECT_EQ(at(flags, 4), 0xFF);
    flags = x > y;
    EXPECT_EQ(at(flags, 0), 0xFF);
    flags = x == y;
    EXPECT_EQ(at(flags, 3), 0x02);
    flags = x != y;
    EXPECT_EQ(at(flags, 3), 0xFD);
    flags = x <= y;
    EXPECT_EQ(at(flags, 3), 0xFE);
    flags = x >= y;
    EXPECT_EQ(at(flags, 3), 0x03);
}

TEST_F(Logic, CompareCountForm) {
    Compare(dst<uint8_t>(), src0<float>(), src1<float>(), CMPMODE::LE, 256);
    Compare(dst<int8_t>(), src0<half>(), src1<half>(), CMPMODE::GT, 128);
#if __NPU_ARCH__ == 3510
    EXPECT_THAT(take_steps(), ElementsAre("VCMPV uint8<-fp32 LE count=256 dst=0/1/1 src0=2048 "
                                          "src1=4096",
                                          "VCMPV uint8<-fp16 GT count=128 dst=0/1/1 src0=2048 "
                                          "src1=4096"));
#else
    const std::string all = " mask=ffffffffffffffff:ffffffffffffffff rep=";
    EXPECT_THAT(take_steps(),
                ElementsAre("VCMPV uint8<-fp32 LE" + all + "4 dst=0/1/1 src0=2048 src1=4096",
                            "VCMPV uint8<-fp16 GT" + all + "1 dst=0/1/1 src0=2048 src1=4096"));
#endif
}

TEST_F(Logic, CompareNotEqualWithNan) {
    const auto a = filled<float>(2048, 64, [](int i) { return i == 3 ? NAN : i; });
    const auto b = filled<float>(4096, 64, [](int) { return 5; });
    Compare(dst<uint8_t>(), a, b, CMPMODE::NE, 64);
    EXPECT_EQ(at(dst<uint8_t>(), 0), __NPU_ARCH__ == 3510 ? 0xDF : 0xD7);
}

TEST_F(Logic, SelectByRegister) {
    const auto bits = filled<uint8_t>(6144, 32, [](int) { return 0x05; });
    Select(dst<float>(), bits, src0<float>(), src1<float>(), SELMODE::VSEL_CMPMASK_SPR,
           uint64_t{64}, 2, {1, 1, 1, 8, 8, 8});
    EXPECT_EQ(at(dst<float>(), 0), -20);
    EXPECT_EQ(at(dst<float>(), 1), -67);
    EXPECT_EQ(at(dst<float>(), 66), 46);
    const std::string barrier = "BAR V";
    std::vector<std::string> want = {
        "SET_CMPMASK uint8 src0=6144/1/1", barrier,
        "VSEL fp32 CMPMASK mask=ffffffffffffffff:ffffffffffffffff rep=2 dst=0 src0=2048 src1=4096"};
    if (__NPU_ARCH__ == 3510) want.erase(want.begin() + 1);
    EXPECT_EQ(take_steps(), want);
}

#if __NPU_ARCH__ == 1001
TEST_F(Logic, SelectCountFormIn910) {
    const auto bits = filled<uint8_t>(6144, 32, [](int) { return 0x0F; });
    Select(dst<half>(), bits, src0<half>(), src1<half>(), SELMODE::VSEL_CMPMASK_SPR, 300);
    EXPECT_EQ(at(dst<half>(), 3), -17);
    EXPECT_EQ(at(dst<half>(), 4), -58);
    EXPECT_EQ(at(dst<half>(), 256), 236);
    EXPECT_EQ(take_steps().size(), 6U);
    EXPECT_EQ(failure([&] {
                  Select(dst<half>(), bits, src0<half>(), src1<half>(),
                         SELMODE::VSEL_TENSOR_TENSOR_MODE, 64);
              }),
              "Select: selMode is 2, allowed is VSEL_CMPMASK_SPR on this architecture");
}
#endif

#if __NPU_ARCH__ != 1001
TEST_F(Logic, Shifts) {
    ShiftLeft(dst<int16_t>(), src0<int16_t>(), int16_t{2}, 100);
    EXPECT_EQ(at(dst<int16_t>(), 7), -52);
    ShiftRight(dst<int32_t>(), src0<int32_t>(), 1, 64, 1, {1, 1, 8, 8}, true);
    EXPECT_EQ(at(dst<int32_t>(), 7), -6);
    const uint64_t bits[2] = {0xFF, 0};
    ShiftRight(dst<uint16_t>(), src0<uint16_t>(), uint16_t{4}, bits, 1, {1, 1, 8, 8}, true);
    EXPECT_EQ(at(dst<uint16_t>(), 7), 0xFFF);
    ShiftRight<int32_t, int32_t>(dst<int32_t>(), src0<int32_t>(), 3, 64);
    EXPECT_EQ(at(dst<int32_t>(), 7), -2);
    EXPECT_THAT(take_steps(),
                ElementsAre("VSHL int16 count=100 dst=0 src0=2048 scalar=2",
                            "VSHR int32 variant=1 mask=ffffffffffffffff:ffffffffffffffff rep=1 "
                            "dst=0 src0=2048 scalar=1",
                            "VSHR uint16 mask=0:ff rep=1 dst=0 src0=2048 scalar=4",
                            "VSHR int32 count=64 dst=0 src0=2048 scalar=3"));
}

TEST_F(Logic, FusedOperations) {
    const BinaryRepeatParams dense(1, 1, 1, 8, 8, 8);
    filled<float>(0, 512, [](int) { return 2; });
    FusedMulAdd(dst<float>(), src0<float>(), src1<float>(), 64);
    EXPECT_EQ(at(dst<float>(), 30), 10 * 2 + 20);
    MulAddRelu(dst<float>(), src0<float>(), src1<float>(), 64, 1, dense);
    EXPECT_EQ(at(dst<float>(), 30), 40 * 10 + 20);
    FusedMulAddRelu(dst<float>(), src0<float>(), src1<float>(), 64);
    AddRelu(dst<half>(), src0<half>(), src1<half>(), 64);
    EXPECT_EQ(at(dst<half>(), 0), 0);
    EXPECT_EQ(at(dst<half>(), 30), 30);
    SubRelu(dst<int16_t>(), src0<int16_t>(), src1<int16_t>(), 64);
    EXPECT_EQ(at(dst<int16_t>(), 0), 50);
    LeakyRelu(dst<half>(), src0<half>(), half(0.5F), 64);
    EXPECT_EQ(at(dst<half>(), 0), -10);
    MulAddDst<float, half>(dst<float>(), src0<half>(), src1<half>(), 64, 1, {1, 1, 1, 8, 4, 4});
    MulCast<int8_t, half>(dst<int8_t>(), src0<half>(), src1<half>(), 64);
    EXPECT_EQ(at(dst<int8_t>(), 30), 127);
    AddReluCast<int8_t, half>(dst<int8_t>(), src0<half>(), src1<half>(), 64);
    EXPECT_EQ(at(dst<int8_t>(), 30), 30);
    SubReluCast<half, float>(dst<half>(), src0<float>(), src1<float>(), 64, 1, {1, 1, 1, 4, 8, 8});
    EXPECT_EQ(at(dst<half>(), 0), 50);
    EXPECT_THAT(
        take_steps(),
        ElementsAre("VMADD fp32 count=64 dst=0 src0=2048 src1=4096",
                    "VMADDRELU fp32 mask=ffffffffffffffff:ffffffffffffffff rep=1 dst=0 src0=2048 "
                    "src1=4096",
                    "VMADDRELU fp32 count=64 dst=0 src0=2048 src1=4096",
                    "VADDRELU fp16 count=64 dst=0 src0=2048 src1=4096",
                    "VSUBRELU int16 count=64 dst=0 src0=2048 src1=4096",
                    "VLRELU fp16 count=64 dst=0 src0=2048 scalar=3800",
                    "VMLA fp32<-fp16 mask=ffffffffffffffff:ffffffffffffffff rep=1 dst=0 "
                    "src0=2048/1/4 src1=4096/1/4",
                    "VMULCONV int8<-fp16 count=64 dst=0/1/4 src0=2048 src1=4096",
                    "VADDRELUCONV int8<-fp16 count=64 dst=0/1/4 src0=2048 src1=4096",
                    "VSUBRELUCONV fp16<-fp32 mask=ffffffffffffffff:ffffffffffffffff rep=1 "
                    "dst=0/1/4 src0=2048 src1=4096"));
}

TEST_F(Logic, CompareScalarUnderBothNames) {
    Compares(dst<uint8_t>(), src0<float>(), 5.0F, CMPMODE::LT, 64);
    EXPECT_EQ(at(dst<uint8_t>(), 3), 0x01);
    CompareScalar(dst<uint8_t>(), src0<half>(), half(5.0F), CMPMODE::GE, 128, 1, {1, 1, 8, 8});
    EXPECT_EQ(at(dst<uint8_t>(), 3), 0xFE);
    Compares(dst<uint8_t>(), src0<int32_t>(), 5, CMPMODE::EQ, 64);
    EXPECT_EQ(at(dst<uint8_t>(), 3), 0x02);
}

TEST_F(Logic, CompareToTheRegisterAndBack) {
    const uint64_t bits[2] = {0x0F000001, 0};
    Compare(src0<float>(), src1<float>(), CMPMODE::LT, bits, {1, 1, 1, 8, 8, 8});
    GetCmpMask(dst<uint8_t>());
    EXPECT_EQ(at(dst<uint8_t>(), 3), 0x0C);
    EXPECT_EQ(at(dst<uint8_t>(), 0), 0);
    Compare(src0<half>(), src1<half>(), CMPMODE::GT, uint64_t{8}, {1, 1, 1, 8, 8, 8});
    GetCmpMask(dst<uint8_t>());
    EXPECT_EQ(at(dst<uint8_t>(), 0), 0xFF);
    EXPECT_EQ(at(dst<uint8_t>(), 1), 0);
    SetCmpMask(filled<uint8_t>(6144, 16, [](int) { return 2; }));
    SetVectorMask<float>(0, 0xFF);
    Select<float, SELMODE::VSEL_CMPMASK_SPR>(dst<float>(), src0<float>(), src1<float>(), 1,
                                             {1, 1, 1, 8, 8, 8});
    EXPECT_EQ(at(dst<float>(), 0), -70);
    EXPECT_EQ(at(dst<float>(), 1), -19);
    SetCmpMask(filled<float>(6144, 4, [](int) { return 9; }));
    Select<float, uint8_t>(dst<float>(), filled<uint8_t>(6400, 8, [](int) { return 1; }),
                           src0<float>(), 1, {1, 1, 1, 8, 8, 8});
    EXPECT_EQ(at(dst<float>(), 0), -20);
    EXPECT_EQ(at(dst<float>(), 1), 9);
}

TEST_F(Logic, SelectByTensor) {
    const auto bits = filled<uint8_t>(6144, 64, [](int i) { return i; });
    Select(dst<float>(), bits, src0<float>(), src1<float>(), SELMODE::VSEL_TENSOR_TENSOR_MODE, 100);
    EXPECT_EQ(at(dst<float>(), 7), -49);   // byte 0
    EXPECT_EQ(at(dst<float>(), 8), -12);   // byte 1, bit 0
    EXPECT_EQ(at(dst<float>(), 90), 200);  // byte 11 = 1011b, bit 2
    EXPECT_EQ(at(dst<float>(), 91), 71);
    Select(dst<half>(), bits, src0<half>(), half(5.0F), SELMODE::VSEL_TENSOR_SCALAR_MODE, 64);
    EXPECT_EQ(at(dst<half>(), 7), 5);
    EXPECT_EQ(at(dst<half>(), 8), -12);
    Select(dst<half>(), bits, src0<half>(), half(5.0F), SELMODE::VSEL_TENSOR_SCALAR_MODE,
           uint64_t{16}, 1, {1, 1, 1, 8, 8, 8});
#if __NPU_ARCH__ == 3510
    EXPECT_THAT(take_steps(),
                ElementsAre("VSEL fp32 TENSOR count=100 dst=0 src0=2048 src1=4096 bits=6144",
                            "VSEL fp16 SCALAR count=64 dst=0 src0=2048 bits=6144 scalar=4500",
                            "VSEL fp16 SCALAR mask=0:ffff rep=1 dst=0 src0=2048 bits=6144 "
                            "scalar=4500"));
#else
    EXPECT_THAT(
        take_steps(),
        ElementsAre("VDUP uint32 count=32 dst=188416 scalar=1800", "BAR V",
                    "SET_CMPMASK uint8 src0=188416/1/1", "BAR V",
                    "VSEL fp32 TENSOR count=100 dst=0 src0=2048 src1=4096 bits=6144", "BAR V",
                    "VDUP fp16 count=32 dst=188416 scalar=4500", "BAR V",
                    "SET_CMPMASK uint8 src0=188416/1/1", "BAR V",
                    "VSEL fp16 SCALAR count=64 dst=0 src0=2048 bits=6144 scalar=4500",
                    "VDUP fp16 mask=0:ffffffff rep=1 dst=188416 scalar=4500", "BAR V",
                    "SET_CMPMASK uint8 src0=188416/1/1", "BAR V",
                    "VSEL fp16 SCALAR mask=0:ffff rep=1 dst=0 src0=2048 bits=6144 scalar=4500"));
#endif
}
#endif

#if __NPU_ARCH__ == 2201
TEST_F(Logic, AndOfWideIntegersTakesHalves) {
    filled<int32_t>(0, 64, [](int) { return -1; });
    And(dst<int32_t>(), src0<int32_t>(), src1<int32_t>(), 8);
    EXPECT_THAT(take_steps(), ElementsAre("VAND int16 count=8 dst=0 src0=2048 src1=4096"));
    EXPECT_EQ(at(dst<int32_t>(), 3), -17 & -61);
    EXPECT_EQ(at(dst<int32_t>(), 4), -1);
}

TEST_F(Logic, IntegersCompareForEqualityOnly) {
    EXPECT_EQ(failure([&] {
                  Compare(dst<uint8_t>(), src0<int32_t>(), src1<int32_t>(), CMPMODE::LT, 64);
              }),
              "Compare: cmpMode is 0, allowed is CMPMODE::EQ for integers on this architecture");
}

TEST_F(Logic, ManyRepeatsAreSplitAtABlock) {
    const auto a = tensor<float>(0, 20000);
    Compares(tensor<uint8_t>(90112, 4096), a, 0.0F, CMPMODE::EQ, 64 * 300 + 5);
    const std::string all = " mask=ffffffffffffffff:ffffffffffffffff rep=";
    EXPECT_THAT(
        take_steps(),
        ElementsAre("VCMPVS uint8<-fp32 EQ" + all + "252 dst=90112/1/1 src0=0 scalar=0",
                    "VCMPVS uint8<-fp32 EQ" + all + "48 dst=92128/1/1 src0=64512 scalar=0"));
}

TEST_F(Logic, SaturationFlag) {
    EXPECT_FALSE(GetSaturationFlag<SaturationMode::FLOAT>());
    SetSaturationFlag<SaturationMode::FLOAT>(true);
    EXPECT_TRUE(GetSaturationFlag<SaturationMode::FLOAT>());
    EXPECT_EQ((GetCtrlSpr<48, 48>()), 0);
    const auto large = filled<half>(2048, 16, [](int) { return 65504; });
    Add(dst<half>(), large, large, 16);
    EXPECT_EQ(at(dst<half>(), 0), 65504);
    SetCtrlSpr<48, 48>(1);
    Add(dst<half>(), large, large, 16);
    EXPECT_TRUE(std::isinf(at(dst<half>(), 0)));
}

TEST_F(Logic, AddDeqRelu) {
    SetDeqScale(half(0.5F));
    AddDeqRelu(dst<half>(), src0<int32_t>(), src1<int32_t>(), 64);
    EXPECT_EQ(at(dst<half>(), 0), 0);
    EXPECT_EQ(at(dst<half>(), 63), (43 + 119) / 2.0);
    EXPECT_EQ(take_steps().size(), 16U);
    const auto a = src0<int32_t>();
    const auto b = src1<int32_t>();
    AddDeqRelu(dst<half>(), a, b, 64, 2, {1, 1, 1, 4, 8, 8});
    EXPECT_EQ(at(dst<half>(), 100), (80 + 230) / 2.0);
}
#endif

#if __NPU_ARCH__ == 3510
TEST_F(Logic, WhatOnly950Has) {
    // 300 of 8 bytes would reach into each other.
    const auto wide0 = filled<int64_t>(2048, 64, [](int i) { return i - 20; });
    const auto wide1 = filled<int64_t>(4096, 64, [](int i) { return 3 * i - 70; });
    Add(dst<int64_t>(), wide0, wide1, 40);
    EXPECT_EQ(at(dst<int64_t>(), 39), 19 + 47);
    Mul(dst<bfloat16_t>(), src0<bfloat16_t>(), src1<bfloat16_t>(), 64);
    EXPECT_EQ(at(dst<bfloat16_t>(), 22), 2 * -4);
    Max(dst<int8_t>(), src0<int8_t>(), src1<int8_t>(), 64);
    EXPECT_EQ(at(dst<int8_t>(), 0), -20);
    Div(dst<int32_t>(), src0<int32_t>(), src1<int32_t>(), 64);
    EXPECT_EQ(at(dst<int32_t>(), 30), 0);
    Subs(dst<float>(), src0<float>(), 4.0F, 64);
    EXPECT_EQ(at(dst<float>(), 0), -24);
    Subs(dst<float>(), 4.0F, src0<float>(), 64);
    EXPECT_EQ(at(dst<float>(), 0), 24);
    Divs(dst<float>(), 40.0F, src0<float>(), 64);
    EXPECT_EQ(at(dst<float>(), 0), -2);
    Ors(dst<int16_t>(), src0<int16_t>(), int16_t{1}, 64);
    EXPECT_EQ(at(dst<int16_t>(), 0), -19);
    Muls(dst<float>(), 2.0F, src0<float>(), 64);
    EXPECT_EQ(at(dst<float>(), 0), -40);
    Neg(dst<int32_t>(), src0<int32_t>(), 64);
    EXPECT_EQ(at(dst<int32_t>(), 0), 20);
    Abs(dst<int16_t>(), src0<int16_t>(), 64);
    EXPECT_EQ(at(dst<int16_t>(), 0), 20);
    ShiftLeft(dst<int32_t>(), src0<int32_t>(), filled<int32_t>(6144, 64, [](int) { return 3; }),
              64);
    EXPECT_EQ(at(dst<int32_t>(), 0), -160);
    AbsSub(dst<float>(), src0<float>(), src1<float>(), 64);
    EXPECT_EQ(at(dst<float>(), 0), 50);
    Prelu(dst<float>(), src0<float>(), src1<float>(), 64);
    EXPECT_EQ(at(dst<float>(), 0), 1400);
    ExpSub<float, half>(dst<float>(), src0<half>(), src0<half>(), 64);
    EXPECT_EQ(at(dst<float>(), 5), 1);
    filled<int64_t>(2048, 64, [](int i) { return i - 20; });
    filled<int64_t>(4096, 64, [](int i) { return 3 * i - 70; });
    Compare(dst<uint8_t>(), wide0, wide1, CMPMODE::LT, 60);
    EXPECT_EQ(at(dst<uint8_t>(), 3), 0xFC);  // from element 26 on
    Truncate<float, RoundMode::CAST_CEIL>(dst<float>(), src0<float>(), 64);
    EXPECT_EQ(at(dst<float>(), 0), -20);
    Mull(dst<uint32_t>(), tensor<uint32_t>(8192, 64), src0<uint32_t>(), src0<uint32_t>(), 64);
    EXPECT_EQ(at(tensor<uint32_t>(8192, 64), 0), 4294967256.0);
}
#endif

}  // namespace
}  // namespace ascendc_test
