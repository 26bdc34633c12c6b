// SPDX-License-Identifier: Apache-2.0
#pragma once
// The mathematics in float64, from the inputs as given.

#include <vector>

#include "kernels/group_norm/op_host/shape.h"

namespace davsim::gn {

// out, mean, rstd.
std::vector<std::vector<double>> reference(const Shape& shape,
                                           const std::vector<HostTensor>& inputs);

}  // namespace davsim::gn
