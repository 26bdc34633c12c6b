// SPDX-License-Identifier: Apache-2.0
#pragma once
// How far a result may be from the float64 reference.

#include "kernels/group_norm_backward/op_host/shape.h"

namespace davsim::gnb {

// `output`: 0 grad_input, 1 grad_gamma, 2 grad_beta.
Tolerance tolerance(const Shape& shape, std::size_t output, const std::vector<HostTensor>& inputs,
                    const std::vector<double>& golden);

}  // namespace davsim::gnb
