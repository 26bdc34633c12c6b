// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads the .npy files of tests/data: version 1 headers, C order, little endian.

#include <cstdint>
#include <string>
#include <vector>

namespace davsim::testing {

struct NpyFile {
    std::string descr;  // "<f4", "<f8", "<f2", "<u2"
    std::vector<std::uint8_t> data;
};

NpyFile read_npy_file(const std::string& path);

// An array of floating-point numbers as doubles.
std::vector<double> npy_doubles(const NpyFile& file);

}  // namespace davsim::testing
