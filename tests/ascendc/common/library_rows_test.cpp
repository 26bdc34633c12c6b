// SPDX-License-Identifier: Apache-2.0
// Library functions over the rows of matrices against double precision: softmax of rows that come
// in parts, LogSoftMax, the normalizations and their gradients, Welford's method. Buffers are the
// least that the host functions ask for.
#if __NPU_ARCH__ != 1001

#include <memory>

#include "tests/ascendc/kernel_fixture.h"
#include "tiling/tiling_api.h"

namespace ascendc_test {
namespace {

using namespace AscendC;

struct Shape2 {
    std::uint32_t rows;
    std::uint32_t valid;
    std::uint32_t pitch;
};
using Values = std::vector<double>;

double value_of(std::uint32_t i, std::uint32_t seed) {
    return static_cast<double>((i * 37 + seed * 101 + i / 7 * 13) % 97) / 16 - 2.5;
}

class LibraryRows : public Kernel {
protected:
    void start() { next_ = 0; }

    std::uint32_t take(std::uint32_t bytes) {
        const std::uint32_t at = next_;
        next_ += (bytes + 31) / 32 * 32;
        EXPECT_LE(next_, 190000u);
        return at;
    }
    template <typename T>
    LocalTensor<T> room(std::uint32_t elements) {
        return filled<T>(take(elements * sizeof(T)), elements, [](int) { return -77; });
    }
    LocalTensor<uint8_t> buffer(std::uint32_t bytes) { return tensor<uint8_t>(take(bytes), bytes); }
    template <typename T>
    LocalTensor<T> data(std::uint32_t elements, std::uint32_t seed, double scale = 1,
                        double offset = 0) {
        return filled<T>(take(elements * sizeof(T)), elements, [&](int i) {
            return value_of(static_cast<std::uint32_t>(i), seed) * scale + offset;
        });
    }
    template <typename T>
    Values values(const LocalTensor<T>& tensor, std::uint32_t count) {
        Values all;
        for (std::uint32_t i = 0; i < count; ++i) all.push_back(at(tensor, i));
        return all;
    }

    template <typename T>
    void expect_near(const LocalTensor<T>& got, std::uint32_t index, double want, double error) {
        ASSERT_NEAR(at(got, index), want, error * std::max(1.0, std::abs(want))) << index;
    }
    template <typename T>
    static double error_of() {
        return sizeof(T) == 2 ? 4e-3 : 4e-6;
    }

    // Number of row r of a tensor whose numbers fill blocks (or not).
    template <typename U>
    double number(const LocalTensor<U>& tensor, std::uint32_t row, bool blocks) {
        const std::uint32_t step = blocks ? 32 / sizeof(U) : 1;
        for (std::uint32_t i = 1; i < step; ++i)
            EXPECT_EQ(at(tensor, row * step), at(tensor, row * step + i));
        return at(tensor, row * step);
    }

    template <typename T, typename U, bool kBlocks>
    void check_flash(const Shape2& shape, bool update);

    // What stack buffers must not take.
    void reserve() { pipe_->InitBuffer(taken_, next_); }

