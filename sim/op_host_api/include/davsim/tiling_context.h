// SPDX-License-Identifier: Apache-2.0
#pragma once
// A tiling context in the terms of davsim's own operators, whose host code is written against
// sim/runtime/operator_case.h.

#include <cstring>

#include "register/op_impl_registry.h"
#include "sim/base/data_type.h"
#include "sim/runtime/operator_case.h"

namespace davsim::op {

PlatformInfo platform_of(const gert::TilingContext& context);

// fp32, fp16 or bf16. Error(kTiling) for any other.
DataType float_type(ge::DataType type);

// "a=1,b=x" of an attribute with wishes for the tiling.
TilingOverrides wishes_in(const char* text);

// Key, blocks and workspace of a tiling, the system's part of the workspace included.
void hand_over(gert::TilingContext& context, const TilingResult& result);

// And its struct, whose bytes result.data are.
template <class Struct>
void hand_over(gert::TilingContext& context, const TilingResult& result) {
    auto* data = context.GetTilingData<Struct>();
    std::memcpy(data, result.data.data(), result.data.size());
    hand_over(context, result);
}

}  // namespace davsim::op
