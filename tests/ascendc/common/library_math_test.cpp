// SPDX-License-Identifier: Apache-2.0
// Inverse and error functions, Exp with a level, Xor and Axpy of the library against double
// precision.
#if __NPU_ARCH__ != 1001

#include <limits>

#include "tests/ascendc/kernel_fixture.h"
#include "tiling/tiling_api.h"

namespace ascendc_test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;
using ::testing::IsNan;

constexpr double kInf = std::numeric_limits<double>::infinity();

struct MathRow {
    const char* name;
    std::function<double(double)> want;
    double low;
    double high;
    double error;
    std::function<void(const LocalTensor<float>&, const LocalTensor<float>&,
                       const LocalTensor<uint8_t>&)>
        in_float;
    std::function<void(const LocalTensor<half>&, const LocalTensor<half>&)> in_half;
    uint32_t least_buffer;
};

#define MATH_ROW(Name, want, low, high, error)                                              \
    MathRow {                                                                               \
#Name, [](double x) { return want; }, low, high, error,                                   \
            [](auto& y, auto& x, auto& buffer) { Name(y, x, buffer, 1000); },                     \
            [](auto& y, auto& x) { Name(y, x); }, Get##Name##MinTmpSize(TensorShape({1000}), 4) \
    }

class LibraryMath : public Kernel {
protected:
    static constexpr std::uint32_t kSource = 4096;
    static constexpr std::uint32_t kResult = 40960;
    static constexpr std::uint32_t kBuffer = 81920;
    static constexpr std::uint32_t kCount = 1000;

    // Functions without a buffer use what lies behind.
    static void take_ub(TPipe& pipe) {
        TBuf<TPosition::VECCALC> taken;
        pipe.InitBuffer(taken, 120000);
    }
};

TEST_F(LibraryMath, InverseAndErrorFunctions) {
    const MathRow rows[] = {MATH_ROW(Atan, std::atan(x), -6, 6, 6e-7),
                            MATH_ROW(Atan, std::atan(x), -1e6, 3e5, 6e-7),
                            MATH_ROW(Asin, std::asin(x), -1, 1, 8e-7),
                            MATH_ROW(Acos, std::acos(x), -1, 1, 8e-7),
                            MATH_ROW(Asinh, std::asinh(x), -0.5, 0.5, 8e-7),
                            MATH_ROW(Asinh, std::asinh(x), -3e4, 5e4, 8e-7),
                            MATH_ROW(Acosh, std::acosh(x), 1, 1.25, 8e-7),
                            MATH_ROW(Acosh, std::acosh(x), 1, 6e4, 8e-7),
                            MATH_ROW(Atanh, std::atanh(x), -0.999, 0.999, 8e-7),
                            MATH_ROW(Atanh, std::atanh(x), -1e-3, 1e-3, 8e-7),
                            MATH_ROW(Erfc, std::erfc(x), -5, 9, 2e-5)};
    for (const MathRow& row : rows) {
        SCOPED_TRACE(row.name);
        TPipe pipe;
        take_ub(pipe);
        const auto value = [&](int i) { return row.low + (row.high - row.low) * i / (kCount - 1); };
        const auto x = filled<float>(kSource, kCount, value);
        const auto y = tensor<float>(kResult, kCount);
        row.in_float(y, x, tensor<uint8_t>(kBuffer, row.least_buffer));
        for (std::uint32_t i = 0; i < kCount; ++i) {
            const double want = row.want(at(x, i));
            ASSERT_NEAR(at(y, i), want, row.error * std::abs(want)) << at(x, i);
        }
        row.in_float(x, x, tensor<uint8_t>(kBuffer, 8192));  // in place
        for (std::uint32_t i = 0; i < kCount; ++i) ASSERT_EQ(at(x, i), at(y, i));
        const auto hx = filled<half>(kSource, kCount, value);
        const auto hy = tensor<half>(kResult, kCount);
        row.in_half(hy, hx);
        for (std::uint32_t i = 0; i < kCount; ++i) {
            const double want = row.want(at(hx, i));
            if (!std::isfinite(want)) continue;
            ASSERT_NEAR(at(hy, i), want, 1e-3 * std::abs(want) + 1e-7) << at(hx, i);
        }
    }
}

