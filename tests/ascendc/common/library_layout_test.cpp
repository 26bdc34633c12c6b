// SPDX-License-Identifier: Apache-2.0
// Library functions that add along axes, sort, filter and lay out anew, element by element. Buffers
// are the least that the host functions ask for.
#if __NPU_ARCH__ != 1001

#include <numeric>

#include "tests/ascendc/library_fixture.h"

namespace ascendc_test {
namespace {

using namespace AscendC;

struct Platform {};

class LibraryLayout : public LibraryRows {
protected:
    // Every element another number that T holds exactly.
    template <typename T>
    LocalTensor<T> numbers(std::uint32_t elements) {
        return filled<T>(take(elements * sizeof(T)), elements, [](int i) { return i % 2048; });
    }

    template <typename T, bool kLast, CumSumAlgorithm kAlgorithm>
    void check_sums(std::uint32_t rows, std::uint32_t columns);
    template <typename T, bool kSmall>
    void check_top_k(std::uint32_t rows, std::uint32_t inner, std::uint32_t n, std::uint32_t k,
                     bool largest);
    template <typename T>
    void check_pad(std::uint32_t rows, std::uint32_t width, std::uint32_t left,
                   std::uint32_t right);
};

template <typename T, bool kLast, CumSumAlgorithm kAlgorithm>
void LibraryLayout::check_sums(std::uint32_t rows, std::uint32_t columns) {
    SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns));
    start();
    static constexpr CumSumConfig kConfig{kLast, false, true, kAlgorithm};
    const auto x = data<T>(rows * columns, 1, 0.25);
    const auto y = room<T>(rows * columns);
    const auto last = room<T>(columns);
    const auto beyond = room<T>(64);
    uint32_t most = 0;
    uint32_t least = 0;
    GetCumSumMaxMinTmpSize(TensorShape({rows, columns}), sizeof(T), kLast, false, most, least);
    CumSum<T, kConfig>(y, last, x, buffer(least), {rows, columns});
    for (std::uint32_t i = 0; i < rows * columns; ++i) {
        double sum = 0;
        if (kLast) {
            for (std::uint32_t j = i / columns * columns; j <= i; ++j) sum += at(x, j);
        } else {
            for (std::uint32_t j = i % columns; j <= i; j += columns) sum += at(x, j);
        }
        const double error = sizeof(T) == 2 ? 1e-3 : 1e-5;
        ASSERT_NEAR(at(y, i), sum, error * (1 + std::abs(sum))) << i;
    }
    for (std::uint32_t i = 0; i < columns; ++i)
        ASSERT_EQ(at(last, i), at(y, (rows - 1) * columns + i));
    for (std::uint32_t i = 0; i < 64; ++i) ASSERT_EQ(at(beyond, i), -77);
}

TEST_F(LibraryLayout, CumSum) {
    constexpr auto kLines = CumSumAlgorithm::CUMSUM_ALGORITHM_LINEBYLINE;
    for (const auto& [rows, columns] : {std::pair{1u, 16u}, {5u, 48u}, {37u, 32u}, {16u, 80u}}) {
        check_sums<float, true, kLines>(rows, columns);
        check_sums<half, true, kLines>(rows, columns);
        check_sums<float, false, kLines>(rows, columns);
        check_sums<half, false, kLines>(rows, columns);
#if __NPU_ARCH__ == 3510
        constexpr auto kHalving = CumSumAlgorithm::CUMSUM_ALGORITHM_SKLANSKY;
        check_sums<float, true, kHalving>(rows, columns);
        check_sums<half, false, kHalving>(rows, columns);
#endif
    }
    check_sums<float, true, kLines>(3, 24);
}

