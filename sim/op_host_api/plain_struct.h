// SPDX-License-Identifier: Apache-2.0
#pragma once
// Describes a plain tiling struct to the library; the build writes the calls.

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "sim/op_host_api/operator_library.h"

namespace davsim::op {

template <typename T>
std::string plain_type_name() {
    if (std::is_same_v<T, bool>) return "bool";
    if (std::is_floating_point_v<T>) return sizeof(T) == sizeof(float) ? "float" : "double";
    const bool is_signed = std::is_signed_v<T> || std::is_enum_v<T>;
    return (is_signed ? "int" : "uint") + std::to_string(sizeof(T) * 8) + "_t";
}

// `struct_name`: of the member's type where that is a struct.
template <typename Member>
Field plain_field(const char* name, std::size_t offset, const char* struct_name) {
    using Element = std::remove_cv_t<std::remove_all_extents_t<Member>>;
    Field field;
    field.name = name;
    field.nested = std::is_class_v<Element>;
    field.type = field.nested ? struct_name : plain_type_name<Element>();
    field.offset = offset;
    field.size = sizeof(Element);
    field.count = sizeof(Member) / sizeof(Element);
    field.array = std::is_array_v<Member>;
    return field;
}

class PlainStructRegistrar {
public:
    PlainStructRegistrar(const char* name, std::size_t size, std::vector<Field> fields);
};

}  // namespace davsim::op
