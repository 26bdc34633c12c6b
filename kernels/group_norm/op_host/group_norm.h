// SPDX-License-Identifier: Apache-2.0
#pragma once
// The operator group_norm: out = (self - mean) * rstd * gamma + beta.

#include "sim/runtime/operator.h"

namespace davsim::gn {

const Operator& group_norm();

}  // namespace davsim::gn
