// SPDX-License-Identifier: Apache-2.0
#include "sim/runtime/platform.h"

namespace davsim {

PlatformInfo platform_of(const SocConfig& config) {
    PlatformInfo platform;
    platform.soc = config.identity.soc;
    platform.npu_arch = config.identity.npu_arch;
    platform.vector_cores = config.cores.vector_cores();
    platform.ub_bytes = config.memory.ub_bytes;
    platform.l2_bytes = config.l2.bytes;
    platform.hbm_bytes = config.hbm.bytes;
    return platform;
}

}  // namespace davsim