template <typename T, bool kSmall>
void LibraryLayout::check_top_k(std::uint32_t rows, std::uint32_t inner, std::uint32_t n,
                                std::uint32_t k, bool largest) {
    SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(inner) + ", " + std::to_string(k));
    start();
    constexpr TopKMode kMode = kSmall ? TopKMode::TOPK_NSMALL : TopKMode::TOPK_NORMAL;
    const double worst = largest ? -60000 : 60000;
    const auto x = filled<T>(take(rows * inner * sizeof(T)), rows * inner, [&](int i) {
        const auto at = static_cast<std::uint32_t>(i);
        return at % inner < n ? value_of(at, 2) : worst;
    });
    const std::uint32_t value_pitch = kSmall ? k : (k * sizeof(T) + 31) / 32 * 32 / sizeof(T);
    const std::uint32_t index_pitch = kSmall ? k : (k + 7) / 8 * 8;
    const auto values = room<T>(rows * value_pitch + 32);
    const auto indices = room<int32_t>(rows * index_pitch + 32);
    const auto given =
        filled<int32_t>(take(rows * inner * 4), rows * inner, [](int i) { return i * 3; });
    const auto finish = filled<uint8_t>(take(rows), rows, [](int i) {
                            return i == 1;
                        }).template ReinterpretCast<bool>();
    uint32_t most = 0;
    uint32_t least = 0;
    TopkTiling tiling;
    const auto columns = static_cast<int32_t>(inner);
    const auto count = static_cast<int32_t>(rows);
    GetTopKMaxMinTmpSize(Platform(), columns, count, false, false, kMode, largest, sizeof(T), most,
                         least);
    TopKTilingFunc(Platform(), columns, count, static_cast<int32_t>(k), sizeof(T), false, kMode,
                   largest, tiling);
    const TopKInfo info{count, columns, static_cast<int32_t>(n)};
    const auto tmp = buffer(least);
    const auto check = [&](bool with_indices, bool finished) {
        for (std::uint32_t row = 0; row < rows; ++row) {
            std::vector<std::uint32_t> order(n);
            std::iota(order.begin(), order.end(), 0u);
            std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
                const double va = at(x, row * inner + a);
                const double vb = at(x, row * inner + b);
                return largest ? va > vb : va < vb;
            });
            for (std::uint32_t i = 0; i < k; ++i) {
                ASSERT_EQ(at(values, row * value_pitch + i), at(x, row * inner + order[i]));
                double want = order[i];
                if (with_indices) want = 3 * (want + (kSmall ? row * inner : 0));
                if (finished && row == 1) want = n;
                ASSERT_EQ(at(indices, row * index_pitch + i), want) << row << " " << i;
            }
        }
    };
    const auto wanted = static_cast<int32_t>(k);
    TopK<T, false, false, false, kMode>(values, indices, x, given, finish, tmp, wanted, tiling,
                                        info, largest);
    check(false, false);
    TopK<T, true, !kSmall, false, kMode>(values, indices, x, given, finish, tmp, wanted, tiling,
                                         info, largest);
    check(true, !kSmall);
#if __NPU_ARCH__ == 3510
    static constexpr TopKConfig kByValue{TopKAlgo::RADIX_SELECT, TopKOrder::UNSET, true};
    TopK<T, true, false, false, kMode, kByValue>(values, indices, x, given, finish, tmp, wanted,
                                                 tiling, info, largest);
    check(true, false);
#endif
}

TEST_F(LibraryLayout, TopK) {
    for (const bool largest : {true, false}) {
        check_top_k<float, false>(3, 32, 32, 5, largest);
        check_top_k<half, false>(4, 192, 170, 33, largest);
        check_top_k<float, false>(2, 1056, 1050, 1050, largest);
        check_top_k<float, true>(5, 32, 30, 7, largest);
        check_top_k<half, true>(40, 32, 32, 3, largest);
    }
    start();
    const auto x = data<float>(64, 3);
    const auto i = room<int32_t>(64);
    const auto f = room<uint8_t>(64).ReinterpretCast<bool>();
    EXPECT_THAT(failure([&] {
                    TopK<float>(x, i, x, i, f, buffer(64), 3, TopkTiling(), {1, 48, 48});
                }),
                ::testing::HasSubstr("inner"));
    EXPECT_THAT(failure([&] {
                    TopK<float>(x, i, x, i, f, buffer(64), 3, TopkTiling(), {1, 64, 64});
                }),
                ::testing::HasSubstr("tmpLocal"));
}

