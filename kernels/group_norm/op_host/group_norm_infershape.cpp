// SPDX-License-Identifier: Apache-2.0
// out has the input's shape, the statistics one value a sample and group.

#include "register/op_impl_registry.h"

namespace ops {
namespace {

ge::graphStatus infer_shape(gert::InferShapeContext* context) {
    const gert::Shape* self = context->GetInputShape(0);
    if (self == nullptr || self->GetDimNum() < 2) return ge::GRAPH_FAILED;
    *context->GetOutputShape(0) = *self;
    for (const std::size_t statistic : {1, 2})
        *context->GetOutputShape(statistic) = {self->GetDim(0), *context->GetAttrs()->GetInt(0)};
    return ge::GRAPH_SUCCESS;
}

ge::graphStatus infer_datatype(gert::InferDataTypeContext* context) {
    for (const std::size_t output : {0, 1, 2})
        context->SetOutputDataType(output, context->GetInputDataType(0));
    return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_INFERSHAPE(GroupNorm).InferShape(infer_shape).InferDataType(infer_datatype);

}  // namespace ops
