// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which barriers and flags the vendor's compiler would put between the instructions of one core
// (--cce-auto-sync, on by default there). It orders V after V, and the scalar unit with V, MTE2 and
// MTE3 in both directions, wherever the bytes meet; V, MTE2 and MTE3 among each other are left to
// the kernel and its queues. Source: Ascend C guide, automatic synchronisation.
//
// The compiler sees names, this class sees bytes of the path that ran: what it asks for is the
// least that a compiler must insert. UB is kept in whole blocks, GM in a few ranges that grow
// together.

#include <array>
#include <cstdint>
#include <vector>

#include "sim/device/block_set.h"
#include "sim/isa/footprint.h"
#include "sim/isa/instruction.h"

namespace davsim {

// Ranges of global memory; many become one that covers them.
class GmRanges {
public:
    void clear() { ranges_.clear(); }
    void add(std::uint64_t begin, std::uint64_t end);
    bool overlaps(std::uint64_t begin, std::uint64_t end) const;

private:
    struct Span {
        std::uint64_t begin;
        std::uint64_t end;
    };
    std::vector<Span> ranges_;
};

class AutoSync {
public:
    // `vector_ordered`: the hardware itself orders dependent vector instructions.
    AutoSync(std::uint32_t ub_bytes, bool vector_ordered);

    void clear();

    struct Need {
        bool vector_barrier = false;
        bool scalar_flag = false;  // S to the instruction's pipe
    };
    // What must stand in front of an instruction.
    Need before(const Instruction& instruction, const Footprint& footprint);
    // The instruction is in its queue.
    void issued(const Instruction& instruction, const Footprint& footprint);

    // Must the scalar unit wait for `pipe` before it loads or stores these bytes?
    bool before_scalar(Pipe pipe, const Region& region, bool store);
    void scalar_stored(const Region& region);
    // A special register that the scalar unit may read has been written since it last waited for V.
    bool register_pending() const { return register_pending_; }

    // The scalar unit has waited for all that was issued to `pipe` before its SetFlag.
    void scalar_waited(Pipe pipe);
    void barrier_all() { clear(); }

private:
    struct PipeState {
        explicit PipeState(std::uint32_t ub_bytes)
            : reads(ub_bytes), writes(ub_bytes), scalar_stores(ub_bytes) {}
        // Since the scalar unit last waited for the pipe.
        BlockSet reads;
        BlockSet writes;
        GmRanges gm_reads;
        GmRanges gm_writes;
        // By the scalar unit, since the pipe last waited for it.
        BlockSet scalar_stores;
        GmRanges gm_scalar_stores;
    };
    PipeState& state(Pipe pipe);
    void clear_scalar_stores(Pipe pipe);

    bool vector_ordered_;
    std::vector<PipeState> pipes_;  // V, MTE2, MTE3
    // Of V since its last barrier.
    BlockSet vector_reads_;
    BlockSet vector_writes_;
    bool register_pending_ = false;
};

}  // namespace davsim
