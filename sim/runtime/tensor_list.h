// SPDX-License-Identifier: Apache-2.0
#pragma once
// How a kernel finds the tensors of a dynamic parameter: one GM block with their shapes and
// addresses.
//
//   word 0               byte offset of the addresses
//   a tensor: one word   number in the list (upper half), rank (lower half); then its extents
//   the addresses        one word a tensor

#include <cstdint>
#include <vector>

#include "sim/runtime/host_tensor.h"

namespace davsim {

// `addresses` belong to the tensors; a scalar is listed with rank 1.
std::vector<std::uint8_t> tensor_list(const std::vector<TensorSpec>& tensors,
                                      const std::vector<void*>& addresses);

}  // namespace davsim
