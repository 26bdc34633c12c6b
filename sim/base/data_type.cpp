// SPDX-License-Identifier: Apache-2.0
#include "sim/base/data_type.h"

#include <array>

namespace davsim {
namespace {

constexpr std::array<std::string_view, kDataTypeCount> kNames = {
    "fp32",   "fp16",  "bf16",   "int8",  "uint8",  "int16",
    "uint16", "int32", "uint32", "int64", "uint64", "int4"};

}  // namespace

std::string_view name_of(DataType type) {
    return kNames[static_cast<std::size_t>(type)];
}

std::optional<DataType> parse_data_type(std::string_view name) {
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        if (kNames[i] == name) return static_cast<DataType>(i);
    }
    return std::nullopt;
}

}  // namespace davsim
