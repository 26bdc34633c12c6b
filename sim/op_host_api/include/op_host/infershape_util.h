// SPDX-License-Identifier: Apache-2.0
#pragma once
// Infer-shape functions of whole families of operators.

#include <vector>

#include "exe_graph/runtime/infer_shape_context.h"
#include "log/log.h"
#include "util/shape_util.h"

namespace Ops {
namespace Base {

// The output has the first input's shape.
ge::graphStatus InferShape4Elewise(gert::InferShapeContext* context);
// The output has the shape that two inputs, or the first `inputs`, broadcast to.
ge::graphStatus InferShape4Broadcast(gert::InferShapeContext* context);
ge::graphStatus InferShape4Broadcast(gert::InferShapeContext* context, std::size_t inputs);
bool BroadcastShape(const gert::Shape* a, const gert::Shape* b, gert::Shape* out);
bool BroadcastShape(const std::vector<const gert::Shape*>& shapes, gert::Shape* out);
// Input 1 holds the axes, attribute 0 says whether they stay with extent 1.
ge::graphStatus InferShape4Reduce(gert::InferShapeContext* context);

template <typename T>
ge::graphStatus ReduceDimsWithKeepDims(const gert::Shape* x, const T* axes, std::int32_t count,
                                       gert::Shape* out) {
    const auto rank = static_cast<std::int64_t>(x->GetDimNum());
    *out = *x;
    for (std::int32_t i = 0; i < count; ++i) {
        if (!CheckAxisBounds(rank, axes[i])) return ge::GRAPH_FAILED;
        if (rank != 0)
            out->SetDim(static_cast<std::size_t>(axes[i] < 0 ? axes[i] + rank : axes[i]), 1);
    }
    return ge::GRAPH_SUCCESS;
}

template <typename T>
ge::graphStatus ReduceDimsWithoutKeepDims(const gert::Shape* x, const T* axes, std::int32_t count,
                                          gert::Shape* out) {
    const auto rank = static_cast<std::int64_t>(x->GetDimNum());
    std::vector<bool> gone(x->GetDimNum(), false);
    for (std::int32_t i = 0; i < count; ++i) {
        if (!CheckAxisBounds(rank, axes[i])) return ge::GRAPH_FAILED;
        if (rank != 0)
            gone[static_cast<std::size_t>(axes[i] < 0 ? axes[i] + rank : axes[i])] = true;
    }
    const gert::Shape from = *x;
    out->SetDimNum(0);
    for (std::size_t i = 0; i < gone.size(); ++i) {
        if (!gone[i]) out->AppendDim(from.GetDim(i));
    }
    return ge::GRAPH_SUCCESS;
}

template <typename T>
ge::graphStatus ReduceDims(const gert::Shape* x, const gert::Tensor* axes, std::int32_t count,
                           bool keep, gert::Shape* out) {
    return keep ? ReduceDimsWithKeepDims<T>(x, axes->GetData<T>(), count, out)
                : ReduceDimsWithoutKeepDims<T>(x, axes->GetData<T>(), count, out);
}

}  // namespace Base
}  // namespace Ops
