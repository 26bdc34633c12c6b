// SPDX-License-Identifier: Apache-2.0
// Library functions of one tensor and of rows against double precision.

#include <limits>

#include "tests/ascendc/kernel_fixture.h"
#include "tiling/tiling_api.h"

namespace ascendc_test {
namespace {

using namespace AscendC;

using Reference = std::function<double(double)>;

class Library : public Kernel {
protected:
    static constexpr std::uint32_t kSource = 4096;
    static constexpr std::uint32_t kResult = 40960;
    static constexpr std::uint32_t kBuffer = 81920;
    static constexpr std::uint32_t kCount = 1000;  // no whole repeat

    // Arguments from low to high, with 0 among them if it lies between.
    static double argument(int i, double low, double high) {
        return i == 500 && low < 0 ? 0 : low + (high - low) * i / (kCount - 1);
    }

    // Functions without a buffer use what lies behind.
    static void take_ub(TPipe& pipe) {
        TBuf<TPosition::VECCALC> taken;
        pipe.InitBuffer(taken, 120000);
    }

    template <typename T>
    void check(const LocalTensor<T>& result, const Reference& want, double low, double high,
               double error) {
        for (std::uint32_t i = 0; i < kCount; ++i) {
            const double x = at(source<T>(), i);
            const double value = want(x);
            ASSERT_NEAR(at(result, i), value, error * std::abs(value))
                << "argument " << x << " of [" << low << ", " << high << "]";
        }
    }
    template <typename T>
    LocalTensor<T> source() const {
        return tensor<T>(kSource, kCount);
    }
};

// A function, its reference, the arguments and the relative error that it may have.
struct Row {
    const char* name;
    Reference want;
    double low;
    double high;
    double error;
    std::function<void(const LocalTensor<float>&, const LocalTensor<float>&,
                       const LocalTensor<uint8_t>&)>
        with_buffer;
    std::function<void(const LocalTensor<float>&, const LocalTensor<float>&)> without;
    std::function<void(const LocalTensor<half>&, const LocalTensor<half>&)> in_half;
};

#define FUNCTION_ROW(Name, want, low, high, error)                                        \
    {                                                                                     \
#Name, want, low, high, error,                                                          \
            [](auto& y, auto& x, auto& b) { Name(y, x, b, 1000); },                        \
            [](auto& y, auto& x) { Name(y, x, 1000); }, [](auto& y, auto& x) {              \
                Name(y, x, 1000);                                                           \
            } \
    }

double sigmoid(double x) {
    return 1 / (1 + std::exp(-x));
}
[[maybe_unused]] double gelu(double x) {  // arch 1001 has no Gelu
    return x * sigmoid(1.5957691216057308 * (x + 0.044715 * x * x * x));
}

std::vector<Row> rows() {
    std::vector<Row> table = {FUNCTION_ROW(Sigmoid, sigmoid, -20, 20, 1e-6)};
#if __NPU_ARCH__ != 1001
    const std::vector<Row> more = {
        FUNCTION_ROW(
            Tanh, [](double x) { return std::tanh(x); }, -12, 12, 4e-7),
        FUNCTION_ROW(
            Erf, [](double x) { return std::erf(x); }, -5, 5, 5e-7),
        FUNCTION_ROW(
            Floor, [](double x) { return std::floor(x); }, -9, 9, 0),
        FUNCTION_ROW(
            Ceil, [](double x) { return std::ceil(x); }, -9, 9, 0),
        FUNCTION_ROW(
            Round, [](double x) { return std::nearbyint(x); }, -9.5, 9.5, 0),
        FUNCTION_ROW(
            Rint, [](double x) { return std::nearbyint(x); }, -9.5, 9.5, 0),
        FUNCTION_ROW(
            Trunc, [](double x) { return std::trunc(x); }, -9, 9, 0),
        FUNCTION_ROW(
            Frac, [](double x) { return x - std::trunc(x); }, -9, 9, 0),
        FUNCTION_ROW(
            Sign, [](double x) { return double((x > 0) - (x < 0)); }, -2, 3, 0),
        FUNCTION_ROW(Gelu, gelu, -5, 9, 4e-6),
        FUNCTION_ROW(
            FasterGelu, [](double x) { return x * sigmoid(1.702 * x); }, -9, 9, 2e-6),
        FUNCTION_ROW(
            Sinh, [](double x) { return std::sinh(x); }, 1, 20, 3e-6),
        FUNCTION_ROW(
            Cosh, [](double x) { return std::cosh(x); }, -20, 20, 3e-6),
        FUNCTION_ROW(
            Log2, [](double x) { return std::log2(x); }, 2, 5000, 1e-6)};
    table.insert(table.end(), more.begin(), more.end());
#endif
    return table;
}

TEST_F(Library, FunctionsOfOneTensor) {
    for (const Row& row : rows()) {
        SCOPED_TRACE(row.name);
        TPipe pipe;
        take_ub(pipe);
        const auto value = [&](int i) { return argument(i, row.low, row.high); };
        const auto x = filled<float>(kSource, kCount, value);
        const auto y = tensor<float>(kResult, kCount);
        row.with_buffer(y, x, tensor<uint8_t>(kBuffer, 1536));  // several pieces
        check(y, row.want, row.low, row.high, row.error);
        std::fill(port_.ub() + kResult, port_.ub() + kResult + 4 * kCount, std::uint8_t{0});
        row.without(y, x);
        check(y, row.want, row.low, row.high, row.error);
        row.with_buffer(y, x, tensor<uint8_t>(kBuffer, 256));  // less than a repeat a slot
        check(y, row.want, row.low, row.high, row.error);
        row.without(x, x);  // in place
        for (std::uint32_t i = 0; i < kCount; ++i) ASSERT_EQ(at(x, i), at(y, i));
        const auto hx = filled<half>(kSource, kCount, value);
        const auto hy = tensor<half>(kResult, kCount);
        row.in_half(hy, hx);
        for (std::uint32_t i = 0; i < kCount; ++i) {
            const double want = row.want(at(hx, i));
            if (std::abs(want) > 65504) continue;
            ASSERT_NEAR(at(hy, i), want, 1e-3 * std::abs(want) + 1e-7) << at(hx, i);
        }
    }
}

#if __NPU_ARCH__ != 1001
TEST_F(Library, SpecialValues) {
    TPipe pipe;
    take_ub(pipe);
    constexpr double kInf = std::numeric_limits<double>::infinity();
    const auto x = filled<float>(kSource, 8, [](int i) {
        constexpr double kValues[] = {kInf, -kInf, std::numeric_limits<double>::quiet_NaN(),
                                      -0.0, 1e-45, -1e-45,
                                      3e38, -3e38};
        return kValues[i];
    });
    const auto y = tensor<float>(kResult, 8);
    const auto results = [&] {
        std::vector<double> all;
        for (std::uint32_t i = 0; i < 8; ++i) all.push_back(at(y, i));
        return all;
    };
    using ::testing::ElementsAre;
    using ::testing::IsNan;
    Sign(y, x, 8);
    EXPECT_THAT(results(), ElementsAre(1, -1, IsNan(), 0, 1, -1, 1, -1));
    Tanh(y, x, 8);
    EXPECT_THAT(results(), ElementsAre(1, -1, IsNan(), 0, 1e-45F, -1e-45F, 1, -1));
    Sigmoid(y, x, 8);
    EXPECT_THAT(results(), ElementsAre(1, 0, IsNan(), 0.5, 0.5, 0.5, 1, 0));
}

TEST_F(Library, Powers) {
    TPipe pipe;
    take_ub(pipe);
    const auto x = filled<float>(kSource, kCount, [](int i) { return argument(i, -6, 6); });
    const auto e = filled<float>(16384, kCount, [](int i) { return double(i % 13) - 6; });
    const auto y = tensor<float>(kResult, kCount);
    const auto near = [&](const std::function<double(double, double)>& want) {
        for (std::uint32_t i = 0; i < kCount; ++i) {
            const double value = want(at(x, i), at(e, i));
            if (std::isinf(value) || std::isnan(value)) {
                ASSERT_EQ(std::isnan(at(y, i)), std::isnan(value)) << at(x, i) << " " << at(e, i);
                ASSERT_EQ(std::isinf(at(y, i)), std::isinf(value)) << at(x, i) << " " << at(e, i);
            } else {
                ASSERT_NEAR(at(y, i), value, 5e-6 * std::abs(value)) << at(x, i) << " " << at(e, i);
            }
        }
    };
    Power(y, x, e, tensor<uint8_t>(kBuffer, 3072), kCount);
    near([](double u, double v) { return std::pow(u, v); });
    Power(y, x, 3.0F, kCount);
    near([](double u, double) { return std::pow(u, 3); });
    Power(y, x, 0.5F, kCount);  // NaN where x is negative
    near([](double u, double) { return std::pow(u, 0.5); });
    Power(y, 1.75F, e, tensor<uint8_t>(kBuffer, 3072), kCount);
    near([](double, double v) { return std::pow(1.75, v); });
    const auto hx = filled<half>(kSource, kCount, [](int i) { return argument(i, 0.1, 6); });
    const auto hy = tensor<half>(kResult, kCount);
    Power(hy, hx, hx);
    for (std::uint32_t i = 0; i < kCount; ++i) {
        const double want = std::pow(at(hx, i), at(hx, i));
        ASSERT_NEAR(at(hy, i), want, 1e-3 * want);
    }
}

// x to the power of e by multiplication, cut to an integer where e is negative.
double integer_power(int64_t x, int64_t e) {
    uint32_t power = 1;
    for (int64_t i = 0; i < std::abs(e); ++i) power *= static_cast<uint32_t>(x);
    const auto value = static_cast<int32_t>(power);
    return e < 0 && std::abs(int64_t{value}) != 1 ? 0 : value;
}

TEST_F(Library, PowersOfIntegers) {
    TPipe pipe;
    take_ub(pipe);
    const auto x = filled<int32_t>(kSource, kCount, [](int i) { return i % 23 - 11; });
    const auto e = filled<int32_t>(16384, kCount, [](int i) { return i % 19 - 4; });
    const auto y = tensor<int32_t>(kResult, kCount);
    const auto check = [&](const std::function<double(int64_t, int64_t)>& want) {
        for (std::uint32_t i = 0; i < kCount; ++i) {
            const auto u = static_cast<int64_t>(at(x, i));
            const auto v = static_cast<int64_t>(at(e, i));
            ASSERT_EQ(at(y, i), want(u, v)) << u << " " << v;
        }
    };
    Power(y, x, e, tensor<uint8_t>(kBuffer, 3072), kCount);
    check(integer_power);
    Power(y, x, 5, kCount);
    check([](int64_t u, int64_t) { return integer_power(u, 5); });
    Power(y, -2, e, kCount);
    check([](int64_t, int64_t v) { return integer_power(-2, v); });
    Power(x, x, e, kCount);  // in place
    for (std::uint32_t i = 0; i < kCount; ++i)
        ASSERT_EQ(at(x, i), integer_power(int(i) % 23 - 11, int(i) % 19 - 4)) << i;
}

TEST_F(Library, SineAndCosine) {
    TPipe pipe;
    take_ub(pipe);
    const auto x = filled<float>(kSource, kCount, [](int i) { return argument(i, -3000, 3000); });
    const auto y = tensor<float>(kResult, kCount);
    const auto near = [&](const Reference& want, double error) {
        for (std::uint32_t i = 0; i < kCount; ++i)
            ASSERT_NEAR(at(y, i), want(at(x, i)), error) << at(x, i);
    };
    Sin(y, x, kCount);
    near([](double v) { return std::sin(v); }, 3e-7);
    Cos(y, x, kCount);
    near([](double v) { return std::cos(v); }, 3e-7);
    Tan(y, x, kCount);
    for (std::uint32_t i = 0; i < kCount; ++i) {
        const double want = std::tan(at(x, i));
        ASSERT_NEAR(at(y, i), want, 1e-6 * (1 + want * want)) << at(x, i);
    }
}

// Library functions may take all that InitBuffer left, but for what the hardware keeps at the end.
TEST_F(Library, TheStackBufferReachesToTheEndOfUb) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> taken;
    const uint32_t all = detail::core().context().ub_bytes;
    pipe.InitBuffer(taken, all - 16 * 1024);
    LocalTensor<uint8_t> rest;
    ASSERT_TRUE((PopStackBuffer<uint8_t, TPosition::LCM>(rest)));
    EXPECT_EQ(rest.GetSize(), 16 * 1024 - (__NPU_ARCH__ == 2201   ? 64
                                           : __NPU_ARCH__ == 3510 ? 8 * 1024
                                                                  : 0));
    EXPECT_THAT(port_.buffers().back(), testing::EndsWith(" library scratch"));
}

// What the host side says is what a function can work with.
TEST_F(Library, HostSizesAreEnough) {
    const auto x = tensor<float>(kSource, kCount);
    const auto y = tensor<float>(kResult, kCount);
    const auto h = tensor<half>(kResult, kCount);
    const TensorShape shape({10, 100});
    uint32_t max = 0;
    uint32_t min = 0;
#define CHECK_SIZES(Name)                                \
    Get##Name##MaxMinTmpSize(shape, 4, false, max, min); \
    EXPECT_EQ(max, 16 * min);                            \
    Name(y, x, tensor<uint8_t>(kBuffer, min), kCount);   \
    Name(y, x, tensor<uint8_t>(kBuffer, max), kCount);   \
    Get##Name##MaxMinTmpSize(shape, 2, false, max, min); \
    Name(h, h, tensor<uint8_t>(kBuffer, min), kCount);
    CHECK_SIZES(Sigmoid)
    CHECK_SIZES(Tanh)
    CHECK_SIZES(Erf)
    CHECK_SIZES(Floor)
    CHECK_SIZES(Frac)
    CHECK_SIZES(Sign)
    CHECK_SIZES(Sin)
    CHECK_SIZES(Tan)
    CHECK_SIZES(Cosh)
    CHECK_SIZES(Gelu)
    CHECK_SIZES(Log2)
#undef CHECK_SIZES
    // One piece: as few instructions as if the tensor were short.
    GetTanhMaxMinTmpSize(shape, 4, false, max, min);
    port_.clear();
    Tanh(y, x, tensor<uint8_t>(kBuffer, max), kCount);
    const std::size_t once = take_steps().size();
    Tanh(y, x, tensor<uint8_t>(kBuffer, max / 2), kCount);
    EXPECT_EQ(take_steps().size(), 2 * once);
    uint32_t live = 0;
    uint32_t extra = 0;
    GetTanhTmpBufferFactorSize(2, live, extra);
    EXPECT_EQ(live, 6U);
    EXPECT_EQ(extra, 0U);
}

TEST_F(Library, BuffersThatAreTooSmall) {
    const auto x = tensor<float>(kSource, 64);
    EXPECT_EQ(failure([&] { Tanh(x, x, tensor<uint8_t>(kBuffer, 64), 64); }),
              "Tanh: sharedTmpBuffer is 64 bytes, allowed is 128 or more");
    Frac(tensor<float>(kResult, 64), x, tensor<uint8_t>(kBuffer, 0), 64);  // needs none
}

// Rows of `valid` numbers, `pitch` apart.
struct Matrix {
    std::uint32_t rows;
    std::uint32_t valid;
    std::uint32_t pitch;
};

class SoftMaxOfRows : public Library {
protected:
    static double element(std::uint32_t row, std::uint32_t column) {
        return (row * 31 + column * 17) % 41 * 0.25 - 3;
    }
    template <typename T>
    LocalTensor<T> matrix(const Matrix& m) {
        return filled<T>(0, m.rows * m.pitch, [&](int i) {
            const auto index = static_cast<std::uint32_t>(i);
            // What is not valid must not count.
            return index % m.pitch < m.valid ? element(index / m.pitch, index % m.pitch) : 1000;
        });
    }

