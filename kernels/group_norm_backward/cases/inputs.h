// SPDX-License-Identifier: Apache-2.0
#pragma once
// Seeded random inputs, the same bytes on every machine.

#include "kernels/group_norm_backward/op_host/shape.h"

namespace davsim::gnb {

// grad_out about N(0, 1), input about N(0.5, 1.5), gamma about N(1, 0.5); mean and rstd are input's
// own (eps 1e-5), computed in float64 from the rounded input and rounded to their type.
void fill_inputs(const Shape& shape, std::vector<HostTensor>& inputs, std::uint64_t seed);

}  // namespace davsim::gnb
