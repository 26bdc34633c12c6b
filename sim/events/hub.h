// SPDX-License-Identifier: Apache-2.0
#pragma once
// Hands events to the listeners that want them. A kind nobody wants costs one test of an empty
// vector.

#include <array>
#include <vector>

#include "sim/events/listener.h"

namespace davsim {

class Hub {
public:
    void add(Listener& listener) {
        all_.push_back(&listener);
        for (std::size_t kind = 0; kind < by_kind_.size(); ++kind) {
            if ((listener.interests() >> kind & 1U) != 0) by_kind_[kind].push_back(&listener);
        }
    }

    // One of interest::k...: does anybody listen? Lets the device skip building the event.
    bool wants(std::uint32_t kind_bit) const { return !by_kind_[index_of(kind_bit)].empty(); }

    void launch_begin(const LaunchInfo& info) {
        for (auto* l : all_) l->on_launch_begin(info);
    }
    void launch_end(Cycles span) {
        for (auto* l : all_) l->on_launch_end(span);
    }
    void instruction(const InstructionEvent& e) {
        for (auto* l : of(interest::kInstruction)) l->on_instruction(e);
    }
    void flag(const FlagEvent& e) {
        for (auto* l : of(interest::kFlag)) l->on_flag(e);
    }
    void scalar_stall(const ScalarStallEvent& e) {
        for (auto* l : of(interest::kScalarStall)) l->on_scalar_stall(e);
    }
    void barrier(const BarrierEvent& e) {
        for (auto* l : of(interest::kBarrier)) l->on_barrier(e);
    }
    void transfer(const TransferEvent& e) {
        for (auto* l : of(interest::kTransfer)) l->on_transfer(e);
    }
    void block(const BlockEvent& e) {
        for (auto* l : of(interest::kBlock)) l->on_block(e);
    }
    void buffer(const BufferEvent& e) {
        for (auto* l : of(interest::kBuffer)) l->on_buffer(e);
    }
    void fault(const FaultEvent& e) {
        for (auto* l : of(interest::kFault)) l->on_fault(e);
    }

    void scalar(const ScalarEvent& e) {
        for (auto* l : of(interest::kScalar)) l->on_scalar(e);
    }
    void violation(const ViolationEvent& e) {
        for (auto* l : of(interest::kViolation)) l->on_violation(e);
    }
    void raw_access(const RawAccessEvent& e) {
        for (auto* l : of(interest::kRawAccess)) l->on_raw_access(e);
    }
    void block_begin(int core, std::uint32_t block) {
        for (auto* l : of(interest::kBlockBegin)) l->on_block_begin(core, block);
    }

private:
    static constexpr std::size_t index_of(std::uint32_t kind_bit) {
        std::size_t index = 0;
        while ((kind_bit >> index & 1U) == 0) ++index;
        return index;
    }
    const std::vector<Listener*>& of(std::uint32_t kind_bit) const {
        return by_kind_[index_of(kind_bit)];
    }

    std::vector<Listener*> all_;
    std::array<std::vector<Listener*>, interest::kCount> by_kind_;
};

}  // namespace davsim
