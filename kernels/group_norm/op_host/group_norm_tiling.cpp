// SPDX-License-Identifier: Apache-2.0
// The tiling function: reads the question, lets choose_tiling() decide, hands the struct over.

#include "davsim/tiling_context.h"
#include "kernels/group_norm/op_host/shape.h"
#include "kernels/group_norm/op_host/tiling.h"
#include "kernels/group_norm/op_kernel/group_norm_tiling_data.h"
#include "log/log.h"
#include "register/op_impl_registry.h"
#include "sim/base/error.h"

namespace davsim::gn {
namespace {

// N and C are the first two extents, HxW all others together.
ProblemSpec problem_of(const gert::TilingContext& context) {
    const gert::Shape& shape = context.GetInputShape(0)->GetStorageShape();
    if (shape.GetDimNum() < 2) throw Error(Fault::kTiling, "self has fewer than 2 dimensions");
    std::int64_t hxw = 1;
    for (std::size_t i = 2; i < shape.GetDimNum(); ++i) hxw *= shape.GetDim(i);
    ProblemSpec spec;
    spec.shape = {{"N", shape.GetDim(0)},
                  {"C", shape.GetDim(1)},
                  {"HxW", hxw},
                  {"group", *context.GetAttrs()->GetInt(0)}};
    spec.dtype = op::float_type(context.GetInputDesc(0)->GetDataType());
    if (context.GetOptionalInputShape(1) == nullptr) spec.absent.insert("gamma");
    if (context.GetOptionalInputShape(2) == nullptr) spec.absent.insert("beta");
    spec.attributes["epsilon"] = *context.GetAttrs()->GetFloat(1);
    return spec;
}

ge::graphStatus tiling(gert::TilingContext* context) {
    try {
        const PlatformInfo platform = op::platform_of(*context);
        const Shape shape = check_shape(problem_of(*context), platform);
        const TilingResult result =
            choose_tiling(shape, platform, op::wishes_in(context->GetAttrs()->GetStr(2)));
        op::hand_over<::gn::TilingData>(*context, result);
        return ge::GRAPH_SUCCESS;
    } catch (const Error& error) {
        OP_LOGE(context, "%s", error.what());
        return ge::GRAPH_FAILED;
    }
}

struct CompileInfo {};

ge::graphStatus parse(gert::TilingParseContext* /*context*/) {
    return ge::GRAPH_SUCCESS;
}

IMPL_OP_OPTILING(GroupNorm).Tiling(tiling).TilingParse<CompileInfo>(parse);

}  // namespace
}  // namespace davsim::gn
