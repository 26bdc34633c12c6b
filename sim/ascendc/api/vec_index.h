// SPDX-License-Identifier: Apache-2.0
#pragma once
// CreateVecIndex: first, first + 1, ... On 2201 the scalar unit writes the first block (or, with a
// mask of bits, the first repeat) and the vector unit adds its way on from there; on 3510 it is one
// instruction.

#include <algorithm>

#include "sim/ascendc/api/scalar_results.h"
#include "sim/ascendc/api/vec_scalar.h"

namespace AscendC {
namespace detail {

template <typename T>
inline constexpr std::uint32_t kPerBlock = davsim::kBlockBytes / sizeof(T);
template <typename T>
inline constexpr std::uint32_t kPerRepeat = davsim::kRepeatBytes / sizeof(T);

template <typename T>
T index_value(T first, std::uint32_t offset) {
    if constexpr (std::is_integral_v<T>) return static_cast<T>(first + static_cast<T>(offset));
    return T(float(first) + static_cast<float>(offset));
}

// dst = src + step on `lanes` lanes of one repeat, and a barrier.
template <typename T>
void add_step(const LocalTensor<T>& dst, const LocalTensor<T>& src, std::uint32_t step,
              std::uint64_t lanes, std::uint16_t blk, const void* site) {
    with_scalar("CreateVecIndex", davsim::Opcode::kAdds, dst, src, index_value<T>(T{}, step),
                apply_mask<sizeof(T), true>(lanes), 1, UnaryRepeatParams(blk, blk, 8, 8), site);
    pipe_barrier(davsim::Pipe::kV, site);
}

template <typename T>
void write_first_block(const LocalTensor<T>& dst, T first, std::uint64_t elements,
                       const void* site) {
    for (std::uint32_t i = 0; i < elements; ++i) dst.SetValue(i, index_value(first, i));
    set_and_wait(HardEvent::S_V, site);
}

template <typename T>
void index_by_lanes(const LocalTensor<T>& dst, T first, std::uint64_t lanes, std::int64_t repeat,
                    std::uint16_t blk, std::uint8_t rep, const void* site) {
    constexpr std::uint32_t kBlock = kPerBlock<T>;
    write_first_block(dst, first, std::min<std::uint64_t>(lanes, kBlock), site);
    const auto blocks = static_cast<std::uint32_t>(lanes / kBlock);
    const std::uint32_t block_step = blk * kBlock;
    for (std::uint32_t i = 1; i < blocks; ++i) {
        add_step(dst[i * block_step], dst[(i - 1) * block_step], kBlock, kBlock, 1, site);
    }
    const std::uint64_t tail = lanes % kBlock;
    if (tail > 0 && blocks > 0) {
        add_step(dst[blocks * block_step], dst[(blocks - 1) * block_step], kBlock, tail, blk, site);
    }
    const std::uint32_t repeat_step = rep * kBlock;
    for (std::uint32_t i = 1; i < repeat; ++i) {
        add_step(dst[i * repeat_step], dst[(i - 1) * repeat_step], kPerRepeat<T>, lanes, blk, site);
    }
}

template <typename T>
void index_by_bits(const LocalTensor<T>& dst, T first, const uint64_t mask[], std::int64_t repeat,
                   std::uint16_t blk, std::uint8_t rep, const void* site) {
    constexpr std::uint32_t kBlock = kPerBlock<T>;
    constexpr std::uint32_t kLanes = kPerRepeat<T> < 128 ? kPerRepeat<T> : 128;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
        if ((mask[lane / 64] >> (lane % 64) & 1U) == 0) continue;
        dst.SetValue(lane / kBlock * kBlock * blk + lane % kBlock, index_value(first, lane));
    }
    set_and_wait(HardEvent::S_V, site);
    const std::uint32_t repeat_step = rep * kBlock;
    for (std::uint32_t i = 1; i < repeat; ++i) {
        with_scalar("CreateVecIndex", davsim::Opcode::kAdds, dst[i * repeat_step],
                    dst[(i - 1) * repeat_step], index_value<T>(T{}, kPerRepeat<T>),
                    apply_mask<sizeof(T), true>(mask), 1, UnaryRepeatParams(blk, blk, 8, 8), site);
        pipe_barrier(davsim::Pipe::kV, site);
    }
}

template <typename T>
void index_by_count(const LocalTensor<T>& dst, T first, std::uint32_t count, const void* site) {
    constexpr std::uint32_t kBlock = kPerBlock<T>;
    constexpr std::uint32_t kLanes = kPerRepeat<T>;
    if (count <= kBlock) return write_first_block(dst, first, count, site);
    index_by_lanes(dst, first, std::min(count, kLanes), 1, 1, 8, site);
    for (std::uint32_t done = kLanes; done < count; done += kLanes) {
        const std::uint32_t rest = std::min(count - done, kLanes);
        with_scalar("CreateVecIndex", davsim::Opcode::kAdds, dst[done], dst[done - kLanes],
                    index_value<T>(T{}, kLanes), apply_mask<sizeof(T), true>(std::uint64_t{rest}),
                    1, UnaryRepeatParams(), site);
        if (rest == kLanes) pipe_barrier(davsim::Pipe::kV, site);
    }
}

template <typename T>
void index_instruction(const LocalTensor<T>& dst, T first, const davsim::VectorMask& mask,
                       std::int64_t repeat, std::uint16_t blk, std::uint8_t rep, const void* site) {
    davsim::Instruction instruction =
        vector_instruction(davsim::Opcode::kIndex, data_type_of<T>(), mask,
                           checked_repeat("CreateVecIndex", repeat), site);
    instruction.vec.dst = operand(dst, blk, rep);
    instruction.vec.scalar_bits = bits_of(first);
    issue_vector<0, sizeof(T)>("CreateVecIndex", instruction);
}

}  // namespace detail

