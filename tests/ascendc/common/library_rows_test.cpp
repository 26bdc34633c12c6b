// SPDX-License-Identifier: Apache-2.0
// Softmax of rows that come in parts and LogSoftMax against double precision. Buffers are the least
// that the host functions ask for.
#if __NPU_ARCH__ != 1001

#include "tests/ascendc/library_fixture.h"

namespace ascendc_test {
namespace {

using namespace AscendC;

class SoftmaxOfRows : public LibraryRows {
protected:
    template <typename T, typename U, bool kBlocks>
    void check_flash(const Shape2& shape, bool update);
};

constexpr SoftmaxConfig kPlainNumbers = {true, 0, 0, SoftmaxMode::SOFTMAX_OUTPUT_WITHOUT_BRC};

template <typename T, typename U, bool kBlocks>
void SoftmaxOfRows::check_flash(const Shape2& shape, bool update) {
    SCOPED_TRACE(std::to_string(shape.rows) + " x " + std::to_string(shape.valid) +
                 (kBlocks ? " blocks" : " plain") + (update ? " update" : ""));
    start();
    const std::uint32_t step = kBlocks ? 32 / sizeof(U) : 1;
    const std::uint32_t factor_step = kBlocks ? 32 / sizeof(T) : 1;
    const auto x = data<T>(shape.rows * shape.pitch, 1);
    const Values input = values(x, shape.rows * shape.pitch);
    const auto sum = filled<U>(take(shape.rows * step * sizeof(U)), shape.rows * step, [&](int i) {
        return 3 + static_cast<double>(static_cast<std::uint32_t>(i) / step);
    });
    const auto max = filled<U>(take(shape.rows * step * sizeof(U)), shape.rows * step, [&](int i) {
        return value_of(static_cast<std::uint32_t>(i) / step, 5) + 1;
    });
    const auto factor = room<T>(shape.rows * factor_step);
    Values old_sum;
    Values old_max;
    for (std::uint32_t r = 0; r < shape.rows; ++r) {
        old_sum.push_back(at(sum, r * step));
        old_max.push_back(at(max, r * step));
    }
    const TensorShape host({shape.rows, shape.pitch});
    SoftMaxTiling tiling;
    const uint32_t bytes =
        GetSoftMaxFlashV2MinTmpSize(host, sizeof(T), sizeof(U), update, false, !kBlocks);
    SoftMaxFlashV2TilingFunc(host, sizeof(T), sizeof(U), bytes, tiling, update);
    const SoftMaxShapeInfo info{shape.rows, shape.pitch, shape.rows, shape.valid};
    const auto tmp = buffer(bytes);
    // In place, as attention kernels do it.
    if (update)
        SoftmaxFlashV2<T, true, false, false, false, kBlocks ? SOFTMAX_DEFAULT_CFG : kPlainNumbers>(
            x, sum, max, x, factor, sum, max, tmp, tiling, info);
    else
        SoftmaxFlashV2<T, false, false, false, false,
                       kBlocks ? SOFTMAX_DEFAULT_CFG : kPlainNumbers>(x, sum, max, x, factor, sum,
                                                                      max, tmp, tiling, info);
    const double error = error_of<U>();
    for (std::uint32_t r = 0; r < shape.rows; ++r) {
        double peak = update ? old_max[r] : -1e9;
        for (std::uint32_t i = 0; i < shape.valid; ++i)
            peak = std::max(peak, input[r * shape.pitch + i]);
        double total = 0;
        for (std::uint32_t i = 0; i < shape.valid; ++i) {
            const double y = std::exp(input[r * shape.pitch + i] - peak);
            expect_near(x, r * shape.pitch + i, y, error_of<T>());
            total += y;
        }
        if (update) {
            const double before = std::exp(old_max[r] - peak);
            ASSERT_NEAR(number(factor, r, kBlocks), before, error_of<T>());
            total += before * old_sum[r];
        }
        ASSERT_NEAR(number(max, r, kBlocks), peak, error);
        ASSERT_NEAR(number(sum, r, kBlocks), total, error * total);
    }
}

TEST_F(SoftmaxOfRows, SoftmaxFlashV2) {
    for (const Shape2& shape : {Shape2{20, 50, 64}, Shape2{9, 200, 208}, Shape2{1, 64, 64},
                                Shape2{35, 16, 16}, Shape2{2, 2500, 2512}}) {
        for (const bool update : {false, true}) {
            check_flash<float, float, true>(shape, update);
            check_flash<half, half, true>(shape, update);
            check_flash<float, float, false>(shape, update);
            check_flash<half, half, false>(shape, update);
        }
    }
}

TEST_F(SoftmaxOfRows, SoftmaxFlashOfHalfWithFloats) {
    // Two parts of the rows one after the other give the softmax of the whole.
    start();
    constexpr std::uint32_t kRows = 11;
    constexpr std::uint32_t kColumns = 96;
    const auto x = data<half>(2 * kRows * kColumns, 2);
    const Values input = values(x, 2 * kRows * kColumns);
    const auto sum = room<float>(kRows * 8);
    const auto max = room<float>(kRows * 8);
    const auto factor = room<half>(kRows * 16);
    const auto reduced = room<float>(kRows);
    const TensorShape host({kRows, kColumns});
    SoftMaxTiling tiling;
    SoftMaxFlashTilingFunc(host, 2, 0, tiling);
    const auto tmp = buffer(GetSoftMaxFlashMinTmpSize(host, 2, true, false));
    const auto part = x[kRows * kColumns];
    SoftmaxFlash<half>(x, sum, max, x, factor, sum, max, tmp, tiling);
    SoftmaxFlash<half>(part, sum, max, part, factor, sum, max, tmp, tiling, true);
    for (std::uint32_t r = 0; r < kRows; ++r) {
        const auto element = [&](std::uint32_t i) {
            return input[(i / kColumns * kRows + r) * kColumns + i % kColumns];
        };
        double peak = -1e9;
        double total = 0;
        for (std::uint32_t i = 0; i < 2 * kColumns; ++i) peak = std::max(peak, element(i));
        for (std::uint32_t i = 0; i < 2 * kColumns; ++i) total += std::exp(element(i) - peak);
        ASSERT_NEAR(number(sum, r, true), total, 1e-5 * total);
        for (std::uint32_t i = 0; i < kColumns; ++i) {
            expect_near(part, r * kColumns + i, std::exp(element(i + kColumns) - peak) / total,
                        1e-3);
            // The first part's are corrected with the factor.
            ASSERT_NEAR(at(x, r * kColumns + i) * number(factor, r, true),
                        std::exp(element(i) - peak) / total, 1e-3);
        }
    }
    // The maximum of these rows alone.
    const auto y = data<float>(kRows * kColumns, 3);
    const Values again = values(y, kRows * kColumns);
    const auto plain_max = filled<float>(take(64), kRows, [](int) { return 100; });
    const auto plain_sum = filled<float>(take(64), kRows, [](int) { return 1; });
    const auto plain_factor = room<float>(kRows);
    SoftmaxFlashV2<float, true, false, false, false, kPlainNumbers>(
        y, reduced, plain_sum, plain_max, y, plain_factor, plain_sum, plain_max,
        buffer(GetSoftMaxFlashV2MaxTmpSize(host, 4, 4, true)), tiling);
    for (std::uint32_t r = 0; r < kRows; ++r) {
        const auto* row = &again[r * kColumns];
        EXPECT_EQ(at(reduced, r), *std::max_element(row, row + kColumns));
        EXPECT_EQ(at(plain_max, r), 100);
    }
}

TEST_F(SoftmaxOfRows, SoftmaxFlashV3) {
    constexpr std::uint32_t kParts = 8;
    for (const std::uint32_t width : {512u, 768u}) {
        for (const bool update : {false, true}) {
            start();
            const std::uint32_t rows = 10;
            const auto x = data<half>(rows * width, 4);
            const Values input = values(x, rows * width);
            const auto mean = data<float>(rows * 8, 0, 0, 0.5);
            const auto sum = data<float>(rows * 8, 0, 0, 2);
            const auto max = data<float>(rows * 8, 0, 0, 1.5);
            const auto factor = room<half>(rows * 16);
            const TensorShape host({rows, width});
            uint32_t most = 0;
            uint32_t least = 0;
            GetSoftMaxFlashV3MaxMinTmpSize(host, 2, 4, most, least, update);
            EXPECT_LT(least, most);
            SoftMaxTiling tiling;
            SoftMaxFlashV3TilingFunc(host, 2, 4, least, tiling, update);
            const SoftMaxParams params{rows, width, rows, width, 3, kParts, 0.9375F};
            const auto tmp = buffer(least);
            if (update)
                SoftmaxFlashV3<half, float, true>(x, mean, sum, max, x, factor, mean, sum, max, tmp,
                                                  tiling, params);
            else
                SoftmaxFlashV3<half, float, false>(x, mean, sum, max, x, factor, mean, sum, max,
                                                   tmp, tiling, params);
            const double scale = 0.9375 / (1 - 0.9375);
            for (std::uint32_t r = 0; r < rows; ++r) {
                const double* row = &input[r * width];
                Values part(kParts, 0.0);
                for (std::uint32_t i = 0; i < width; ++i)
                    part[i < 512 ? i / 64 : i % 64 / 8] += row[i] / (width / kParts);
                double own = 0;
                for (const double p : part) own += p / kParts;
                const double carried = update ? (own + 0.5 * 2) / 3 : own;
                const double shift = (own - carried) * scale;
                const double shift_before = (0.5 - carried) * scale;
                Values y;
                double peak = -1e9;
                for (std::uint32_t i = 0; i < width; ++i) {
                    y.push_back(row[i] - (own - part[i / (width / kParts)]) * scale);
                    peak = std::max(peak, y.back());
                }
                peak += shift;
                if (update) peak = std::max(peak, 1.5 + shift_before);
                double total = update ? std::exp(1.5 + shift_before - peak) * 2 : 0;
                for (std::uint32_t i = 0; i < width; ++i) {
                    const double want = std::exp(y[i] - peak + shift);
                    expect_near(x, r * width + i, want, 2e-3);
                    total += want;
                }
                ASSERT_NEAR(number(mean, r, true), carried, 1e-5);
                ASSERT_NEAR(number(max, r, true), peak, 1e-4);
                ASSERT_NEAR(number(sum, r, true), total, 1e-4 * total);
                if (update) {
                    ASSERT_NEAR(number(factor, r, true), std::exp(1.5 + shift_before - peak), 2e-3);
                }
            }
        }
    }
}

TEST_F(SoftmaxOfRows, LogSoftMax) {
    const auto check = [&](auto type, const Shape2& shape) {
        using T = decltype(type);
        start();
        const auto x = data<T>(shape.rows * shape.pitch, 7);
        const auto y = room<T>(shape.rows * shape.pitch);
        const auto sum = room<T>(shape.rows * 32 / sizeof(T));
        const auto max = room<T>(shape.rows * 32 / sizeof(T));
        const TensorShape host({shape.rows, shape.pitch});
        LogSoftMaxTiling tiling;
        LogSoftMaxTilingFunc(host, sizeof(T), 0, tiling);
        LogSoftMax<T>(y, sum, max, x, buffer(GetLogSoftMaxMinTmpSize(host, sizeof(T), false)),
                      tiling, {shape.rows, shape.pitch, shape.rows, shape.valid});
        for (std::uint32_t r = 0; r < shape.rows; ++r) {
            double peak = -1e9;
            double total = 0;
            for (std::uint32_t i = 0; i < shape.valid; ++i)
                peak = std::max(peak, at(x, r * shape.pitch + i));
            for (std::uint32_t i = 0; i < shape.valid; ++i)
                total += std::exp(at(x, r * shape.pitch + i) - peak);
            for (std::uint32_t i = 0; i < shape.valid; ++i) {
                const double want = std::log10(std::exp(at(x, r * shape.pitch + i) - peak) / total);
                expect_near(y, r * shape.pitch + i, want, error_of<T>());
            }
            ASSERT_NEAR(number(max, r, true), peak, error_of<T>());
            ASSERT_NEAR(number(sum, r, true), total, error_of<T>() * total);
        }
    };
    check(float{}, {19, 60, 64});
    check(half{}, {9, 100, 112});
    check(float{}, {2, 2500, 2504});
}

}  // namespace
}  // namespace ascendc_test

#endif  // __NPU_ARCH__ != 1001