    std::uint32_t next_ = 0;

private:
    const std::unique_ptr<TPipe> pipe_ = std::make_unique<TPipe>();
    TBuf<TPosition::VECCALC> taken_;
};

constexpr SoftmaxConfig kPlainNumbers = {true, 0, 0, SoftmaxMode::SOFTMAX_OUTPUT_WITHOUT_BRC};

template <typename T, typename U, bool kBlocks>
void LibraryRows::check_flash(const Shape2& shape, bool update) {
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

TEST_F(LibraryRows, SoftmaxFlashV2) {
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

TEST_F(LibraryRows, SoftmaxFlashOfHalfWithFloats) {
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

TEST_F(LibraryRows, SoftmaxFlashV3) {
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

TEST_F(LibraryRows, LogSoftMax) {
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

// Mean and variance of row r.
std::pair<double, double> statistics(const double* row, std::uint32_t count) {
    double mean = 0;
    double variance = 0;
    for (std::uint32_t i = 0; i < count; ++i) mean += row[i] / count;
    for (std::uint32_t i = 0; i < count; ++i) variance += (row[i] - mean) * (row[i] - mean) / count;
    return {mean, variance};
}

class LibraryNorms : public LibraryRows {
protected:
    template <typename T, typename G>
    void check_layer_rows(const Shape2& shape);
    template <typename T>
    void check_deep(const Shape2& shape);
    template <typename T>
    void check_grad(const Shape2& shape);
};

template <typename T, typename G>
void LibraryNorms::check_layer_rows(const Shape2& shape) {
    start();
    constexpr float kEpsilon = 0.01F;
    const auto x = data<T>(shape.rows * shape.pitch, 8);
    const Values input = values(x, shape.rows * shape.pitch);
    const auto gamma = data<G>(shape.pitch, 9);
    const auto beta = data<G>(shape.pitch, 10);
    const auto y = room<T>(shape.rows * shape.pitch);
    const auto mean = room<float>(shape.rows);
    const auto rstd = room<float>(shape.rows);
    const TensorShape host({shape.rows, shape.pitch});
    uint32_t most = 0;
    uint32_t least = 0;
    GetLayerNormMaxMinTmpSize(host, sizeof(T), false, true, false, most, least);
    LayerNormSeparateTiling tiling;
    GetLayerNormNDTilingInfo(host, least, sizeof(T), false, true, tiling);
    const LayerNormPara para{shape.rows, shape.valid, shape.pitch};
    LayerNorm<G, T>(y, mean, rstd, x, gamma, beta, kEpsilon, buffer(least), para, tiling);
    const double error = error_of<T>();
    for (std::uint32_t r = 0; r < shape.rows; ++r) {
        const auto [m, v] = statistics(&input[r * shape.pitch], shape.valid);
        ASSERT_NEAR(at(mean, r), m, 1e-5);
        ASSERT_NEAR(at(rstd, r), 1 / std::sqrt(v + kEpsilon), 1e-5);
        for (std::uint32_t i = 0; i < shape.valid; ++i) {
            const double normal = (input[r * shape.pitch + i] - m) / std::sqrt(v + kEpsilon);
            expect_near(y, r * shape.pitch + i, normal * at(gamma, i) + at(beta, i), error);
        }
    }
    // Normalize with statistics of its own, and without gamma, beta and results besides.
    const auto variance = data<float>(shape.rows, 11, 0.25, 2);
    GetNormalizeMaxMinTmpSize(host, sizeof(G), sizeof(T), false, true, false, most, least);
    const auto tmp = buffer(least);
    const NormalizePara sizes{shape.rows, shape.valid, shape.pitch};
    Normalize<G, T>(y, rstd, mean, variance, x, gamma, beta, tmp, kEpsilon, sizes);
    const auto expect_normal = [&](bool scaled) {
        for (std::uint32_t i = 0; i < shape.rows * shape.pitch; ++i) {
            const std::uint32_t r = i / shape.pitch;
            const std::uint32_t c = i % shape.pitch;
            if (c >= shape.valid) continue;
            const double factor = 1 / std::sqrt(at(variance, r) + kEpsilon);
            const double normal = (input[i] - at(mean, r)) * factor;
            expect_near(y, i, scaled ? normal * at(gamma, c) + at(beta, c) : normal, error);
            ASSERT_NEAR(at(rstd, r), factor, 1e-5);
        }
    };
    expect_normal(true);
    static constexpr NormalizeConfig kBare{ReducePattern::AR, -1, true, true, true};
    Normalize<G, T, false, kBare>(y, LocalTensor<float>(), mean, variance, x, gamma, beta, tmp,
                                  kEpsilon, sizes);
    expect_normal(false);
}

TEST_F(LibraryNorms, LayerNormOfRowsAndNormalize) {
    for (const Shape2& shape : {Shape2{9, 60, 64}, Shape2{3, 16, 16}, Shape2{2, 1000, 1008}}) {
        check_layer_rows<float, float>(shape);
        check_layer_rows<half, half>(shape);
        check_layer_rows<half, float>(shape);
#if __NPU_ARCH__ == 3510
        check_layer_rows<bfloat16_t, float>({4, 32, 32});
#endif
    }
}

template <typename T>
void LibraryNorms::check_deep(const Shape2& shape) {
    start();
    const auto x = data<T>(shape.rows * shape.pitch, 12);
    const auto gx = data<T>(shape.rows * shape.pitch, 13);
    const auto gamma = data<T>(shape.pitch, 14);
    const auto beta = data<T>(shape.pitch, 15);
    const auto y = room<T>(shape.rows * shape.pitch);
    const auto mean = room<T>(shape.rows);
    const auto variance = room<T>(shape.rows);
    Values input;
    for (std::uint32_t i = 0; i < shape.rows * shape.pitch; ++i)
        input.push_back(1.5 * at(x, i) + at(gx, i));
    const TensorShape host({1, shape.rows, shape.pitch});
    uint32_t most = 0;
    uint32_t least = 0;
    GetDeepNormMaxMinTmpSize(host, sizeof(T), false, false, most, least);
    DeepNormTiling tiling;
    ASSERT_TRUE(GetDeepNormTilingInfo(host, TensorShape({1, shape.rows, shape.valid}), least,
                                      sizeof(T), false, false, tiling));
    DeepNorm<T>(y, mean, variance, x, gx, beta, gamma, buffer(least), T(1.5F), T(0.25F), tiling);
    for (std::uint32_t r = 0; r < shape.rows; ++r) {
        const auto [m, v] = statistics(&input[r * shape.pitch], shape.valid);
        ASSERT_NEAR(at(mean, r), m, error_of<T>());
        ASSERT_NEAR(at(variance, r), v, error_of<T>() * (1 + v));
        for (std::uint32_t i = 0; i < shape.valid; ++i) {
            const double normal = (input[r * shape.pitch + i] - m) / std::sqrt(v + 0.25);
            expect_near(y, r * shape.pitch + i, normal * at(gamma, i) + at(beta, i), error_of<T>());
        }
    }
}

TEST_F(LibraryNorms, DeepNorm) {
    check_deep<float>({10, 60, 64});
    check_deep<half>({10, 60, 64});
}

TEST_F(LibraryNorms, BatchNorm) {
    const auto check = [&](auto type) {
        using T = decltype(type);
        start();
        constexpr std::uint32_t kBatch = 8;
        constexpr std::uint32_t kColumns = 80;  // more than one piece in the least buffer
        const auto x = data<T>(kBatch * kColumns, 16);
        const auto gamma = data<T>(kBatch, 17);
        const auto beta = data<T>(kBatch, 18);
        const auto y = room<T>(kBatch * kColumns);
        const auto mean = room<T>(kColumns);
        const auto variance = room<T>(kColumns);
        const TensorShape host({kBatch, 10, 8});
        uint32_t most = 0;
        uint32_t least = 0;
        ASSERT_TRUE(GetBatchNormMaxMinTmpSize(host, host, sizeof(T), false, most, least));
        BatchNormTiling tiling;
        ASSERT_TRUE(GetBatchNormNDTilingInfo(host, host, least, sizeof(T), false, tiling));
        BatchNorm<T>(y, mean, variance, x, gamma, beta, buffer(least), T(0.125F), tiling);
        for (std::uint32_t c = 0; c < kColumns; ++c) {
            Values column;
            for (std::uint32_t b = 0; b < kBatch; ++b) column.push_back(at(x, b * kColumns + c));
            const auto [m, v] = statistics(column.data(), kBatch);
            ASSERT_NEAR(at(mean, c), m, error_of<T>());
            ASSERT_NEAR(at(variance, c), v, error_of<T>() * (1 + v));
            for (std::uint32_t b = 0; b < kBatch; ++b) {
                const double normal = (column[b] - m) / std::sqrt(v + 0.125);
                expect_near(y, b * kColumns + c, normal * at(gamma, b) + at(beta, b),
                            error_of<T>());
            }
        }
    };
    check(float{});
    check(half{});
}

TEST_F(LibraryNorms, GroupNorm) {
    const auto check = [&](auto type, std::uint32_t hw) {
        using T = decltype(type);
        start();
        constexpr std::uint32_t kImages = 2;
        constexpr std::uint32_t kChannels = 6;
        constexpr std::uint32_t kGroups = 3;
        const std::uint32_t pitch = (hw * sizeof(T) + 31) / 32 * 32 / sizeof(T);
        const auto x = data<T>(kImages * kChannels * pitch, 19);
        const auto gamma = data<T>(16, 20);
        const auto beta = data<T>(16, 21);
        const auto y = room<T>(kImages * kChannels * pitch);
        const auto mean = room<T>(16);
        const auto variance = room<T>(16);
        const TensorShape host({kImages, kChannels, 1, hw});
        uint32_t most = 0;
        uint32_t least = 0;
        GetGroupNormMaxMinTmpSize(host, sizeof(T), false, kGroups, most, least);
        GroupNormTiling tiling;
        GetGroupNormNDTilingInfo(host, least, sizeof(T), false, kGroups, tiling);
        GroupNorm<T>(y, mean, variance, x, gamma, beta, buffer(least), T(0.125F), tiling);
        for (std::uint32_t group = 0; group < kImages * kGroups; ++group) {
            Values all;
            for (std::uint32_t i = 0; i < 2 * hw; ++i)
                all.push_back(at(x, (group * 2 + i / hw) * pitch + i % hw));
            const auto [m, v] = statistics(all.data(), 2 * hw);
            ASSERT_NEAR(at(mean, group), m, error_of<T>());
            ASSERT_NEAR(at(variance, group), v, error_of<T>() * (1 + v));
            for (std::uint32_t i = 0; i < 2 * hw; ++i) {
                const std::uint32_t channel = (group * 2 + i / hw) % kChannels;
                const double normal = (all[i] - m) / std::sqrt(v + 0.125);
                expect_near(y, (group * 2 + i / hw) * pitch + i % hw,
                            normal * at(gamma, channel) + at(beta, channel), error_of<T>());
            }
        }
    };
    check(float{}, 40);
    check(float{}, 13);
    check(half{}, 25);
}

template <typename T>
void LibraryNorms::check_grad(const Shape2& shape) {
    start();
    const double epsilon = 0.25;
    const auto grad = data<T>(shape.rows * shape.pitch, 22, 0.25);
    const auto x = data<T>(shape.rows * shape.pitch, 23, 0.5);
    const auto gamma = data<T>(shape.pitch, 24, 0.5);
    const auto mean = data<T>(shape.rows, 25, 0.1);
    const auto variance = data<T>(shape.rows, 26, 0.1, 1);
    const auto x_grad = room<T>(shape.rows * shape.pitch);
    const auto normal = room<T>(shape.rows * shape.pitch);
    const TensorShape host({1, shape.rows, shape.pitch, shape.valid});
    uint32_t most = 0;
    uint32_t least = 0;
    GetLayerNormGradMaxMinTmpSize(TensorShape({1, shape.rows, shape.pitch}), sizeof(T), false, most,
                                  least);
    LayerNormGradTiling tiling;
    GetLayerNormGradNDTilingInfo(host, least, sizeof(T), false, tiling);
    LayerNormGrad<T>(x_grad, normal, grad, x, variance, mean, gamma, buffer(least),
                     T(static_cast<float>(epsilon)), tiling);
    const double error = sizeof(T) == 2 ? 1e-2 : 1e-5;
    const auto h = static_cast<double>(shape.valid);
    for (std::uint32_t r = 0; r < shape.rows; ++r) {
        const double rstd = 1 / std::sqrt(at(variance, r) + epsilon);
        double of_variance = 0;
        double of_mean = 0;
        double centres = 0;
        for (std::uint32_t i = 0; i < shape.valid; ++i) {
            const double scaled = at(grad, r * shape.pitch + i) * at(gamma, i);
            const double centred = at(x, r * shape.pitch + i) - at(mean, r);
            of_variance -= 0.5 * scaled * centred * rstd * rstd * rstd;
            of_mean -= scaled * rstd;
            centres -= 2 * centred;
        }
        of_mean += of_variance / h * centres;
        for (std::uint32_t i = 0; i < shape.valid; ++i) {
            const std::uint32_t e = r * shape.pitch + i;
            const double scaled = at(grad, e) * at(gamma, i);
            const double centred = at(x, e) - at(mean, r);
            expect_near(normal, e, centred * rstd, error);
            expect_near(x_grad, e, scaled * rstd + of_variance * 2 / h * centred + of_mean / h,
                        error);
        }
    }
    GetLayerNormGradBetaMaxMinTmpSize(host, sizeof(T), false, most, least);
    LayerNormGradBetaTiling beta_tiling;
    GetLayerNormGradBetaNDTilingInfo(host, least, sizeof(T), false, beta_tiling);
    const auto gamma_grad = room<T>(shape.pitch);
    const auto beta_grad = room<T>(shape.pitch);
    LayerNormGradBeta<T>(gamma_grad, beta_grad, normal, grad, buffer(least), beta_tiling);
    for (std::uint32_t i = 0; i < shape.valid; ++i) {
        double gamma_sum = 0;
        double beta_sum = 0;
        for (std::uint32_t r = 0; r < shape.rows; ++r) {
            gamma_sum += at(grad, r * shape.pitch + i) * at(normal, r * shape.pitch + i);
            beta_sum += at(grad, r * shape.pitch + i);
        }
        expect_near(gamma_grad, i, gamma_sum, error);
        expect_near(beta_grad, i, beta_sum, error);
    }
}

TEST_F(LibraryNorms, LayerNormGrad) {
    check_grad<float>({20, 60, 64});
    check_grad<half>({20, 100, 112});
    check_grad<float>({3, 200, 200});
}

TEST_F(LibraryNorms, WelfordInPartsIsTheWholeRow) {
    const auto check = [&](auto type, bool counts) {
        using T = decltype(type);
        start();
        constexpr std::uint32_t kLanes = 80;
        constexpr std::uint32_t kTail = 37;  // elements of the last of three parts
        const auto x = data<T>(3 * kLanes, 27);
        const auto mean = data<float>(kLanes, 0, 0);
        const auto variance = data<float>(kLanes, 0, 0);
        const auto result = room<float>(8);
        const auto deviation = room<float>(8);
        const TensorShape host({1, kLanes});
        uint32_t most = 0;
        uint32_t least = 0;
        GetWelfordUpdateMaxMinTmpSize(host, sizeof(T), 4, false, false, most, least);
        const auto tmp = buffer(least);
        Values all;
        for (std::uint32_t part = 0; part < 3; ++part) {
            const std::uint32_t used = part == 2 ? kTail : kLanes;
            const auto piece = x[part * kLanes];
            for (std::uint32_t i = 0; i < used; ++i) all.push_back(at(piece, i));
            const WelfordUpdateParam para{1, kLanes, used, 1 / static_cast<float>(part + 1)};
            const auto new_mean = room<float>(kLanes);
            const auto new_variance = room<float>(kLanes);
            WelfordUpdate<T, float>(new_mean, new_variance, mean, variance, piece, tmp, para);
            for (std::uint32_t i = used; i < kLanes; ++i) {
                ASSERT_EQ(at(new_mean, i), at(mean, i));
                ASSERT_EQ(at(new_variance, i), at(variance, i));
            }
            DataCopy(mean, new_mean, kLanes);
            DataCopy(variance, new_variance, kLanes);
        }
        GetWelfordFinalizeMaxMinTmpSize(host, 4, false, most, least);
        WelfordFinalizePara para{};
        para.rnLength = 3;
        para.abLength = kLanes;
        para.headCount = 3;
        para.headCountLength = kTail;
        para.tailCount = 2;
        para.tailCountLength = kLanes - kTail;
        para.abRec = 1.0F / kLanes;
        para.rRec = 1.0F / static_cast<float>(all.size());
        const auto numbers = filled<int32_t>(take(4 * kLanes), kLanes, [](int i) {
            return static_cast<std::uint32_t>(i) < kTail ? 3 : 2;
        });
        if (counts)
            WelfordFinalize(result, deviation, mean, variance, numbers, buffer(least), para);
        else
            WelfordFinalize(result, deviation, mean, variance, buffer(least), para);
        const auto [m, v] = statistics(all.data(), static_cast<std::uint32_t>(all.size()));
        ASSERT_NEAR(at(result, 0), m, 1e-5);
        ASSERT_NEAR(at(deviation, 0), v, 1e-5);
        for (std::uint32_t i = 1; i < 8; ++i) {
            ASSERT_EQ(at(result, i), 0);
            ASSERT_EQ(at(deviation, i), 0);
        }
    };
    for (const bool counts : {false, true}) {
        check(float{}, counts);
        check(half{}, counts);
    }
}

TEST_F(LibraryNorms, WelfordWithoutATail) {
    start();
    constexpr std::uint32_t kLanes = 32;
    const auto mean = data<float>(kLanes, 28);
    const auto variance = data<float>(kLanes, 29, 1, 3);
    const auto result = room<float>(8);
    const auto deviation = room<float>(8);
    WelfordFinalizePara para{};
    para.rnLength = 4;
    para.abLength = kLanes;
    para.headCount = 4;
    para.headCountLength = kLanes;
    para.abRec = 1.0F / kLanes;
    para.rRec = 1.0F / (4 * kLanes);
    reserve();
    WelfordFinalize(result, deviation, mean, variance, para);
    double m = 0;
    double v = 0;
    for (std::uint32_t i = 0; i < kLanes; ++i) m += at(mean, i) / kLanes;
    for (std::uint32_t i = 0; i < kLanes; ++i)
        v += (at(variance, i) + 4 * std::pow(at(mean, i) - m, 2)) / (4 * kLanes);
    EXPECT_NEAR(at(result, 0), m, 1e-5);
    EXPECT_NEAR(at(deviation, 0), v, 1e-5);
}

TEST_F(LibraryNorms, SmallBuffersAreRefused) {
    start();
    const auto x = data<float>(640, 30);
    const auto small = buffer(64);
    EXPECT_THAT(
        failure([&] {
            SoftmaxFlashV2<float>(x, x, x, x, x, x, x, small, SoftMaxTiling(), {8, 64, 8, 64});
        }),
        ::testing::HasSubstr("sharedTmpBuffer"));
    LayerNormGradTiling tiling;
    tiling.bLength = 1;
    tiling.sLength = 8;
    tiling.hLength = tiling.originalHLength = 64;
    EXPECT_THAT(failure([&] { LayerNormGrad(x, x, x, x, x, x, x, small, 0.1F, tiling); }),
                ::testing::HasSubstr("sharedTmpBuffer"));
    EXPECT_THAT(failure([&] {
                    WelfordFinalizePara para{};
                    para.abLength = 12;
                    WelfordFinalize(x, x, x, x, small, para);
                }),
                ::testing::HasSubstr("abLength"));
}

}  // namespace
}  // namespace ascendc_test

#endif  // __NPU_ARCH__ != 1001
