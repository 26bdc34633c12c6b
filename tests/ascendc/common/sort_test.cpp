// SPDX-License-Identifier: Apache-2.0
// Sorting and transposing: what reaches the core, and what lies in UB afterwards.

#include <algorithm>
#include <numeric>

#include "tests/ascendc/kernel_fixture.h"

namespace ascendc_test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;

class Sorting : public Kernel {
protected:
    static double score(int i) { return (i * 29) % 71; }

    // Positions of `count` scores from the largest down.
    static std::vector<std::uint32_t> order(int count) {
        std::vector<std::uint32_t> positions(static_cast<std::size_t>(count));
        std::iota(positions.begin(), positions.end(), 0U);
        std::stable_sort(positions.begin(), positions.end(), [](std::uint32_t a, std::uint32_t b) {
            return score(static_cast<int>(a)) > score(static_cast<int>(b));
        });
        return positions;
    }
};

#if __NPU_ARCH__ != 1001
TEST_F(Sorting, ListsOf32AreMerged) {
    const auto scores = filled<float>(1024, 128, score);
    const auto index = filled<uint32_t>(2048, 128, [](int i) { return i; });
    const auto sorted = tensor<float>(4096, 256);
    const auto merged = tensor<float>(8192, 256);
    Sort32(sorted, scores, index, 4);
    const uint16_t lengths[4] = {32, 32, 32, 32};
    MrgSort(merged, MrgSortSrcList<float>(sorted, sorted[64], sorted[128], sorted[192]),
            MrgSort4Info(lengths, false, 0b1111, 1));
    EXPECT_THAT(take_steps(), ElementsAre("VBITSORT fp32 rep=4 dst=4096 src0=1024 src1=2048",
                                          "VMRGSORT4 fp32 rep=1 dst=8192 "
                                          "src=4096x32,4352x32,4608x32,4864x32"));
    const std::vector<std::uint32_t> want = order(128);
    for (std::uint32_t i = 0; i < 128; ++i) {
        ASSERT_EQ(at(merged, 2 * i), score(static_cast<int>(want[i])));
        ASSERT_EQ(at(merged.ReinterpretCast<uint32_t>(), 2 * i + 1), want[i]);
    }
    uint16_t taken[4];
    GetMrgSortResult(taken[0], taken[1], taken[2], taken[3]);
    EXPECT_THAT(taken, ElementsAre(32, 32, 32, 32));
}

TEST_F(Sorting, WholeTensors) {
    TPipe pipe;
    for (const int lists : {1, 2, 4, 5, 16, 21}) {
        const int count = lists * 32;
        const auto scores = filled<half>(1024, static_cast<std::uint32_t>(count), score);
        const auto index =
            filled<uint32_t>(8192, static_cast<std::uint32_t>(count), [](int i) { return i; });
        auto sorted = tensor<half>(16384, GetSortLen<half>(static_cast<std::uint32_t>(count)));
        auto tmp = tensor<half>(65536, GetSortLen<half>(static_cast<std::uint32_t>(count)));
        LocalTensor<half> concat;
        Concat(concat, scores, tmp, lists);
        Sort<half, true>(sorted, concat, index, tmp, lists);
        const std::vector<std::uint32_t> want = order(count);
        const auto indices = sorted.ReinterpretCast<uint32_t>();
        for (std::uint32_t i = 0; i < want.size(); ++i) {
            ASSERT_EQ(at(sorted, GetSortOffset<half>(i)), score(static_cast<int>(want[i])));
            ASSERT_EQ(at(indices, 2 * i + 1), want[i]) << lists;
        }
        const auto values = tensor<half>(120000, static_cast<std::uint32_t>(count));
        const auto places = tensor<uint32_t>(131072, static_cast<std::uint32_t>(count));
        Extract(values, places, sorted, lists);
        for (std::uint32_t i = 0; i < want.size(); ++i) {
            ASSERT_EQ(at(values, i), score(static_cast<int>(want[i])));
            ASSERT_EQ(at(places, i), want[i]);
        }
    }
}

TEST_F(Sorting, MergeWithCounts) {
    TPipe pipe;
    const auto lists = filled<float>(1024, 256, [](int i) { return 1000 - i / 2; });
    const uint16_t counts[4] = {2, 30, 0, 0};
    uint32_t taken[4];
    MrgSort<float, true>(tensor<float>(8192, 256),
                         MrgSortSrcList<float>(lists[2 * 10], lists, lists, lists), counts, taken,
                         0b0011, 1);
    EXPECT_THAT(taken, ElementsAre(2, 11, 0, 0));
    EXPECT_EQ(port_.pending_flags(), 0);
}

TEST_F(Sorting, MergeStopsWhereAListEnds) {
    const auto lists = filled<half>(1024, 64 * 4, [](int i) { return 1000 - i / 4; });
    const uint16_t lengths[4] = {3, 40, 0, 0};
    const MrgSortSrcList<half> src(lists[4 * 20], lists, lists, lists);
    MrgSort(tensor<half>(8192, 512), src, MrgSort4Info(lengths, true, 0b0011, 1));
    uint16_t taken[4];
    GetMrgSortResult(taken[0], taken[1], taken[2], taken[3]);
    EXPECT_THAT(taken, ElementsAre(3, 22, 0, 0));  // 22 scores are above the third of list 0
}

