// SPDX-License-Identifier: Apache-2.0
#pragma once
// The one narrow door between kernel code and the simulated core. The Ascend C headers lower each
// API to calls on CorePort; the device implements it. A kernel library reaches its core through a
// slot that the device re-points whenever it resumes another core's scalar thread (all cores share
// one OS thread).

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "sim/base/error.h"
#include "sim/isa/footprint.h"
#include "sim/isa/instruction.h"
#include "sim/isa/rule.h"

namespace davsim {

// What the scalar unit does besides pushing instructions; each has a cost in the config's `scalar`
// section.
enum class ScalarOp : std::uint8_t {
    kAlu,       // an ordinary instruction
    kQueueOp,   // one TQue operation: AllocTensor, EnQue, DeQue or FreeTensor
    kSetMask,   // one write of the mask or mask mode
    kSpr,       // another special-register write (atomic mode, ...)
    kPipeInit,  // set-up of a TPipe with its buffers
};

// The CTRL register of a core at its start: bit 48 set, results as IEEE 754 has them.
inline constexpr std::uint64_t kInitialCtrl = std::uint64_t{1} << 48U;

// Sticky state of the core that API calls change and later calls use.
// Loops around every transfer of one direction (3510), strides in bytes from one start to the next.
struct TransferLoops {
    std::uint32_t inner = 1;
    std::uint32_t outer = 1;
    std::uint64_t inner_src = 0;
    std::uint64_t inner_dst = 0;
    std::uint64_t outer_src = 0;
    std::uint64_t outer_dst = 0;
};

struct CoreRegisters {
    VectorMask mask;
    AtomicOp atomic = AtomicOp::kNone;
    DataType atomic_type = DataType::kFloat32;
    std::uint64_t deq_scale = 0;  // DEQSCALE: what kCastDequant scales with
    std::uint64_t ctrl = kInitialCtrl;
    std::uint64_t pad_bits = 0;  // what padded loads fill with unless they bring a value themselves
    bool pad_set = false;
    TransferLoops load_loops;
    TransferLoops store_loops;
    bool saturate = false;  // fp16 results stay finite, integer sums do not wrap (2201)
};

// One of the locks that pipes take in program order (950). Whoever gives it up leaves a flag for
// the next one: set by that pipe for itself, with the lock's number as event.
struct PipeLock {
    bool held = false;
    bool left = false;  // a flag of `pipe` is on its way
    Pipe pipe = Pipe::kS;
};
inline constexpr int kPipeLocks = 28;

// What a kernel can ask about itself and its SoC.
struct KernelContext {
    std::uint32_t block_idx = 0;  // of this vector core
    std::uint32_t block_num = 1;  // as launched; in a mixed kernel each may be two cores
    std::uint32_t sub_block_idx = 0;
    std::uint32_t sub_block_num = 1;  // vector cores that a block of a mixed kernel runs on
    std::uint64_t tiling_key = 0;
    std::uint8_t* ub = nullptr;          // host address of UB offset 0
    std::uint32_t ub_bytes = 0;          // usable by kernels
    std::uint32_t event_ids = 8;         // event ids a pipe pair
    std::uint64_t system_workspace = 0;  // bytes in front of the user workspace
    // Blocks of the launch that share an AI core with a cube core, which is not simulated.
    bool cube_half = false;
};

class CorePort {
public:
    virtual ~CorePort() = default;
    CorePort(const CorePort&) = delete;
    CorePort& operator=(const CorePort&) = delete;

    // Puts an instruction into its pipe's queue; blocks the scalar unit while the queue is full.
    virtual void issue(const Instruction& instruction) = 0;

    // The scalar unit spends time.
    virtual void spend(ScalarOp op, int count) = 0;

    // Flags whose source or destination is the scalar unit.
    virtual void set_flag(Pipe destination, std::uint8_t event) = 0;
    virtual void wait_flag(Pipe source, std::uint8_t event) = 0;

    // PIPE_ALL: everything issued so far is complete when this returns.
    virtual void barrier_all() = 0;

