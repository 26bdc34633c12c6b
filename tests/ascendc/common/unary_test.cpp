// SPDX-License-Identifier: Apache-2.0
#include "tests/ascendc/kernel_fixture.h"

namespace ascendc_test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;

double input(int i) {
    return 0.125 * i - 2;
}
double positive(int i) {
    return 0.125 * i + 0.5;
}

class Unary : public Kernel {};

#define CHECK_UNARY(Name, mnemonic, argument, expression)                                     \
    TEST_F(Unary, Name) {                                                                     \
        const auto dst = filled<float>(0, 100, [](int) { return -7; });                       \
        const auto src = filled<float>(1024, 100, argument);                                  \
        Name(dst, src, 50);                                                                   \
        EXPECT_THAT(take_steps(), ElementsAre(mnemonic " fp32 count=50 dst=0 src0=1024"));    \
        expect_values(dst, 50, [](int i) {                                                    \
            const double x = argument(i);                                                     \
            return expression;                                                                \
        });                                                                                   \
        EXPECT_EQ(at(dst, 50), -7);                                                           \
        const auto hdst = filled<half>(4096, 256, [](int) { return -7; });                    \
        const auto hsrc = filled<half>(8192, 256, argument);                                  \
        Name(hdst, hsrc, 20, 2, UnaryRepeatParams(1, 1, 8, 0));                               \
        EXPECT_THAT(take_steps(),                                                             \
                    ElementsAre(mnemonic " fp16 mask=0:fffff rep=2 dst=4096 src0=8192/1/0")); \
        expect_values(hdst[128], 20, [](int i) {                                              \
            const double x = argument(i);                                                     \
            return expression;                                                                \
        });                                                                                   \
        const uint64_t mask[2] = {1, 0};                                                      \
        Name(hdst, hsrc, mask, 1, UnaryRepeatParams());                                       \
        EXPECT_THAT(take_steps(),                                                             \
                    ElementsAre(mnemonic " fp16 mask=0:1 rep=1 dst=4096 src0=8192"));         \
    }

CHECK_UNARY(Abs, "VABS", input, std::abs(x))
CHECK_UNARY(Exp, "VEXP", input, std::exp(x))
CHECK_UNARY(Ln, "VLN", positive, std::log(x))
CHECK_UNARY(Sqrt, "VSQRT", positive, std::sqrt(x))
CHECK_UNARY(Rsqrt, "VRSQRT", positive, 1 / std::sqrt(x))
CHECK_UNARY(Reciprocal, "VREC", positive, 1 / x)

TEST_F(Unary, Relu) {
    const auto dst = filled<half>(0, 128, [](int) { return -7; });
    const auto src = filled<half>(1024, 128, input);
    Relu(dst, src, 100);
    EXPECT_THAT(take_steps(), ElementsAre("VRELU fp16 count=100 dst=0 src0=1024"));
    expect_values(dst, 100, [](int i) { return std::max(0.0, input(i)); });
}

}  // namespace
}  // namespace ascendc_test