#if __NPU_ARCH__ == 3510
TEST_F(LibraryLayout, SortOfAnyType) {
    const auto check = [&](auto type) {
        using T = decltype(type);
        start();
        constexpr std::uint32_t kCount = 77;
        const auto x = data<T>(kCount, 4, 3);
        const auto y = room<T>(kCount);
        const auto index = room<uint32_t>(kCount);
        const auto given = filled<int64_t>(take(8 * kCount), kCount, [](int i) { return -5 * i; });
        const auto out = room<int64_t>(kCount);
        static constexpr SortConfig kDown{SortType::RADIX_SORT, true};
        Sort<T>(y, index, x, kCount);
        for (std::uint32_t i = 0; i < kCount; ++i) {
            ASSERT_EQ(at(y, i), at(x, static_cast<std::uint32_t>(at(index, i))));
            if (i > 0) { ASSERT_LE(at(y, i - 1), at(y, i)); }
        }
        uint32_t most = 0;
        uint32_t least = 0;
        GetSortMaxMinTmpSize(TensorShape({kCount}), TensorDataType::DT_FLOAT,
                             TensorDataType::DT_INT64, false, kDown, most, least);
        Sort<T, int64_t, false, kDown>(y, out, x, given, buffer(least), kCount);
        for (std::uint32_t i = 0; i < kCount; ++i) {
            ASSERT_EQ(at(y, i), at(x, static_cast<std::uint32_t>(at(out, i) / -5)));
            if (i > 0) { ASSERT_GE(at(y, i - 1), at(y, i)); }
        }
        Sort<T, true>(x, x, kCount);
        for (std::uint32_t i = 1; i < kCount; ++i) ASSERT_LE(at(x, i - 1), at(x, i));
    };
    check(float{});
    check(half{});
    check(bfloat16_t{});
    check(int8_t{});
    check(uint16_t{});
    check(int32_t{});
    check(int64_t{});
}
#endif

TEST_F(LibraryLayout, DropOut) {
    const auto check = [&](auto type, std::uint32_t rows, std::uint32_t columns,
                           std::uint32_t mask_columns, bool bits) {
        using T = decltype(type);
        start();
        const auto x = data<T>(rows * columns, 5);
        const auto mask = filled<uint8_t>(take(rows * mask_columns), rows * mask_columns,
                                          [&](int i) { return bits ? i * 37 % 251 : i % 3; });
        const auto y = room<T>(rows * columns);
        uint32_t most = 0;
        uint32_t least = 0;
        GetDropOutMaxMinTmpSize(TensorShape({rows, columns}), sizeof(T), false, most, least);
        EXPECT_EQ(least, GetDropOutMinTmpSize(TensorShape({rows, columns}), sizeof(T), false));
        const DropOutShapeInfo info{rows, columns, mask_columns};
        DropOut(y, x, mask, buffer(least), 0.5F, info);
        for (std::uint32_t i = 0; i < rows * columns; ++i) {
            const std::uint32_t c = i % columns;
            const std::uint32_t begin = i / columns * mask_columns;
            bool kept = false;
            if (bits) {
                const auto byte = static_cast<unsigned>(at(mask, begin + c / 8));
                kept = (byte >> c % 8 & 1U) != 0;
            } else {
                kept = at(mask, begin + c) != 0;
            }
            ASSERT_EQ(at(y, i), kept ? 2 * at(x, i) : 0) << i;
        }
    };
    check(float{}, 3, 160, 160, false);
    check(half{}, 3, 160, 160, false);
    check(float{}, 5, 40, 64, false);
    check(half{}, 2, 512, 64, true);
    check(float{}, 2, 64, 32, true);
    start();
    const auto x = data<float>(64, 6);
    EXPECT_THAT(failure([&] {
                    DropOut(x, x, room<uint8_t>(64), buffer(512), 0.0F, {1, 64, 64});
                }),
                ::testing::HasSubstr("keepProb"));
}

