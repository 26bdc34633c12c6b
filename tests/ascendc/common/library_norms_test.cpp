// SPDX-License-Identifier: Apache-2.0
// The normalizations, their gradients and Welford's method against double precision. Buffers are
// the least that the host functions ask for.
#if __NPU_ARCH__ != 1001

#include "tests/ascendc/library_fixture.h"

namespace ascendc_test {
namespace {

using namespace AscendC;

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
            static constexpr WelfordUpdateConfig kKeepRest{true};
            WelfordUpdate<T, float>(new_mean, new_variance, mean, variance, piece, tmp, para);
            for (std::uint32_t i = used; i < kLanes; ++i) ASSERT_EQ(at(new_mean, i), -77);
            WelfordUpdate<T, float, false, kKeepRest>(new_mean, new_variance, mean, variance, piece,
                                                      tmp, para);
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
