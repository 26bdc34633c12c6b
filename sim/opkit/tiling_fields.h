// SPDX-License-Identifier: Apache-2.0
#pragma once
// The bytes of a tiling as fields, for people to read and to change.

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sim/op_host_api/operator_library.h"

namespace davsim::op {

// The struct that a tiling's bytes are; nullptr if the library does not know it.
const Struct* struct_of(const std::vector<Struct>& structs, const std::string& operator_type,
                        const TilingAnswer& answer);

// "part.count" -> "12", in order; arrays as "[1, 2, 3]".
std::vector<std::pair<std::string, std::string>> decode(const std::vector<Struct>& structs,
                                                        const Struct& top,
                                                        const std::vector<std::uint8_t>& data);

// Changes fields; arrays element by element ("sizes[3]"). Error(kTiling): no such field, or a value
// that it cannot hold.
void set_fields(const std::vector<Struct>& structs, const Struct& top,
                std::vector<std::uint8_t>& data, const std::map<std::string, std::string>& values);

}  // namespace davsim::op
