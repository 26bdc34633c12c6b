// SPDX-License-Identifier: Apache-2.0
#pragma once
// Listener that records one launch for the trace exporters.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sim/events/listener.h"
#include "traces/record_store.h"
#include "traces/throughput.h"

namespace davsim::traces {

enum class TraceLevel { kOff, kPipe, kFull };

// "off", "pipe", "full".
std::string_view name_of(TraceLevel level);
std::optional<TraceLevel> parse_trace_level(std::string_view name);

struct RecorderOptions {
    TraceLevel level = TraceLevel::kPipe;  // kFull adds address ranges of operands
    std::uint64_t max_events = 1000000;    // of the exported file; what comes later is counted only
    std::string spill_folder = ".";        // for a temporary file of large traces
};

class TraceRecorder : public Listener {
public:
    explicit TraceRecorder(const RecorderOptions& options);

    std::uint32_t interests() const override {
        return interest::kInstruction | interest::kFlag | interest::kScalarStall |
               interest::kBarrier | interest::kTransfer | interest::kBlock;
    }
    void on_launch_begin(const LaunchInfo& info) override;
    void on_launch_end(Cycles span) override { span_ = span; }
    void on_instruction(const InstructionEvent& event) override;
    void on_flag(const FlagEvent& event) override;
    void on_scalar_stall(const ScalarStallEvent& event) override;
    void on_barrier(const BarrierEvent& event) override;
    void on_transfer(const TransferEvent& event) override { throughput_.add(event); }
    void on_block(const BlockEvent& event) override;

    const RecorderOptions& options() const { return options_; }
    const LaunchInfo& info() const { return info_; }
    Cycles span() const { return span_; }
    const Throughput& throughput() const { return throughput_; }
    RecordStore& store() { return store_; }

    // Events of the exported file, and how many more there would have been without the cap.
    std::uint64_t events() const { return events_; }
    std::uint64_t dropped() const { return dropped_; }
    // Where the cut is, give or take what was in flight; meaningful when dropped() is not 0.
    Cycles cut_at() const { return cut_at_; }
    // Empty, or one line that tells the user what the cap cut off.
    std::string message() const;

private:
    // False when the cap is reached; `events` is what the record costs in the file.
    bool take(std::uint64_t events, Cycles at);

    RecorderOptions options_;
    LaunchInfo info_;
    Cycles span_;
    RecordStore store_;
    Throughput throughput_;
    std::uint64_t flags_ = 0;  // numbers them, because ids are unique in a file
    std::uint64_t events_ = 0;
    std::uint64_t dropped_ = 0;
    Cycles cut_at_;
};

}  // namespace davsim::traces
