// SPDX-License-Identifier: Apache-2.0
#pragma once
// One element of a tensor as a number, and back, whatever its type.

#include <cstdint>

#include "sim/base/data_type.h"

namespace davsim {

// Integers beyond 2^53 lose their low bits.
double load_number(const std::uint8_t* element, DataType type);
// Floats round to nearest, integers towards zero; what does not fit becomes the nearest that does.
void store_number(std::uint8_t* element, DataType type, double value);

constexpr bool is_float(DataType type) {
    return type == DataType::kFloat32 || type == DataType::kFloat16 || type == DataType::kBfloat16;
}

}  // namespace davsim
