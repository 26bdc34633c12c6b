// SPDX-License-Identifier: Apache-2.0
#include "tests/ascendc/kernel_fixture.h"

namespace ascendc_test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;

double left(int i) {
    return 0.25 * i + 1;
}
double right(int i) {
    return 3 - 0.125 * i;
}

class Binary : public Kernel {
protected:
    template <typename T>
    void operands(std::uint32_t count) {
        dst_addr = 0;
        filled<T>(0, count, [](int) { return -7; });
        filled<T>(2048, count, left);
        filled<T>(4096, count, right);
    }
    template <typename T>
    LocalTensor<T> dst() {
        return tensor<T>(0, 512);
    }
    template <typename T>
    LocalTensor<T> src0() {
        return tensor<T>(2048, 512);
    }
    template <typename T>
    LocalTensor<T> src1() {
        return tensor<T>(4096, 512);
    }

    std::uint32_t dst_addr = 0;
};

#define CHECK_COUNT_FORM(Name, mnemonic, expression)                                   \
    TEST_F(Binary, Name##CountForm) {                                                  \
        operands<float>(100);                                                          \
        Name(dst<float>(), src0<float>(), src1<float>(), 70);                          \
        EXPECT_THAT(take_steps(),                                                      \
                    ElementsAre(mnemonic " fp32 count=70 dst=0 src0=2048 src1=4096")); \
        expect_values(dst<float>(), 70, [](int i) {                                    \
            const double a = left(i), b = right(i), old = -7;                          \
            return static_cast<void>(old), expression;                                 \
        });                                                                            \
        EXPECT_EQ(at(dst<float>(), 70), -7);                                           \
        operands<half>(100);                                                           \
        Name(dst<half>(), src0<half>(), src1<half>(), 70);                             \
        EXPECT_THAT(take_steps(),                                                      \
                    ElementsAre(mnemonic " fp16 count=70 dst=0 src0=2048 src1=4096")); \
        expect_values(dst<half>(), 70, [](int i) {                                     \
            const double a = left(i), b = right(i), old = -7;                          \
            return static_cast<void>(old), expression;                                 \
        });                                                                            \
    }

CHECK_COUNT_FORM(Add, "VADD", a + b)
CHECK_COUNT_FORM(Sub, "VSUB", a - b)
CHECK_COUNT_FORM(Mul, "VMUL", a* b)
CHECK_COUNT_FORM(Max, "VMAX", a > b ? a : b)
CHECK_COUNT_FORM(Min, "VMIN", a < b ? a : b)
#if __NPU_ARCH__ != 1001
CHECK_COUNT_FORM(MulAddDst, "VMLA", old + a * b)
#endif

TEST_F(Binary, DivCountForm) {
    operands<float>(20);
    Div(dst<float>(), src0<float>(), src1<float>(), 20);
    EXPECT_THAT(take_steps(), ElementsAre("VDIV fp32 count=20 dst=0 src0=2048 src1=4096"));
    expect_values(dst<float>(), 20, [](int i) { return left(i) / right(i); });
}

TEST_F(Binary, Int32) {
    operands<int32_t>(64);
    Add(dst<int32_t>(), src0<int32_t>(), src1<int32_t>(), 64);
    EXPECT_THAT(take_steps(), ElementsAre("VADD int32 count=64 dst=0 src0=2048 src1=4096"));
    EXPECT_EQ(at(dst<int32_t>(), 7), static_cast<int>(left(7)) + static_cast<int>(right(7)));
}

TEST_F(Binary, CountFormWritesTheMaskFourTimesAndLeavesAllLanes) {
    operands<float>(64);
    SetMaskCount();
    port_.clear();
    Add(dst<float>(), src0<float>(), src1<float>(), 5);
    EXPECT_EQ(port_.spent(ScalarOp::kSetMask), 4);
    EXPECT_FALSE(port_.registers.mask.counter);
    EXPECT_EQ(port_.registers.mask.lo, ~std::uint64_t{0});
    EXPECT_EQ(port_.registers.mask.hi, ~std::uint64_t{0});
}

TEST_F(Binary, FirstLanesMaskAndStrides) {
    operands<float>(512);
    Add(dst<float>(), src0<float>(), src1<float>(), 10, 3, BinaryRepeatParams(1, 1, 1, 8, 8, 0));
    EXPECT_THAT(take_steps(),
                ElementsAre("VADD fp32 mask=0:3ff rep=3 dst=0 src0=2048 src1=4096/1/0"));
    EXPECT_EQ(at(dst<float>(), 64 + 9), left(64 + 9) + right(9));
    EXPECT_EQ(at(dst<float>(), 64 + 10), -7);
    EXPECT_EQ(port_.registers.mask.lo, 0x3ffU);  // it stays
}

