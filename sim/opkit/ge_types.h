// SPDX-License-Identifier: Apache-2.0
#pragma once
// Element types under their three names: the graph engine's number, davsim's type, and the C++ type
// that a kernel uses.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/data_type.h"

namespace davsim::op {

struct GeType {
    int number;                         // ge::DataType
    const char* ge_name;                // "DT_FLOAT16"
    const char* short_name;             // "fp16", as options spell it
    const char* kernel_type;            // "half"; empty where kernels have none
    std::optional<DataType> stored_as;  // how davsim holds its elements; none: it cannot
};

const std::vector<GeType>& ge_types();
// nullptr if there is none.
const GeType* ge_type(int number);
// "fp16", "float16", "half", "DT_FLOAT16", ...
const GeType* ge_type_named(std::string_view name);
const GeType* ge_type_of(DataType type);

// "fp16"; for numbers without a name "dtype 99".
std::string type_text(int number);

}  // namespace davsim::op
