// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writes a small valid case: N=1, C=2, HxW=4, group=1, fp32. Tests then break it in one place.

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace davsim {

// A format 1 NumPy file of fp32 values.
inline void write_fp32(const std::string& path, const std::string& shape,
                       const std::vector<float>& values, const std::string& descr = "<f4") {
    constexpr std::size_t kAlign = 64;
    constexpr std::size_t kPreamble = 10;
    std::string header =
        "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }";
    while ((kPreamble + header.size() + 1) % kAlign != 0) header += ' ';
    header += '\n';
    std::ofstream file(path, std::ios::binary);
    file.write("\x93NUMPY\x01\x00", 8);
    file.put(static_cast<char>(header.size()));
    file.put(0);
    file << header;
    file.write(reinterpret_cast<const char*>(values.data()),
               static_cast<std::streamsize>(values.size() * sizeof(float)));
}

inline void write_case(const std::string& folder) {
    std::filesystem::create_directory(folder);
    std::ofstream(folder + "/case.yaml")
        << "N: 1\nC: 2\nHxW: 4\ngroup: 1\ngrad_out_dtype: fp32\nmean_dtype: fp32\ngamma: given\n";
    write_fp32(folder + "/grad_out.npy", "(1, 2, 4)", {1, -2, 3, 0.5F, 0, 1, 2, -1});
    write_fp32(folder + "/input.npy", "(1, 2, 4)", {0.5F, 1, -1, 2, 3, -0.5F, 0, 1});
    write_fp32(folder + "/mean.npy", "(1, 1)", {0.75F});
    write_fp32(folder + "/rstd.npy", "(1, 1)", {0.8F});
    write_fp32(folder + "/gamma.npy", "(2,)", {1, 2});
}

}  // namespace davsim
