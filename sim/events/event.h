// SPDX-License-Identifier: Apache-2.0
#pragma once
// What can happen in the simulated device, as small typed records. The device produces them,
// listeners (statistics, trace recorder, later hazards) draw conclusions. Times are cycles since
// the launch began.

#include <cstdint>
#include <string>
#include <vector>

#include "sim/base/error.h"
#include "sim/base/units.h"
#include "sim/isa/footprint.h"
#include "sim/isa/instruction.h"
#include "sim/isa/rule.h"

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

// What an allocation of global memory is to the launch.
enum class GmRole : std::uint8_t {
    kPlain,      // memory of a program; what it holds is its business
    kInput,      // written by the host
    kOutput,     // undefined until the kernel writes it
    kWorkspace,  // undefined when the kernel starts, whatever an earlier launch left
    kTiling,     // written by the host
};

struct GmRange {
    std::string name;
    std::uint64_t begin = 0;   // device address
    std::uint64_t bytes = 0;   // as declared
    std::uint64_t padded = 0;  // as reserved
    GmRole role = GmRole::kPlain;
};

struct LaunchInfo {
    std::string kernel;
    std::uint32_t blocks = 0;
    int cores = 0;  // vector cores of the SoC
    std::int64_t clock_mhz = 0;
    Cycles begin;                      // device time of the launch
    std::uint32_t ub_bytes = 0;        // of a core
    int npu_arch = 0;                  // 1001, 2201, 3510
    bool vector_ordered = false;       // the hardware orders dependent vector instructions
    const std::uint8_t* gm = nullptr;  // host address of device address 0
    std::vector<GmRange> memory;       // everything that is allocated, by address
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
    const std::uint8_t* ub = nullptr;  // the core's unified buffer, the result already in it
    const VectorRegisters* registers = nullptr;  // of the vector unit, likewise
};

// Something that the scalar unit did itself, in its program order, told when it was done.
struct ScalarEvent {
    enum class Kind : std::uint8_t {
        kLoad,            // GetValue from UB or GM
        kStore,           // SetValue to UB or GM
        kVectorRegister,  // read of a special register that a vector instruction left
        kSetFlag,         // S to `pipe`
        kWaitFlag,        // `pipe` to S
        kBarrierAll,      // PIPE_ALL
        kArrive,          // at the barrier over all blocks, or (channel not 0) where some meet
        kLeave,           // the barrier, or the wait for what others did on the channel
    };
    int core = 0;
    std::uint32_t block = 0;
    Kind kind = Kind::kLoad;
    bool inserted = false;     // by automatic synchronisation
    std::uint8_t event = 0;    // flag
    Pipe pipe = Pipe::kS;      // the flag's other side
    Space space = Space::kUb;  // of a load or store
    std::uint64_t addr = 0;    // byte offset in UB, device address in GM
    std::uint64_t bytes = 0;
    VectorRegister vector_register = VectorRegister::kAccumulator;  // of kVectorRegister
    // 0: SyncAll. 1 + id: a cross-core flag. Above: the device address of GM that is polled.
    std::uint64_t channel = 0;
    std::uint64_t serial = 0;  // of the next instruction that this core issues
    const void* site = nullptr;
    Cycles from;
    Cycles to;
    const std::uint8_t* ub = nullptr;
};

// A flag from set to consumed wait. `pairing` is unique in a launch and ties the two together.
struct FlagEvent {
    int core = 0;
    std::uint32_t block = 0;
    Pipe source = Pipe::kS;
    Pipe destination = Pipe::kS;
    std::uint8_t event = 0;
    std::uint64_t pairing = 0;
    Cycles set_start;                // SetFlag taken up by the source pipe
    Cycles set;                      // visible to the destination
    Cycles wait_start;               // the destination reached WaitFlag
    Cycles wait_end;                 // the destination went on
    const void* site = nullptr;      // of WaitFlag, see Instruction::site
    const void* set_site = nullptr;  // of SetFlag
    bool inserted = false;           // by automatic synchronisation
};

// The scalar unit was held up.
struct ScalarStallEvent {
    int core = 0;
    std::uint32_t block = 0;
    StallCause cause = StallCause::kNone;
    Cycles from;
    Cycles to;
    Pipe pipe = Pipe::kS;  // whose full queue or whose flag it was; kS: nobody in particular
    const void* site = nullptr;
};

// A barrier: kS with kAll means PIPE_ALL; sync_all is the barrier over all cores.
struct BarrierEvent {
    int core = 0;
    std::uint32_t block = 0;
    Pipe pipe = Pipe::kAll;
    bool sync_all = false;
    Cycles from;
    Cycles to;
    const void* site = nullptr;  // see Instruction::site
    bool inserted = false;       // by automatic synchronisation
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

// A buffer that the kernel reserved in UB. 0 bytes: it gave all buffers back.
struct BufferEvent {
    int core = 0;
    std::uint32_t block = 0;
    std::uint32_t begin = 0;
    std::uint32_t bytes = 0;
    std::string what;
};

// A pipe or scalar unit that cannot go on.
struct BlockedWait {
    int core = 0;
    std::uint32_t block = 0;
    Pipe pipe = Pipe::kS;
    std::string at;  // "at WaitFlag(MTE2 to V, event 0) that nobody sets"
    const void* site = nullptr;
    bool sync_all = false;  // at the barrier over all blocks
};

// Ends the launch.
struct FaultEvent {
    int core = 0;
    std::uint32_t block = 0;
    Fault fault = Fault::kKernel;
    Cycles at;
    std::string message;
    Rule rule = Rule::kArgument;
    const void* site = nullptr;
    std::vector<BlockedWait> waits;  // of a deadlock
};

// The kernel broke a rule and goes on all the same. Without a listener it is a fault.
struct ViolationEvent {
    int core = 0;
    std::uint32_t block = 0;
    Rule rule = Rule::kArgument;
    Cycles at;
    std::string message;
    const void* site = nullptr;
};

// The kernel took a raw pointer to UB bytes.
struct RawAccessEvent {
    int core = 0;
    std::uint32_t block = 0;
    std::uint32_t begin = 0;
    std::uint32_t bytes = 0;
};

}  // namespace davsim
