// SPDX-License-Identifier: Apache-2.0
#pragma once
// Between a view and its elements in a row.

#include "sim/acl/tensor.h"

namespace davsim::acl {

// The bytes that a view touches, relative to its first element: [first, end).
struct Extent {
    std::int64_t first = 0;
    std::int64_t end = 0;
};
Extent extent_of(const aclTensor& view);

void gather(const aclTensor& view, void* row);
void scatter(const void* row, const aclTensor& view);

}  // namespace davsim::acl
