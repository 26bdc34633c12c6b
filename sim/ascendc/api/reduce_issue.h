// SPDX-License-Identifier: Apache-2.0
#pragma once
// From an API call to one reduction instruction. The destination's repeat stride counts results: 1
// a repeat (whole), a value with its index (whole, max and min), 8 (block), or half a repeat
// (pair).

#include <cstdint>

#include "sim/ascendc/api/enums.h"
#include "sim/ascendc/api/support.h"
#include "sim/ascendc/api/vector_issue.h"
#include "sim/isa/footprint.h"

namespace AscendC {
namespace detail {

struct ReduceStrides {
    std::int64_t dst_rep = 1;
    std::int64_t src_blk = 1;
    std::int64_t src_rep = davsim::kBlocksPerRepeat;
};

// What an instruction reduces with, and what it leaves of a repeat.
struct Reduction {
    davsim::Opcode opcode = davsim::Opcode::kReduceAll;
    ReduceOrder order = ReduceOrder::ORDER_VALUE_INDEX;
    bool across_repeats = false;

    constexpr bool indexed() const {
        return opcode == davsim::Opcode::kReduceMax || opcode == davsim::Opcode::kReduceMin;
    }
    constexpr bool per_block() const {
        return opcode == davsim::Opcode::kReduceBlock ||
               opcode == davsim::Opcode::kReduceBlockMax ||
               opcode == davsim::Opcode::kReduceBlockMin;
    }
};

// Bytes that one repeat leaves, and what the destination must be aligned to.
struct ReduceResult {
    std::uint32_t bytes = 0;
    std::uint32_t alignment = 0;
};

template <typename T>
constexpr ReduceResult result_of(const Reduction& reduction) {
    constexpr auto kSize = static_cast<std::uint32_t>(sizeof(T));
    if (reduction.per_block())
        return {davsim::kBlocksPerRepeat * kSize, davsim::kBlocksPerRepeat * kSize};
    if (reduction.opcode == davsim::Opcode::kReducePair)
        return {davsim::kRepeatBytes / 2, davsim::kBlockBytes};
    if (!reduction.indexed()) return {kSize, kSize};
    const auto bytes = static_cast<std::uint32_t>(
        davsim::extreme_bytes(static_cast<davsim::ReduceOrder>(reduction.order), kSize));
    return {bytes, bytes};
}

inline std::uint16_t checked_stride(const char* api, const char* name, std::int64_t stride) {
    if (stride < 0 || stride > std::int64_t{UINT16_MAX})
        refuse_number(api, name, stride, "0..65535");
    return static_cast<std::uint16_t>(stride);
}

// 1001 leaves value and index only.
inline void check_order(const char* api, ReduceOrder order) {
    const auto index = static_cast<unsigned>(order);
    if (kIs910 && order != ReduceOrder::ORDER_VALUE_INDEX)
        refuse_number(api, "order", index, "ORDER_VALUE_INDEX on arch 1001");
    if (index > static_cast<unsigned>(ReduceOrder::ORDER_ONLY_INDEX))
        refuse_number(api, "order", index, "0..3");
}

// What a reduction takes: of whole repeats, and of blocks. The functions that kernels call check it
// under their own names.
template <ReduceType type, typename T>
inline constexpr bool kReducible =
    type == ReduceType::SUM ? kSummedMask<T> : type != ReduceType::NONE&& kRankedMask<T>;
template <ReduceType type, typename T>
inline constexpr bool kBlockReducible =
    type == ReduceType::SUM ? kFloats<T> : type != ReduceType::NONE&& kExtremes<T>;

template <typename T>
void issue_reduce(const char* api, const Reduction& reduction, const LocalTensor<T>& dst,
                  const LocalTensor<T>& src, const davsim::VectorMask& mask, std::uint16_t repeat,
                  const ReduceStrides& strides, const void* site) {
    davsim::Instruction instruction =
        vector_instruction(reduction.opcode, data_type_of<T>(), mask, repeat, site);
    instruction.vec.order = static_cast<davsim::ReduceOrder>(reduction.order);
    instruction.vec.across_repeats = reduction.across_repeats;
    instruction.vec.dst = operand(dst, 1, checked_stride(api, "dstRepStride", strides.dst_rep));
    instruction.vec.src0 = operand(src, checked_stride(api, "srcBlkStride", strides.src_blk),
                                   checked_stride(api, "srcRepStride", strides.src_rep));
    const Extent extent = extent_of(mask, repeat, davsim::kRepeatBytes / sizeof(T));
    check_operand(api, "src", instruction.vec.src0, extent);
    const ReduceResult result = result_of<T>(reduction);
    const bool one_result = extent.repeats == 0 || reduction.across_repeats ||
                            reduction.opcode == davsim::Opcode::kReduceAcc;
    const std::uint64_t last =
        one_result ? 0 : (extent.repeats - 1) * instruction.vec.dst.rep_stride * result.bytes;
    check_ub(api, "dst", dst.address(), dst.address() + last + result.bytes, result.alignment);
    core().issue(instruction);
}

// Any number of repeats, in instructions of at most 255.
template <typename T>
void issue_reduce_chunks(const char* api, const Reduction& reduction, const LocalTensor<T>& dst,
                         const LocalTensor<T>& src, const davsim::VectorMask& mask,
                         std::int64_t repeat, const ReduceStrides& strides, const void* site) {
    if (repeat < 0) refuse_number(api, "repeatTime", repeat, "0 or more");
    constexpr std::int64_t kChunk = davsim::kMaxRepeat;
    const std::int64_t result = result_of<T>(reduction).bytes / sizeof(T);
    const std::int64_t block = davsim::kBlockBytes / sizeof(T);
    for (std::int64_t done = 0; done < repeat; done += kChunk) {
        const std::int64_t rest = repeat - done;
        const auto dst_skip = static_cast<std::uint32_t>(done * strides.dst_rep * result);
        const auto src_skip = static_cast<std::uint32_t>(done * strides.src_rep * block);
        issue_reduce(api, reduction, dst[dst_skip], src[src_skip], mask,
                     static_cast<std::uint16_t>(rest < kChunk ? rest : kChunk), strides, site);
    }
}

}  // namespace detail
}  // namespace AscendC
