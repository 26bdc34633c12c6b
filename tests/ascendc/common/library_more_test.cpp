// SPDX-License-Identifier: Apache-2.0
// More of the library against double precision: inverse and error functions, Exp with a level, Xor,
// Axpy, Select by bytes, the gradient of SoftMax.
#if __NPU_ARCH__ != 1001

#include <cstring>
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

TEST_F(LibraryMath, SelectByBytes) {
    constexpr std::uint32_t kRows = 3;
    constexpr std::uint32_t kColumns = 40;
    constexpr std::uint32_t kMaskColumns = 64;
    const auto mask = filled<uint8_t>(0, kRows * kMaskColumns, [](int i) { return i % 3 * 7; });
    const auto x = filled<float>(kSource, kRows * kColumns, [](int i) { return i; });
    const auto y = tensor<float>(kResult, kRows * kColumns);
    SelectWithBytesMaskShapeInfo info;
    info.firstAxis = kRows;
    info.srcLastAxis = kColumns;
    info.maskLastAxis = kMaskColumns;
    uint32_t max = 0;
    uint32_t min = 0;
    GetSelectMaxMinTmpSize(TensorShape({kRows, kColumns}), TensorShape({1}), 4,
                           TensorShape({kRows, kMaskColumns}), 1, false, max, min);
    const auto buffer = tensor<uint8_t>(kBuffer, min);
    const auto check = [&](bool scalar_where_set) {
        for (std::uint32_t i = 0; i < kRows * kColumns; ++i) {
            const bool set = at(mask, i / kColumns * kMaskColumns + i % kColumns) != 0;
            ASSERT_EQ(at(y, i), set == scalar_where_set ? -2.5 : i) << i;
        }
    };
    Select(y, x, -2.5F, mask, buffer, info);
    check(true);
    Select(y, -2.5F, x, mask.ReinterpretCast<bool>(), buffer, info);
    check(false);
    EXPECT_THAT(failure([&] { Select(y, x, 0.0F, mask, tensor<uint8_t>(kBuffer, 32), info); }),
                ::testing::HasSubstr("Select: sharedTmpBuffer is 32 bytes, allowed is"));
}

template <typename T>
class AntiQuantisation : public LibraryMath {};
using AntiQuantTypes = ::testing::Types<half, bfloat16_t>;
TYPED_TEST_SUITE(AntiQuantisation, AntiQuantTypes);

TYPED_TEST(AntiQuantisation, OfRowsAndGroups) {
    using T = TypeParam;
    constexpr std::uint32_t kRows = 6;
    constexpr std::uint32_t kColumns = 96;
    const auto number = [](T value) {
        if constexpr (std::is_same_v<T, half>)
            return double(float(value));
        else
            return double(ToFloat(value));
    };
    const auto of = [](float value) {
        if constexpr (std::is_same_v<T, half>)
            return half(value);
        else
            return ToBfloat16(value);
    };
    const auto x = this->template filled<int8_t>(0, kRows * kColumns,
                                                 [](int i) { return i * 37 % 256 - 128; });
    const auto offset = this->template tensor<T>(4096, 2 * kColumns);
    const auto scale = this->template tensor<T>(8192, 2 * kColumns);
    const auto y = this->template tensor<T>(16384, kRows * kColumns);
    auto* offsets = reinterpret_cast<T*>(this->port_.ub() + 4096);
    auto* scales = reinterpret_cast<T*>(this->port_.ub() + 8192);
    const auto* results = reinterpret_cast<const T*>(this->port_.ub() + 16384);
    for (int i = 0; i < int{2 * kColumns}; ++i) {
        offsets[i] = of(static_cast<float>(i % 7) - 3);
        scales[i] = of(static_cast<float>(i % 5 + 1) * 0.125F);
    }
    uint32_t max = 0;
    uint32_t min = 0;
    GetAscendAntiQuantMaxMinTmpSize(TensorShape({kRows, kColumns}), TensorShape({2, kColumns}),
                                    false, TensorDataType::DT_INT8, TensorDataType::DT_FLOAT16, max,
                                    min);
    const auto buffer = this->template tensor<uint8_t>(81920, min);
    const auto check = [&](const std::function<double(std::uint32_t, double)>& want) {
        for (std::uint32_t i = 0; i < kRows * kColumns; ++i) {
            const std::uint32_t factor = i / kColumns / 3 * kColumns + i % kColumns;
            const double value = want(factor, this->at(x, i));
            ASSERT_NEAR(number(results[i]), value, 8e-3 * std::abs(value)) << i;
        }
    };
    const AntiQuantShapeInfo groups{2, kColumns, 2, kColumns};
    AscendAntiQuant<int8_t, T, false>(y, x, offset, scale, buffer, kRows, groups);
    check([&](std::uint32_t i, double v) { return (v + number(offsets[i])) * number(scales[i]); });
    AscendAntiQuant<int8_t, T, false>(y, x, scale, buffer, kRows, groups);
    check([&](std::uint32_t i, double v) { return v * number(scales[i]); });
    AscendAntiQuant<int8_t, T, false>(y, x, of(2.0F), of(0.25F), buffer, kRows);
    check([&](std::uint32_t, double v) { return (v + 2) * 0.25; });
    AscendAntiQuant<int8_t, T, false>(y, x, of(0.5F), buffer, kRows);
    check([&](std::uint32_t, double v) { return v * 0.5; });
    EXPECT_EQ(this->failure([&] {
        AscendAntiQuant<int8_t, T, false>(y, x, scale, buffer, kRows, {4, 96, 4, 96});
    }),
              "AscendAntiQuant: scale height is 4, allowed is a divisor of k");
}

