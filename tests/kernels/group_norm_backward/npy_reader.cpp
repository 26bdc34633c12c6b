// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/group_norm_backward/npy_reader.h"

#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace davsim::testing {
namespace {

constexpr std::size_t kPreamble = 10;  // magic, version, 16-bit header length

template <typename T>
std::vector<double> convert(const std::vector<std::uint8_t>& data) {
    std::vector<T> values(data.size() / sizeof(T));
    std::memcpy(values.data(), data.data(), values.size() * sizeof(T));
    return {values.begin(), values.end()};
}

}  // namespace

NpyFile read_npy_file(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(in),
                                          std::istreambuf_iterator<char>()};
    if (bytes.size() < kPreamble || bytes[0] != 0x93 || bytes[6] != 1)
        throw std::runtime_error("not an npy: " + path);
    const std::size_t length = bytes[8] + bytes[9] * std::size_t{256};
    const std::string header(bytes.begin() + kPreamble,
                             bytes.begin() + static_cast<std::ptrdiff_t>(kPreamble + length));
    const std::size_t quote = header.find('\'', header.find("'descr'") + 7);
    NpyFile file;
    file.descr = header.substr(quote + 1, header.find('\'', quote + 1) - quote - 1);
    if (header.find("'fortran_order': False") == std::string::npos)
        throw std::runtime_error("order of " + path);
    file.data.assign(bytes.begin() + static_cast<std::ptrdiff_t>(kPreamble + length), bytes.end());
    return file;
}

std::vector<double> npy_doubles(const NpyFile& file) {
    if (file.descr == "<f8") return convert<double>(file.data);
    if (file.descr == "<f4") return convert<float>(file.data);
    throw std::runtime_error("not float32 or float64: " + file.descr);
}

}  // namespace davsim::testing
