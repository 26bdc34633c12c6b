// SPDX-License-Identifier: Apache-2.0
#pragma once
// Walks a kernel's code block by block without simulating it: what it reserves in UB, how large its
// transfers are and where they begin in GM, how much each block does. Tensors read as zeros, so a
// kernel whose control flow follows its data takes the path of zeros.

#include <cstdint>
#include <string>
#include <vector>

#include "sim/config/soc_config.h"
#include "sim/op_host_api/operator_library.h"

namespace davsim::op {

struct ProbeResult {
    std::string problem;                     // why a block stopped; empty: all ran through
    std::uint32_t ub_bytes = 0;              // highest byte that a buffer reaches
    std::vector<std::uint64_t> block_bytes;  // moved between GM and UB, by block
    std::uint64_t transfers = 0;
    std::uint64_t small_transfers = 0;      // below `efficient_bytes`
    std::uint64_t unaligned_transfers = 0;  // that begin off the alignment of full bandwidth
    std::uint64_t smallest = 0;             // bytes of the smallest transfer

    // Work of the mean block over that of the busiest, 0 to 1; 1 without any transfer.
    double balance() const;
};

struct ProbeRequest {
    const Kernel* kernel = nullptr;
    const TilingAnswer* tiling = nullptr;
    std::vector<std::uint64_t> argument_bytes;  // of inputs and outputs; 0: absent
    std::uint64_t workspace_bytes = 0;
    std::uint32_t most_blocks = 0;  // walk at most so many, evenly chosen; 0: all
    std::uint64_t efficient_bytes = 0;
};

// In this process: user code runs.
ProbeResult probe_kernel(const ProbeRequest& request, const SocConfig& config);

}  // namespace davsim::op
