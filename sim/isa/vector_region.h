// SPDX-License-Identifier: Apache-2.0
#pragma once
// Inside of sim/isa: how mask, repeats and strides of a vector instruction cut its operands.

#include <cstdint>

#include "sim/isa/footprint.h"
#include "sim/isa/instruction.h"

namespace davsim {

// Bytes of the compare mask register: a bit for each lane of the widest repeat with 2-byte
// elements.
inline constexpr std::uint32_t kCompareMaskBytes = 16;

// Lanes spanned by the repeats of an instruction.
struct RepeatShape {
    std::uint32_t repeats = 0;
    std::uint64_t full = 0;  // of every repeat but the last
    std::uint64_t last = 0;
    std::uint64_t total(std::uint64_t lanes) const {
        return repeats == 0 ? 0 : (repeats - std::uint64_t{1}) * lanes + last;
    }
};

// Counter mode gives the elements of each repeat, not of all.
bool counts_each_repeat(const Instruction& instruction);

RepeatShape repeat_shape(const Instruction& instruction);

// The bytes of an operand; `rep_stride_bytes` from repeat to repeat.
Region vector_region(const VectorOperand& operand, const RepeatShape& shape,
                     std::uint64_t rep_stride_bytes);
// With the operand's own repeat stride.
Region operand_region(const VectorOperand& operand, const RepeatShape& shape);

// Footprints of comparisons, selection, rearrangements and register moves.
Footprint bits_footprint(const Instruction& instruction);
Footprint shuffle_footprint(const Instruction& instruction);

// Elements that kGatherMask keeps at most: exact for a fixed pattern.
std::uint64_t kept_elements(const Instruction& instruction);

inline void add_read(Footprint& footprint, Region region, Operand operand) {
    region.operand = operand;
    footprint.reads[static_cast<std::size_t>(footprint.read_count++)] = region;
}

inline void add_write(Footprint& footprint, Region region, Operand operand = Operand::kDst) {
    region.operand = operand;
    footprint.writes[static_cast<std::size_t>(footprint.write_count++)] = region;
}

}  // namespace davsim
