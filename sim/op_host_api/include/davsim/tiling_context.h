// SPDX-License-Identifier: Apache-2.0
#pragma once
// A tiling context in the terms of davsim's own operators, whose host code is written against
// sim/runtime/operator_case.h.

#include <map>
#include <string>

#include "register/op_impl_registry.h"
#include "sim/base/data_type.h"
#include "sim/runtime/operator_case.h"

namespace davsim::op {

PlatformInfo platform_of(const gert::TilingContext& context);

// fp32, fp16 or bf16. Error(kTiling) for any other.
DataType float_type(ge::DataType type);

// "a=1,b=x" of an attribute with wishes for the tiling.
std::map<std::string, std::string> wishes_in(const char* text);

}  // namespace davsim::op