template <typename T>
void LibraryLayout::check_pad(std::uint32_t rows, std::uint32_t width, std::uint32_t left,
                              std::uint32_t right) {
    SCOPED_TRACE(std::to_string(width));
    start();
    const std::uint32_t grain = 32 / sizeof(T);
    const std::uint32_t padded = (width + grain - 1) / grain * grain;
    const auto x = numbers<T>(rows * width);
    const auto y = room<T>(rows * padded);
    uint32_t most = 0;
    uint32_t least = 0;
    const TensorShape host({rows, width});
    GetPadMaxMinTmpSize(host, sizeof(T), most, least);
    PadTiling tiling;
    PadTilingFunc(host, host, least, sizeof(T), tiling);
    const PadParams params{static_cast<uint16_t>(left), static_cast<uint16_t>(right), 321};
    Pad(y, x, params, buffer(least), tiling);
    for (std::uint32_t i = 0; i < rows * padded; ++i) {
        const std::uint32_t c = i % padded;
        const bool inside = c >= left && c < left + width;
        ASSERT_EQ(at(y, i), inside ? at(x, i / padded * width + c - left) : 321) << i;
    }
    if (left != 0) return;
    UnPadTiling back;
    GetUnPadMaxMinTmpSize(Platform(), TensorShape({rows, padded}), sizeof(T), most, least);
    UnPadTilingFunc(TensorShape({rows, padded}), least, sizeof(T), back);
    const auto z = room<T>(rows * padded);
    UnPad(z, y, {0, static_cast<uint16_t>(padded - width)}, buffer(least), back);
    for (std::uint32_t i = 0; i < rows * width; ++i) ASSERT_EQ(at(z, i), at(x, i)) << i;
}

TEST_F(LibraryLayout, PadAndUnPad) {
    check_pad<half>(16, 15, 0, 1);
    check_pad<float>(20, 13, 0, 3);
    check_pad<int32_t>(3, 101, 2, 1);
    check_pad<uint16_t>(300, 17, 0, 15);
    check_pad<int16_t>(2, 300, 1, 1);
    // Rows of whole blocks, the last columns of which do not count.
    start();
    const auto x = numbers<float>(4 * 16);
    const auto y = room<float>(4 * 16);
    PadTiling tiling;
    PadTilingFunc(TensorShape({4, 16}), TensorShape({4, 13}), 0, 4, tiling);
    Pad(y, x, {0, 3, -1}, tiling);
    for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(at(y, i), i % 16 < 13 ? at(x, i) : -1);
}