    template <typename T, typename U>
    void check(const Matrix& m, const LocalTensor<T>& y, const LocalTensor<U>& sum,
               const LocalTensor<U>& max, double error) {
        const std::uint32_t block = 32 / sizeof(U);
        for (std::uint32_t row = 0; row < m.rows; ++row) {
            double largest = -1e9;
            double total = 0;
            for (std::uint32_t i = 0; i < m.valid; ++i)
                largest = std::max(largest, element(row, i));
            for (std::uint32_t i = 0; i < m.valid; ++i)
                total += std::exp(element(row, i) - largest);
            for (std::uint32_t i = 0; i < block; ++i) {
                ASSERT_NEAR(at(max, row * block + i), largest, 1e-6) << row;
                ASSERT_NEAR(at(sum, row * block + i), total, error * total) << row;
            }
            for (std::uint32_t i = 0; i < m.valid; ++i) {
                const double want = std::exp(element(row, i) - largest) / total;
                ASSERT_NEAR(at(y, row * m.pitch + i), want, error * want + 1e-7) << row << " " << i;
            }
        }
    }

    SoftMaxTiling tiling(const Matrix& m) const {
        SoftMaxTiling tiling;
        tiling.srcM = m.rows;
        tiling.srcK = m.pitch;
        return tiling;
    }
};

TEST_F(SoftMaxOfRows, HostSide) {
    const Matrix m{20, 208, 208};
    const TensorShape shape({4, 5, 208});
    SoftMaxTiling made;
    SoftMaxTilingFunc(shape, 4, GetSoftMaxMinTmpSize(shape, 4, false), made);
    const auto x = matrix<float>(m);
    const auto sum = tensor<float>(100000, 160);
    const auto max = tensor<float>(125024, 160);
    for (const uint32_t bytes :
         {GetSoftMaxMinTmpSize(shape, 4, false), GetSoftMaxMaxTmpSize(shape, 4, false)}) {
        const auto y = tensor<float>(50016, m.rows * m.pitch);
        SoftMax<float>(y, sum, max, x, tensor<uint8_t>(150016, bytes), made);
        check(m, y, sum, max, 2e-6);
    }
}

TEST_F(SoftMaxOfRows, ShapesAndTypes) {
    for (const Matrix& m : {Matrix{20, 50, 56}, Matrix{9, 200, 208}, Matrix{1, 64, 64},
                            Matrix{3, 2500, 2512}, Matrix{300, 16, 16}}) {
        SCOPED_TRACE(m.pitch);
        const SoftMaxShapeInfo shape{m.rows, m.pitch, m.rows, m.valid};
        const auto buffer = tensor<uint8_t>(150016, 40000);
        const auto x = matrix<float>(m);
        const auto sum = tensor<float>(100000 / 32 * 32, m.rows * 8);
        const auto max = tensor<float>(125024, m.rows * 8);
        const auto y = tensor<float>(50016 / 32 * 32, m.rows * m.pitch);
        SoftMax<float>(y, sum, max, x, buffer, tiling(m), shape);
        check(m, y, sum, max, 2e-6);
        const auto again = filled<float>(50016 / 32 * 32, m.rows * m.pitch, [](int) { return 0; });
        SimpleSoftMax<float>(again, sum, max, x, buffer, tiling(m), shape);
        check(m, again, sum, max, 2e-6);
        SoftMax<float>(x, x, buffer, tiling(m), shape);
        check(m, x, sum, max, 2e-6);
        if (m.pitch % 16 != 0) continue;
        const auto h = matrix<half>(m);
        SoftMax<half>(y.ReinterpretCast<half>(), sum, max, h, buffer, tiling(m), shape);
        check(m, y.ReinterpretCast<half>(), sum, max, 1e-3);
        const auto half_sum = sum.ReinterpretCast<half>();
        const auto half_max = max.ReinterpretCast<half>();
        SimpleSoftMax<half>(y.ReinterpretCast<half>(), sum, max, h, buffer, tiling(m), shape);
        check(m, y.ReinterpretCast<half>(), sum, max, 1e-3);
        SoftMax<half>(y.ReinterpretCast<half>(), half_sum, half_max, h, buffer, tiling(m), shape);
        SimpleSoftMax<half>(h, half_sum, half_max, h, buffer, tiling(m), shape);
        check(m, h, half_sum, half_max, 1e-3);
    }
}

class Broadcasting : public Library {
protected:
    template <typename T>
    void check_both() {
        const std::uint32_t rows = 21;
        const std::uint32_t columns = 176;
        const auto dst = tensor<T>(kResult, rows * columns);
        const auto src = filled<T>(kSource, 256, [](int i) { return i; });
        const uint32_t dst_shape[2] = {rows, columns};
        const uint32_t column[2] = {rows, 1};
        const uint32_t row[2] = {1, columns};
        Broadcast<T, 2, 1>(dst, src, dst_shape, column, tensor<uint8_t>(kBuffer, 256));
        for (std::uint32_t i = 0; i < rows * columns; ++i) ASSERT_EQ(at(dst, i), i / columns);
        Broadcast<T, 2, 0>(dst, src, dst_shape, row);
        for (std::uint32_t i = 0; i < rows * columns; ++i) ASSERT_EQ(at(dst, i), i % columns);
        const uint32_t all[1] = {columns};
        const uint32_t one[1] = {1};
        BroadCast<T, 1, 0>(dst, src[32], all, one);
        for (std::uint32_t i = 0; i < columns; ++i) ASSERT_EQ(at(dst, i), 32);
    }
};

TEST_F(Broadcasting, RowsAndColumns) {
    TPipe pipe;
    take_ub(pipe);
    check_both<half>();
    check_both<float>();
    check_both<int32_t>();
    const uint32_t wrong[2] = {3, 33};
    EXPECT_EQ(failure([&] {
                  Broadcast<float, 2, 0>(tensor<float>(0, 99), tensor<float>(kSource, 33), wrong,
                                         wrong);
              }),
              "Broadcast: dstShape is 33, allowed is a last dimension of whole 32-byte blocks");
}

TEST_F(Library, FunctionsOfTwoTensors) {
    TPipe pipe;
    take_ub(pipe);
    const auto a = filled<float>(kSource, kCount, [](int i) { return argument(i, -6, 7); });
    const auto b = filled<float>(16384, kCount, [](int i) { return argument(i, 5, -4) + 0.25; });
    const auto y = tensor<float>(kResult, kCount);
    const auto buffer = tensor<uint8_t>(kBuffer, 2048);
    const auto near = [&](const std::function<double(double, double)>& want, double error) {
        for (std::uint32_t i = 0; i < kCount; ++i) {
            const double value = want(at(a, i), at(b, i));
            ASSERT_NEAR(at(y, i), value, error * (1 + std::abs(value))) << at(a, i);
        }
    };
    GeGLU(y, a, b, buffer, kCount);
    near([](double u, double v) { return u * gelu(v); }, 2e-6);
    ReGlu(y, a, b);
    near([](double u, double v) { return u * std::max(v, 0.0); }, 1e-6);
    SwiGLU(y, a, b, 1.5F, buffer, kCount);
    near([](double u, double v) { return u * v * sigmoid(1.5 * v); }, 2e-6);
    Fmod(y, a, b);
    near([](double u, double v) { return std::fmod(u, v); }, 1e-6);
    const auto ha = filled<half>(kSource, kCount, [](int i) { return argument(i, -6, 7); });
    const auto hb = filled<half>(16384, kCount, [](int i) { return argument(i, 5, -4); });
    const auto hy = tensor<half>(kResult, kCount);
    SwiGLU(hy, ha, hb, 1.0F, kCount);
    for (std::uint32_t i = 0; i < kCount; ++i) {
        const double want = at(ha, i) * at(hb, i) * sigmoid(at(hb, i));
        ASSERT_NEAR(at(hy, i), want, 1e-3 * std::abs(want) + 1e-6);
    }
    ClampMax(y, a, buffer, 2.5F, 1000);
    ClampMin(y, y, -1.0F, 1000);
    near([](double u, double) { return std::min(std::max(u, -1.0), 2.5); }, 0);
}

TEST_F(Library, ProgressionsAreExact) {
    TPipe pipe;
    const auto whole = filled<int32_t>(kResult, 110, [](int) { return -1; });
    Arange(whole, -5, 3, 100);
    for (std::uint32_t i = 0; i < 100; ++i) ASSERT_EQ(at(whole, i), -5 + 3 * int(i));
    EXPECT_EQ(at(whole, 100), -1);
    const auto x = tensor<float>(kResult, 8);
    ArithProgression(x, 1.0F, 0.5F, 7);
    for (std::uint32_t i = 0; i < 7; ++i) ASSERT_EQ(at(x, i), 1 + 0.5 * i);
    EXPECT_EQ(port_.pending_flags(), 0);
}

TEST_F(Library, Quantisation) {
    TPipe pipe;
    take_ub(pipe);
    const auto src = filled<int32_t>(kSource, 3 * 72, [](int i) { return i * 1001 - 90000; });
    const auto scales = filled<float>(16384, 72, [](int i) { return 0.001 * (i + 1); });
    const DequantParams params{3, 72, 70};
    const auto want = [&](std::uint32_t row, std::uint32_t column, double scale) {
        return (row * 72.0 + column) * 1001 * scale - 90000 * scale;
    };
    const auto y = filled<float>(kResult, 3 * 72, [](int) { return 7; });
    AscendDequant(y, src, scales, tensor<uint8_t>(kBuffer, 512), params);
    for (std::uint32_t row = 0; row < 3; ++row) {
        for (std::uint32_t i = 0; i < 70; ++i)
            ASSERT_NEAR(at(y, row * 72 + i), want(row, i, 0.001 * (i + 1)), 1e-3);
        EXPECT_EQ(at(y, row * 72 + 71), 7);
    }
    // The same scales as the low halves of 64-bit numbers.
    const auto wide = tensor<uint64_t>(20480, 72);
    for (std::uint32_t i = 0; i < 72; ++i)
        wide.SetValue(i, AscendC::detail::bits_of(float(at(scales, i))) | std::uint64_t{7} << 40);
    const auto z = filled<float>(kResult + 4096, 3 * 72, [](int) { return 7; });
    AscendDequant(z, src, wide, tensor<uint8_t>(kBuffer, 512), params);
    for (std::uint32_t i = 0; i < 3 * 72; ++i) ASSERT_EQ(at(z, i), at(y, i)) << i;
    const auto h = tensor<half>(kResult, 3 * 80);  // its rows fill whole blocks
    AscendDequant(h, src, 0.125F, params);
    for (std::uint32_t row = 0; row < 3; ++row)
        ASSERT_NEAR(at(h, row * 80 + 69), want(row, 69, 0.125), 8);
    const auto x = filled<float>(kSource, kCount, [](int i) { return argument(i, -40, 40); });
    const auto q = tensor<int8_t>(kResult, kCount);
    AscendQuant(q, x, 4.0F, 0.9F, kCount);
    const auto narrow = [](double value) { return number_of(half(static_cast<float>(value))); };
    for (std::uint32_t i = 0; i < kCount; ++i) {
        const double scaled = narrow(narrow(at(x, i)) * 4);
        const double rounded = std::nearbyint(narrow(scaled + narrow(0.9)));
        ASSERT_EQ(at(q, i), std::min(127.0, std::max(-128.0, rounded))) << at(x, i);
    }
}

// Rows and columns of a matrix whose elements sum up exactly.
class MatrixSums : public Library {
protected:
    static double element(std::uint32_t row, std::uint32_t column) {
        return double((row * 7 + column * 3) % 11) - 5;
    }
    template <typename T>
    void check(std::uint32_t rows, std::uint32_t valid, std::uint32_t pitch) {
        const auto x = filled<T>(0, rows * pitch, [&](int i) {
            const auto index = static_cast<std::uint32_t>(i);
            return index % pitch < valid ? element(index / pitch, index % pitch) : 500;
        });
        const auto y = tensor<T>(120000 / 32 * 32, rows + pitch);
        const auto buffer = tensor<uint8_t>(131072, 16384);
        const uint32_t shape[2] = {rows, valid};
        const double error = sizeof(T) == 2 ? 1e-3 : 1e-6;
        const auto row_results = [&](const std::function<double(std::uint32_t)>& want) {
            for (std::uint32_t row = 0; row < rows; ++row)
                ASSERT_NEAR(at(y, row), want(row), error * (1 + std::abs(want(row)))) << row;
        };
        const auto sum = [&](std::uint32_t row) {
            double total = 0;
            for (std::uint32_t i = 0; i < valid; ++i) total += element(row, i);
            return total;
        };
        Sum(y, x, buffer, SumParams{rows, pitch, valid});
        row_results(sum);
        Mean(y, x, buffer, MeanParams{rows, pitch, valid});
        row_results([&](std::uint32_t row) { return sum(row) / valid; });
        ReduceMax<T, Pattern::Reduce::AR>(y, x, buffer, shape, true);
        row_results([&](std::uint32_t row) {
            double best = -1e9;
            for (std::uint32_t i = 0; i < valid; ++i) best = std::max(best, element(row, i));
            return best;
        });
        ReduceMean<T, Pattern::Reduce::RA>(y, x, buffer, shape, true);
        for (std::uint32_t column = 0; column < valid; ++column) {
            double total = 0;
            for (std::uint32_t row = 0; row < rows; ++row) total += element(row, column);
            ASSERT_NEAR(at(y, column), total / rows, error * (1 + std::abs(total))) << column;
        }
    }
};

TEST_F(MatrixSums, ByRowsAndColumns) {
    check<float>(20, 50, 56);
    check<float>(300, 70, 72);
    check<float>(3, 2300, 2304);
    check<half>(20, 50, 64);
    check<half>(1, 700, 704);
}
#endif

}  // namespace
}  // namespace ascendc_test
