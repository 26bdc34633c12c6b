// SPDX-License-Identifier: Apache-2.0
#pragma once
// Questions that many tiling functions ask.

#include "log/log.h"
#include "op_host/tiling_base.h"
#include "platform/soc_spec.h"
#include "register/op_impl_registry.h"

namespace Ops {
namespace Base {

// Architectures whose vector unit works on registers.
inline bool IsRegbaseNpuArch(NpuArch arch) {
    return arch == NpuArch::DAV_3510 || arch == NpuArch::DAV_5102;
}
template <typename Context>
bool IsRegbaseSocVersion(const Context* context) {
    return IsRegbaseNpuArch(
        platform_ascendc::PlatformAscendC(context->GetPlatformInfo()).GetCurNpuArch());
}
// A scalar counts as one element in one dimension.
inline const gert::Shape& EnsureNotScalar(const gert::Shape& shape) {
    static const gert::Shape one = {1};
    return shape.IsScalar() ? one : shape;
}

}  // namespace Base

#define DAVSIM_TILING_UTIL             \
    using Ops::Base::EnsureNotScalar;  \
    using Ops::Base::IsRegbaseNpuArch; \
    using Ops::Base::IsRegbaseSocVersion;
namespace NN {
namespace OpTiling {
static const gert::Shape g_vec_1_shape = {1};
DAVSIM_TILING_UTIL
}  // namespace OpTiling
}  // namespace NN
namespace Math {
namespace OpTiling {
DAVSIM_TILING_UTIL
}
}  // namespace Math
namespace Cv {
namespace OpTiling {
DAVSIM_TILING_UTIL
}
}  // namespace Cv
namespace Transformer {
namespace OpTiling {
DAVSIM_TILING_UTIL
}
}  // namespace Transformer
#undef DAVSIM_TILING_UTIL
}  // namespace Ops
