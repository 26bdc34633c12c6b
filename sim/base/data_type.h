// SPDX-License-Identifier: Apache-2.0
#pragma once
// Element types of tensors and instructions.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace davsim {

enum class DataType : std::uint8_t {
    kFloat32,
    kFloat16,
    kBfloat16,
    kInt8,
    kUint8,
    kInt16,
    kUint16,
    kInt32,
    kUint32,
    kInt64,
    kUint64,
    kInt4,  // two in a byte, the first in the low bits
};
inline constexpr int kDataTypeCount = 12;

// Size of one element in bytes; of a pair for kInt4.
constexpr std::size_t size_of(DataType type) {
    switch (type) {
        case DataType::kInt4:
        case DataType::kInt8:
        case DataType::kUint8: return 1;
        case DataType::kFloat16:
        case DataType::kBfloat16:
        case DataType::kInt16:
        case DataType::kUint16: return 2;
        case DataType::kFloat32:
        case DataType::kInt32:
        case DataType::kUint32: return 4;
        case DataType::kInt64:
        case DataType::kUint64: return 8;
    }
    return 0;
}

// Whole bytes that `elements` take.
constexpr std::uint64_t bytes_of(DataType type, std::uint64_t elements) {
    return type == DataType::kInt4 ? (elements + 1) / 2 : elements * size_of(type);
}

// "fp32", "fp16", "bf16", "int8", "uint8", ... : the spelling of case files, configs and options.
std::string_view name_of(DataType type);
std::optional<DataType> parse_data_type(std::string_view name);

}  // namespace davsim
