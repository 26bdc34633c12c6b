// SPDX-License-Identifier: Apache-2.0
// Locks that pipes take one after another. The device is that of 2201, whose Mutex does nothing:
// these tests call what Mutex calls on 3510.

#include <gmock/gmock.h>

#include "tests/ascendc/device/kernel_launch.h"

namespace ascendc_device {
namespace {

using namespace AscendC;
using davsim::Pipe;

class Locks : public KernelLaunch {
protected:
    static void in(Pipe pipe, std::uint8_t id, const std::function<void()>& body) {
        detail::take_lock(pipe, id, nullptr);
        body();
        detail::give_lock(pipe, id, nullptr);
    }
};

TEST_F(Locks, OrderThePipesOfAPipeline) {
    constexpr int kTiles = 8;
    auto* memory = tensor<float>(64 * kTiles);
    for (int i = 0; i < 64 * kTiles; ++i) memory[i] = static_cast<float>(i);
    run_kernel(
        [&] {
            GlobalTensor<float> gm;
            gm.SetGlobalBuffer(memory);
            for (int i = 0; i < kTiles; ++i) {
                const auto id = static_cast<std::uint8_t>(i % 2 + 20);
                const LocalTensor<float> local(TPosition::VECCALC,
                                               static_cast<std::uint32_t>(i % 2) * 256, 64);
                const auto part = gm[static_cast<std::uint64_t>(i) * 64];
                in(Pipe::kMte2, id, [&] { DataCopy(local, part, 64); });
                in(Pipe::kV, id, [&] { Adds(local, local, 1.0F, 64); });
                in(Pipe::kMte3, id, [&] { DataCopy(part, local, 64); });
            }
        },
        1);
    for (int i = 0; i < 64 * kTiles; ++i) EXPECT_EQ(memory[i], i + 1) << i;
}

TEST_F(Locks, TheScalarUnitTakesThemToo) {
    auto* memory = tensor<float>(64);
    memory[5] = 4;
    float seen = 0;
    run_kernel(
        [&] {
            GlobalTensor<float> gm;
            gm.SetGlobalBuffer(memory);
            const LocalTensor<float> local(TPosition::VECCALC, 0, 64);
            in(Pipe::kMte2, 3, [&] { DataCopy(local, gm, 64); });
            in(Pipe::kS, 3, [&] {
                seen = local.GetValue(5);
                local.SetValue(6, 9.0F);
            });
            in(Pipe::kS, 3, [&] { local.SetValue(7, 8.0F); });
            in(Pipe::kV, 3, [&] { Adds(local, local, 1.0F, 64); });
            in(Pipe::kMte3, 3, [&] { DataCopy(gm, local, 64); });
        },
        1);
    EXPECT_EQ(seen, 4);
    EXPECT_EQ(memory[6], 10);
    EXPECT_EQ(memory[7], 9);
}

TEST_F(Locks, RefuseWhatCannotBe) {
    EXPECT_THAT(fault(
                    [] {
                        detail::take_lock(Pipe::kV, 3, nullptr);
                        detail::take_lock(Pipe::kMte3, 3, nullptr);
                    },
                    1, davsim::Fault::kKernel),
                testing::HasSubstr("Mutex::Lock: lock is 3, which is locked"));
}

TEST_F(Locks, RefuseToBeGivenUpByAnother) {
    EXPECT_THAT(fault(
                    [] {
                        detail::take_lock(Pipe::kV, 3, nullptr);
                        detail::give_lock(Pipe::kMte3, 3, nullptr);
                    },
                    1, davsim::Fault::kKernel),
                testing::HasSubstr("Mutex::Unlock: lock is 3, which is locked by another pipe"));
}

}  // namespace
}  // namespace ascendc_device
