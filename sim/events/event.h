// SPDX-License-Identifier: Apache-2.0
#pragma once
// What can happen in the simulated device, as small typed records. The device produces them,
// listeners (statistics, trace recorder, later hazards) draw conclusions. Times are cycles since
// the launch began.

#include <cstdint>
#include <string>

#include "sim/base/error.h"
#include "sim/base/units.h"
#include "sim/isa/instruction.h"

namespace davsim {

// Why a pipe's next instruction did not start earlier; recorded when the pipe decides to wait.
enum class StallCause : std::uint8_t {
    kNone,
    kScalar,     // not issued yet: the scalar unit was the limit
    kPipeBusy,   // the previous instruction held the pipe
    kFlag,       // WaitFlag
    kBarrier,    // PipeBarrier or the drain that it asks for
    kQueueFull,  // scalar unit only: the pipe's queue was full
    kResult,     // scalar unit only: waiting for data it reads
    kSyncAll,    // waiting for other cores
};
inline constexpr int kStallCauseCount = 8;
std::string_view name_of(StallCause cause);

struct LaunchInfo {
    std::string kernel;
    std::uint32_t blocks = 0;
    int cores = 0;  // vector cores of the SoC
    std::int64_t clock_mhz = 0;
    Cycles begin;  // device time of the launch
};

// An instruction's whole life, told once at completion. Events of one pipe arrive in completion
// order.
struct InstructionEvent {
    int core = 0;
    std::uint32_t block = 0;
    std::uint64_t serial = 0;  // issue order on this core, from 0
    const Instruction* instruction = nullptr;
    Cycles issued;    // the scalar unit pushed it
    Cycles start;     // the pipe began it
    Cycles complete;  // results visible
    Cycles waited;    // start minus the earliest start had the pipe not been stalled
    StallCause cause = StallCause::kNone;
    std::uint64_t bytes = 0;
    Cycles ideal;  // its work at the full rate of its pipe: no latency, floor or conflict
};

// A flag from set to consumed wait. `pairing` is unique in a launch and ties the two together.
struct FlagEvent {
    int core = 0;
    std::uint32_t block = 0;
    Pipe source = Pipe::kS;
    Pipe destination = Pipe::kS;
    std::uint8_t event = 0;
    std::uint64_t pairing = 0;
    Cycles set_start;            // SetFlag taken up by the source pipe
    Cycles set;                  // visible to the destination
    Cycles wait_start;           // the destination reached WaitFlag
    Cycles wait_end;             // the destination went on
    const void* site = nullptr;  // of WaitFlag, see Instruction::site
};

// The scalar unit was held up.
struct ScalarStallEvent {
    int core = 0;
    std::uint32_t block = 0;
    StallCause cause = StallCause::kNone;
    Cycles from;
    Cycles to;
    Pipe pipe = Pipe::kS;  // whose full queue or whose flag it was; kS: nobody in particular
};

// A barrier: kS with kAll means PIPE_ALL; sync_all is the barrier over all cores.
struct BarrierEvent {
    int core = 0;
    std::uint32_t block = 0;
    Pipe pipe = Pipe::kAll;
    bool sync_all = false;
    Cycles from;
    Cycles to;
    const void* site = nullptr;  // see Instruction::site; barriers of all pipes have none
};

// Bytes as the memory system saw them.
struct TransferEvent {
    int core = 0;
    bool write = false;
    std::uint64_t bytes = 0;       // asked for by the instruction
    std::uint64_t line_bytes = 0;  // touched L2 lines
    std::uint64_t hit_bytes = 0;   // of line_bytes, found in L2
    std::uint64_t hbm_read = 0;    // caused at HBM
    std::uint64_t hbm_write = 0;   // write-backs of dirty lines that had to leave
    Cycles start;
    Cycles complete;
};

struct BlockEvent {
    int core = 0;
    std::uint32_t block = 0;
    Cycles begin;  // first cycle of the kernel body, after dispatch
    Cycles end;
    Cycles scalar_busy;
};

// A buffer that the kernel reserved in UB.
struct BufferEvent {
    int core = 0;
    std::uint32_t block = 0;
    std::uint32_t begin = 0;
    std::uint32_t bytes = 0;
    std::string what;
};

struct FaultEvent {
    int core = 0;
    std::uint32_t block = 0;
    Fault fault = Fault::kKernel;
    Cycles at;
    std::string message;
};

}  // namespace davsim
