// SPDX-License-Identifier: Apache-2.0
#pragma once
// A listener overrides what it wants to hear and says so in interests(); the Hub calls nobody else.

#include <cstddef>
#include <cstdint>

#include "sim/events/event.h"

namespace davsim {

namespace interest {
inline constexpr std::uint32_t kInstruction = 1U << 0U;
inline constexpr std::uint32_t kFlag = 1U << 1U;
inline constexpr std::uint32_t kScalarStall = 1U << 2U;
inline constexpr std::uint32_t kBarrier = 1U << 3U;
inline constexpr std::uint32_t kTransfer = 1U << 4U;
inline constexpr std::uint32_t kBlock = 1U << 5U;
inline constexpr std::uint32_t kBuffer = 1U << 6U;
inline constexpr std::uint32_t kFault = 1U << 7U;
inline constexpr std::uint32_t kScalar = 1U << 8U;
inline constexpr std::uint32_t kViolation = 1U << 9U;
inline constexpr std::uint32_t kRawAccess = 1U << 10U;
inline constexpr std::uint32_t kBlockBegin = 1U << 11U;
inline constexpr std::uint32_t kAll = 0xFFFU;
inline constexpr std::size_t kCount = 12;
}  // namespace interest

class Listener {
public:
    virtual ~Listener() = default;
    virtual std::uint32_t interests() const = 0;

    virtual void on_launch_begin(const LaunchInfo&) {}
    virtual void on_launch_end(Cycles /*span*/) {}
    virtual void on_instruction(const InstructionEvent&) {}
    virtual void on_flag(const FlagEvent&) {}
    virtual void on_scalar_stall(const ScalarStallEvent&) {}
    virtual void on_barrier(const BarrierEvent&) {}
    virtual void on_transfer(const TransferEvent&) {}
    virtual void on_block(const BlockEvent&) {}
    virtual void on_buffer(const BufferEvent&) {}
    virtual void on_fault(const FaultEvent&) {}
    virtual void on_scalar(const ScalarEvent&) {}
    virtual void on_violation(const ViolationEvent&) {}
    virtual void on_raw_access(const RawAccessEvent&) {}
    virtual void on_block_begin(int /*core*/, std::uint32_t /*block*/) {}
};

}  // namespace davsim
