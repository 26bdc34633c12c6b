// SPDX-License-Identifier: Apache-2.0
#pragma once
// The platform that host code of operators asks, from what the runtime knows about the SoC.

#include "sim/isa/platform_values.h"
#include "sim/op_host_api/operator_library.h"

namespace davsim::op {

inline Platform platform_from(const PlatformValues& from) {
    Platform to;
    to.soc = from.soc;
    to.short_soc = from.short_soc;
    to.npu_arch = from.npu_arch;
    to.ai_cores = from.ai_cores;
    to.vector_cores = from.vector_cores;
    to.ub = from.ub;
    to.l1 = from.l1;
    to.l0a = from.l0a;
    to.l0b = from.l0b;
    to.l0c = from.l0c;
    to.l2 = from.l2;
    to.hbm = from.hbm;
    to.system_workspace = from.system_workspace;
    to.l2_rate = from.l2_rate;
    to.hbm_rate = from.hbm_rate;
    to.clock_mhz = from.clock_mhz;
    return to;
}

}  // namespace davsim::op
