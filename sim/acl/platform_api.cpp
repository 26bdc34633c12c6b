// SPDX-License-Identifier: Apache-2.0
#include "sim/acl/call.h"
#include "sim/runtime/platform_values.h"

bool davsim_platform_values(davsim::PlatformValues* values) {
    return davsim::acl::guarded("PlatformAscendC",
                                [values](davsim::acl::HostRuntime& runtime) -> aclError {
                                    *values = davsim::platform_values(runtime.options().config);
                                    return ACL_SUCCESS;
                                }) == ACL_SUCCESS;
}
