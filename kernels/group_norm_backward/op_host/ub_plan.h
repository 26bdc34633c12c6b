// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which buffers a tiling takes in the unified buffer. Mirrors the InitBuffer calls of op_kernel;
// the tests compare the two.

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/group_norm_backward/op_host/shape.h"
#include "kernels/group_norm_backward/op_kernel/group_norm_backward_tiling_data.h"

namespace davsim::gnb {

struct UbBuffer {
    std::string name;
    std::int64_t bytes = 0;
};

// Buffers of the passes (not of stage two, which starts with an empty UB).
std::vector<UbBuffer> ub_plan(const Shape& shape, const ::gnb::TilingData& tiling, int npu_arch);

// Buffers of stage two, the reduction of dgamma and dbeta.
std::vector<UbBuffer> stage_two_plan(const Shape& shape, const ::gnb::TilingData& tiling,
                                     int npu_arch);

std::int64_t total_bytes(const std::vector<UbBuffer>& plan);

// "input ring 98304, output tiles 32768, ..."
std::string list_text(const std::vector<UbBuffer>& plan);

}  // namespace davsim::gnb