TEST_F(Sorting, Refusals) {
    const auto x = tensor<float>(1024, 512);
    const uint16_t lengths[4] = {32, 32, 32, 31};
    const MrgSortSrcList<float> src(x, x[64], x[128], x[192]);
    EXPECT_EQ(failure([&] { MrgSort(x, src, MrgSort4Info(lengths, false, 5, 1)); }),
              "MrgSort: validBit is 5, allowed is 3, 7 or 15");
    EXPECT_EQ(failure([&] { MrgSort(x, src, MrgSort4Info(lengths, false, 15, 2)); }),
              "MrgSort: repeatTimes is 2, allowed is 1 unless four lists of one length lie one "
              "behind the other and none suspends");
    EXPECT_EQ(failure([&] { Sort32(x, x, tensor<uint32_t>(196512, 32), 1); }),
              "Sort32: src1 is UB bytes [196512, 196640), allowed is up to the UB capacity of "
              "196608 B");
}
#else
TEST_F(Sorting, RegionProposals) {
    const auto scores = filled<half>(1024, 32, score);
    const auto proposals = filled<half>(4096, 256, [](int) { return 0; });
    const auto sorted = tensor<half>(8192, 256);
    const auto merged = tensor<half>(12288, 256);
    const auto result = tensor<half>(16384, 32);
    ProposalConcat(proposals, scores, 2, 4);
    RpSort16(sorted, proposals, 2);
    const uint16_t lengths[4] = {16, 16, 0, 0};
    MrgSort4(merged, MrgSortSrcList<half>(sorted, sorted[128], sorted, sorted),
             MrgSort4Info(lengths, false, 0b0011, 1));
    ProposalExtract(result, merged, 2, 4);
    EXPECT_THAT(take_steps(), ElementsAre("VCONCAT fp16 rep=2 dst=4104 src0=1024",
                                          "VBITSORT fp16 rep=2 dst=8192 src0=4096",
                                          "VMRGSORT4 fp16 rep=1 dst=12288 src=8192x16,8448x16",
                                          "VEXTRACT fp16 rep=2 dst=16384 src0=12296"));
    const std::vector<std::uint32_t> want = order(32);
    for (std::uint32_t i = 0; i < 32; ++i)
        EXPECT_EQ(at(result, i), score(static_cast<int>(want[i])));
    EXPECT_EQ(failure([&] { ProposalConcat(proposals, scores, 1, 6); }),
              "ProposalConcat: modeNumber is 6, allowed is 0..5");
}
#endif

class Transposing : public Kernel {
protected:
    template <typename T>
    static std::uint64_t address(const LocalTensor<T>& tensor) {
        return reinterpret_cast<std::uint64_t>(tensor.GetPhyAddr());
    }
};

TEST_F(Transposing, Matrix) {
    const auto src = filled<int16_t>(1024, 256, [](int i) { return i; });
    const auto dst = tensor<int16_t>(4096, 256);
    Transpose(dst, src);
    EXPECT_THAT(take_steps(), ElementsAre("VTRANSPOSE int16 rep=1 dst=4096 src0=1024"));
    expect_values(dst, 256, [](int i) { return i % 16 * 16 + i / 16; });
    Transpose(src, dst, tensor<uint8_t>(0, 32),
              TransposeParamsExt(1, 16, 16, 16, TransposeType::TRANSPOSE_ND2ND_B16));
    expect_values(src, 256, [](int i) { return i; });
    EXPECT_THAT(failure([&] {
                    Transpose(
                        src, dst, tensor<uint8_t>(0, 32),
                        TransposeParamsExt(1, 16, 16, 16, TransposeType::TRANSPOSE_NZ2ND_0213));
                }),
                ::testing::HasSubstr("Transpose: transposeType is 1, allowed is "));
}

