// SPDX-License-Identifier: Apache-2.0
// Do transfers put each byte where it belongs: bursts, gaps, padding, atomics?

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "sim/base/float16.h"
#include "tests/unit/exec/fixture.h"

namespace davsim {
namespace {

using namespace davsim::test;  // NOLINT(google-build-using-namespace)

Memory pattern(std::size_t bytes) {
    Memory memory(bytes);
    for (std::size_t i = 0; i < bytes; ++i) memory[i] = static_cast<std::uint8_t>(i * 7 + i / 256);
    return memory;
}

DmaPayload payload(std::uint32_t bytes, std::uint32_t bursts, DataType dtype = DataType::kUint8) {
    DmaPayload dma;
    dma.burst_bytes = bytes;
    dma.bursts = bursts;
    dma.dtype = dtype;
    return dma;
}

std::size_t padded(std::size_t bytes) {
    return (bytes + 31) / 32 * 32;
}

TEST(Load, DenseAndGapped) {
    const Memory gm = pattern(8192);
    for (const std::uint32_t bytes : {32U, 64U, 100U, 1U, 33U}) {
        for (const std::int64_t gm_gap : {0, 5, 64, -1}) {
            for (const std::uint32_t ub_gap : {0U, 32U, 96U}) {
                DmaPayload dma = payload(bytes, 5);
                dma.gm_gap = gm_gap;
                dma.ub_gap = ub_gap;
                Memory ub(4096, 0xCC);
                Memory expected = ub;
                for (std::size_t burst = 0; burst < 5; ++burst) {
                    const std::size_t from = burst * static_cast<std::size_t>(bytes + gm_gap);
                    std::uint8_t* run = &expected[burst * (padded(bytes) + ub_gap)];
                    std::memcpy(run, &gm[from], bytes);
                    std::memset(run + bytes, gm[from], padded(bytes) - bytes);
                }
                exec::run_load(dma, gm.data(), ub.data());
                ASSERT_EQ(ub, expected) << bytes << ' ' << gm_gap << ' ' << ub_gap;
            }
        }
    }
}

TEST(Load, PaddingValueLeftRightAndFill) {
    const Memory gm = pattern(1024);
    DmaPayload dma = payload(10, 2, DataType::kFloat16);
    dma.left_pad = 3;
    dma.right_pad = 2;
    dma.pad_value_given = true;
    dma.pad_bits = 0xBEEF;
    Memory ub(128, 0xCC);
    exec::run_load(dma, gm.data(), ub.data());
    for (std::size_t burst = 0; burst < 2; ++burst) {
        for (std::size_t i = 0; i < 16; ++i) {
            std::uint16_t expected = 0xBEEF;
            if (i >= 3 && i < 8) std::memcpy(&expected, &gm[burst * 10 + (i - 3) * 2], 2);
            std::uint16_t actual = 0;
            std::memcpy(&actual, &ub[burst * 32 + i * 2], 2);
            EXPECT_EQ(actual, expected) << burst << ':' << i;
        }
    }
    EXPECT_EQ(ub[64], 0xCC);
}

TEST(Load, WithoutPaddingValueTheFirstElementFills) {
    const Memory gm = pattern(1024);
    for (const DataType dtype :
         {DataType::kInt8, DataType::kFloat16, DataType::kFloat32, DataType::kInt64}) {
        const std::size_t size = size_of(dtype);
        DmaPayload dma = payload(static_cast<std::uint32_t>(3 * size), 2, dtype);
        dma.pad_bits = ~std::uint64_t{0};  // must not be used
        Memory ub(128, 0xCC);
        exec::run_load(dma, gm.data(), ub.data());
        for (std::size_t burst = 0; burst < 2; ++burst) {
            for (std::size_t i = 0; i < 32 / size; ++i) {
                const std::size_t element = i < 3 ? i : 0;
                EXPECT_EQ(std::memcmp(&ub[burst * 32 + i * size],
                                      &gm[burst * 3 * size + element * size], size),
                          0)
                    << i;
            }
        }
        EXPECT_EQ(ub[64], 0xCC);
    }
}

TEST(Load, PackedBurstsLieCloseAndMayBePaddingAlone) {
    const Memory gm = pattern(1024);
    DmaPayload dma = payload(10, 3, DataType::kFloat16);
    dma.runs = UbRuns::kPacked;
    dma.gm_gap = 7;
    dma.ub_gap = 2;
    dma.left_pad = 1;
    dma.pad_value_given = true;
    dma.pad_bits = 0xBEEF;
    Memory ub(64, 0xCC);
    exec::run_load(dma, gm.data(), ub.data());
    for (std::size_t burst = 0; burst < 3; ++burst) {
        EXPECT_EQ(ub[burst * 14], 0xEF);
        EXPECT_EQ(std::memcmp(&ub[burst * 14 + 2], &gm[burst * 17], 10), 0) << burst;
    }
    EXPECT_EQ(ub[12], 0xCC);
    EXPECT_EQ(ub[40], 0xCC);
    dma.burst_bytes = 0;
    exec::run_load(dma, gm.data(), ub.data());
    EXPECT_EQ(ub[4], 0xEF);  // elements of 2 bytes, 4 apart
    EXPECT_EQ(ub[8], 0xEF);
}

TEST(Load, FilledBurstsEndOnABlock) {
    const Memory gm = pattern(1024);
    for (const std::int64_t gap : {0, 6}) {
        DmaPayload dma = payload(10, 3, DataType::kInt8);
        dma.runs = UbRuns::kFilled;
        dma.gm_gap = gap;
        Memory ub(64, 0xCC);
        exec::run_load(dma, gm.data(), ub.data());
        for (std::size_t burst = 0; burst < 3; ++burst) {
            const std::size_t from = burst * (10 + static_cast<std::size_t>(gap));
            EXPECT_EQ(std::memcmp(&ub[burst * 10], &gm[from], 10), 0) << gap << ' ' << burst;
        }
        EXPECT_EQ(ub[30], gm[0]);
        EXPECT_EQ(ub[31], gm[0]);
        EXPECT_EQ(ub[32], 0xCC);
    }
}

TEST(Store, PackedBurstsLieCloseInUb) {
    const Memory ub = pattern(64);
    DmaPayload dma = payload(5, 3);
    dma.runs = UbRuns::kFilled;
    dma.gm_gap = 3;
    Memory gm(64, 0xCC);
    exec::run_store(dma, ub.data(), gm.data());
    for (std::size_t burst = 0; burst < 3; ++burst)
        EXPECT_EQ(std::memcmp(&gm[burst * 8], &ub[burst * 5], 5), 0) << burst;
    EXPECT_EQ(gm[5], 0xCC);
}

TEST(Transfers, ZeroBurstsOrBytesDoNothing) {
    const Memory source(64, 1);
    Memory target(64, 2);
    const Memory before = target;
    for (const DmaPayload& dma : {payload(0, 3), payload(32, 0)}) {
        exec::run_load(dma, source.data(), target.data());
        exec::run_store(dma, source.data(), target.data());
        exec::run_move(dma, source.data(), target.data());
    }
    EXPECT_EQ(target, before);
}

TEST(Store, WritesExactlyTheBursts) {
    const Memory ub = pattern(4096);
    for (const std::uint32_t bytes : {32U, 96U, 20U, 3U}) {
        for (const std::int64_t gm_gap : {0, 6}) {
            for (const std::uint32_t ub_gap : {0U, 32U}) {
                DmaPayload dma = payload(bytes, 4);
                dma.gm_gap = gm_gap;
                dma.ub_gap = ub_gap;
                Memory gm(1024, 0xCC);
                Memory expected = gm;
                for (std::size_t burst = 0; burst < 4; ++burst) {
                    std::memcpy(&expected[burst * static_cast<std::size_t>(bytes + gm_gap)],
                                &ub[burst * (padded(bytes) + ub_gap)], bytes);
                }
                exec::run_store(dma, ub.data(), gm.data());
                ASSERT_EQ(gm, expected) << bytes << ' ' << gm_gap << ' ' << ub_gap;
            }
        }
    }
}

TEST(Move, BlocksWithGaps) {
    const Memory source = pattern(4096);
    DmaPayload dma = payload(64, 3);
    dma.gm_gap = 32;
    dma.ub_gap = 96;
    Memory ub(1024, 0xCC);
    Memory expected = ub;
    for (std::size_t burst = 0; burst < 3; ++burst)
        std::memcpy(&expected[burst * 160], &source[burst * 96], 64);
    exec::run_move(dma, source.data(), ub.data());
    EXPECT_EQ(ub, expected);
}

class Atomic : public testing::TestWithParam<std::tuple<AtomicOp, DataType>> {};

INSTANTIATE_TEST_SUITE_P(
    All, Atomic,
    testing::Combine(testing::Values(AtomicOp::kAdd, AtomicOp::kMax, AtomicOp::kMin),
                     testing::Values(DataType::kFloat32, DataType::kFloat16, DataType::kBfloat16,
                                     DataType::kInt8, DataType::kInt16, DataType::kInt32)));

long double combine(AtomicOp op, long double a, long double b) {
    if (op == AtomicOp::kAdd) return a + b;
    if (std::isnan(a) || std::isnan(b)) return std::nanl("");
    if (a == b) return std::signbit(a) == (op == AtomicOp::kMin) ? a : b;
    return (op == AtomicOp::kMax) == (a > b) ? a : b;
}

TEST_P(Atomic, CombinesWithMemory) {
    const auto [op, dtype] = GetParam();
    const std::size_t size = size_of(dtype);
    for (const std::int64_t target : targets()) {
        const TargetScope scope(target);
        Random random(1);
        DmaPayload dma = payload(static_cast<std::uint32_t>(37 * size), 6, dtype);
        dma.gm_gap = static_cast<std::int64_t>(2 * size);
        dma.ub_gap = 32;
        dma.atomic = op;
        Memory ub(4096);
        Memory gm(2048);
        fill(ub, 0, ub.size(), dtype, random);
        fill(gm, 0, gm.size(), dtype, random);
        Memory expected = gm;
        for (std::size_t burst = 0; burst < 6; ++burst) {
            for (std::size_t i = 0; i < 37; ++i) {
                const std::size_t at = burst * 39 * size + i * size;
                const long double value =
                    decode(&ub[burst * (padded(37 * size) + 32) + i * size], dtype);
                encode(combine(op, decode(&gm[at], dtype), value), &expected[at], dtype);
            }
        }
        exec::run_store(dma, ub.data(), gm.data());
        expect_same(expected, gm, dtype, "atomic");
    }
}

}  // namespace
}  // namespace davsim
