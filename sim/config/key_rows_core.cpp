// SPDX-License-Identifier: Apache-2.0
#include "sim/config/key_rows.h"

#include "sim/isa/opcode.h"

namespace davsim {
namespace {

// Keys of one vector opcode. The op table is an array, so its rows come from the opcode table.
void add_op_rows(std::size_t op, std::string_view key, std::vector<KeySpec>& rows) {
    const std::string prefix = "vector.ops." + std::string(key) + ".";
    const std::string pattern = "vector.ops.OP.";
    const auto add = [&](const std::string& name, const std::string& unit, double max,
                         const std::string& meaning, auto field) {
        rows.push_back({prefix + name,
                        unit,
                        {0, max, false, {}},
                        meaning,
                        [op, field](SocConfig& c) -> Slot { return &(c.vector.ops[op].*field); },
                        pattern + name});
    };
    const std::string unit = "cycles/repeat";
    const std::string meaning = "a repeat of 256 bytes without bank conflict, operands of ";
    add("cycles_per_repeat_b32", unit, 10000, meaning + "4 bytes",
        &VectorOpCost::cycles_per_repeat_b32);
    add("cycles_per_repeat_b16", unit, 10000, meaning + "2 bytes",
        &VectorOpCost::cycles_per_repeat_b16);
    add("cycles_per_repeat_b8", unit, 10000, meaning + "1 byte",
        &VectorOpCost::cycles_per_repeat_b8);
    add("fixed", "cycles", 10000, "from the end of the busy time to the result",
        &VectorOpCost::fixed);
}

std::vector<KeySpec> scalar_and_sync_rows() {
    return {
        {"scalar.alu",
         "cycles",
         {0, 1000, false, {}},
         "integer or control instruction",
         [](SocConfig& c) -> Slot { return &c.scalar.alu; },
         {}},
        {"scalar.ub_load",
         "cycles",
         {0, 10000, false, {}},
         "scalar load from the unified buffer (GetValue)",
         [](SocConfig& c) -> Slot { return &c.scalar.ub_load; },
         {}},
        {"scalar.ub_store",
         "cycles",
         {0, 10000, false, {}},
         "scalar store to the unified buffer (SetValue)",
         [](SocConfig& c) -> Slot { return &c.scalar.ub_store; },
         {}},
        {"scalar.gm_load",
         "cycles",
         {0, 100000, false, {}},
         "scalar load from GM that misses the data cache",
         [](SocConfig& c) -> Slot { return &c.scalar.gm_load; },
         {}},
        {"scalar.gm_store",
         "cycles",
         {0, 100000, false, {}},
         "scalar store to GM",
         [](SocConfig& c) -> Slot { return &c.scalar.gm_store; },
         {}},
        {"scalar.issue",
         "cycles",
         {0, 1000, false, {}},
         "pushing one instruction into the queue of a pipe",
         [](SocConfig& c) -> Slot { return &c.scalar.issue; },
         {}},
        {"scalar.queue_op",
         "cycles",
         {0, 10000, false, {}},
         "one TQue operation: alloc, enqueue, dequeue or free",
         [](SocConfig& c) -> Slot { return &c.scalar.queue_op; },
         {}},
        {"scalar.set_mask",
         "cycles",
         {0, 1000, false, {}},
         "setting the vector mask",
         [](SocConfig& c) -> Slot { return &c.scalar.set_mask; },
         {}},
        {"scalar.spr_write",
         "cycles",
         {0, 10000, false, {}},
         "writing a special-purpose register, such as the atomic mode",
         [](SocConfig& c) -> Slot { return &c.scalar.spr_write; },
         {}},
        {"sync.event_ids",
         "count",
         {1, 64, false, {}},
         "event flags of a pair of pipes",
         [](SocConfig& c) -> Slot { return &c.sync.event_ids; },
         {}},
        {"sync.queue_depth",
         "count",
         {1, 4096, false, {}},
         "instructions that wait in front of a pipe",
         [](SocConfig& c) -> Slot { return &c.sync.queue_depth; },
         {}},
        {"sync.set_flag",
         "cycles",
         {0, 1000, false, {}},
         "time of a SetFlag in its pipe",
         [](SocConfig& c) -> Slot { return &c.sync.set_flag; },
         {}},
        {"sync.wait_flag",
         "cycles",
         {0, 1000, false, {}},
         "time of a WaitFlag in its pipe once the flag is set",
         [](SocConfig& c) -> Slot { return &c.sync.wait_flag; },
         {}},
        {"sync.flag_propagation",
         "cycles",
         {0, 1000, false, {}},
         "from the end of SetFlag until the other pipe sees the flag",
         [](SocConfig& c) -> Slot { return &c.sync.flag_propagation; },
         {}},
        {"sync.pipe_barrier",
         "cycles",
         {0, 10000, false, {}},
         "barrier of one pipe, on top of draining it",
         [](SocConfig& c) -> Slot { return &c.sync.pipe_barrier; },
         {}},
        {"sync.barrier_all",
         "cycles",
         {0, 10000, false, {}},
         "barrier of all pipes, on top of draining them",
         [](SocConfig& c) -> Slot { return &c.sync.barrier_all; },
         {}},
        {"sync.sync_all",
         "cycles",
         {0, 1000000, false, {}},
         "SyncAll: from the last arrival to the release",
         [](SocConfig& c) -> Slot { return &c.sync.sync_all; },
         {}},
        {"sync.sync_all_per_core",
         "cycles",
         {0, 100000, false, {}},
         "SyncAll: added for every core that takes part",
         [](SocConfig& c) -> Slot { return &c.sync.sync_all_per_core; },
         {}},
    };
}

}  // namespace

std::vector<KeySpec> core_key_rows() {
    std::vector<KeySpec> rows = {
        {"vector.min_issue_interval",
         "cycles",
         {0, 1000, false, {}},
         "between the starts of two vector instructions",
         [](SocConfig& c) -> Slot { return &c.vector.min_issue_interval; },
         {}},
        {"vector.count_mode_extra",
         "cycles",
         {0, 1000, false, {}},
         "added to the fixed part in counter mode",
         [](SocConfig& c) -> Slot { return &c.vector.count_mode_extra; },
         {}},
        {"vector.pipelined",
         "bool",
         {0, 0, false, {}},
         "the fixed part overlaps with the next independent instruction",
         [](SocConfig& c) -> Slot { return &c.vector.pipelined; },
         {}},
        {"vector.interlocked",
         "bool",
         {0, 0, false, {}},
         "the hardware itself orders dependent vector instructions",
         [](SocConfig& c) -> Slot { return &c.vector.interlocked; },
         {}},
        {"vector.fused_multiply_add",
         "bool",
         {0, 0, false, {}},
         "Axpy and MulAddDst round once instead of twice",
         [](SocConfig& c) -> Slot { return &c.vector.fused_multiply_add; },
         {}},
        {"vector.dtypes",
         "list",
         {0, 0, false, {}},
         "element types that vector instructions read or write, Cast included",
         [](SocConfig& c) -> Slot { return &c.vector.dtypes; },
         {}},
        {"vector.arith_dtypes",
         "list",
         {0, 0, false, {}},
         "element types that the vector unit computes in",
         [](SocConfig& c) -> Slot { return &c.vector.arith_dtypes; },
         {}},
    };
    for (std::size_t op = 0; op < kOpcodeCount; ++op) {
        const OpcodeInfo& info = info_of(static_cast<Opcode>(op));
        if (info.pipe == Pipe::kV) add_op_rows(op, info.key, rows);
    }
    std::vector<KeySpec> tail = scalar_and_sync_rows();
    rows.insert(rows.end(), tail.begin(), tail.end());
    return rows;
}

}  // namespace davsim
