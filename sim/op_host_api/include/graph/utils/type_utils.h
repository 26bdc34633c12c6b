// SPDX-License-Identifier: Apache-2.0
#pragma once
// Names of element types and formats: "DT_FLOAT16", "FORMAT_ND", and back.

#include <string>

#include "graph/ascend_string.h"
#include "graph/types.h"

namespace ge {

class TypeUtils {
public:
    static std::string DataTypeToSerialString(DataType type);
    static AscendString DataTypeToAscendString(const DataType& type);
    static DataType SerialStringToDataType(const std::string& text);  // DT_UNDEFINED if unknown
    static std::string FormatToSerialString(Format format);
    static AscendString FormatToAscendString(const Format& format);
    static Format SerialStringToFormat(const std::string& text);  // FORMAT_RESERVED if unknown
    static bool IsDataTypeValid(DataType type) { return type >= DT_FLOAT && type < DT_MAX; }
    static bool IsFormatValid(Format format) {
        return format >= FORMAT_NCHW && format < FORMAT_END;
    }
    static bool GetDataTypeLength(DataType type, std::uint32_t& length);
};

}  // namespace ge
