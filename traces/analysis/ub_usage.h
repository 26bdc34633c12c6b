// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which of the buffers that a kernel reserved in UB hold data, when. A buffer is in use from the
// start of an instruction that writes it to the end of the last one that reads or writes it before
// it is filled anew: after something was read from it, the next write that does not read it as well
// begins a new content. What lies between is free.

#include <cstdint>
#include <string>
#include <vector>

#include "traces/store/store_reader.h"

namespace davsim::traces {

struct UbBuffer {
    std::uint32_t begin = 0;
    std::uint32_t bytes = 0;
    std::string name;         // "VECIN TQue depth 2 buffer 0"
    std::int64_t in_use = 0;  // cycles
};

struct UbInterval {
    std::size_t buffer = 0;
    std::int64_t begin = 0;  // cycles
    std::int64_t end = 0;
};

struct UbUsage {
    std::vector<UbBuffer> buffers;      // by address
    std::vector<UbInterval> intervals;  // of each buffer in order
    std::uint64_t reserved = 0;         // bytes from 0 to the end of the last buffer
    std::uint64_t peak = 0;             // most bytes in use at a time

    // Mean bytes in use in each of `bins` parts of [0, span).
    std::vector<double> over_time(std::int64_t span, std::size_t bins) const;
};

UbUsage ub_usage(const std::vector<Row>& rows, const StoreReader& store);

}  // namespace davsim::traces
