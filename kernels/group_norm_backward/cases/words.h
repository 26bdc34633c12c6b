// SPDX-License-Identifier: Apache-2.0
#pragma once
// A tiling in words for people.

#include "kernels/group_norm_backward/op_host/shape.h"

namespace davsim::gnb {

// Sets `strategy`; puts the strategy's name and the blocks before the struct's fields.
void put_in_words(const Shape& shape, TilingResult& tiling);

}  // namespace davsim::gnb
