// SPDX-License-Identifier: Apache-2.0
#pragma once
// CastDequant (older name: CastDeq) and what it scales with: the DEQSCALE register. int32 to half
// times a scale; int16 to 8 bits times a scale and plus an offset, with one pair for all elements
// or one for each of the 16 elements of a block. Pipe V, one instruction a call.
//
// Source: Ascend C API reference, CastDequant, SetDeqScale (layout of the register).

#include "sim/ascendc/api/gather_params.h"
#include "sim/ascendc/api/half.h"
#include "sim/ascendc/api/support.h"
#include "sim/ascendc/api/vector_issue.h"

namespace AscendC {
namespace detail {

inline std::uint64_t dequant_bits(float scale, int16_t offset, bool is_signed) {
    constexpr unsigned kSignAt = 46;
    constexpr unsigned kOffsetAt = 37;
    constexpr std::uint64_t kOffsetMask = 0x1FF;
    return std::uint64_t{is_signed} << kSignAt |
           (static_cast<std::uint64_t>(offset) & kOffsetMask) << kOffsetAt | bits_of(scale);
}

inline void write_deq_scale(std::uint64_t bits) {
    core().registers.deq_scale = bits;
    core().spend(davsim::ScalarOp::kSpr, 1);
}

// int32 to half: Cast and CastDequant alike.
inline void dequantise_to_half(const char* api, const LocalTensor<half>& dst,
                               const LocalTensor<int32_t>& src, const davsim::VectorMask& mask,
                               std::int64_t repeat, const UnaryRepeatParams& strides,
                               const void* site) {
    davsim::Instruction instruction =
        vector_instruction(davsim::Opcode::kCastDequant, davsim::DataType::kInt32, mask,
                           checked_repeat(api, repeat), site);
    instruction.vec.dst = operand(dst, strides.dstBlkStride, strides.dstRepStride);
    instruction.vec.src0 = operand(src, strides.srcBlkStride, strides.srcRepStride);
    instruction.vec.scalar_bits = core().registers.deq_scale & 0xFFFFU;
    issue_vector<1, sizeof(int32_t)>(api, instruction);
}

// int16 to 8 bits: results fill one half of each destination block.
template <typename T>
void dequantise_to_bytes(const LocalTensor<T>& dst, const LocalTensor<int16_t>& src, bool table,
                         bool upper, const davsim::VectorMask& mask, std::int64_t repeat,
                         const UnaryRepeatParams& strides, const void* site) {
    davsim::Instruction instruction =
        vector_instruction(davsim::Opcode::kCastDequant, davsim::DataType::kInt16, mask,
                           checked_repeat("CastDequant", repeat), site);
    instruction.vec.dst = operand(dst, strides.dstBlkStride, strides.dstRepStride);
    instruction.vec.src0 = operand(src, strides.srcBlkStride, strides.srcRepStride);
    instruction.vec.variant = static_cast<std::uint8_t>((table ? davsim::kDequantTable : 0) |
                                                        (upper ? davsim::kDequantUpperHalf : 0));
    const std::uint64_t scale = core().registers.deq_scale;
    if (table) {
        instruction.vec.src1.addr = static_cast<std::uint32_t>(scale * davsim::kBlockBytes);
        check_ub("CastDequant", "the table", instruction.vec.src1.addr,
                 instruction.vec.src1.addr + davsim::kDequantTableBytes, davsim::kBlockBytes);
    } else {
        instruction.vec.scalar_bits = scale;
    }
    const Extent extent =
        extent_of(mask, instruction.vec.repeat, davsim::kRepeatBytes / sizeof(int16_t));
    check_operand("CastDequant", "src", instruction.vec.src0, extent);
    check_ub("CastDequant", "dst", dst.address(), dst.address(), davsim::kBlockBytes);
    core().issue(instruction);
}

template <typename T, typename U>
inline constexpr bool kDequantised =
    !kIs910 && ((std::is_same_v<T, half> && std::is_same_v<U, int32_t>) ||
                (kOneOf<T, int8_t, uint8_t> && std::is_same_v<U, int16_t>));

template <typename T, typename U, bool isVecDeq, bool halfBlock>
void cast_dequant(const LocalTensor<T>& dst, const LocalTensor<U>& src,
                  const davsim::VectorMask& mask, std::int64_t repeat,
                  const UnaryRepeatParams& strides, const void* site) {
    DAVSIM_REQUIRE_PAIR("CastDequant", (kDequantised<T, U>), T, U);
    if constexpr (std::is_same_v<T, half>) {
        dequantise_to_half("CastDequant", dst, src, mask, repeat, strides, site);
    } else {
        dequantise_to_bytes(dst, src, isVecDeq, halfBlock, mask, repeat, strides, site);
    }
}

// Strides of a count form: half as much destination where int32 becomes half, else block by block.
template <typename T>
UnaryRepeatParams dequant_strides() {
    return std::is_same_v<T, half> ? UnaryRepeatParams(1, 1, 4, 8) : UnaryRepeatParams();
}

}  // namespace detail

// For int32 to half.
inline void SetDeqScale(half scale) {
    detail::write_deq_scale(scale.bits);
}

// For int16 to 8 bits.
inline void SetDeqScale(float scale, int16_t offset, bool signMode) {
    detail::write_deq_scale(detail::dequant_bits(scale, offset, signMode));
}

// The same with 16 sets of parameters: the scalar unit writes them to `vdeq`. The caller orders the
// scalar unit before the vector unit.
template <typename T>
void SetDeqScale(const LocalTensor<T>& vdeq, const VdeqInfo& vdeqInfo) {
    DAVSIM_REQUIRE("SetDeqScale", (sizeof(T) == sizeof(uint64_t)), T);
    for (uint32_t i = 0; i < static_cast<uint32_t>(VDEQ_TENSOR_SIZE); ++i) {
        vdeq.SetValue(
            i, static_cast<T>(detail::dequant_bits(vdeqInfo.vdeqScale[i], vdeqInfo.vdeqOffset[i],
                                                   vdeqInfo.vdeqSignMode[i])));
    }
    detail::write_deq_scale(vdeq.address() / davsim::kBlockBytes);
}

#define DAVSIM_DEQUANT(Name)                                                                     \
    template <typename T, typename U, bool isSetMask = true, bool isVecDeq = true,               \
              bool halfBlock = true>                                                             \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const LocalTensor<U>& src,                   \
                         const uint64_t mask[], int64_t repeatTime,                              \
                         const UnaryRepeatParams& repeatParams) {                                \
        detail::cast_dequant<T, U, isVecDeq, halfBlock>(                                         \
            dst, src, detail::apply_mask<sizeof(U), isSetMask>(mask), repeatTime, repeatParams,  \
            DAVSIM_SITE);                                                                        \
    }                                                                                            \
    template <typename T, typename U, bool isSetMask = true, bool isVecDeq = true,               \
              bool halfBlock = true>                                                             \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const LocalTensor<U>& src, int32_t mask,     \
                         int64_t repeatTime, const UnaryRepeatParams& repeatParams) {            \
        detail::cast_dequant<T, U, isVecDeq, halfBlock>(                                         \
            dst, src, detail::apply_mask<sizeof(U), isSetMask>(static_cast<uint64_t>(mask)),     \
            repeatTime, repeatParams, DAVSIM_SITE);                                              \
    }                                                                                            \
    template <typename T, typename U, bool isVecDeq = true, bool halfBlock = true>               \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const LocalTensor<U>& src, uint32_t count) { \
        detail::cast_dequant<T, U, isVecDeq, halfBlock>(                                         \
            dst, src, detail::count_mask(#Name, count), 1, detail::dequant_strides<T>(),         \
            DAVSIM_SITE);                                                                        \
    }

DAVSIM_DEQUANT(CastDequant)
DAVSIM_DEQUANT(CastDeq)

#undef DAVSIM_DEQUANT

}  // namespace AscendC
