// SPDX-License-Identifier: Apache-2.0
// The kernels of examples/kernels do what they say.
#include "examples/kernels/atomic_sum.cpp"
#include "examples/kernels/phases.cpp"
#include "examples/kernels/queue_add.cpp"
#include "examples/kernels/scalar_table.cpp"
#include "examples/kernels/static_add.cpp"
#include "tests/ascendc/device/kernel_launch.h"

namespace ascendc_device {
namespace {

class Examples : public KernelLaunch {
protected:
    float* counting(std::uint64_t elements, float first) {
        auto* x = tensor<float>(elements);
        for (std::uint64_t i = 0; i < elements; ++i) x[i] = first + static_cast<float>(i);
        return x;
    }
};

TEST_F(Examples, QueueAdd) {
    constexpr std::uint32_t kElements = 9001;
    float* x = counting(kElements, 1);
    float* y = counting(kElements, 5);
    auto* z = tensor<float>(kElements + 8);
    z[kElements] = -1;
    run_kernel([&] { queue_add_kernel(address(x), address(y), address(z), kElements); }, 3);
    for (std::uint32_t i = 0; i < kElements; ++i) ASSERT_EQ(z[i], 6.0F + 2.0F * i) << i;
    EXPECT_EQ(z[kElements], -1);
}

TEST_F(Examples, StaticAdd) {
    constexpr std::uint32_t kTiles = 7;
    float* x = counting(kTiles * 1024, 1);
    float* y = counting(kTiles * 1024, 5);
    auto* z = tensor<float>(kTiles * 1024);
    run_kernel([&] { static_add_kernel(address(x), address(y), address(z), kTiles); }, 2);
    for (std::uint32_t i = 0; i < kTiles * 1024; ++i) ASSERT_EQ(z[i], 6.0F + 2.0F * i) << i;
}

TEST_F(Examples, AtomicSum) {
    float* x = counting(4 * 512, 1);
    auto* sum = tensor<float>(8);
    run_kernel([&] { atomic_sum_kernel(address(x), address(sum), 512); }, 4);
    EXPECT_EQ(*sum, 2048.0F * 2049.0F / 2.0F);
}

TEST_F(Examples, Phases) {
    float* x = counting(4 * 256, 0);
    auto* doubled = tensor<float>(4 * 256);
    auto* z = tensor<float>(4 * 256);
    run_kernel([&] { phases_kernel(address(x), address(doubled), address(z)); }, 4);
    for (std::uint32_t i = 0; i < 4 * 256; ++i) {
        const std::uint32_t next = (i + 256) % (4 * 256);
        ASSERT_EQ(z[i], 2.0F * x[i] + 2.0F * x[next]) << i;
    }
}

TEST_F(Examples, ScalarTable) {
    auto* table = tensor<std::int64_t>(4 * 8 + 8);
    auto* aligned =
        reinterpret_cast<std::int64_t*>((reinterpret_cast<std::uint64_t>(table) + 63) / 64 * 64);
    auto* sums = tensor<std::int64_t>(4 * 8 + 8);
    auto* aligned_sums =
        reinterpret_cast<std::int64_t*>((reinterpret_cast<std::uint64_t>(sums) + 63) / 64 * 64);
    run_kernel([&] { scalar_table_kernel(address(aligned), address(aligned_sums)); }, 4);
    for (int block = 0; block < 4; ++block) {
        EXPECT_EQ(aligned_sums[block * 8], 0);
        EXPECT_EQ(aligned_sums[block * 8 + 1], 1 + 2 + 3 + 4);
    }
}

}  // namespace
}  // namespace ascendc_device