// The ways to say where the rows are.
TEST_F(Transposing, RowsToRows) {
    const auto src = filled<half>(1024, 512, [](int i) { return i; });
    const auto dst = tensor<half>(4096, 512);
    TransDataTo5HDParams params;
    params.repeatTimes = 2;
    params.dstRepStride = 16;
    params.srcRepStride = 1;  // 16 rows of 32 elements
    uint64_t dst_list[16];
    uint64_t src_list[16];
    LocalTensor<half> dst_tensors[16];
    LocalTensor<half> src_tensors[16];
    const auto lists = tensor<uint64_t>(8192, 32);
    for (std::uint32_t i = 0; i < 16; ++i) {
        dst_tensors[i] = dst[i * 16];
        src_tensors[i] = src[i * 32];
        dst_list[i] = address(dst_tensors[i]);
        src_list[i] = address(src_tensors[i]);
        lists.SetValue(i, dst_list[i]);
        lists.SetValue(16 + i, src_list[i]);
    }
    const auto check = [&] {
        expect_values(dst, 512, [](int i) { return i % 16 * 32 + i / 16; });
        std::fill(port_.ub() + 4096, port_.ub() + 5120, std::uint8_t{0});
    };
    port_.clear();
    TransDataTo5HD<half>(dst_list, src_list, params);
    EXPECT_EQ(port_.spent(ScalarOp::kSpr), 4);
    EXPECT_EQ(take_steps().size(), 1U);
    check();
    TransDataTo5HD<half>(dst_tensors, src_tensors, params);
    check();
    TransDataTo5HD<half>(lists, lists[16], params);
    check();
    half* dst_pointers[16];
    half* src_pointers[16];
    for (std::uint32_t i = 0; i < 16; ++i) {
        dst_pointers[i] = reinterpret_cast<half*>(dst_list[i]);
        src_pointers[i] = reinterpret_cast<half*>(src_list[i]);
    }
    TransDataTo5HDImpl(dst_pointers, src_pointers, params);
    check();
    TransDataTo5HDImpl<half>(dst_list, src_list, params);
    check();
}

// A single repeat begins one stride in.
TEST_F(Transposing, OneRepeatIsOffByItsStride) {
    const auto src = filled<int8_t>(1024, 16 * 64, [](int i) { return i % 64; });
    uint64_t dst_list[16];
    uint64_t src_list[16];
    for (std::uint32_t i = 0; i < 16; ++i) {
        dst_list[i] = address(tensor<int8_t>(4096 + i * 32, 32));
        src_list[i] = address(src[i * 64]);
    }
    TransDataTo5HD<int8_t>(dst_list, src_list, TransDataTo5HDParams(true, false, 1, 0, 1));
    const auto dst = tensor<int8_t>(4096, 512);
    for (std::uint32_t row = 0; row < 16; ++row) {
        for (std::uint32_t i = 0; i < 16; ++i) EXPECT_EQ(at(dst, row * 32 + 16 + i), 32 + row);
    }
}

#if __NPU_ARCH__ != 1001
class ChannelOrder : public Transposing {
protected:
    // Element (n, c, p) of [N, C, P], all different as far as T can tell.
    template <typename T>
    static double element(std::uint32_t index) {
        return sizeof(T) == 1 ? index % 127 : index % 2039;
    }

    template <typename T>
    void check(std::uint32_t images, std::uint32_t channels, std::uint32_t height,
               std::uint32_t width) {
        const std::uint32_t pixels = height * width;
        const std::uint32_t count = images * channels * pixels;
        const auto src =
            filled<T>(1024, count, [](int i) { return element<T>(static_cast<std::uint32_t>(i)); });
        const auto dst = filled<T>(65536, count + 64, [](int) { return -1; });
        const auto buffer = tensor<uint8_t>(131072, (channels + 1) * 1024);
        TransposeParamsExt params(static_cast<uint16_t>(images), static_cast<uint16_t>(channels),
                                  static_cast<uint16_t>(height), static_cast<uint16_t>(width),
                                  TransposeType::TRANSPOSE_NCHW2NHWC);
        Transpose(dst, src, buffer, params);
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint32_t image = i / (channels * pixels);
            const std::uint32_t pixel = i / channels % pixels;
            const std::uint32_t from = (image * channels + i % channels) * pixels + pixel;
            ASSERT_EQ(at(dst, i), element<T>(from)) << i;
        }
        ASSERT_EQ(at(dst, count), -1);
        params.transposeType = TransposeType::TRANSPOSE_NHWC2NCHW;
        const auto back = filled<T>(1024, count + 64, [](int) { return -1; });
        Transpose(back, dst, buffer, params);
        for (std::uint32_t i = 0; i < count; ++i) ASSERT_EQ(at(back, i), element<T>(i)) << i;
        ASSERT_EQ(at(back, count), -1);
    }
};

TEST_F(ChannelOrder, ThereAndBack) {
    for (const std::uint32_t channels : {1U, 3U, 16U, 19U}) {
        check<half>(2, channels, 4, 8);
        check<float>(2, channels, 4, 6);
        check<int8_t>(2, channels, 4, 8);
    }
    EXPECT_EQ(failure([&] {
                  Transpose(tensor<half>(0, 64), tensor<half>(1024, 64), tensor<uint8_t>(2048, 64),
                            TransposeParamsExt(1, 3, 4, 4, TransposeType::TRANSPOSE_NCHW2NHWC));
              }),
              "Transpose: sharedTmpBuffer is 64 bytes, allowed is 1568 or more");
}
#endif

TEST_F(Transposing, WrongRows) {
    uint64_t rows[16] = {};
    EXPECT_THAT(failure([&] { TransDataTo5HD<half>(rows, rows, TransDataTo5HDParams()); }),
                ::testing::HasSubstr("TransDataTo5HD: dstList is"));
}

}  // namespace
}  // namespace ascendc_test
