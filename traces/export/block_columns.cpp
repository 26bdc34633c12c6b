// SPDX-License-Identifier: Apache-2.0
#include "traces/export/block_columns.h"

#include <fmt/format.h>

#include <numeric>

namespace davsim::traces {
namespace {

constexpr double kPerKilo = 1000.0;
constexpr double kPerKib = 1024.0;
constexpr double kPercent = 100.0;

using Context = BlockContext;
using Value = std::function<std::string(const Context&)>;

std::string text(double value) {
    return fmt::format("{:.6f}", value);
}

std::string block_id(const Context& c) {
    return std::to_string(c.use.block);
}
std::string sub_block(const Context& c) {
    return fmt::format("vector{}", c.use.core % c.vector_per_core);
}
std::string total_time(const Context& c) {
    return text(c.us(c.cycles()));
}
std::string total_cycles(const Context& c) {
    return std::to_string(c.use.end - c.use.begin);
}

Value time_of(Pipe pipe) {
    return
        [pipe](const Context& c) { return text(c.us(static_cast<double>(c.use.pipe(pipe).busy))); };
}
Value ratio_of(Pipe pipe) {
    return [pipe](const Context& c) {
        return text(c.ratio(static_cast<double>(c.use.pipe(pipe).busy)));
    };
}
Value active_rate(Pipe pipe) {
    return [pipe](const Context& c) {
        const BlockPipeUse& use = c.use.pipe(pipe);
        return text(c.rate(static_cast<double>(use.bytes), static_cast<double>(use.busy)));
    };
}
Value instructions(Pipe pipe) {
    return [pipe](const Context& c) { return std::to_string(c.use.pipe(pipe).instructions); };
}

std::int64_t waits(const BlockPipeUse& use) {
    return std::accumulate(use.waited.begin(), use.waited.end(), std::int64_t{0}) -
           use.waited[static_cast<std::size_t>(StallCause::kNone)];
}
Value wait_ratio(Pipe pipe) {
    return [pipe](const Context& c) {
        return text(c.ratio(static_cast<double>(waits(c.use.pipe(pipe)))));
    };
}
std::string scalar_wait(const Context& c) {
    return text(c.us(static_cast<double>(waits(c.use.pipe(Pipe::kS)))));
}
Value scalar_wait_on(Pipe pipe) {
    return [pipe](const Context& c) {
        return text(
            c.us(static_cast<double>(c.use.scalar_waited_on[static_cast<std::size_t>(pipe)])));
    };
}
Value wait_time(Pipe pipe, StallCause cause) {
    return [pipe, cause](const Context& c) {
        return text(
            c.us(static_cast<double>(c.use.pipe(pipe).waited[static_cast<std::size_t>(cause)])));
    };
}
Value ideal_ratio(Pipe pipe) {
    return [pipe](const Context& c) {
        return text(c.ratio(static_cast<double>(c.use.pipe(pipe).ideal)));
    };
}
Value usage_percent(Pipe pipe) {
    return [pipe](const Context& c) {
        return text(kPercent * c.ratio(static_cast<double>(c.use.pipe(pipe).ideal)));
    };
}
Value class_ratio(VectorClass kind) {
    return [kind](const Context& c) {
        return text(
            c.ratio(static_cast<double>(c.use.vector_cycles[static_cast<std::size_t>(kind)])));
    };
}
Value count(std::uint64_t BlockUse::*field) {
    return [field](const Context& c) { return std::to_string(c.use.*field); };
}
Value rate(std::uint64_t BlockUse::*field) {
    return [field](const Context& c) {
        return text(c.rate(static_cast<double>(c.use.*field), c.cycles()));
    };
}
Value memory_rate(std::uint64_t BlockMemoryUse::*field) {
    return [field](const Context& c) {
        return text(c.rate(static_cast<double>(c.use.memory.*field), c.cycles()));
    };
}
Value kib(std::uint64_t BlockMemoryUse::*field) {
    return [field](const Context& c) {
        return text(static_cast<double>(c.use.memory.*field) / kPerKib);
    };
}
Value lines(std::uint64_t BlockMemoryUse::*field) {
    return [field](const Context& c) {
        if (c.line_bytes <= 0.0) return std::string("NA");
        return fmt::format("{:.0f}", static_cast<double>(c.use.memory.*field) / c.line_bytes);
    };
}
Value missed_lines(std::uint64_t BlockMemoryUse::*all, std::uint64_t BlockMemoryUse::*hit) {
    return [all, hit](const Context& c) {
        if (c.line_bytes <= 0.0) return std::string("NA");
        return fmt::format(
            "{:.0f}", static_cast<double>(c.use.memory.*all - c.use.memory.*hit) / c.line_bytes);
    };
}
std::string group_conflicts(const Context& c) {
    return c.group_conflicts ? text(c.ratio(static_cast<double>(c.use.conflicts.groups))) : "NA";
}
std::string bank_conflicts(const Context& c) {
    return c.bank_conflicts ? text(c.ratio(static_cast<double>(c.use.conflicts.banks))) : "NA";
}
// Of those that are modelled.
std::string all_conflicts(const Context& c) {
    return c.group_conflicts ? text(c.ratio(static_cast<double>(c.use.conflicts.all()))) : "NA";
}
std::string percent(std::uint64_t part, std::uint64_t all) {
    if (all == 0) return "NA";
    return text(kPercent * static_cast<double>(part) / static_cast<double>(all));
}

const std::vector<Column> kHead = {{"block_id", block_id}, {"sub_block_id", sub_block}};

std::vector<Column> with_head(std::vector<Column> columns) {
    std::vector<Column> all = kHead;
    all.insert(all.end(), columns.begin(), columns.end());
    return all;
}

std::vector<Column> pipe_utilization() {
    return with_head({
        {"aic_time(us)", {}},
        {"aic_total_cycles", {}},
        {"aic_cube_time(us)", {}},
        {"aic_cube_ratio", {}},
        {"aic_mte1_time(us)", {}},
        {"aic_mte1_ratio", {}},
        {"aic_mte2_time(us)", {}},
        {"aic_mte2_ratio", {}},
        {"aic_mte3_time(us)", {}},
        {"aic_mte3_ratio", {}},
        {"aic_mte3_active_bw(GB/s)", {}},
        {"aic_fixpipe_time(us)", {}},
        {"aic_fixpipe_ratio", {}},
        {"aic_fixpipe_active_bw(GB/s)", {}},
        {"aic_icache_miss_rate", {}},
        {"aic_scalar_time(us)", {}},
        {"aic_scalar_ratio", {}},
        {"aic_scalar_single_time(us)", {}},
        {"aic_scalar_dual_time(us)", {}},
        {"aic_scalar_mte1_stall_time(us)", {}},
        {"aic_scalar_mte2_stall_time(us)", {}},
        {"aic_scalar_mte3_stall_time(us)", {}},
        {"aic_scalar_cube_stall_time(us)", {}},
        {"aic_scalar_wait_ib_time(us)", {}},
        {"aic_scalar_wait_time(us)", {}},
        {"aiv_time(us)", total_time},
        {"aiv_total_cycles", total_cycles},
        {"aiv_vec_time(us)", time_of(Pipe::kV)},
        {"aiv_vec_ratio", ratio_of(Pipe::kV)},
        {"aiv_mte2_time(us)", time_of(Pipe::kMte2)},
        {"aiv_mte2_ratio", ratio_of(Pipe::kMte2)},
        {"aiv_mte2_active_bw(GB/s)", active_rate(Pipe::kMte2)},
        {"aiv_mte3_time(us)", time_of(Pipe::kMte3)},
        {"aiv_mte3_ratio", ratio_of(Pipe::kMte3)},
        {"aiv_mte3_active_bw(GB/s)", active_rate(Pipe::kMte3)},
        {"aiv_icache_miss_rate", {}},
        {"aiv_scalar_time(us)", time_of(Pipe::kS)},
        {"aiv_scalar_ratio", ratio_of(Pipe::kS)},
        {"aiv_scalar_single_time(us)", {}},
        {"aiv_scalar_dual_time(us)", {}},
        {"aiv_scalar_mte2_stall_time(us)", scalar_wait_on(Pipe::kMte2)},
        {"aiv_scalar_mte3_stall_time(us)", scalar_wait_on(Pipe::kMte3)},
        {"aiv_scalar_stall_by_ub_time(us)", {}},
        {"aiv_scalar_vector_stall_time(us)", scalar_wait_on(Pipe::kV)},
        {"aiv_scalar_wait_ib_time(us)", {}},
        {"aiv_scalar_wait_time(us)", scalar_wait},
        {"aiv_vec_wait_flag_time(us)", wait_time(Pipe::kV, StallCause::kFlag)},
        {"aiv_vec_wait_barrier_time(us)", wait_time(Pipe::kV, StallCause::kBarrier)},
        {"aiv_vec_wait_scalar_time(us)", wait_time(Pipe::kV, StallCause::kScalar)},
        {"aiv_mte2_wait_flag_time(us)", wait_time(Pipe::kMte2, StallCause::kFlag)},
        {"aiv_mte2_wait_scalar_time(us)", wait_time(Pipe::kMte2, StallCause::kScalar)},
        {"aiv_mte3_wait_flag_time(us)", wait_time(Pipe::kMte3, StallCause::kFlag)},
        {"aiv_mte3_wait_scalar_time(us)", wait_time(Pipe::kMte3, StallCause::kScalar)},
    });
}

std::vector<Column> arithmetic_utilization() {
    return with_head({
        {"aic_time(us)", {}},
        {"aic_total_cycles", {}},
        {"aic_cube_ratio", {}},
        {"aic_cube_fp16_ratio", {}},
        {"aic_cube_int8_ratio", {}},
        {"aic_cube_fops", {}},
        {"aic_cube_total_instr_number", {}},
        {"aic_cube_fp_instr_number", {}},
        {"aic_cube_int_instr_number", {}},
        {"aiv_time(us)", total_time},
        {"aiv_total_cycles", total_cycles},
        {"aiv_vec_ratio", ratio_of(Pipe::kV)},
        {"aiv_vec_fp32_ratio", class_ratio(VectorClass::kFp32)},
        {"aiv_vec_fp16_ratio", class_ratio(VectorClass::kFp16)},
        {"aiv_vec_int32_ratio", class_ratio(VectorClass::kInt32)},
        {"aiv_vec_int16_ratio", class_ratio(VectorClass::kInt16)},
        {"aiv_vec_misc_ratio", class_ratio(VectorClass::kOther)},
        {"aiv_vec_fops", count(&BlockUse::vector_operations)},
        {"aiv_vec_instructions", instructions(Pipe::kV)},
        {"aiv_vec_ideal_ratio", ideal_ratio(Pipe::kV)},
    });
}

std::vector<Column> memory() {
    return with_head({
        {"aic_time(us)", {}},
        {"aic_total_cycles", {}},
        {"aic_l1_read_bw(GB/s)", {}},
        {"aic_l1_write_bw(GB/s)", {}},
        {"aic_main_mem_read_bw(GB/s)", {}},
        {"aic_main_mem_write_bw(GB/s)", {}},
        {"aic_mte1_instructions", {}},
        {"aic_mte1_ratio", {}},
        {"aic_mte2_instructions", {}},
        {"aic_mte2_ratio", {}},
        {"aic_mte3_instructions", {}},
        {"aic_mte3_ratio", {}},
        {"aiv_time(us)", total_time},
        {"aiv_total_cycles", total_cycles},
        {"aiv_ub_to_gm_bw(GB/s)", memory_rate(&BlockMemoryUse::write)},
        {"aiv_gm_to_ub_bw(GB/s)", memory_rate(&BlockMemoryUse::read)},
        {"aiv_main_mem_read_bw(GB/s)", memory_rate(&BlockMemoryUse::hbm_read)},
        {"aiv_main_mem_write_bw(GB/s)", memory_rate(&BlockMemoryUse::hbm_write)},
        {"aiv_mte2_instructions", instructions(Pipe::kMte2)},
        {"aiv_mte2_ratio", ratio_of(Pipe::kMte2)},
        {"aiv_mte3_instructions", instructions(Pipe::kMte3)},
        {"aiv_mte3_ratio", ratio_of(Pipe::kMte3)},
        {"read_main_memory_datas(KB)", kib(&BlockMemoryUse::hbm_read)},
        {"write_main_memory_datas(KB)", kib(&BlockMemoryUse::hbm_write)},
        {"GM_to_L1_datas(KB)", {}},
        {"GM_to_L1_bw_usage_rate(%)", {}},
        {"L1_to_GM_datas(KB)(estimate)", {}},
        {"L1_to_GM_bw_usage_rate(%)(estimate)", {}},
        {"L0C_to_L1_datas(KB)", {}},
        {"L0C_to_L1_bw_usage_rate(%)", {}},
        {"L0C_to_GM_datas(KB)", {}},
        {"L0C_to_GM_bw_usage_rate(%)", {}},
        {"GM_to_UB_datas(KB)", kib(&BlockMemoryUse::read)},
        {"GM_to_UB_bw_usage_rate(%)", usage_percent(Pipe::kMte2)},
        {"UB_to_GM_datas(KB)", kib(&BlockMemoryUse::write)},
        {"UB_to_GM_bw_usage_rate(%)", usage_percent(Pipe::kMte3)},
    });
}

std::vector<Column> memory_ub() {
    return with_head({
        {"aic_time(us)", {}},
        {"aic_total_cycles", {}},
        {"aiv_time(us)", total_time},
        {"aiv_total_cycles", total_cycles},
        {"aiv_ub_read_bw_vector(GB/s)", rate(&BlockUse::ub_read)},
        {"aiv_ub_write_bw_vector(GB/s)", rate(&BlockUse::ub_write)},
        {"aiv_ub_read_bw_scalar(GB/s)", rate(&BlockUse::scalar_ub_read)},
        {"aiv_ub_write_bw_scalar(GB/s)", rate(&BlockUse::scalar_ub_write)},
        {"aiv_ub_read_vector(B)", count(&BlockUse::ub_read)},
        {"aiv_ub_write_vector(B)", count(&BlockUse::ub_write)},
    });
}

std::vector<Column> l2_cache() {
    using M = BlockMemoryUse;
    const auto total_hits = [](const Context& c) {
        const BlockMemoryUse& m = c.use.memory;
        return percent(m.read_hit + m.write_hit, m.read_line + m.write_line);
    };
    return with_head({
        {"aic_time(us)", {}},
        {"aic_total_cycles", {}},
        {"aic_write_cache_hit", {}},
        {"aic_write_cache_miss_allocate", {}},
        {"aic_r0_read_cache_hit", {}},
        {"aic_r0_read_cache_miss_allocate", {}},
        {"aic_r1_read_cache_hit", {}},
        {"aic_r1_read_cache_miss_allocate", {}},
        {"aic_write_hit_rate(%)", {}},
        {"aic_read_hit_rate(%)", {}},
        {"aic_total_hit_rate(%)", {}},
        {"aiv_time(us)", total_time},
        {"aiv_total_cycles", total_cycles},
        {"aiv_write_cache_hit", lines(&M::write_hit)},
        {"aiv_write_cache_miss_allocate", missed_lines(&M::write_line, &M::write_hit)},
        {"aiv_r0_read_cache_hit", lines(&M::read_hit)},
        {"aiv_r0_read_cache_miss_allocate", missed_lines(&M::read_line, &M::read_hit)},
        {"aiv_r1_read_cache_hit", {}},
        {"aiv_r1_read_cache_miss_allocate", {}},
        {"aiv_write_hit_rate(%)",
         [](const Context& c) { return percent(c.use.memory.write_hit, c.use.memory.write_line); }},
        {"aiv_read_hit_rate(%)",
         [](const Context& c) { return percent(c.use.memory.read_hit, c.use.memory.read_line); }},
        {"aiv_total_hit_rate(%)", total_hits},
    });
}

std::vector<Column> resource_conflict() {
    return with_head({
        {"aic_time(us)", {}},
        {"aic_total_cycles", {}},
        {"aic_cube_wait_ratio", {}},
        {"aic_mte1_wait_ratio", {}},
        {"aic_mte2_wait_ratio", {}},
        {"aic_mte3_wait_ratio", {}},
        {"aiv_time(us)", total_time},
        {"aiv_total_cycles", total_cycles},
        {"aiv_vec_total_cflt_ratio", all_conflicts},
        {"aiv_vec_bankgroup_cflt_ratio", group_conflicts},
        {"aiv_vec_bank_cflt_ratio", bank_conflicts},
        {"aiv_vec_resc_cflt_ratio", {}},
        {"aiv_vec_mte_cflt_ratio", {}},
        {"aiv_vec_wait_ratio", wait_ratio(Pipe::kV)},
        {"aiv_mte2_wait_ratio", wait_ratio(Pipe::kMte2)},
        {"aiv_mte3_wait_ratio", wait_ratio(Pipe::kMte3)},
    });
}

}  // namespace

double BlockContext::rate(double bytes, double in_cycles) const {
    return in_cycles > 0 ? bytes / us(in_cycles) / kPerKilo : 0.0;
}

const std::vector<BlockFile>& block_files() {
    static const std::vector<BlockFile> kFiles = {
        {"PipeUtilization", pipe_utilization()},
        {"ArithmeticUtilization", arithmetic_utilization()},
        {"Memory", memory()},
        {"MemoryUB", memory_ub()},
        {"L2Cache", l2_cache()},
        {"ResourceConflictRatio", resource_conflict()},
    };
    return kFiles;
}

}  // namespace davsim::traces
