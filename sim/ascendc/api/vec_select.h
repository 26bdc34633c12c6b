// SPDX-License-Identifier: Apache-2.0
#pragma once
// Select: src0 where the bit is 1, else src1 or a scalar; and the compare mask register. Pipe V.
//
// On 2201 the register holds the bits, or the scalar, or where the bits are; the library passes the
// last two through 128 bytes of the reserved UB behind the user's 184 KiB, with barriers between.
// Source: Ascend C API reference, Select, SetCmpMask, GetCmpMask, and library headers.

#include <algorithm>

#include "sim/ascendc/api/constants.h"
#include "sim/ascendc/api/sync.h"
#include "sim/ascendc/api/vec_move.h"

namespace AscendC {
namespace detail {

inline constexpr std::uint32_t kCompareMaskBytes = 16;
inline constexpr std::uint64_t kScratchLanes = 32;  // lanes of the fill of the reserved UB

inline void move_compare_mask(davsim::Opcode opcode, const char* api, std::uint32_t addr,
                              const void* site) {
    check_ub(api, opcode == davsim::Opcode::kSetCompareMask ? "src" : "dst", addr,
             addr + kCompareMaskBytes, kCompareMaskBytes);
    davsim::Instruction instruction =
        vector_instruction(opcode, davsim::DataType::kUint8, davsim::VectorMask{}, 1, site);
    instruction.vec.dst = {addr, 1, 1, davsim::DataType::kUint8};
    instruction.vec.src0 = instruction.vec.dst;
    core().issue(instruction);
}

template <typename T>
void check_select(const davsim::Instruction& instruction, bool vector) {
    const davsim::VectorPayload& vec = instruction.vec;
    const Extent extent = extent_of(vec.mask, vec.repeat, davsim::kRepeatBytes / sizeof(T));
    check_operand("Select", "dst", vec.dst, extent);
    check_operand("Select", "src0", vec.src0, extent);
    if (vector) check_operand("Select", "src1", vec.src1, extent);
    core().issue(instruction);
}

template <typename T>
davsim::Instruction select_instruction(davsim::SelectMode mode, const LocalTensor<T>& dst,
                                       const LocalTensor<T>& src0, const davsim::VectorMask& mask,
                                       std::int64_t repeat, const BinaryRepeatParams& strides,
                                       const void* site) {
    davsim::Instruction instruction = vector_instruction(
        davsim::Opcode::kSelect, data_type_of<T>(), mask, checked_repeat("Select", repeat), site);
    instruction.vec.dst = operand(dst, strides.dstBlkStride, strides.dstRepStride);
    instruction.vec.src0 = operand(src0, strides.src0BlkStride, strides.src0RepStride);
    instruction.vec.src1 = instruction.vec.src0;
    instruction.vec.variant = static_cast<std::uint8_t>(mode);
    return instruction;
}

// Fills the reserved UB with `value` and loads the register from there.
template <typename T>
void load_register(T value, const davsim::VectorMask& mask, const void* site) {
    if constexpr (kArch != 2201) return;
    const auto scratch =
        LocalTensor<T>::of_buffer(nullptr, TPosition::VECCALC, TMP_UB_OFFSET,
                                  static_cast<uint32_t>(kScratchLanes * sizeof(T)));
    core().note_buffer(scratch.address(), kScratchLanes * sizeof(T), "Select scratch");
    duplicate("Select", scratch, value, mask, 1, 1, davsim::kBlocksPerRepeat, site);
    pipe_barrier(davsim::Pipe::kV, site);
    move_compare_mask(davsim::Opcode::kSetCompareMask, "Select", scratch.address(), site);
    pipe_barrier(davsim::Pipe::kV, site);
}

// What comes before the selection itself. `scratch` is the mask of the fill.
template <typename U>
void prepare_bits(SELMODE mode, const LocalTensor<U>& bits, const davsim::VectorMask& scratch,
                  const void* site) {
    DAVSIM_REQUIRE("Select by a tensor", (kBitTensor<U>), U);
    if (mode == SELMODE::VSEL_CMPMASK_SPR) {
        move_compare_mask(davsim::Opcode::kSetCompareMask, "Select", bits.address(), site);
        if (!kIs950) pipe_barrier(davsim::Pipe::kV, site);
    } else {
        load_register<uint32_t>(bits.address(), scratch, site);
    }
}

inline davsim::SelectMode select_mode(SELMODE mode, bool vector) {
    const bool known = mode == SELMODE::VSEL_CMPMASK_SPR ||
                       (!kIs910 && mode == (vector ? SELMODE::VSEL_TENSOR_TENSOR_MODE
                                                   : SELMODE::VSEL_TENSOR_SCALAR_MODE));
    if (!known || (!vector && mode == SELMODE::VSEL_CMPMASK_SPR)) {
        refuse_number("Select", "selMode", static_cast<std::int64_t>(mode),
                      kIs910   ? "VSEL_CMPMASK_SPR on this architecture"
                      : vector ? "VSEL_CMPMASK_SPR (0), VSEL_TENSOR_TENSOR_MODE (2)"
                               : "VSEL_TENSOR_SCALAR_MODE (1)");
    }
    if (!vector) return davsim::SelectMode::kScalar;
    return mode == SELMODE::VSEL_CMPMASK_SPR ? davsim::SelectMode::kRegister
                                             : davsim::SelectMode::kTensor;
}

template <typename T, typename U>
void select_vector(SELMODE mode, const LocalTensor<T>& dst, const LocalTensor<U>& bits,
                   const LocalTensor<T>& src0, const LocalTensor<T>& src1,
                   const davsim::VectorMask& mask, std::int64_t repeat,
                   const BinaryRepeatParams& strides, const void* site) {
    davsim::Instruction instruction =
        select_instruction(select_mode(mode, true), dst, src0, mask, repeat, strides, site);
    instruction.vec.src1 = operand(src1, strides.src1BlkStride, strides.src1RepStride);
    instruction.vec.aux = {bits.address(), 1, 1, davsim::DataType::kUint8};
    check_select<T>(instruction, true);
}

template <typename T, typename U>
void select_scalar(SELMODE mode, const LocalTensor<T>& dst, const LocalTensor<U>& bits,
                   const LocalTensor<T>& src0, T src1, const davsim::VectorMask& mask,
                   std::int64_t repeat, const BinaryRepeatParams& strides, const void* site) {
    davsim::Instruction instruction =
        select_instruction(select_mode(mode, false), dst, src0, mask, repeat, strides, site);
    instruction.vec.scalar_bits = bits_of(src1);
    instruction.vec.aux = {bits.address(), 1, 1, davsim::DataType::kUint8};
    check_select<T>(instruction, false);
}

// The mask of the fill in the forms with a mask: written before, in the mode that is set.
template <typename T>
davsim::VectorMask scratch_mask() {
    if constexpr (kArch == 2201) return apply_mask<sizeof(T), true>(kScratchLanes);
    return sticky_mask();
}

// Count forms: mode, mask, ..., mask, mask, mode. The writes are counted together.
inline davsim::VectorMask counted(std::int64_t elements) {
    return davsim::VectorMask{static_cast<std::uint64_t>(elements), 0, true};
}

inline davsim::VectorMask select_count_mask(std::int64_t count, bool scratch) {
    const davsim::VectorMask mask = count_mask("Select", count);
    if (scratch && kArch == 2201) core().spend(davsim::ScalarOp::kSetMask, 1);
    return mask;
}

template <typename T, typename U>
void select_vector_count(const LocalTensor<T>& dst, const LocalTensor<U>& bits,
                         const LocalTensor<T>& src0, const LocalTensor<T>& src1, SELMODE mode,
                         std::int64_t count, const void* site) {
    const bool scratch = select_mode(mode, true) == davsim::SelectMode::kTensor;
    const davsim::VectorMask mask = select_count_mask(count, scratch);
    prepare_bits(mode, bits, counted(kScratchLanes), site);
    select_vector(mode, dst, bits, src0, src1, mask, 1, BinaryRepeatParams(), site);
    if (!kIs950) pipe_barrier(davsim::Pipe::kV, site);
}

// 1001 has one set of bits for all repeats and no counter mode: whole instructions of full repeats,
// then one for the rest.
template <typename T, typename U>
void select_repeats(const LocalTensor<T>& dst, const LocalTensor<U>& bits,
                    const LocalTensor<T>& src0, const LocalTensor<T>& src1, SELMODE mode,
                    std::int64_t count, const void* site) {
    constexpr std::int64_t kLanes = davsim::kRepeatBytes / sizeof(T);
    if (count < 0) refuse_number("Select", "count", count, "0 or more");
    const davsim::VectorMask full = apply_mask<sizeof(T), true>(std::uint64_t{kLanes});
    std::uint32_t first = 0;
    const auto part = [&](const davsim::VectorMask& mask, std::int64_t repeat) {
        prepare_bits(mode, bits, mask, site);
        select_vector(mode, dst[first], bits, src0[first], src1[first], mask, repeat,
                      BinaryRepeatParams(), site);
        first += static_cast<std::uint32_t>(repeat * kLanes);
    };
    for (std::int64_t left = count / kLanes; left > 0; left -= davsim::kMaxRepeat)
        part(full, std::min<std::int64_t>(left, davsim::kMaxRepeat));
    if (count % kLanes == 0) return;
    part(apply_mask<sizeof(T), true>(static_cast<std::uint64_t>(count % kLanes)), 1);
    write_mask(kAllLanes, kAllLanes);
}

}  // namespace detail

// The compare mask register, 16 bytes.
template <typename T>
DAVSIM_API void SetCmpMask(const LocalTensor<T>& src) {
    static_assert(detail::kNot910<T>, "UNSUPPORTED: SetCmpMask on arch " DAVSIM_ARCH_TEXT);
    detail::move_compare_mask(davsim::Opcode::kSetCompareMask, "SetCmpMask", src.address(),
                              DAVSIM_SITE);
}

template <typename T>
DAVSIM_API void GetCmpMask(const LocalTensor<T>& dst) {
    static_assert(detail::kNot910<T>, "UNSUPPORTED: GetCmpMask on arch " DAVSIM_ARCH_TEXT);
    detail::move_compare_mask(davsim::Opcode::kGetCompareMask, "GetCmpMask", dst.address(),
                              DAVSIM_SITE);
}

#define DAVSIM_SELECT(Mask)                                                                        \
    template <typename T, typename U, bool isSetMask = true>                                       \
    DAVSIM_API void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask,               \
                           const LocalTensor<T>& src0, const LocalTensor<T>& src1,                 \
                           SELMODE selMode, Mask, int64_t repeatTime,                              \
                           const BinaryRepeatParams& repeatParams) {                               \
        DAVSIM_REQUIRE("Select", (detail::kSelectedMask<T>), T);                                   \
        const bool scratch = selMode != SELMODE::VSEL_CMPMASK_SPR;                                 \
        detail::prepare_bits(selMode, selMask,                                                     \
                             scratch ? detail::scratch_mask<uint32_t>() : davsim::VectorMask{},    \
                             DAVSIM_SITE);                                                         \
        detail::select_vector(selMode, dst, selMask, src0, src1,                                   \
                              detail::apply_mask<sizeof(T), true>(mask), repeatTime, repeatParams, \
                              DAVSIM_SITE);                                                        \
    }                                                                                              \
    template <typename T, typename U, bool isSetMask = true>                                       \
    DAVSIM_API void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask,               \
                           const LocalTensor<T>& src0, const typename detail::Same<T>::type src1,  \
                           SELMODE selMode, Mask, int64_t repeatTime,                              \
                           const BinaryRepeatParams& repeatParams) {                               \
        static_assert(!detail::kIs910 && detail::kSelectedMask<T> && detail::kBitTensor<U>,        \
                      "UNSUPPORTED: Select with a scalar on arch " DAVSIM_ARCH_TEXT);              \
        detail::load_register<T>(src1, detail::scratch_mask<T>(), DAVSIM_SITE);                    \
        detail::select_scalar<T>(selMode, dst, selMask, src0, src1,                                \
                                 detail::apply_mask<sizeof(T), true>(mask), repeatTime,            \
                                 repeatParams, DAVSIM_SITE);                                       \
    }

