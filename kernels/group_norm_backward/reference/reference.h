// SPDX-License-Identifier: Apache-2.0
#pragma once
// The mathematics in float64, from the inputs as given.

#include <vector>

#include "kernels/group_norm_backward/op_host/shape.h"

namespace davsim::gnb {

// grad_input, grad_gamma, grad_beta; a masked output is an empty vector.
std::vector<std::vector<double>> reference(const Shape& shape,
                                           const std::vector<HostTensor>& inputs);

// Elements [first, first + count) of a floating-point tensor.
void read_floats(const HostTensor& tensor, std::size_t first, std::size_t count, float* out);

// The elements of a tensor as doubles.
std::vector<double> to_double(const HostTensor& tensor);

}  // namespace davsim::gnb
