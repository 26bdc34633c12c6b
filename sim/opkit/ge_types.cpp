// SPDX-License-Identifier: Apache-2.0
#include "sim/opkit/ge_types.h"

#include <array>
#include <cctype>

namespace davsim::op {
namespace {

// As kernels spell them.
const std::vector<GeType>& list() {
    static const std::vector<GeType> kTypes = {
        {0, "DT_FLOAT", "fp32", "float", DataType::kFloat32},
        {1, "DT_FLOAT16", "fp16", "half", DataType::kFloat16},
        {27, "DT_BF16", "bf16", "bfloat16_t", DataType::kBfloat16},
        {2, "DT_INT8", "int8", "int8_t", DataType::kInt8},
        {4, "DT_UINT8", "uint8", "uint8_t", DataType::kUint8},
        {6, "DT_INT16", "int16", "int16_t", DataType::kInt16},
        {7, "DT_UINT16", "uint16", "uint16_t", DataType::kUint16},
        {3, "DT_INT32", "int32", "int32_t", DataType::kInt32},
        {8, "DT_UINT32", "uint32", "uint32_t", DataType::kUint32},
        {9, "DT_INT64", "int64", "int64_t", DataType::kInt64},
        {10, "DT_UINT64", "uint64", "uint64_t", DataType::kUint64},
        {12, "DT_BOOL", "bool", "bool", DataType::kUint8},
        {11, "DT_DOUBLE", "fp64", "double", std::nullopt},
        {29, "DT_INT4", "int4", "AscendC::int4b_t", DataType::kInt4},
        {16, "DT_COMPLEX64", "complex64", "complex64", std::nullopt},
        {33, "DT_COMPLEX32", "complex32", "complex32", std::nullopt},
        {34, "DT_HIFLOAT8", "hifloat8", "hifloat8_t", std::nullopt},
        {35, "DT_FLOAT8_E5M2", "fp8_e5m2", "fp8_e5m2_t", std::nullopt},
        {36, "DT_FLOAT8_E4M3FN", "fp8_e4m3fn", "fp8_e4m3fn_t", std::nullopt},
        {37, "DT_FLOAT8_E8M0", "fp8_e8m0", "fp8_e8m0_t", std::nullopt},
        {40, "DT_FLOAT4_E2M1", "fp4_e2m1", "fp4x2_e2m1_t", std::nullopt},
        {41, "DT_FLOAT4_E1M2", "fp4_e1m2", "fp4x2_e1m2_t", std::nullopt},
    };
    return kTypes;
}

struct OtherName {
    const char* name;
    const char* short_name;
};
constexpr std::array<OtherName, 8> kOthers = {{
    {"float", "fp32"},
    {"float32", "fp32"},
    {"half", "fp16"},
    {"float16", "fp16"},
    {"bfloat16", "bf16"},
    {"float64", "fp64"},
    {"double", "fp64"},
    {"dt_bfloat16", "bf16"},
}};

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

}  // namespace

const std::vector<GeType>& ge_types() {
    return list();
}

const GeType* ge_type(int number) {
    for (const GeType& type : list()) {
        if (type.number == number) return &type;
    }
    return nullptr;
}

const GeType* ge_type_named(std::string_view name) {
    std::string wanted = lower(name);
    for (const OtherName& other : kOthers) {
        if (wanted == other.name) wanted = other.short_name;
    }
    for (const GeType& type : list()) {
        if (wanted == type.short_name || wanted == lower(type.ge_name)) return &type;
    }
    return nullptr;
}

const GeType* ge_type_of(DataType type) {
    for (const GeType& entry : list()) {
        if (entry.stored_as == type) return &entry;
    }
    return nullptr;
}

std::string type_text(int number) {
    const GeType* type = ge_type(number);
    return type == nullptr ? "dtype " + std::to_string(number) : type->short_name;
}

}  // namespace davsim::op
