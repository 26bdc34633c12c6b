// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "graph/utils/type_utils.h"

namespace ge {
namespace {

struct TypeName {
    DataType type;
    const char* name;
};
constexpr std::array<TypeName, 41> kTypes = {{
    {DT_FLOAT, "DT_FLOAT"},
    {DT_FLOAT16, "DT_FLOAT16"},
    {DT_INT8, "DT_INT8"},
    {DT_INT32, "DT_INT32"},
    {DT_UINT8, "DT_UINT8"},
    {DT_INT16, "DT_INT16"},
    {DT_UINT16, "DT_UINT16"},
    {DT_UINT32, "DT_UINT32"},
    {DT_INT64, "DT_INT64"},
    {DT_UINT64, "DT_UINT64"},
    {DT_DOUBLE, "DT_DOUBLE"},
    {DT_BOOL, "DT_BOOL"},
    {DT_STRING, "DT_STRING"},
    {DT_DUAL_SUB_INT8, "DT_DUAL_SUB_INT8"},
    {DT_DUAL_SUB_UINT8, "DT_DUAL_SUB_UINT8"},
    {DT_COMPLEX64, "DT_COMPLEX64"},
    {DT_COMPLEX128, "DT_COMPLEX128"},
    {DT_QINT8, "DT_QINT8"},
    {DT_QINT16, "DT_QINT16"},
    {DT_QINT32, "DT_QINT32"},
    {DT_QUINT8, "DT_QUINT8"},
    {DT_QUINT16, "DT_QUINT16"},
    {DT_RESOURCE, "DT_RESOURCE"},
    {DT_STRING_REF, "DT_STRING_REF"},
    {DT_DUAL, "DT_DUAL"},
    {DT_VARIANT, "DT_VARIANT"},
    {DT_BF16, "DT_BF16"},
    {DT_UNDEFINED, "DT_UNDEFINED"},
    {DT_INT4, "DT_INT4"},
    {DT_UINT1, "DT_UINT1"},
    {DT_INT2, "DT_INT2"},
    {DT_UINT2, "DT_UINT2"},
    {DT_COMPLEX32, "DT_COMPLEX32"},
    {DT_HIFLOAT8, "DT_HIFLOAT8"},
    {DT_FLOAT8_E5M2, "DT_FLOAT8_E5M2"},
    {DT_FLOAT8_E4M3FN, "DT_FLOAT8_E4M3FN"},
    {DT_FLOAT8_E8M0, "DT_FLOAT8_E8M0"},
    {DT_FLOAT6_E3M2, "DT_FLOAT6_E3M2"},
    {DT_FLOAT6_E2M3, "DT_FLOAT6_E2M3"},
    {DT_FLOAT4_E2M1, "DT_FLOAT4_E2M1"},
    {DT_FLOAT4_E1M2, "DT_FLOAT4_E1M2"},
}};

struct FormatName {
    Format format;
    const char* name;
};
constexpr std::array<FormatName, 22> kFormats = {{
    {FORMAT_NCHW, "NCHW"},
    {FORMAT_NHWC, "NHWC"},
    {FORMAT_ND, "ND"},
    {FORMAT_NC1HWC0, "NC1HWC0"},
    {FORMAT_FRACTAL_Z, "FRACTAL_Z"},
    {FORMAT_NC1HWC0_C04, "NC1HWC0_C04"},
    {FORMAT_FRACTAL_Z_C04, "FRACTAL_Z_C04"},
    {FORMAT_CHWN, "CHWN"},
    {FORMAT_HWCN, "HWCN"},
    {FORMAT_C1HWNCoC0, "C1HWNCoC0"},
    {FORMAT_NDHWC, "NDHWC"},
    {FORMAT_FRACTAL_NZ, "FRACTAL_NZ"},
    {FORMAT_NCDHW, "NCDHW"},
    {FORMAT_DHWCN, "DHWCN"},
    {FORMAT_NDC1HWC0, "NDC1HWC0"},
    {FORMAT_FRACTAL_Z_3D, "FRACTAL_Z_3D"},
    {FORMAT_CN, "CN"},
    {FORMAT_NC, "NC"},
    {FORMAT_DHWNC, "DHWNC"},
    {FORMAT_ALL, "ALL"},
    {FORMAT_NULL, "NULL"},
    {FORMAT_NCL, "NCL"},
}};

}  // namespace

std::string TypeUtils::DataTypeToSerialString(DataType type) {
    for (const TypeName& entry : kTypes) {
        if (entry.type == type) return entry.name;
    }
    return "DT_" + std::to_string(static_cast<int>(type));
}

AscendString TypeUtils::DataTypeToAscendString(const DataType& type) {
    return AscendString(DataTypeToSerialString(type).c_str());
}

DataType TypeUtils::SerialStringToDataType(const std::string& text) {
    for (const TypeName& entry : kTypes) {
        if (text == entry.name) return entry.type;
    }
    return DT_UNDEFINED;
}

std::string TypeUtils::FormatToSerialString(Format format) {
    for (const FormatName& entry : kFormats) {
        if (entry.format == format) return entry.name;
    }
    return "FORMAT_" + std::to_string(static_cast<int>(format));
}

AscendString TypeUtils::FormatToAscendString(const Format& format) {
    return AscendString(FormatToSerialString(format).c_str());
}

Format TypeUtils::SerialStringToFormat(const std::string& text) {
    for (const FormatName& entry : kFormats) {
        if (text == entry.name) return entry.format;
    }
    return FORMAT_RESERVED;
}

bool TypeUtils::GetDataTypeLength(DataType type, std::uint32_t& length) {
    const int size = GetSizeByDataType(type);
    if (size <= 0 || size >= kDataTypeSizeBitOffset) return false;
    length = static_cast<std::uint32_t>(size);
    return true;
}

}  // namespace ge
