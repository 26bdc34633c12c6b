// SPDX-License-Identifier: Apache-2.0
#pragma once
// AddDeqRelu: half results of relu((src0 + src1) * scale), the scale from SetDeqScale(half). A
// library call of several vector instructions with barriers: sum, fp32, three products (the scale
// between a shift down and up by 2^17 that keeps it in range), half, zeros, maximum. On 2201 it
// overwrites both sources and uses the reserved UB behind the user's 184 KiB, 8 KiB at a time.
//
// Source: Ascend C API reference, AddDeqRelu, and library headers.

#include <algorithm>

#include "sim/ascendc/api/constants.h"
#include "sim/ascendc/api/sync.h"
#include "sim/ascendc/api/vec_binary.h"
#include "sim/ascendc/api/vec_cast.h"
#include "sim/ascendc/api/vec_move.h"
#include "sim/ascendc/api/vec_scalar.h"

namespace AscendC {
namespace detail {

inline constexpr std::int64_t kDeqReluScratch = 8192 / sizeof(int32_t);  // elements
inline constexpr float kDeqReluShift = 0x1p17F;

struct DeqRelu {
    DeqRelu(const davsim::VectorMask& mask, std::int64_t repeat, const void* site)
        : mask_(mask), repeat_(repeat), site_(site) {}

    void run(const LocalTensor<half>& dst, const LocalTensor<int32_t>& src0,
             const LocalTensor<int32_t>& src1, const BinaryRepeatParams& strides,
             std::uint32_t elements) const {
        const auto sum = LocalTensor<int32_t>::of_buffer(nullptr, TPosition::VECCALC, TMP_UB_OFFSET,
                                                         elements * uint32_t{sizeof(int32_t)});
        core().note_buffer(sum.address(), elements * uint32_t{sizeof(int32_t)},
                           "AddDeqRelu scratch");
        const LocalTensor<float> real = src0.ReinterpretCast<float>();
        const LocalTensor<half> narrow = src1.ReinterpretCast<half>();
        const LocalTensor<half> zeros = sum.ReinterpretCast<half>();
        const BinaryRepeatParams add(1, strides.src0BlkStride, strides.src1BlkStride, 8,
                                     strides.src0RepStride, strides.src1RepStride);
        binary("AddDeqRelu", davsim::Opcode::kAdd, sum, src0, src1, mask_, repeat_, add, site_);
        barrier();
        cast(real, sum, RoundMode::CAST_NONE, mask_, repeat_, UnaryRepeatParams(), site_);
        barrier();
        const half scale = from_bits<half>(core().registers.deq_scale & 0xFFFFU);
        for (const float factor : {1 / kDeqReluShift, float(scale), kDeqReluShift}) {
            with_scalar("AddDeqRelu", davsim::Opcode::kMuls, real, real, factor, mask_, repeat_,
                        UnaryRepeatParams(), site_);
            barrier();
        }
        cast(narrow, real, RoundMode::CAST_NONE, mask_, repeat_, UnaryRepeatParams(1, 1, 4, 8),
             site_);
        barrier();
        duplicate("AddDeqRelu", zeros, half(0.0F), davsim::VectorMask{elements, 0, true}, 1, 1, 8,
                  site_);
        barrier();
        // As the library has it: half lanes, packed in both sources of the maximum.
        const std::uint8_t rep = mask_.counter ? 8 : 4;
        binary("AddDeqRelu", davsim::Opcode::kMax, dst, zeros, narrow, mask_, repeat_,
               BinaryRepeatParams(strides.dstBlkStride, 1, 1, strides.dstRepStride, rep, rep),
               site_);
        barrier();
    }

    void barrier() const { pipe_barrier(davsim::Pipe::kV, site_); }