TEST_F(LibraryMath, RowsWithAMaximumAreReset) {
    const TPipe pipe;
    const auto rows = filled<float>(kSource, 64, [](int i) { return i; });
    const auto maxima = filled<float>(kResult, 32, [](int i) { return i / 8 == 2 ? -1e9 : 3; });
    SoftMaxShapeInfo shape;
    shape.srcM = 4;
    shape.srcK = 16;
    const float masked = -1e9F;
    uint32_t bits = 0;
    std::memcpy(&bits, &masked, sizeof bits);
    EXPECT_TRUE(AdjustSoftMaxRes(rows, maxima, bits, 0.25F, shape));
    for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(at(rows, i), i / 16 == 2 ? 0.25 : i);
    EXPECT_FALSE(AdjustSoftMaxRes(rows, maxima, bits + 1, 0.0F, shape));
}

template <typename T>
class Norms : public LibraryMath {};
using NormTypes = ::testing::Types<float, half>;
TYPED_TEST_SUITE(Norms, NormTypes);

TYPED_TEST(Norms, OfRows) {
    const TPipe pipe;
    using T = TypeParam;
    constexpr std::uint32_t kRows = 11;
    const double error = sizeof(T) == 2 ? 3e-3 : 4e-6;
    for (const auto& [pitch, valid] : {std::pair{32U, 29U}, {64U, 64U}, {272U, 260U}}) {
        const auto x = this->template filled<T>(0, kRows * pitch, [&, p = pitch, v = valid](int i) {
            const auto column = static_cast<std::uint32_t>(i) % p;
            return column < v ? i * 37 % 101 * 0.03 - 1 : 1000;
        });
        const auto gamma = this->template filled<T>(16384, pitch, [](int i) { return 1 + i % 5; });
        const auto beta = this->template filled<T>(20480, pitch, [](int i) { return i % 3 * 0.5; });
        const auto y = this->template tensor<T>(32768, kRows * pitch);
        const auto mean = this->template tensor<T>(65536, 32);
        const auto variance = this->template tensor<T>(66560, 32);
        const TensorShape shape({1, kRows, pitch, valid});
        const TensorShape used({1, kRows, valid});
        uint32_t max = 0;
        uint32_t min = 0;
        LayerNormTiling tiling;
        GetLayerNormMaxMinTmpSize(shape, sizeof(T), false, max, min);
        GetLayerNormNDTilingInfo(shape, min, sizeof(T), false, tiling);
        LayerNorm(y, mean, variance, x, gamma, beta, this->template tensor<uint8_t>(81920, min),
                  T(1e-3F), tiling);
        std::vector<double> squares(kRows);
        for (std::uint32_t row = 0; row < kRows; ++row) {
            double m = 0;
            double v = 0;
            for (std::uint32_t i = 0; i < valid; ++i) m += this->at(x, row * pitch + i) / valid;
            for (std::uint32_t i = 0; i < valid; ++i)
                v += std::pow(this->at(x, row * pitch + i) - m, 2) / valid;
            squares[row] = v + m * m;
            ASSERT_NEAR(this->at(mean, row), m, error);
            ASSERT_NEAR(this->at(variance, row), v, error);
            for (std::uint32_t i = 0; i < valid; ++i) {
                const double want =
                    (this->at(x, row * pitch + i) - m) / std::sqrt(v + 1e-3) * this->at(gamma, i) +
                    this->at(beta, i);
                ASSERT_NEAR(this->at(y, row * pitch + i), want, error * (1 + std::abs(want)));
            }
        }
        RmsNormTiling rms;
        EXPECT_TRUE(GetRmsNormMaxMinTmpSize(shape, sizeof(T), max, min));
        EXPECT_TRUE(GetRmsNormTilingInfo(shape, used, min, sizeof(T), rms));
        RmsNorm(y, x, gamma, this->template tensor<uint8_t>(81920, min), T(1e-3F), rms);
        for (std::uint32_t row = 0; row < kRows; ++row) {
            for (std::uint32_t i = 0; i < valid; ++i) {
                const double want = this->at(x, row * pitch + i) / std::sqrt(squares[row] + 1e-3) *
                                    this->at(gamma, i);
                ASSERT_NEAR(this->at(y, row * pitch + i), want, error * (1 + std::abs(want)));
            }
        }
    }
}