TEST_F(Binary, BitMask) {
    operands<half>(256);
    const uint64_t mask[2] = {0x5, 0x8000000000000000};
    Mul(dst<half>(), src0<half>(), src1<half>(), mask, 1, {1, 1, 1, 8, 8, 8});
    EXPECT_THAT(take_steps(),
                ElementsAre("VMUL fp16 mask=8000000000000000:5 rep=1 dst=0 src0=2048 src1=4096"));
    EXPECT_EQ(at(dst<half>(), 1), -7);
    EXPECT_NEAR(at(dst<half>(), 127), left(127) * right(127), 1);
}

TEST_F(Binary, MaskFromOutsideInBothModes) {
    operands<float>(512);
    SetMaskNorm();
    SetVectorMask<float>(0, 0xf);
    Add<float, false>(dst<float>(), src0<float>(), src1<float>(), MASK_PLACEHOLDER, 2,
                      {1, 1, 1, 8, 8, 8});
    SetMaskCount();
    SetVectorMask<float, MaskMode::COUNTER>(200);
    port_.clear();
    Add<float, false>(dst<float>(), src0<float>(), src1<float>(), MASK_PLACEHOLDER, 1,
                      {1, 1, 1, 8, 8, 8});
    EXPECT_EQ(port_.spent(ScalarOp::kSetMask), 0);
    EXPECT_THAT(take_steps(), ElementsAre("VADD fp32 count=200 dst=0 src0=2048 src1=4096"));
    expect_values(dst<float>(), 200, [](int i) { return left(i) + right(i); });
    EXPECT_EQ(at(dst<float>(), 200), -7);
    SetMaskNorm();
    ResetMask();
}

TEST_F(Binary, TooManyLanesAreClamped) {
    operands<float>(64);
    Add(dst<float>(), src0<float>(), src1<float>(), 1000, 1, {1, 1, 1, 8, 8, 8});
    EXPECT_THAT(
        take_steps(),
        ElementsAre(
            "VADD fp32 mask=ffffffffffffffff:ffffffffffffffff rep=1 dst=0 src0=2048 src1=4096"));
}

TEST_F(Binary, Refusals) {
    const BinaryRepeatParams dense(1, 1, 1, 8, 8, 8);
    EXPECT_EQ(failure([&] { Add(dst<float>(), src0<float>(), src1<float>(), 64, 256, dense); }),
              "Add: repeatTime is 256, allowed is 0..255");
    EXPECT_EQ(failure([&] { Sub(dst<float>()[1], src0<float>(), src1<float>(), 8); }),
              "Sub: dst is at byte offset 4, allowed is a multiple of 32");
    EXPECT_EQ(failure([&] { Mul(dst<float>(), src0<float>(), src1<float>()[3], 8); }),
              "Mul: src1 is at byte offset 4108, allowed is a multiple of 32");
    EXPECT_EQ(failure([&] { Add(dst<float>(), src0<float>(), src1<float>(), -1); }),
              "Add: count is -1, allowed is 0 or more");
    EXPECT_EQ(
        failure([&] { Add(tensor<float>(196576, 64), src0<float>(), src1<float>(), 64); }),
        "Add: dst is UB bytes [196576, 196832), allowed is up to the UB capacity of 196608 B");
    EXPECT_TRUE(port_.steps().empty());
}

TEST_F(Binary, LastBytesOfUbAreUsable) {
    Add(tensor<float>(196352, 64), src0<float>(), src1<float>(), 64);
    Add(tensor<float>(196608 - 32, 8), src0<float>(), src1<float>(), 8, 1, {1, 1, 1, 8, 8, 8});
    EXPECT_EQ(take_steps().size(), 2U);
}

TEST_F(Binary, SiteIsTheCallersLine) {
    const auto calls = [this] {
        Add(dst<float>(), src0<float>(), src1<float>(), 8);
        Add(dst<float>(), src0<float>(), src1<float>(), 8);
    };
    calls();
    const auto& instructions = port_.instructions();
    ASSERT_NE(instructions[0].site, nullptr);
    EXPECT_NE(instructions[0].site, instructions[1].site);
}

}  // namespace
}  // namespace ascendc_test
