// SPDX-License-Identifier: Apache-2.0
#pragma once
// What all detectors know about a launch and about the block that a core runs.

#include <cstdint>
#include <unordered_map>

#include "sim/checks/access_record.h"
#include "sim/checks/buffer_map.h"
#include "sim/checks/finding.h"
#include "sim/checks/finding_log.h"
#include "sim/checks/happens_before.h"
#include "sim/checks/interval_map.h"

namespace davsim::checks {

// One operation that touches memory: an instruction that has completed, or a scalar access.
struct Operation {
    const Instruction* instruction = nullptr;  // nullptr: the scalar unit itself
    Footprint footprint;
    RecordRef record;
    const std::uint8_t* ub = nullptr;
    const VectorRegisters* registers = nullptr;  // of an instruction's core
    bool store = false;                          // of the scalar unit
};

struct CoreState {
    int core = 0;
    BlockOrder order;
    BufferMap buffers;
    std::unordered_map<const void*, std::uint32_t> passes;  // through each line, by this block
};

struct LaunchView {
    LaunchInfo info;
    TensorMap tensors;
    // Global memory that blocks poll to meet each other: no data.
    IntervalMap<bool> polled;

    bool is_polled(std::uint64_t begin, std::uint64_t end) {
        bool found = false;
        if (polled.size() != 0)
            polled.look(begin, end, [&](std::uint64_t, std::uint64_t, bool) { found = true; });
        return found;
    }
};

// The two ways to see bytes: who owns them, for people.
struct Place {
    std::string owner;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};
Place place_of(LaunchView& launch, CoreState& core, Space space, std::uint64_t begin,
               std::uint64_t end);

// A finding's side, from a record.
Access access_of(const AccessRecord& record, std::string_view does, Space space,
                 const Place& place);

// "VADD", "GetValue", "SetValue"
std::string operation_name(const AccessRecord& record, bool writes);

// "fp32 at UB [0, 256)"
std::string bytes_text(std::uint64_t bytes);

}  // namespace davsim::checks