template <typename T>
DAVSIM_API void CreateVecIndex(const LocalTensor<T>& dst,
                               const typename detail::Same<T>::type& firstValue, uint64_t mask,
                               int64_t repeatTime, uint16_t dstBlkStride, uint8_t dstRepStride) {
    DAVSIM_REQUIRE("CreateVecIndex", (detail::kIndexedMask<T>), T);
    if constexpr (detail::kIs950) {
        detail::index_instruction<T>(dst, firstValue, detail::apply_mask<sizeof(T), true>(mask),
                                     repeatTime, dstBlkStride, dstRepStride, DAVSIM_SITE);
    } else {
        detail::index_by_lanes<T>(dst, firstValue, mask, repeatTime, dstBlkStride, dstRepStride,
                                  DAVSIM_SITE);
    }
}

template <typename T>
DAVSIM_API void CreateVecIndex(const LocalTensor<T>& dst,
                               const typename detail::Same<T>::type& firstValue,
                               const uint64_t mask[], int64_t repeatTime, uint16_t dstBlkStride,
                               uint8_t dstRepStride) {
    DAVSIM_REQUIRE("CreateVecIndex", (detail::kIndexedMask<T>), T);
    if constexpr (detail::kIs950) {
        detail::index_instruction<T>(dst, firstValue, detail::apply_mask<sizeof(T), true>(mask),
                                     repeatTime, dstBlkStride, dstRepStride, DAVSIM_SITE);
    } else {
        detail::index_by_bits<T>(dst, firstValue, mask, repeatTime, dstBlkStride, dstRepStride,
                                 DAVSIM_SITE);
    }
}

template <typename T>
DAVSIM_API void CreateVecIndex(LocalTensor<T> dst, const typename detail::Same<T>::type& firstValue,
                               uint32_t count) {
    DAVSIM_REQUIRE("CreateVecIndex", (detail::kIndexed<T>), T);
    if constexpr (detail::kIs950) {
        detail::index_instruction<T>(dst, firstValue, detail::count_mask("CreateVecIndex", count),
                                     1, 1, davsim::kBlocksPerRepeat, DAVSIM_SITE);
    } else {
        detail::index_by_count<T>(dst, firstValue, count, DAVSIM_SITE);
    }
}

}  // namespace AscendC
