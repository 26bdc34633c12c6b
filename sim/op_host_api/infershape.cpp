// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "op_host/infershape_util.h"

namespace Ops {
namespace Base {

ge::graphStatus InferShape4Elewise(gert::InferShapeContext* context) {
    const gert::Shape* in = context->GetInputShape(0);
    gert::Shape* out = context->GetOutputShape(0);
    if (in == nullptr || out == nullptr) return ge::GRAPH_FAILED;
    *out = *in;
    return ge::GRAPH_SUCCESS;
}

bool BroadcastShape(const gert::Shape* a, const gert::Shape* b, gert::Shape* out) {
    const gert::Shape& longer = a->GetDimNum() >= b->GetDimNum() ? *a : *b;
    const gert::Shape& shorter = &longer == a ? *b : *a;
    const std::size_t gap = longer.GetDimNum() - shorter.GetDimNum();
    gert::Shape result = longer;
    for (std::size_t i = 0; i < shorter.GetDimNum(); ++i) {
        const std::int64_t x = longer.GetDim(i + gap);
        const std::int64_t y = shorter.GetDim(i);
        if (x != y && x != 1 && y != 1) return false;
        result.SetDim(i + gap, x == 1 ? y : x);
    }
    *out = result;
    return true;
}

bool BroadcastShape(const std::vector<const gert::Shape*>& shapes, gert::Shape* out) {
    if (shapes.empty()) return false;
    gert::Shape result = *shapes[0];
    for (std::size_t i = 1; i < shapes.size(); ++i) {
        if (!BroadcastShape(&result, shapes[i], &result)) return false;
    }
    *out = result;
    return true;
}

ge::graphStatus InferShape4Broadcast(gert::InferShapeContext* context) {
    return InferShape4Broadcast(context, 2);
}

ge::graphStatus InferShape4Broadcast(gert::InferShapeContext* context, std::size_t inputs) {
    std::vector<const gert::Shape*> shapes;
    for (std::size_t i = 0; i < inputs; ++i) {
        shapes.push_back(context->GetInputShape(i));
        if (shapes.back() == nullptr) return ge::GRAPH_FAILED;
    }
    gert::Shape* out = context->GetOutputShape(0);
    if (out == nullptr) return ge::GRAPH_FAILED;
    if (BroadcastShape(shapes, out)) return ge::GRAPH_SUCCESS;
    OP_LOGE(context->GetNodeName(), "the inputs' shapes do not broadcast together");
    return ge::GRAPH_FAILED;
}

ge::graphStatus InferShape4Reduce(gert::InferShapeContext* context) {
    const gert::Shape* x = context->GetInputShape(0);
    const gert::Tensor* axes = context->GetInputTensor(1);
    gert::Shape* out = context->GetOutputShape(0);
    const bool* keep = context->GetAttrs()->GetBool(0);
    if (x == nullptr || axes == nullptr || out == nullptr || axes->GetAddr() == nullptr)
        return ge::GRAPH_FAILED;
    const auto count = static_cast<std::int32_t>(axes->GetShapeSize());
    const bool keeps = keep != nullptr && *keep;
    if (axes->GetDataType() == ge::DT_INT32)
        return ReduceDims<std::int32_t>(x, axes, count, keeps, out);
    return ReduceDims<std::int64_t>(x, axes, count, keeps, out);
}

}  // namespace Base
}  // namespace Ops