template <typename T>
class SoftmaxGradients : public LibraryMath {};
using GradientTypes = ::testing::Types<float, half>;
TYPED_TEST_SUITE(SoftmaxGradients, GradientTypes);

TYPED_TEST(SoftmaxGradients, OfRows) {
    using T = TypeParam;
    constexpr std::uint32_t kRows = 11;
    constexpr std::uint32_t kOutBlock = 32 / sizeof(T);
    for (const std::uint32_t columns : {48U, 144U}) {
        const auto y = this->template filled<T>(
            0, kRows * columns, [&](int i) { return (i % 7 + 1) / (4.0 * columns); });
        const auto g = this->template filled<T>(16384, kRows * columns,
                                                [](int i) { return i * 37 % 101 * 0.03 - 1; });
        const auto dst = this->template tensor<T>(40960, kRows * columns);
        std::vector<double> sums(kRows);
        for (std::uint32_t i = 0; i < kRows * columns; ++i)
            sums[i / columns] += this->at(y, i) * this->at(g, i);
        const TensorShape shape({kRows, columns});
        SoftMaxTiling tiling;
        SoftMaxGradTilingFunc(shape, sizeof(T), 0, tiling);
        const auto least = this->template tensor<uint8_t>(
            81920, GetSoftMaxGradMinTmpSize(shape, sizeof(T), false, false));
        const auto most = this->template tensor<uint8_t>(
            81920, GetSoftMaxGradMaxTmpSize(shape, sizeof(T), false, false));
        const double error = sizeof(T) == 2 ? 2e-3 : 2e-6;
        for (const auto& buffer : {least, most}) {
            SoftmaxGrad(dst, g, y, buffer, tiling);
            for (std::uint32_t i = 0; i < kRows * columns; ++i) {
                const double want = (this->at(g, i) - sums[i / columns]) * this->at(y, i);
                ASSERT_NEAR(this->at(dst, i), want, error * 0.02) << columns << " " << i;
            }
            SoftmaxGradFront(dst, g, y, buffer, tiling);
            for (std::uint32_t i = 0; i < kRows * kOutBlock; ++i)
                ASSERT_NEAR(this->at(dst, i), sums[i / kOutBlock], error) << i;
        }
    }
}

}  // namespace
}  // namespace ascendc_test
#endif
