// SPDX-License-Identifier: Apache-2.0
#pragma once
// The text in front of a NumPy array: a Python dict with exactly the keys descr, fortran_order and
// shape, in any order, as the NPY format (versions 1.0 to 3.0) describes it.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace davsim {

struct NpyHeader {
    std::string descr;  // "<f4": byte order, kind, bytes of an element
    bool fortran_order = false;
    std::vector<std::int64_t> shape;

    std::uint64_t element_bytes() const;
};

// Error(kUsage) that names the part at fault: "header: shape: 'twelve' is not a whole number".
NpyHeader parse_npy_header(std::string_view text);

}  // namespace davsim