DAVSIM_SELECT(const uint64_t mask[])
DAVSIM_SELECT(uint64_t mask)

#undef DAVSIM_SELECT

template <typename T, typename U>
DAVSIM_API void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask,
                       const LocalTensor<T>& src0, const LocalTensor<T>& src1, SELMODE selMode,
                       int64_t count) {
    DAVSIM_REQUIRE("Select", (detail::kSelected<T>), T);
    if constexpr (detail::kIs910) {
        detail::select_mode(selMode, true);
        detail::select_repeats(dst, selMask, src0, src1, selMode, count, DAVSIM_SITE);
    } else {
        detail::select_vector_count(dst, selMask, src0, src1, selMode, count, DAVSIM_SITE);
    }
}

template <typename T, typename U>
DAVSIM_API void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask,
                       const LocalTensor<T>& src0, const typename detail::Same<T>::type src1,
                       SELMODE selMode, int64_t count) {
    static_assert(!detail::kIs910 && detail::kSelected<T> && detail::kBitTensor<U>,
                  "UNSUPPORTED: Select with a scalar on arch " DAVSIM_ARCH_TEXT);
    const davsim::VectorMask mask = detail::select_count_mask(count, true);
    detail::load_register<T>(src1, detail::counted(detail::kScratchLanes), DAVSIM_SITE);
    detail::select_scalar<T>(selMode, dst, selMask, src0, src1, mask, 1, BinaryRepeatParams(),
                             DAVSIM_SITE);
}

