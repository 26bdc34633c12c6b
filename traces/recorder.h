// SPDX-License-Identifier: Apache-2.0
#pragma once
// Listener that records one launch into a trace store while it runs.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/events/listener.h"
#include "traces/block_accounting.h"
#include "traces/core_choice.h"
#include "traces/shape_cache.h"
#include "traces/store/store_writer.h"
#include "traces/throughput.h"
#include "traces/trace_level.h"

namespace davsim::traces {

struct RecorderOptions {
    TraceLevel level = TraceLevel::kPipe;
    std::string path;             // of the store
    Window window;                // only what touches it; sums are of everything all the same
    std::vector<int> only_cores;  // vector cores; empty: all
    int vector_per_core = 1;      // for names
    std::int64_t l2_line_bytes = 0;
    ConflictModel conflicts;            // none: conflicts in UB are not modelled
    bool read_write_conflicts = false;  // the model knows those of a read and a write too
    std::vector<std::pair<std::string, std::string>> remarks;
};

class TraceRecorder : public Listener {
public:
    explicit TraceRecorder(RecorderOptions options);

    std::uint32_t interests() const override {
        return interest::kInstruction | interest::kFlag | interest::kScalarStall |
               interest::kBarrier | interest::kTransfer | interest::kBlock | interest::kBuffer |
               interest::kScalar;
    }
    void on_launch_begin(const LaunchInfo& info) override;
    void on_launch_end(Cycles span) override;
    void on_instruction(const InstructionEvent& event) override;
    void on_flag(const FlagEvent& event) override;
    void on_scalar_stall(const ScalarStallEvent& event) override;
    void on_barrier(const BarrierEvent& event) override;
    void on_transfer(const TransferEvent& event) override;
    void on_scalar(const ScalarEvent& event) override { blocks_.add(event); }
    void on_block(const BlockEvent& event) override;
    void on_buffer(const BufferEvent& event) override;

    // Completes the store.
    void finish(std::map<std::string, std::string> attachments);

private:
    bool wanted(int core, Cycles from, Cycles to) const;
    void keep(const Row& row, const Shape& shape);
    static Row row_of(RowKind kind, int core, std::uint32_t block, Cycles begin, Cycles end);

    RecorderOptions options_;
    std::unique_ptr<StoreWriter> store_;
    ShapeCache cache_;
    BlockAccounting blocks_;
    Throughput throughput_;
    Cycles span_;
};

}  // namespace davsim::traces
