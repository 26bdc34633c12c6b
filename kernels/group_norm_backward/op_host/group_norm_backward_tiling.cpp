// SPDX-License-Identifier: Apache-2.0
// The tiling function: reads the question, lets choose_tiling() decide, hands the struct over.

#include "davsim/tiling_context.h"
#include "kernels/group_norm_backward/op_host/shape.h"
#include "kernels/group_norm_backward/op_host/tiling.h"
#include "kernels/group_norm_backward/op_kernel/group_norm_backward_tiling_data.h"
#include "log/log.h"
#include "register/op_impl_registry.h"
#include "sim/base/error.h"

namespace davsim::gnb {
namespace {

// N and C are the first two extents, HxW all others together.
ProblemSpec problem_of(const gert::TilingContext& context) {
    const gert::Shape& shape = context.GetInputShape(1)->GetStorageShape();
    if (shape.GetDimNum() < 2) throw Error(Fault::kTiling, "input has fewer than 2 dimensions");
    std::int64_t hxw = 1;
    for (std::size_t i = 2; i < shape.GetDimNum(); ++i) hxw *= shape.GetDim(i);
    ProblemSpec spec;
    spec.shape = {{"N", shape.GetDim(0)},
                  {"C", shape.GetDim(1)},
                  {"HxW", hxw},
                  {"group", *context.GetAttrs()->GetInt(0)}};
    spec.dtype = op::float_type(context.GetInputDesc(1)->GetDataType());
    spec.mean_dtype = op::float_type(context.GetInputDesc(2)->GetDataType());
    spec.optional_absent = context.GetOptionalInputShape(4) == nullptr;
    const auto* mask = context.GetAttrs()->GetListBool(1);
    for (std::size_t i = 0; i < mask->GetSize(); ++i)
        spec.output_mask += mask->GetData()[i] ? '1' : '0';
    return spec;
}

ge::graphStatus tiling(gert::TilingContext* context) {
    try {
        const PlatformInfo platform = op::platform_of(*context);
        const Shape shape = check_shape(problem_of(*context), platform);
        const TilingResult result =
            shape.no_data()
                ? clear_tiling(shape, platform)
                : choose_tiling(shape, platform, op::wishes_in(context->GetAttrs()->GetStr(2)));
        op::hand_over<::gnb::TilingData>(*context, result);
        context->SetScheduleMode(1);  // SyncAll needs all blocks on cores at once
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

IMPL_OP_OPTILING(GroupNormBackward).Tiling(tiling).TilingParse<CompileInfo>(parse);

}  // namespace
}  // namespace davsim::gnb
