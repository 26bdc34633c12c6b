// SPDX-License-Identifier: Apache-2.0
#pragma once
// A system on chip as the simulator sees it: plain values, read once from hwconfigs/<SoC>.yaml over
// its architecture's base file, nothing optional left. Each field is one key of the YAML files
// (`cores.clock` is SocConfig::cores.clock_mhz); sim/config/key_table.h binds them, docs/config.md
// lists keys, units and ranges. Source and confidence of a value stand in the YAML; `davsim config
// show NAME --origin` prints them. Ranges are checked while loading.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "sim/base/data_type.h"
#include "sim/isa/opcode.h"

namespace davsim {

// Element types that a unit supports.
struct DataTypeSet {
    std::array<bool, kDataTypeCount> has{};

    bool contains(DataType type) const { return has[static_cast<std::size_t>(type)]; }
    void insert(DataType type) { has[static_cast<std::size_t>(type)] = true; }
};

struct IdentityConfig {
    std::string soc;            // "Ascend910B2"
    std::string product;        // "Atlas A2"
    std::string compiler_arch;  // "dav-c220"
    int npu_arch = 0;           // __NPU_ARCH__: 1001, 2201 or 3510
};

struct CoresConfig {
    int ai_cores = 0;  // AI cores usable by a kernel
    int vector_per_core =
        0;                 // vector units an AI core: 1 (coupled with the cube) or 2 (AIC + 2 AIV)
    bool coupled = false;  // one scalar unit drives cube and vector (910A)
    std::int64_t clock_mhz = 0;
    std::int64_t sys_counter_mhz = 0;

