// SPDX-License-Identifier: Apache-2.0
#pragma once
// The operator as the runtime sees it.

#include "sim/runtime/operator.h"

namespace davsim::gnb {

const Operator& group_norm_backward();

}  // namespace davsim::gnb