    davsim::VectorMask mask_;
    std::int64_t repeat_;
    const void* site_;
};

inline void add_deq_relu_count(const LocalTensor<half>& dst, const LocalTensor<int32_t>& src0,
                               const LocalTensor<int32_t>& src1, std::int64_t count,
                               const void* site) {
    count_mask("AddDeqRelu", count);
    for (std::int64_t done = 0; done < count; done += kDeqReluScratch) {
        const auto now = static_cast<std::uint32_t>(std::min(count - done, kDeqReluScratch));
        const auto at = static_cast<std::uint32_t>(done);
        DeqRelu(davsim::VectorMask{now, 0, true}, 1, site)
            .run(dst[at], src0[at], src1[at], BinaryRepeatParams(), now);
    }
}

// Pieces of as many repeats as the scratch holds.
inline void add_deq_relu_repeats(const LocalTensor<half>& dst, const LocalTensor<int32_t>& src0,
                                 const LocalTensor<int32_t>& src1, const davsim::VectorMask& mask,
                                 std::int64_t repeat, const BinaryRepeatParams& strides,
                                 const void* site) {
    constexpr std::int64_t kLanes = davsim::kRepeatBytes / sizeof(int32_t);
    constexpr std::int64_t kMost = kDeqReluScratch / kLanes;
    checked_repeat("AddDeqRelu", repeat);
    for (std::int64_t done = 0; done < repeat; done += kMost) {
        const std::int64_t now = std::min(repeat - done, kMost);
        const auto from = [&](std::uint8_t rep, std::uint32_t per_block) {
            return static_cast<std::uint32_t>(done) * rep * per_block;
        };
        DeqRelu(mask, now, site)
            .run(dst[from(strides.dstRepStride, 16)], src0[from(strides.src0RepStride, 8)],
                 src1[from(strides.src1RepStride, 8)], strides,
                 static_cast<std::uint32_t>(now * kLanes));
    }
}

}  // namespace detail

template <typename T, typename U, bool isSetMask = true>
DAVSIM_API void AddDeqRelu(const LocalTensor<T>& dst, const LocalTensor<U>& src0,
                           const LocalTensor<U>& src1, const uint64_t mask[], int64_t repeatTime,
                           const BinaryRepeatParams& repeatParams) {
    DAVSIM_REQUIRE_PAIR(
        "AddDeqRelu",
        (detail::kArch == 2201 && std::is_same_v<T, half> && std::is_same_v<U, int32_t>), T, U);
    detail::add_deq_relu_repeats(dst, src0, src1, detail::apply_mask<sizeof(U), isSetMask>(mask),
                                 repeatTime, repeatParams, DAVSIM_SITE);
}

template <typename T, typename U, bool isSetMask = true>
DAVSIM_API void AddDeqRelu(const LocalTensor<T>& dst, const LocalTensor<U>& src0,
                           const LocalTensor<U>& src1, uint64_t mask, int64_t repeatTime,
                           const BinaryRepeatParams& repeatParams) {
    DAVSIM_REQUIRE_PAIR(
        "AddDeqRelu",
        (detail::kArch == 2201 && std::is_same_v<T, half> && std::is_same_v<U, int32_t>), T, U);
    detail::add_deq_relu_repeats(dst, src0, src1, detail::apply_mask<sizeof(U), isSetMask>(mask),
                                 repeatTime, repeatParams, DAVSIM_SITE);
}

template <typename T, typename U>
DAVSIM_API void AddDeqRelu(const LocalTensor<T>& dst, const LocalTensor<U>& src0,
                           const LocalTensor<U>& src1, int64_t count) {
    DAVSIM_REQUIRE_PAIR(
        "AddDeqRelu",
        (detail::kArch == 2201 && std::is_same_v<T, half> && std::is_same_v<U, int32_t>), T, U);
    detail::add_deq_relu_count(dst, src0, src1, count, DAVSIM_SITE);
}

// The element types may be left out; then the first template argument is isSetMask.
template <bool isSetMask>
void AddDeqRelu(const LocalTensor<half>& dst, const LocalTensor<int32_t>& src0,
                const LocalTensor<int32_t>& src1, const uint64_t mask[], int64_t repeatTime,
                const BinaryRepeatParams& repeatParams) {
    AddDeqRelu<half, int32_t, isSetMask>(dst, src0, src1, mask, repeatTime, repeatParams);
}

template <bool isSetMask>
void AddDeqRelu(const LocalTensor<half>& dst, const LocalTensor<int32_t>& src0,
                const LocalTensor<int32_t>& src1, uint64_t mask, int64_t repeatTime,
                const BinaryRepeatParams& repeatParams) {
    AddDeqRelu<half, int32_t, isSetMask>(dst, src0, src1, mask, repeatTime, repeatParams);
}

}  // namespace AscendC
