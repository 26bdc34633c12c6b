// SPDX-License-Identifier: Apache-2.0
#pragma once
// A rough cost of a tiling, to compare tilings of one problem: bytes that the busiest core moves.

#include "kernels/group_norm_backward/op_host/layout.h"

namespace davsim::gnb {

double cost_of(const Shape& shape, const Layout& layout);

}  // namespace davsim::gnb