// With what SetCmpMask put into the register, under the mask that is set: the bits,
template <typename T, SELMODE selMode>
DAVSIM_API void Select(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                       const LocalTensor<T>& src1, int64_t repeatTime,
                       const BinaryRepeatParams& repeatParams) {
    DAVSIM_REQUIRE("Select", (detail::kSelectedMask<T>), T);
    static_assert(selMode == SELMODE::VSEL_CMPMASK_SPR,
                  "UNSUPPORTED: Select without a mask tensor in this SELMODE on "
                  "arch " DAVSIM_ARCH_TEXT);
    detail::select_vector(selMode, dst, dst, src0, src1, detail::sticky_mask(), repeatTime,
                          repeatParams, DAVSIM_SITE);
}

// or the scalar.
template <typename T, typename U>
DAVSIM_API void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask,
                       const LocalTensor<T>& src0, int64_t repeatTime,
                       const BinaryRepeatParams& repeatParams) {
    DAVSIM_REQUIRE("Select with a scalar", (!detail::kIs910 && detail::kSelectedMask<T>), T);
    DAVSIM_REQUIRE("Select by a tensor", (detail::kBitTensor<U>), U);
    davsim::Instruction instruction =
        detail::select_instruction(davsim::SelectMode::kRegisterScalar, dst, src0,
                                   detail::sticky_mask(), repeatTime, repeatParams, DAVSIM_SITE);
    instruction.vec.aux = {selMask.address(), 1, 1, davsim::DataType::kUint8};
    detail::check_select<T>(instruction, false);
}

}  // namespace AscendC
