// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a store says about its launch besides events.

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "traces/store/shape.h"

namespace davsim::traces {

// Known when a launch begins.
struct LaunchMeta {
    std::string kernel;
    std::string level;  // "sync", "pipe", "full"
    std::int64_t clock_mhz = 1;
    int cores = 0;                   // vector cores of the SoC
    std::int64_t l2_line_bytes = 0;  // 0: unknown
    bool group_conflicts = false;    // what UB's bank groups cost is known
    bool bank_conflicts = false;     // what reads and writes of one bank cost is known
    int vector_per_core = 1;         // vector cores an AI core, for names
    std::uint32_t blocks = 0;
    std::int64_t window_begin = 0;  // events that touch [begin, end) were recorded
    std::int64_t window_end = INT64_MAX;
    std::vector<int> only_cores;  // recorded cores; empty: all
    // Remarks for people: davsim's version, SoC, shape, tiling, seed, ... in this order.
    std::vector<std::pair<std::string, std::string>> remarks;

    bool partial() const {
        return window_begin > 0 || window_end != INT64_MAX || !only_cores.empty();
    }
    std::string remark(const std::string& key) const;  // empty when absent
};

// A place in a kernel's source that issued instructions.
struct Site {
    std::string module;        // file name of the kernel library, without folder
    std::uint64_t offset = 0;  // return address, from the module's load address
    std::string file;          // empty when unknown
    int line = 0;
    std::string function;
};

// Memory traffic of all cores in bins of equal width.
struct ThroughputBin {
    double read = 0;   // bytes GM to UB
    double write = 0;  // bytes UB to GM
    double hbm = 0;    // bytes at HBM, both directions
    double lines = 0;  // bytes of L2 lines touched
    double hits = 0;   // of them, found in L2
};

// Known when it ends.
struct EndMeta {
    std::int64_t span = 0;
    std::array<std::uint64_t, kRowKindCount> rows{};  // by kind
    std::vector<std::uint64_t> flags_of_core;
    std::int64_t bin_ns = 1;
    std::vector<ThroughputBin> bins;
    std::vector<Site> sites;
    std::vector<std::string> strings;
    std::map<std::string, std::string> attachments;  // name: text (JSON)

    std::uint64_t row_count() const;
};

std::string to_json(const LaunchMeta& meta);
std::string to_json(const EndMeta& meta);
// Error(kUsage) with `what` in front when the text is not what the functions above write.
LaunchMeta parse_launch_meta(const std::string& json, const std::string& what);
EndMeta parse_end_meta(const std::string& json, const std::string& what);

}  // namespace davsim::traces
