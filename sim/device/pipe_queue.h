// SPDX-License-Identifier: Apache-2.0
#pragma once
// The in-order queue of one pipe, from issue to completion, in one ring:
//
//   head ............ next ............ tail
//   | in flight      | waiting to start |
//
// Waiting entries count against config key sync.queue_depth; entries in flight have left the queue
// and overlap in the pipe. They complete in order.

#include <array>
#include <cstdint>
#include <vector>

#include "sim/base/units.h"
#include "sim/device/range.h"
#include "sim/events/event.h"
#include "sim/isa/footprint.h"
#include "sim/isa/instruction.h"

namespace davsim {

struct Transfer;

struct PipeEntry {
    Instruction instruction;
    std::uint64_t serial = 0;
    Cycles issued;
    Cycles start;
    Cycles complete = kNever;  // kNever: not known yet
    Cycles operands_ready;     // where the hardware orders vector instructions
    Cycles delay;              // jitter: starts this much later than it could
    Cycles waited;
    StallCause cause = StallCause::kNone;
    Transfer* transfer = nullptr;
    // UB bytes that the instruction reads and writes.
    std::array<Range, 4> reads{};
    std::array<Operand, 4> read_operands{};
    std::array<Range, 2> writes{};  // unused ones are empty
    int read_count = 0;
    std::vector<std::uint8_t>* snapshot = nullptr;  // of all reads, one after another
};

class PipeQueue {
public:
    explicit PipeQueue(std::size_t depth) : depth_(depth), ring_(kInitial) {}

    bool full() const { return tail_ - next_ >= depth_; }
    bool has_waiting() const { return next_ != tail_; }
    bool has_flight() const { return head_ != next_; }
    bool empty() const { return head_ == tail_; }
    std::size_t depth() const { return depth_; }

    PipeEntry& oldest_flight() { return at(head_); }
    PipeEntry& youngest_flight() { return at(next_ - 1); }
    PipeEntry& first_waiting() { return at(next_); }

    // The entry to fill in; becomes the last waiting one.
    PipeEntry& push() {
        if (tail_ - head_ == ring_.size()) grow();
        return at(tail_++);
    }
    bool only_one_waiting() const { return tail_ - next_ == 1; }
    void start_first() { ++next_; }
    void retire_oldest() { ++head_; }

    template <class Visit>
    void for_each_flight(Visit visit) {
        for (std::uint64_t i = head_; i != next_; ++i) visit(at(i));
    }
    template <class Visit>
    void for_each_flight(Visit visit) const {
        for (std::uint64_t i = head_; i != next_; ++i) visit(ring_[i & (ring_.size() - 1)]);
    }

    // When the first waiting entry can start and the oldest flight completes, as things stand;
    // kNever: not before something else happens. Kept by CoreEngine::refresh().
    Cycles start_due = kNever;
    Cycles completion_due = kNever;

    Cycles free_at;   // the next instruction may start; kNever: a transfer streams
    Cycles order_at;  // raised by WaitFlag and PipeBarrier
    StallCause order_cause = StallCause::kNone;
    Cycles last_start;
    Cycles last_complete;  // of the last retired entry
    Cycles busy_until;     // completion of the latest entry with a known end

    // While free_at is kNever a transfer streams whose end is open: it completes no sooner than
    // this.
    Cycles open_until(Cycles now) const {
        const Cycles by_now = now + open_latency;
        return by_now > open_earliest ? by_now : open_earliest;
    }
    Cycles open_latency;  // least time from the end of the stream to completion
    Cycles open_earliest;

private:
    static constexpr std::size_t kInitial = 64;

    PipeEntry& at(std::uint64_t index) { return ring_[index & (ring_.size() - 1)]; }

    void grow() {
        std::vector<PipeEntry> larger(ring_.size() * 2);
        for (std::uint64_t i = head_; i != tail_; ++i) larger[i & (larger.size() - 1)] = at(i);
        ring_.swap(larger);
    }

    std::size_t depth_;
    std::vector<PipeEntry> ring_;
    std::uint64_t head_ = 0;
    std::uint64_t next_ = 0;
    std::uint64_t tail_ = 0;
};

}  // namespace davsim
