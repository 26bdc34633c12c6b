// SPDX-License-Identifier: Apache-2.0
#pragma once
// Values of inputs that a host function depends on.

#include "exe_graph/runtime/infer_shape_context.h"
#include "exe_graph/runtime/tiling_context.h"
#include "log/log.h"

namespace Ops {
namespace Base {

template <typename Result>
bool IntegerAt(const gert::Tensor* tensor, std::size_t i, Result& value) {
    if (tensor == nullptr || tensor->GetAddr() == nullptr) return false;
    switch (tensor->GetDataType()) {
        case ge::DT_INT32:
            value = static_cast<Result>(tensor->GetData<std::int32_t>()[i]);
            return true;
        case ge::DT_INT64:
            value = static_cast<Result>(tensor->GetData<std::int64_t>()[i]);
            return true;
        case ge::DT_UINT32:
            value = static_cast<Result>(tensor->GetData<std::uint32_t>()[i]);
            return true;
        case ge::DT_UINT64:
            value = static_cast<Result>(tensor->GetData<std::uint64_t>()[i]);
            return true;
        default: return false;
    }
}

template <typename Context, typename T>
bool GetConstInt(const Context* context, std::int64_t input, T& value) {
    const gert::Tensor* tensor = context->GetInputTensor(static_cast<std::size_t>(input));
    return tensor != nullptr && tensor->GetShapeSize() > 0 && IntegerAt(tensor, 0, value);
}

template <typename Context>
bool GetConstIntToShape(const Context* context, std::int64_t input, gert::Shape& shape) {
    const gert::Tensor* tensor = context->GetInputTensor(static_cast<std::size_t>(input));
    if (tensor == nullptr || tensor->GetAddr() == nullptr) return false;
    shape.SetDimNum(0);
    for (std::int64_t i = 0; i < tensor->GetShapeSize(); ++i) {
        std::int64_t value = 0;
        if (!IntegerAt(tensor, static_cast<std::size_t>(i), value)) return false;
        shape.AppendDim(value);
    }
    return true;
}

}  // namespace Base
}  // namespace Ops