    int vector_cores() const { return ai_cores * vector_per_core; }
};

struct UbBanksConfig {
    int groups = 0;
    int banks_per_group = 0;
    std::int64_t bank_bytes = 0;
    std::int64_t row_bytes = 0;
};

struct MemoryConfig {
    std::int64_t ub_bytes = 0;  // unified buffer a vector core, usable by kernels
    std::int64_t ub_reserved_for_api = 0;
    UbBanksConfig ub_banks;
    std::int64_t l1_bytes = 0;
    std::int64_t l0a_bytes = 0;
    std::int64_t l0b_bytes = 0;
    std::int64_t l0c_bytes = 0;
    std::int64_t alloc_align = 0;  // GM allocations are rounded up to this
    std::int64_t alloc_extra = 0;  // and get this many bytes on top
    std::int64_t system_workspace =
        0;  // bytes that the runtime keeps in front of the user workspace
};

struct L2Config {
    std::int64_t bytes = 0;
    std::int64_t line_bytes = 0;
    int ways = 0;
    double read_tbps = 0;  // all cores together, 10^12 B/s
    double write_tbps = 0;
    std::int64_t write_back_queue = 0;  // bytes of dirty lines of a core that may wait for HBM
    double shared_tbps = 0;             // one region that several cores read at the same time
    std::int64_t shared_region = 0;     // bytes of a region
    std::int64_t shared_window = 0;     // cycles that "at the same time" means; 0: never
};

struct HbmConfig {
    std::int64_t bytes = 0;
    double peak_tbps = 0;
    double read_efficiency = 0;          // sustained share of the peak: reads only
    double write_efficiency = 0;         // writes only
    double mixed_efficiency = 0;         // half reads, half writes
    std::int64_t transfer_overhead = 0;  // bytes of bandwidth that every transfer costs on top
};

// One direction of a core's path to GM. Times are core cycles, rates are bytes a core cycle.
struct DmaPathConfig {
    std::int64_t hit_latency = 0;
    std::int64_t miss_latency = 0;
    double hit_rate = 0;
    double miss_rate = 0;
    std::int64_t hit_least = 0;  // the shortest transfer takes this long
    std::int64_t miss_least = 0;
};

struct DmaConfig {
    DmaPathConfig load;              // GM to UB, MTE2
    DmaPathConfig store;             // UB to GM, MTE3
    std::int64_t issue_cost = 0;     // cycles between starts of transfers in one pipe
    double burst_cost = 0;           // cycles a burst inside one instruction
    std::int64_t overlap_bytes = 0;  // longer transfers hold their pipe until they are complete
    std::int64_t align_bytes = 0;    // GM address alignment that reaches full bandwidth
    double unaligned_lines =
        0;                     // L2 lines of time that a burst which is not so aligned takes on top
    double atomic_factor = 0;  // store time factor with an atomic operation
};

// Cost of one vector opcode for operands of 4, 2 and 1 bytes.
struct VectorOpCost {
    double cycles_per_repeat_b32 = 0;
    double cycles_per_repeat_b16 = 0;
    double cycles_per_repeat_b8 = 0;
    std::int64_t fixed = 0;      // cycles from the end of the busy time to the result
    std::int64_t floor_b32 = 0;  // least busy time of an instruction, operands of 4 bytes
    std::int64_t floor_b16 = 0;  // of 2 bytes or 1
    std::int64_t extra_b16 = 0;  // busy cycles once an instruction, operands of 2 bytes
};

struct VectorConfig {
    std::int64_t min_issue_interval = 0;
    std::int64_t partial_extra = 0;  // added to `fixed` when a repeat is not full
    bool bank_conflicts = false;     // reads of one bank group by a repeat follow one another
    bool bank_read_write = false;    // so do a read and a write of one bank
    bool pipelined = false;    // the fixed part overlaps with the next independent instruction
    bool interlocked = false;  // the hardware orders dependent vector instructions (950)
    bool fused_multiply_add = false;    // Axpy and MulAddDst round once
    bool nan_compares_unequal = false;  // Compare NE with a NaN is true
    DataTypeSet dtypes;  // element types that vector instructions read or write, Cast included
    DataTypeSet arith_dtypes;                      // those that the vector unit computes in
    std::array<VectorOpCost, kOpcodeCount> ops{};  // rows of vector opcodes only
};

struct ScalarConfig {
    std::int64_t alu = 0;
    std::int64_t ub_load = 0;
    std::int64_t ub_store = 0;
    std::int64_t gm_load = 0;  // that misses the data cache
    std::int64_t gm_load_hit = 0;
    std::int64_t dcache_bytes = 0;
    std::int64_t dcache_line = 0;
    bool store_through = false;  // stores go on to GM at once, not when their line is written back
    std::int64_t gm_store = 0;
    std::int64_t dcache_clean = 0;  // writing a line of the data cache back
    std::int64_t issue = 0;         // pushing one instruction into a queue
    std::int64_t queue_op = 0;      // one TQue operation
    std::int64_t set_mask = 0;
    std::int64_t spr_write = 0;
};

struct SyncConfig {
    int event_ids = 0;    // a pipe pair
    int queue_depth = 0;  // instructions a pipe
    std::int64_t set_flag = 0;
    std::int64_t wait_flag = 0;
    std::int64_t flag_propagation = 0;
    std::int64_t pipe_barrier = 0;
    std::int64_t barrier_all = 0;
    std::int64_t sync_all = 0;  // from the last arrival to release
    std::int64_t sync_all_per_core = 0;
    std::int64_t core_flag = 0;       // cross-core flag between the cores of one AI core
    std::int64_t jitter_percent = 0;  // what --jitter stretches by at most
};

struct LaunchConfig {
    std::int64_t fixed_ns = 0;           // host side start of a kernel
    std::int64_t per_block_ns = 0;       // dispatch of each block
    std::int64_t per_block_full_ns = 0;  // the same when every core gets a block
    std::int64_t prologue_ns = 0;        // instruction-cache cold start and tiling copy of a block
};

struct SocConfig {
    IdentityConfig identity;
    CoresConfig cores;
    MemoryConfig memory;
    L2Config l2;
    HbmConfig hbm;
    DmaConfig dma;
    VectorConfig vector;
    ScalarConfig scalar;
    SyncConfig sync;
    LaunchConfig launch;
};

}  // namespace davsim
