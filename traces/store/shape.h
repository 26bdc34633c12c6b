// SPDX-License-Identifier: Apache-2.0
#pragma once
// What many events have in common. Kernels are loops: the same instruction at the same place of the
// source comes again and again and differs in its times only, so a store keeps each shape once and
// an event names it.

#include <array>
#include <cstdint>

#include "sim/base/data_type.h"
#include "sim/isa/footprint.h"
#include "sim/isa/opcode.h"

namespace davsim::traces {

enum class RowKind : std::uint8_t {
    kInstruction,
    kFlag,        // from SetFlag to the end of WaitFlag
    kBarrier,     // of one pipe
    kBarrierAll,  // of all pipes of a core
    kSyncAll,     // of all cores
    kScalarStall,
    kBlock,
    kBuffer,    // bytes of UB that the kernel reserved
    kTransfer,  // as the memory system saw it
};
inline constexpr int kRowKindCount = 9;

// Bytes of one operand from the first to the last one touched.
struct AddressRange {
    std::uint64_t begin = 0;  // of GM operands 0: they move from event to event
    std::uint64_t bytes = 0;  // 0: no operand
    Space space = Space::kUb;
    bool write = false;

    friend bool operator==(const AddressRange& a, const AddressRange& b) {
        return a.begin == b.begin && a.bytes == b.bytes && a.space == b.space && a.write == b.write;
    }
};

inline constexpr std::size_t kMaxRanges = 4;

struct Shape {
    RowKind kind = RowKind::kInstruction;
    Pipe pipe = Pipe::kS;   // flags: the side that sets; stalls: whose queue or flag it was
    Pipe other = Pipe::kS;  // flags: the side that waits
    Opcode opcode = Opcode::kAdd;
    DataType dtype = DataType::kFloat32;
    // Flags: event id; stalls: the cause; transfers: 1 for a store; barriers: 1 if inserted.
    std::uint8_t event = 0;
    std::uint32_t site = 0;  // place in the source, 0 for none, else index + 1 of the site table
    std::uint32_t name = 0;  // buffers: index of the string table
    // Elements of a vector instruction, bursts of a transfer; flags: 1 if inserted.
    std::uint32_t count = 0;
    std::uint32_t size = 0;  // repeats of a vector instruction, bytes a burst of a transfer
    std::uint64_t bytes = 0;
    std::int64_t ideal = 0;     // cycles at the full rate of its pipe
    std::int64_t conflict = 0;  // cycles longer because operands share parts of UB
    std::array<AddressRange, kMaxRanges> ranges{};

    bool has_gm() const {
        for (const AddressRange& range : ranges) {
            if (range.bytes != 0 && range.space == Space::kGm) return true;
        }
        return false;
    }
};

bool operator==(const Shape& a, const Shape& b);

struct ShapeHash {
    std::size_t operator()(const Shape& shape) const;
};

}  // namespace davsim::traces
