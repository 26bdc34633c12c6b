// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "register/op_def.h"
#include "sim/op_host_api/operator_library.h"

namespace davsim::op {

Definition plain_definition(const ops::OpDef& from);

}  // namespace davsim::op