    // SyncAll: returns when every block of the launch has arrived.
    virtual void sync_all() = 0;

    // Takes one from this block's counter of a cross-core flag; waits while it is 0.
    virtual void wait_core_flag(std::uint8_t flag) = 0;

    // Scalar access to UB (byte offset) and to GM (host address inside the GM arena).
    virtual void load_ub(std::uint32_t addr, void* out, std::size_t bytes) = 0;
    virtual void store_ub(std::uint32_t addr, const void* data, std::size_t bytes) = 0;
    virtual void load_gm(std::uint64_t addr, void* out, std::size_t bytes) = 0;
    virtual void store_gm(std::uint64_t addr, const void* data, std::size_t bytes) = 0;

    // The data cache behind scalar access to GM, which no other core and no transfer looks into.
    // Writes back and drops the line of `addr`, or every line; brings the line of `addr` in.
    virtual void clean_line(std::uint64_t addr) = 0;
    virtual void clean_all_lines() = 0;
    virtual void preload_line(std::uint64_t addr) = 0;
    // Scalar access that goes past it.
    virtual void load_gm_direct(std::uint64_t addr, void* out, std::size_t bytes) = 0;
    virtual void store_gm_direct(std::uint64_t addr, const void* data, std::size_t bytes) = 0;
    // Changes `bytes` of GM where they are, at once: nobody sees or writes them in between.
    virtual void update_gm(std::uint64_t addr, std::size_t bytes,
                           void (*change)(void* element, void* context), void* context) = 0;

    // A special register that vector instructions write. The caller must have waited for the vector
    // pipe.
    virtual std::uint64_t vector_register(VectorRegister which) = 0;

    // The kernel may use [begin, begin + bytes) of UB as one buffer from now on (InitBuffer, static
    // tensors, scratch of an API); `what` names queue position and depth. 0 bytes: all buffers were
    // given back (TPipe::Reset).
    virtual void note_buffer(std::uint32_t begin, std::uint32_t bytes, const char* what) = 0;

    // The kernel took a raw pointer to these UB bytes: what it does there is not seen.
    virtual void note_raw_access(std::uint32_t /*begin*/, std::uint32_t /*bytes*/) {}

    // Blocks meet by polling `bytes` of GM at `gm` (host address): this one has come there, or goes
    // on. What it does to these bytes in between is no data.
    virtual void note_meeting(std::uint64_t /*gm*/, std::uint64_t /*bytes*/, bool /*leaves*/) {}

    // The kernel broke a rule but can go on; `site` is the line to blame, the call under way if
    // null.
    virtual void note_violation(Rule /*rule*/, const std::string& /*message*/,
                                const void* /*site*/) {}

    // Cycles since the launch started, as the scalar unit sees them.
    virtual std::int64_t now() = 0;

    // Ticks of the SoC's counter (config key cores.sys_counter) since the launch started.
    virtual std::int64_t system_counter() = 0;

    // printf from a kernel.
    virtual void print(const std::string& text) = 0;

    // The kernel broke a rule: ends the launch with an Error of this fault.
    [[noreturn]] virtual void fail(Fault fault, const std::string& message) = 0;

    virtual const KernelContext& context() const = 0;

    CoreRegisters registers;
    std::array<PipeLock, kPipeLocks> locks{};
    std::uint32_t locks_taken = 0;     // a bit a lock that AllocMutexID gave out
    void* pipe_object = nullptr;       // the TPipe that GetTPipePtr() returns; owned by the kernel
    void* system_workspace = nullptr;  // what SetSysWorkspace was given

    // Return address of the API call under way: the kernel's line. Every API call sets it.
    const void* site = nullptr;
    // Above 0, an API that is built on other APIs runs: `site` stays that of the outer call.
    int library_depth = 0;
    // What a fail() is about; kArgument unless the caller says otherwise before.
    Rule rule = Rule::kArgument;

protected:
    CorePort() = default;
};

}  // namespace davsim
