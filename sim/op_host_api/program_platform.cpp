// SPDX-License-Identifier: Apache-2.0
// In programs only: davsim-cc asks the linker for davsim_program_platform, which brings this file
// along. Operators' libraries must not have it, for they are linked to nothing.

#include "sim/isa/platform_values.h"
#include "sim/op_host_api/platform_conversion.h"
#include "sim/op_host_api/platform_source.h"

namespace davsim::op {
namespace {

Platform of_host_library() {
    PlatformValues values;
    return davsim_platform_values(&values) ? platform_from(values) : Platform();
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
