// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which operation of a block is known to be complete when another one runs, whatever anything
// takes: vector clocks over the pipes of a core.
//
// A pipe's epoch counts its releases: a flag set, a barrier. What a pipe knows is, for every pipe,
// the epoch up to which that one's operations are complete. SetFlag publishes what its pipe knows
// and did; WaitFlag takes it over; an instruction knows what the scalar unit knew when it issued
// it, but not what the scalar unit itself did to memory (that takes a flag). PipeBarrier tells a
// pipe about itself, PIPE_ALL tells everybody about everybody.
//
// Between blocks only the SyncAlls count, and cross-core flags.

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "sim/checks/access_record.h"
#include "sim/isa/opcode.h"

namespace davsim::checks {

using Epochs = std::array<std::uint32_t, kPipeCount>;

constexpr std::size_t at(Pipe pipe) {
    return static_cast<std::size_t>(pipe);
}

// What is known about other blocks, by block. Shared and never changed.
using RemoteEpochs = std::map<std::uint32_t, Epochs>;

struct Knowledge {
    Epochs local{};
    std::shared_ptr<const RemoteEpochs> remote;

    void join(const Knowledge& other);
};

// One flag: what the sets on their way have published, first in, first out.
struct FlagSlot {
    struct Set {
        Knowledge knowledge;
        std::uint64_t key = 0;
        const void* site = nullptr;
    };
    std::vector<Set> sets;                // rarely more than one
    std::uint64_t last_wait = 0;          // key; 0: none yet
    const void* last_set_site = nullptr;  // of the set that it took
};

// A SetFlag that came in program order before the wait for the set in front of it.
struct DoubleSet {
    const void* first = nullptr;
    const void* second = nullptr;
};

class BlockOrder {
public:
    BlockOrder() : flags_(kFlags) { begin(0); }

    void begin(std::uint32_t block);
    std::uint32_t block() const { return block_; }
    std::uint32_t generation() const { return generation_; }

    // Before an instruction of `pipe` with this serial number counts: it knows what the scalar unit
    // knew when it issued it.
    void issue(Pipe pipe, std::uint64_t serial);
    std::optional<DoubleSet> set(Pipe source, Pipe destination, std::uint8_t event,
                                 std::uint64_t key, const void* site);
    // `waiter`: the pipe that waits, where that is not the destination (locks).
    std::optional<DoubleSet> wait(Pipe source, Pipe destination, std::uint8_t event,
                                  std::uint64_t key, Pipe waiter);
    std::optional<DoubleSet> wait(Pipe source, Pipe destination, std::uint8_t event,
                                  std::uint64_t key) {
        return wait(source, destination, event, key, destination);
    }
    void barrier(Pipe pipe);
    void barrier_all();
    // What this block's pipes, or one of them, have done and know, for others to wait for.
    Knowledge publish();
    Knowledge publish(Pipe pipe);
    void acquire(const Knowledge& other, std::uint32_t from_block);
    void pass_sync_all() { ++generation_; }

    // From now on the scalar unit's instructions carry what it knows; `next_serial` is the first of
    // them.
    void scalar_learned(std::uint64_t next_serial);

    std::uint32_t epoch(Pipe pipe) const { return epochs_[at(pipe)]; }

    // Is the access complete, whatever anything takes, when an operation of `pipe` runs?
    bool ordered(const AccessRecord& earlier, Pipe pipe) const;

private:
    static constexpr int kEvents = 32;
    static constexpr std::size_t kFlags = std::size_t{kPipeCount} * kPipeCount * kEvents;

    struct Version {
        std::uint64_t from = 0;  // serial
        std::uint64_t number = 0;
        Knowledge knowledge;
    };

    FlagSlot& flag(Pipe source, Pipe destination, std::uint8_t event) {
        return flags_[(at(source) * kPipeCount + at(destination)) * kEvents + event % kEvents];
    }

    std::uint32_t block_ = 0;
    std::uint32_t generation_ = 0;
    Epochs epochs_{};
    std::array<Knowledge, kPipeCount> known_;
    std::vector<FlagSlot> flags_;
    // What the scalar unit knew, by the instructions it issued with that knowledge.
    std::deque<Version> versions_;
    std::uint64_t version_count_ = 0;
    std::array<std::uint64_t, kPipeCount> joined_version_{};
};

}  // namespace davsim::checks
