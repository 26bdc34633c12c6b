// SPDX-License-Identifier: Apache-2.0
// grad_input has the input's shape, the parameters' gradients one value a channel.

#include "register/op_impl_registry.h"

namespace ops {
namespace {

ge::graphStatus infer_shape(gert::InferShapeContext* context) {
    const gert::Shape* input = context->GetInputShape(1);
    if (input == nullptr || input->GetDimNum() < 2) return ge::GRAPH_FAILED;
    *context->GetOutputShape(0) = *input;
    *context->GetOutputShape(1) = {input->GetDim(1)};
    *context->GetOutputShape(2) = {input->GetDim(1)};
    return ge::GRAPH_SUCCESS;
}

ge::graphStatus infer_datatype(gert::InferDataTypeContext* context) {
    context->SetOutputDataType(0, context->GetInputDataType(1));
    context->SetOutputDataType(1, context->GetInputDataType(2));
    return context->SetOutputDataType(2, context->GetInputDataType(2));
}

}  // namespace

IMPL_OP_INFERSHAPE(GroupNormBackward).InferShape(infer_shape).InferDataType(infer_datatype);

}  // namespace ops