TEST_F(LibraryLayout, TransDataToBlocksAndBack) {
    static constexpr TransDataConfig kToFractal{DataFormat::NCDHW, DataFormat::FRACTAL_Z_3D};
    static constexpr TransDataConfig kFromFractal{DataFormat::FRACTAL_Z_3D, DataFormat::NCDHW};
    static constexpr TransDataConfig kToBlocks{DataFormat::NCDHW, DataFormat::NDC1HWC0};
    static constexpr TransDataConfig kFromBlocks{DataFormat::NDC1HWC0, DataFormat::NCDHW};
    struct Case {
        std::uint32_t n, c, d, h, w;
    };
    for (const Case& s : {Case{1, 16, 2, 4, 4}, Case{3, 20, 1, 3, 5}, Case{17, 16, 2, 2, 7}}) {
        start();
        const std::uint32_t hw = s.h * s.w;
        const std::uint32_t row = (hw + 15) / 16 * 16;
        const std::uint32_t c1 = (s.c + 15) / 16;
        const std::uint32_t n1 = (s.n + 15) / 16;
        const auto x = numbers<half>(s.n * s.c * s.d * row);
        const auto fractal = room<half>(s.d * c1 * hw * n1 * 256);
        const auto blocks = room<half>(s.n * s.d * c1 * hw * 16);
        const auto back = room<half>(s.n * s.c * s.d * row);
        const auto image = MakeLayout(MakeShape(s.n, s.c, s.d, s.h, s.w), MakeStride());
        const auto to = MakeLayout(MakeShape(s.d, c1, s.h, s.w, n1, 16u, 16u), MakeStride());
        const auto to6 = MakeLayout(MakeShape(s.n, s.d, c1, s.h, s.w, 16u), MakeStride());
        const TransDataParams<decltype(image), decltype(to)> forward{image, to};
        const TransDataParams<decltype(to), decltype(image)> backward{to, image};
        const TransDataParams<decltype(image), decltype(to6)> forward6{image, to6};
        const TransDataParams<decltype(to6), decltype(image)> backward6{to6, image};
        uint32_t most = 0;
        uint32_t least = 0;
        ASSERT_TRUE(GetTransDataMaxMinTmpSize(Platform(), TensorShape({s.n, s.c, s.d, s.h, s.w}),
                                              TensorShape({s.d}), TensorDataType::DT_FLOAT16,
                                              kToFractal, most, least));
        const auto tmp = buffer(least);
        TransData<kToFractal>(fractal, x, tmp, forward);
        TransData<kToBlocks>(blocks, x, tmp, forward6);
        for (std::uint32_t n = 0; n < n1 * 16; ++n) {
            for (std::uint32_t c = 0; c < c1 * 16; ++c) {
                for (std::uint32_t i = 0; i < s.d * hw; ++i) {
                    const std::uint32_t d = i / hw;
                    const std::uint32_t p = i % hw;
                    const bool real = n < s.n && c < s.c;
                    const double want = real ? at(x, ((n * s.c + c) * s.d + d) * row + p) : 0;
                    const std::uint32_t at_fractal =
                        (((d * c1 + c / 16) * hw + p) * n1 * 16 + n) * 16 + c % 16;
                    ASSERT_EQ(at(fractal, at_fractal), want) << n << " " << c << " " << i;
                    if (n >= s.n) continue;
                    const std::uint32_t at_blocks =
                        (((n * s.d + d) * c1 + c / 16) * hw + p) * 16 + c % 16;
                    ASSERT_EQ(at(blocks, at_blocks), want) << n << " " << c << " " << i;
                }
            }
        }
        const auto expect_back = [&] {
            for (std::uint32_t i = 0; i < s.n * s.c * s.d * row; ++i) {
                if (i % row < hw) { ASSERT_EQ(at(back, i), at(x, i)) << i; }
            }
        };
        TransData<kFromFractal>(back, fractal, tmp, backward);
        expect_back();
        Duplicate(back, half(0.0F), static_cast<int32_t>(s.n * s.c * s.d * row));
        TransData<kFromBlocks>(back, blocks, tmp, backward6);
        expect_back();
    }
}

