// SPDX-License-Identifier: Apache-2.0
// In programs only: davsim-cc asks the linker for davsim_program_platform, which brings this file
// along. Operators' libraries must not have it, for they are linked to nothing.

#include "sim/isa/platform_values.h"
#include "sim/op_host_api/platform_source.h"

namespace davsim::op {
namespace {

Platform of_host_library() {
    PlatformValues from;
    Platform to;
    if (!davsim_platform_values(&from)) return to;
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

}  // namespace
}  // namespace davsim::op

extern "C" {
extern const bool davsim_program_platform;
const bool davsim_program_platform = [] {
    davsim::op::platform_source = davsim::op::of_host_library;
    return true;
}();
}
