// SPDX-License-Identifier: Apache-2.0
#pragma once
// One recorded event in compact form, the same for all kinds. Times are core cycles.

#include <array>
#include <cstdint>

#include "sim/base/data_type.h"
#include "sim/events/event.h"
#include "sim/isa/footprint.h"
#include "sim/isa/opcode.h"

namespace davsim::traces {

enum class RecordKind : std::uint8_t {
    kInstruction,
    kSetFlag,
    kWaitFlag,
    kBarrier,  // of one pipe
    kBarrierAll,
    kSyncAll,
    kScalarStall,
    kBlock,
};

// Bytes of one operand from the first to the last one touched.
struct AddressRange {
    std::uint64_t begin = 0;
    std::uint32_t bytes = 0;  // 0: no operand
    Space space = Space::kUb;
    bool write = false;
};

// Plain bytes: records are written to a temporary file and read back.
struct Record {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t waited = 0;     // cycles before begin (instructions)
    std::int64_t set_begin = 0;  // kWaitFlag: when the SetFlag it waits for began
    std::uint64_t bytes = 0;
    std::uint64_t pairing = 0;  // flags: the number that set and wait share
    std::uint32_t block = 0;
    std::uint32_t count = 0;  // elements of a vector instruction, bursts of a transfer
    std::uint32_t size = 0;   // repeats of a vector instruction, bytes a burst of a transfer
    std::int32_t core = 0;
    RecordKind kind = RecordKind::kInstruction;
    Pipe pipe = Pipe::kS;   // whose lane; flags: the side shown
    Pipe other = Pipe::kS;  // flags: the other side
    Opcode opcode = Opcode::kAdd;
    DataType dtype = DataType::kFloat32;
    StallCause cause = StallCause::kNone;
    std::uint8_t event = 0;  // flags: event id
    std::array<AddressRange, 4> ranges{};
};

}  // namespace davsim::traces
