// SPDX-License-Identifier: Apache-2.0
#if __NPU_ARCH__ == 3510

#include "tests/ascendc/kernel_fixture.h"

namespace ascendc_test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;

constexpr NdDmaConfig kNearest{true};
constexpr NdDmaConfig kPadOne{false, 1, 1};

class NdCopy : public Kernel {
protected:
    NdCopy() : memory_(4096) {
        for (std::size_t i = 0; i < memory_.size(); ++i) memory_[i] = static_cast<float>(i);
        gm_.SetGlobalBuffer(memory_.data(), memory_.size());
    }

    // A plane of the result must be `value(row, column)`.
    void expect_plane(const LocalTensor<float>& got, int rows, int columns, int pitch,
                      const std::function<double(int, int)>& value) {
        for (int r = 0; r < rows; ++r) {
            for (int c = 0; c < columns; ++c) {
                EXPECT_EQ(at(got, static_cast<std::uint32_t>(r * pitch + c)), value(r, c))
                    << r << ',' << c;
            }
        }
    }

    std::vector<float> memory_;
    GlobalTensor<float> gm_;
};

TEST_F(NdCopy, PaddedPlaneIsOneTransferAndItsPadding) {
    const auto dst = filled<float>(0, 512, [](int) { return -7; });
    const NdDmaLoopInfo<2> loops{{1, 32}, {1, 16}, {5, 3}, {2, 1}, {4, 2}};
    DataCopy(dst, gm_, NdDmaParams<float, 2>{loops, 0.5F});
    EXPECT_EQ(take_steps().size(), 4U);
    expect_plane(dst, 6, 11, 16, [](int r, int c) {
        return r >= 1 && r < 4 && c >= 2 && c < 7 ? (r - 1) * 32 + c - 2 : 0.5;
    });
    EXPECT_EQ(at(dst, 11), -7);
    EXPECT_EQ(at(dst, 6 * 16), -7);
}

TEST_F(NdCopy, NearestElementPads) {
    const auto dst = tensor<float>(4, 512);  // any element may be the first
    const MultiCopyLoopInfo<2> loops{{1, 15}, {1, 8}, {3, 4}, {2, 1}, {1, 1}};
    DataCopy<float, 2, kNearest>(dst, gm_[7], MultiCopyParams<float, 2>{loops, 0});
    expect_plane(dst, 6, 6, 8, [](int r, int c) {
        return 7 + std::min(std::max(r - 1, 0), 3) * 15 + std::min(std::max(c - 2, 0), 2);
    });
}

TEST_F(NdCopy, TransposesAndBroadcasts) {
    const auto dst = tensor<float>(0, 512);
    const NdDmaLoopInfo<2> turn{{1, 64}, {16, 1}, {20, 10}, {0, 0}, {0, 0}};
    DataCopy(dst, gm_, NdDmaParams<float, 2>{turn, 0});
    expect_plane(dst, 20, 10, 16, [](int r, int c) { return c * 64 + r; });
    const NdDmaLoopInfo<2> rows{{1, 0}, {1, 16}, {16, 3}, {0, 0}, {0, 0}};
    DataCopy(dst, gm_[5], NdDmaParams<float, 2>{rows, 0});
    expect_plane(dst, 3, 16, 16, [](int, int c) { return 5 + c; });
    const NdDmaLoopInfo<1> one{{0}, {1}, {9}, {0}, {0}};
    DataCopy(dst, gm_[5], NdDmaParams<float, 1>{one, 0});
    expect_plane(dst, 1, 9, 16, [](int, int) { return 5; });
}

TEST_F(NdCopy, FiveDimensionsAndPaddingOfTheConfiguration) {
    const auto dst = filled<half>(0, 4096, [](int) { return -7; });
    std::vector<half> memory(4096);
    for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = half(static_cast<float>(i % 2000));
    GlobalTensor<half> gm;
    gm.SetGlobalBuffer(memory.data());
    const NdDmaLoopInfo<5> loops{{2, 10, 100, 7, 31}, {1, 4, 16, 48, 144}, {2, 2, 1, 1, 3}};
    DataCopy<half, 5, kPadOne>(dst, gm, NdDmaParams<half, 5>{loops, half(9)});
    const int size[] = {2, 2, 1, 1, 3};
    const int from[] = {2, 10, 100, 7, 31};
    const int to[] = {1, 4, 16, 48, 144};
    for (int i = 0; i < 4 * 4 * 3 * 3 * 5; ++i) {
        int rest = i;
        int source = 0;
        int place = 0;
        bool inside = true;
        for (int d = 0; d < 5; ++d) {
            const int index = rest % (size[d] + 2);
            rest /= size[d] + 2;
            inside = inside && index >= 1 && index <= size[d];
            source += (index - 1) * from[d];
            place += index * to[d];
        }
        EXPECT_EQ(at(dst, static_cast<std::uint32_t>(place)), inside ? source : 9) << i;
    }
}

TEST_F(NdCopy, RefusesWhatTheHardwareCannotCount) {
    const auto dst = tensor<float>(0, 64);
    const auto copy = [&](const NdDmaLoopInfo<1>& loops) {
        return failure([&] { DataCopy(dst, gm_, NdDmaParams<float, 1>{loops, 0}); });
    };
    EXPECT_EQ(copy({{1}, {1}, {0}, {0}, {0}}),
              "DataCopy(NdDmaParams): loopSize is 0, allowed is 1..1048575");
    EXPECT_EQ(copy({{1}, {1U << 20U}, {1}, {0}, {0}}),
              "DataCopy(NdDmaParams): loopDstStride is 1048576, allowed is 0..1048575");
    EXPECT_THAT(copy({{1}, {1}, {1000000}, {0}, {0}}), testing::HasSubstr("dst is UB bytes [0, "));
    NdDmaDci();
}

}  // namespace
}  // namespace ascendc_test

#endif