TEST_F(LibraryLayout, TransposeWithATiling) {
    const auto check = [&](auto type, std::uint32_t c) {
        using T = decltype(type);
        constexpr std::uint32_t kB = 2;
        constexpr std::uint32_t kN = 3;
        constexpr std::uint32_t kS = 16;
        const std::uint32_t c1 = c / 16;
        start();
        const auto x = numbers<T>(kB * kN * kS * c);
        ConfusionTransposeTiling tiling;
        GetTransposeTilingInfo(TensorShape({kB, kN, kS, c}), 32, sizeof(T), 1, tiling);
        const auto nz = [&](std::uint32_t b, std::uint32_t n, std::uint32_t s, std::uint32_t i) {
            return at(x, (((b * kN + n) * c1 + i / 16) * kS + s) * 16 + i % 16);
        };
        const auto all = [&](const auto& each) {
            for (std::uint32_t e = 0; e < kB * kN * kS * c; ++e)
                each(e / (kN * kS * c), e / (kS * c) % kN, e / c % kS, e % c);
        };
        const auto y = room<T>(kB * kS * c * 16);
        Transpose(y, x, TransposeType::TRANSPOSE_NZ2ND_0213, tiling);
        all([&](auto b, auto n, auto s, auto i) {
            ASSERT_EQ(at(y, ((b * kS + s) * kN + n) * c + i), nz(b, n, s, i));
        });
        Transpose(y, x, buffer(32), TransposeType::TRANSPOSE_NZ2NZ_0213, tiling);
        all([&](auto b, auto n, auto s, auto i) {
            ASSERT_EQ(at(y, (((b * kS + s) * c1 + i / 16) * 16 + n) * 16 + i % 16), nz(b, n, s, i));
        });
        Transpose(y, x, TransposeType::TRANSPOSE_NZ2ND_012_WITH_N, tiling);
        all([&](auto b, auto n, auto s, auto i) {
            ASSERT_EQ(at(y, ((b * kN + n) * kS + s) * c + i), nz(b, n, s, i));
        });
        Transpose(y, x, TransposeType::TRANSPOSE_NZ2NZ_012_WITHOUT_N, tiling);
        for (std::uint32_t i = 0; i < kB * kN * kS * c; ++i) ASSERT_EQ(at(y, i), at(x, i));
        GetConfusionTransposeOnlyTilingInfo(TensorShape({48, 32}), 32, sizeof(T), tiling);
        ConfusionTranspose(y, x, TransposeType::TRANSPOSE_ND2ND_ONLY, tiling);
        for (std::uint32_t i = 0; i < 48 * 32; ++i)
            ASSERT_EQ(at(y, i), at(x, i % 48 * 32 + i / 48));
        GetTransposeTilingInfo(TensorShape({1, 2, 16, 24}), 32, sizeof(T), 1, tiling);
        EXPECT_THAT(failure([&] { Transpose(y, x, TransposeType::TRANSPOSE_NZ2ND_0213, tiling); }),
                    ::testing::HasSubstr("H / N"));
    };
    check(half{}, 32);
    check(float{}, 16);
    check(uint16_t{}, 16);
}

TEST_F(LibraryLayout, BroadcastOfBytes) {
    const auto check = [&](auto type, std::uint32_t rows, std::uint32_t columns) {
        using T = decltype(type);
        start();
        const auto x = filled<T>(take(rows), rows, [](int i) { return i * 7 % 256 - 100; });
        const auto y = room<T>(rows * columns);
        const uint32_t to[2] = {rows, columns};
        const uint32_t column[2] = {rows, 1};
        uint32_t most = 0;
        uint32_t least = 0;
        GetBroadCastMaxMinTmpSize(Platform(), TensorShape({rows, 1}), TensorShape({rows, columns}),
                                  1, false, most, least);
        Broadcast<T, 2, 1>(y, x, to, column, buffer(least));
        for (std::uint32_t i = 0; i < rows * columns; ++i) ASSERT_EQ(at(y, i), at(x, i / columns));
        const auto row = filled<T>(take(columns), columns, [](int i) { return i % 100; });
        const uint32_t one[2] = {1, columns};
        Broadcast<T, 2, 0>(y, row, to, one, buffer(least));
        for (std::uint32_t i = 0; i < rows * columns; ++i)
            ASSERT_EQ(at(y, i), at(row, i % columns));
    };
    check(int8_t{}, 70, 96);
    check(uint8_t{}, 3, 32);
}

}  // namespace
}  // namespace ascendc_test

#endif  // __NPU_ARCH__ != 1001
