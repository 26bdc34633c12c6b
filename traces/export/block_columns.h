// SPDX-License-Identifier: Apache-2.0
#pragma once
// The columns of the CSV files that have a row a block.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "traces/store/store_reader.h"

namespace davsim::traces {

// What the values of a block are worked out with.
struct BlockContext {
    const BlockUse& use;
    double clock_mhz = 1;
    int vector_per_core = 1;
    double line_bytes = 0;  // of an L2 line; 0 unknown
    bool group_conflicts = false;
    bool bank_conflicts = false;

    double cycles() const { return static_cast<double>(use.end - use.begin); }
    double us(double cycles) const { return cycles / clock_mhz; }
    double ratio(double part) const { return cycles() > 0 ? part / cycles() : 0.0; }
    // GB/s of bytes in so many cycles.
    double rate(double bytes, double in_cycles) const;
};

struct Column {
    std::string_view name;
    std::function<std::string(const BlockContext&)> value;  // none: not modelled
};

struct BlockFile {
    std::string_view name;
    std::vector<Column> columns;
};

const std::vector<BlockFile>& block_files();

}  // namespace davsim::traces
