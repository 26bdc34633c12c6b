// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which bytes an instruction reads and writes. Footprints serve ordering (the in-flight table),
// bounds checks, and later hazards and bank conflicts. A region is a regular pattern, never a list
// of bytes.

#include <array>
#include <cstdint>
#include <string_view>

#include "sim/isa/instruction.h"

namespace davsim {

enum class Space : std::uint8_t { kGm, kUb, kL1, kL0a, kL0b, kL0c };

std::string_view name_of(Space space);

// Which operand of the instruction a region belongs to. kDst among the reads: the old values of an
// accumulating destination. kAux: a second destination. Transfers: the source is kSrc0.
enum class Operand : std::uint8_t { kDst, kSrc0, kSrc1, kSrc2, kSrc3, kAux };

// `count` runs of `bytes`, `stride` bytes from start to start. Masked-off lanes inside a run are
// counted as touched: a region is an upper bound in bytes and exact in blocks. Two things are upper
// bounds in blocks too: a merge that stops early, and rows of kTransposeRows at irregular
// distances.
struct Region {
    Space space = Space::kUb;
    std::uint64_t base = 0;
    std::uint64_t bytes = 0;
    std::int64_t stride = 0;
    std::uint32_t count = 1;
    Operand operand = Operand::kSrc0;

    // First byte and one past the last byte.
    std::uint64_t begin() const {
        return stride >= 0 ? base
                           : base + static_cast<std::uint64_t>(
                                        stride * (static_cast<std::int64_t>(count) - 1));
    }
    std::uint64_t end() const {
        return (stride >= 0 ? base + static_cast<std::uint64_t>(stride) * (count - 1) : base) +
               bytes;
    }
};

struct Footprint {
    std::array<Region, 4> reads{};
    std::array<Region, 2> writes{};
    int read_count = 0;
    int write_count = 0;
};

// Records or rows instead of lanes under a mask: kRecords, kMerge, kRows.
bool handles_records(const Instruction& instruction);

// Bytes that kReduceMax and kReduceMin leave of a repeat whose elements have `element` bytes.
constexpr std::uint64_t extreme_bytes(ReduceOrder order, std::uint64_t element) {
    switch (order) {
        case ReduceOrder::kOnlyValue: return element;
        case ReduceOrder::kOnlyIndex: return sizeof(std::uint32_t);
        default: return 2 * element;
    }
}

// Elements that the instruction computes: lanes under the mask times repeats.
std::uint64_t active_elements(const Instruction& instruction);

// Repeats that the vector unit runs; in counter mode as many as the element count needs. A merge
// counts 256 bytes of records as one.
std::uint32_t repeats_of(const Instruction& instruction);

// Lanes that a full repeat has: 256 bytes of the widest operand. Not for records and rows, nor is
// repeat_extent().
std::uint32_t lanes_per_repeat(const Instruction& instruction);

// Lanes from the first to the last one enabled in the first repeat: what a repeat spans in memory.
std::uint32_t repeat_extent(const Instruction& instruction);

// Bytes that cross the pipe: operands read and written by lanes under the mask, or the DMA's data.
std::uint64_t bytes_moved(const Instruction& instruction);

Footprint footprint_of(const Instruction& instruction);

}  // namespace davsim
