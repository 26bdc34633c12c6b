// SPDX-License-Identifier: Apache-2.0
#pragma once
// What host functions of an operator return.

#include <cstdint>

namespace ge {

using graphStatus = std::uint32_t;

constexpr graphStatus GRAPH_SUCCESS = 0;
constexpr graphStatus GRAPH_FAILED = 0xFFFFFFFF;
constexpr graphStatus GRAPH_NOT_CHANGED = 1343242304;
constexpr graphStatus GRAPH_PARAM_INVALID = 50331649;
constexpr graphStatus GRAPH_PARAM_OUT_OF_RANGE = 50331650;
constexpr graphStatus GRAPH_NODE_WITHOUT_CONST_INPUT = 50331648;

}  // namespace ge
