// SPDX-License-Identifier: Apache-2.0
#pragma once
// From an API call to one vector instruction: operands, checks, issue.

#include <cstdint>

#include "sim/ascendc/api/local_tensor.h"
#include "sim/ascendc/api/mask.h"

namespace AscendC {
namespace detail {

template <typename T>
davsim::VectorOperand operand(const LocalTensor<T>& tensor, std::uint16_t blk_stride = 1,
                              std::uint16_t rep_stride = davsim::kBlocksPerRepeat) {
    return {tensor.address(), blk_stride, rep_stride, data_type_of<T>()};
}

// Strides of a dense operand whose elements are `bytes` wide in an instruction of `widest` bytes.
constexpr std::uint16_t dense_repeat(std::size_t bytes, std::size_t widest) {
    return static_cast<std::uint16_t>(davsim::kBlocksPerRepeat * bytes / widest);
}

inline std::uint16_t checked_repeat(const char* api, std::int64_t repeat) {
    if (repeat < 0 || repeat > std::int64_t{davsim::kMaxRepeat})
        refuse_number(api, "repeatTime", repeat, "0..255");
    return static_cast<std::uint16_t>(repeat);
}

// How far an instruction goes: repeats, and the lanes up to the last enabled one of the last
// repeat.
struct Extent {
    std::uint64_t repeats = 0;
    std::uint64_t lanes = 0;
};

inline Extent extent_of(const davsim::VectorMask& mask, std::uint32_t repeat,
                        std::uint32_t lanes_of_repeat) {
    if (mask.counter) {
        const std::uint64_t repeats = (mask.lo + lanes_of_repeat - 1) / lanes_of_repeat;
        return repeats == 0 ? Extent{} : Extent{repeats, mask.lo - (repeats - 1) * lanes_of_repeat};
    }
    std::uint64_t lanes = 64;
    if (lanes_of_repeat > 64 && mask.hi != 0) {
        lanes = 128U - static_cast<unsigned>(__builtin_clzll(mask.hi));
    } else if (mask.lo != kAllLanes) {
        lanes = mask.lo == 0 ? 0U : 64U - static_cast<unsigned>(__builtin_clzll(mask.lo));
    }
    if (lanes > lanes_of_repeat) lanes = lanes_of_repeat;
    return lanes == 0 ? Extent{} : Extent{repeat, lanes};
}

inline std::uint64_t end_of(const davsim::VectorOperand& operand, const Extent& extent) {
    if (extent.repeats == 0) return operand.addr;
    const std::uint64_t bytes = davsim::bytes_of(operand.dtype, extent.lanes);
    const std::uint64_t full_blocks = (bytes - 1) / davsim::kBlockBytes;
    const std::uint64_t first =
        operand.addr + (extent.repeats - 1) * operand.rep_stride * davsim::kBlockBytes;
    return first + full_blocks * operand.blk_stride * davsim::kBlockBytes + bytes -
           full_blocks * davsim::kBlockBytes;
}

inline void check_operand(const char* api, const char* name, const davsim::VectorOperand& operand,
                          const Extent& extent) {
    check_ub(api, name, operand.addr, end_of(operand, extent), davsim::kBlockBytes);
}

inline davsim::Instruction vector_instruction(davsim::Opcode opcode, davsim::DataType dtype,
                                              const davsim::VectorMask& mask, std::uint16_t repeat,
                                              const void* site) {
    davsim::Instruction instruction;
    instruction.opcode = opcode;
    instruction.dtype = dtype;
    instruction.site = site;
    instruction.vec.mask = mask;
    instruction.vec.repeat = repeat;
    instruction.vec.saturate = core().registers.saturate;
    return instruction;
}

// For instructions whose operands all run over whole repeats; kWidth: bytes of the widest element.
template <int kSources, std::size_t kWidth>
void issue_vector(const char* api, const davsim::Instruction& instruction) {
    const davsim::VectorPayload& vec = instruction.vec;
    const Extent extent = extent_of(vec.mask, vec.repeat, davsim::kRepeatBytes / kWidth);
    check_operand(api, "dst", vec.dst, extent);
    if constexpr (kSources > 0) check_operand(api, kSources > 1 ? "src0" : "src", vec.src0, extent);
    if constexpr (kSources > 1) check_operand(api, "src1", vec.src1, extent);
    core().issue(instruction);
}

}  // namespace detail
}  // namespace AscendC
