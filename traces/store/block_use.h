// SPDX-License-Identifier: Apache-2.0
#pragma once
// What one block did on its core, summed up; the rows of the profiler's CSV files.

#include <array>
#include <cstdint>

#include "sim/events/event.h"
#include "sim/isa/opcode.h"

namespace davsim::traces {

struct BlockPipeUse {
    std::int64_t busy = 0;  // kS: computing and issuing
    std::int64_t ideal = 0;
    std::uint64_t instructions = 0;
    std::uint64_t syncs = 0;
    std::uint64_t bytes = 0;
    std::array<std::int64_t, kStallCauseCount> waited{};
};

// Element types as the profiler groups the vector unit's time.
enum class VectorClass : std::uint8_t { kFp32, kFp16, kInt32, kInt16, kOther };
inline constexpr int kVectorClassCount = 5;

struct BlockMemoryUse {
    std::uint64_t read = 0;       // bytes GM to UB, as asked for
    std::uint64_t write = 0;      // bytes UB to GM
    std::uint64_t read_line = 0;  // bytes of L2 lines touched
    std::uint64_t write_line = 0;
    std::uint64_t read_hit = 0;  // of them, found in L2
    std::uint64_t write_hit = 0;
    std::uint64_t hbm_read = 0;
    std::uint64_t hbm_write = 0;
};

// Cycles that vector instructions took longer because their operands lie in the same part of UB.
struct UbConflicts {
    std::int64_t groups = 0;  // of bank groups
    std::int64_t banks = 0;   // of a read and a write in one bank

    std::int64_t all() const { return groups + banks; }
};

struct BlockUse {
    int core = 0;
    std::uint32_t block = 0;
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::array<BlockPipeUse, kPipeCount> pipes{};
    // The scalar unit's waits for full queues and flags, by the pipe that it waited for.
    std::array<std::int64_t, kPipeCount> scalar_waited_on{};
    BlockMemoryUse memory;
    std::array<std::int64_t, kVectorClassCount> vector_cycles{};  // start to result, summed
    std::uint64_t vector_operations = 0;  // element results; a multiply-add counts twice
    std::uint64_t ub_read = 0;            // bytes that vector instructions read and wrote
    std::uint64_t ub_write = 0;
    std::uint64_t scalar_ub_read = 0;  // bytes that the scalar unit read and wrote itself
    std::uint64_t scalar_ub_write = 0;
    UbConflicts conflicts;

    const BlockPipeUse& pipe(Pipe pipe) const { return pipes[static_cast<std::size_t>(pipe)]; }
    BlockPipeUse& pipe(Pipe pipe) { return pipes[static_cast<std::size_t>(pipe)]; }
};

}  // namespace davsim::traces
