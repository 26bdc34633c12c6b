// SPDX-License-Identifier: Apache-2.0
#pragma once
// NumPy array files, formats 1.0 to 3.0. A file from a user may be anything, so header and sizes
// are checked before anything is allocated; writing is xtensor's business (xnpy). bf16, which NumPy
// lacks, travels as its bits in '<u2'.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/data_type.h"

namespace davsim {

struct NpyArray {
    std::string descr;  // "<f4"
    std::vector<std::int64_t> shape;
    std::vector<std::uint8_t> data;  // C order, little endian
};

// NumPy's type string for an element type: "<f4", "<f2", "<u2" (bf16), ...
std::string_view npy_descr(DataType dtype);

// "(2, 3)", "(4,)", "()": as Python prints it.
std::string shape_text(const std::vector<std::int64_t>& shape);

// Error(kUsage) naming the file: missing, no NumPy file, a bad header, truncated, too long, not C
// order.
NpyArray read_npy(const std::string& path);

// `bytes` points to the elements in C order. Error(kUsage) when the file cannot be written.
void write_npy(const std::string& path, std::string_view descr,
               const std::vector<std::int64_t>& shape, const std::uint8_t* bytes,
               std::uint64_t size);

}  // namespace davsim