TEST_F(LibraryMath, WhereTheDomainEnds) {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    const auto x = filled<float>(kSource, 8, [](int i) {
        constexpr double kValues[] = {kInf, -kInf, kNan, 0, 1, -1, 2, 1e30};
        return kValues[i];
    });
    const auto y = tensor<float>(kResult, 8);
    const auto buffer = tensor<uint8_t>(kBuffer, 4096);
    const auto results = [&] {
        std::vector<float> all;
        for (std::uint32_t i = 0; i < 8; ++i) all.push_back(static_cast<float>(at(y, i)));
        return all;
    };
    const auto near = [](double value) { return ::testing::FloatNear(float(value), 5e-7F); };
    const double half_pi = std::asin(1.0);
    Atan(y, x, buffer, 8);
    EXPECT_THAT(results(), ElementsAre(near(half_pi), near(-half_pi), IsNan(), 0, near(half_pi / 2),
                                       near(-half_pi / 2), near(std::atan(2.0)), near(half_pi)));
    Asin(y, x, buffer, 8);
    EXPECT_THAT(results(), ElementsAre(IsNan(), IsNan(), IsNan(), 0, near(half_pi), near(-half_pi),
                                       IsNan(), IsNan()));
    Acos(y, x, buffer, 8);
    EXPECT_THAT(results(), ElementsAre(IsNan(), IsNan(), IsNan(), near(half_pi), 0,
                                       near(2 * half_pi), IsNan(), IsNan()));
    Asinh(y, x, buffer, 8);
    EXPECT_THAT(results(), ElementsAre(float(kInf), -float(kInf), IsNan(), 0, near(std::asinh(1.0)),
                                       near(-std::asinh(1.0)), near(std::asinh(2.0)),
                                       ::testing::FloatNear(float(std::asinh(1e30)), 1e-5F)));
    Acosh(y, x, buffer, 8);
    EXPECT_THAT(results(), ElementsAre(float(kInf), IsNan(), IsNan(), IsNan(), 0, IsNan(),
                                       near(std::acosh(2.0)),
                                       ::testing::FloatNear(float(std::acosh(1e30)), 1e-5F)));
    Atanh(y, x, buffer, 8);
    EXPECT_THAT(results(), ElementsAre(IsNan(), IsNan(), IsNan(), 0, float(kInf), -float(kInf),
                                       IsNan(), IsNan()));
    Erfc(y, x, buffer, 8);
    EXPECT_THAT(results(), ElementsAre(near(0), near(2), IsNan(), 1, near(std::erfc(1.0)),
                                       near(std::erfc(-1.0)), near(std::erfc(2.0)), near(0)));
}

TEST_F(LibraryMath, ExpTakesALevel) {
    TPipe pipe;
    take_ub(pipe);
    const auto value = [](int i) { return -8 + 0.016 * i; };
    const auto x = filled<float>(kSource, kCount, value);
    const auto y = tensor<float>(kResult, kCount);
    Exp<float, 15, false>(y, x, tensor<uint8_t>(kBuffer, 256), kCount);
    for (std::uint32_t i = 0; i < kCount; ++i)
        ASSERT_NEAR(at(y, i), std::exp(at(x, i)), 3e-7 * std::exp(at(x, i)));
    const auto hx = filled<half>(kSource, kCount, value);
    Exp<half, 2>(hx, hx, kCount);
    EXPECT_NEAR(at(hx, 0), std::exp(-8.0), 2e-7);
}

TEST_F(LibraryMath, XorOfIntegers) {
    TPipe pipe;
    take_ub(pipe);
    const auto a = filled<int16_t>(kSource, kCount, [](int i) { return i * 37 % 65536 - 32768; });
    const auto b = filled<int16_t>(16384, kCount, [](int i) { return i * 91 % 4096 - 2048; });
    const auto y = tensor<int16_t>(kResult, kCount);
    const auto check = [&] {
        for (std::uint32_t i = 0; i < kCount; ++i)
            ASSERT_EQ(at(y, i), static_cast<int16_t>(static_cast<int16_t>(at(a, i)) ^
                                                     static_cast<int16_t>(at(b, i))));
        std::fill(port_.ub() + kResult, port_.ub() + kResult + 2 * kCount, std::uint8_t{0});
    };
    uint32_t max = 0;
    uint32_t min = 0;
    GetXorMaxMinTmpSize(TensorShape({1000}), 2, false, max, min);
    Xor(y, a, b, tensor<uint8_t>(kBuffer, min), kCount);
    check();
    Xor(y, a, b);
    check();
    EXPECT_EQ(failure([&] { Xor(y, a, b, tensor<uint8_t>(kBuffer, 0), kCount); }),
              "Xor: sharedTmpBuffer is 0 bytes, allowed is 32 or more");
}

TEST_F(LibraryMath, AxpyWithABuffer) {
    const auto x = filled<half>(kSource, kCount, [](int i) { return i % 64 * 0.25; });
    const auto y = filled<float>(kResult, kCount, [](int i) { return i; });
    Axpy(y, x, half(2.0F), tensor<uint8_t>(kBuffer, 256), kCount);
    for (std::uint32_t i = 0; i < kCount; ++i) ASSERT_EQ(at(y, i), i + i % 64 * 0.5);
}

}  // namespace
}  // namespace ascendc_test
#endif
