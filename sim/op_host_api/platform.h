// SPDX-License-Identifier: Apache-2.0
#pragma once
// The platform that the current question is about.

#include "platform/platform_infos_def.h"
#include "sim/op_host_api/operator_library.h"

namespace davsim::op {

fe::PlatFormInfos& current_platform();
void set_platform(const Platform& from);

}  // namespace davsim::op
