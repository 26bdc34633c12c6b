// SPDX-License-Identifier: Apache-2.0
#include "sim/run/npy.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <xtensor/xnpy.hpp>

#include "sim/base/error.h"
#include "sim/run/npy_header.h"

namespace davsim {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
// Magic and version.
constexpr std::uint64_t kPreambleBytes = 8;
// A length field beyond this is rubbish: NumPy itself refuses to read such headers.
constexpr std::uint64_t kMaxHeaderBytes = 65536;

[[noreturn]] void fail(const std::string& path, const std::string& reason) {
    throw Error(Fault::kUsage, fmt::format("{}: {}", path, reason));
}

std::optional<std::uint64_t> data_size(const NpyHeader& header) {
    std::uint64_t size = header.element_bytes();
    for (const std::int64_t extent : header.shape) {
        if (__builtin_mul_overflow(size, extent, &size)) return std::nullopt;
    }
    return size;
}

// The header's text; the stream stands at the data afterwards.
std::string read_header_text(const std::string& path, std::istream& stream,
                             std::uint64_t file_size) {
    std::array<char, kPreambleBytes> preamble{};
    if (file_size < preamble.size())
        fail(path, fmt::format("no NumPy file: it has only {} bytes", file_size));
    stream.read(preamble.data(), preamble.size());
    if (std::string_view(preamble.data(), kMagic.size()) != kMagic)
        fail(path, "no NumPy file: it does not begin with the magic of one");
    const int major = static_cast<unsigned char>(preamble[kMagic.size()]);
    const int minor = static_cast<unsigned char>(preamble[kMagic.size() + 1]);
    if (major < 1 || major > 3 || minor != 0)
        fail(path, fmt::format("NumPy format {}.{}, allowed are 1.0, 2.0 and 3.0", major, minor));
    // Little endian; two bytes in format 1, four since.
    std::array<unsigned char, 4> length{};
    const std::uint64_t length_bytes = major == 1 ? 2 : 4;
    stream.read(reinterpret_cast<char*>(length.data()), static_cast<std::streamsize>(length_bytes));
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < length.size(); ++i)
        bytes |= static_cast<std::uint64_t>(length[i]) << (8U * i);
    if (!stream || bytes > file_size - preamble.size() - length_bytes)
        fail(path, "truncated inside the header");
    if (bytes > kMaxHeaderBytes)
        fail(path, fmt::format("header of {} bytes, allowed are {}", bytes, kMaxHeaderBytes));
    std::string text(bytes, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(bytes));
    if (!stream) fail(path, fmt::format("cannot read: {}", std::strerror(errno)));
    return text;
}

NpyHeader read_header(const std::string& path, std::istream& stream, std::uint64_t file_size) {
    const std::string text = read_header_text(path, stream, file_size);
    try {
        return parse_npy_header(text);
    } catch (const Error& error) { fail(path, error.what()); }
}

}  // namespace

std::string_view npy_descr(DataType dtype) {
    switch (dtype) {
        case DataType::kFloat32: return "<f4";
        case DataType::kFloat16: return "<f2";
        case DataType::kBfloat16: return "<u2";
        case DataType::kInt8: return "|i1";
        case DataType::kInt4:  // pairs, as they lie in memory
        case DataType::kUint8: return "|u1";
        case DataType::kInt16: return "<i2";
        case DataType::kUint16: return "<u2";
        case DataType::kInt32: return "<i4";
        case DataType::kUint32: return "<u4";
        case DataType::kInt64: return "<i8";
        case DataType::kUint64: return "<u8";
    }
    return "";
}

std::string shape_text(const std::vector<std::int64_t>& shape) {
    if (shape.size() == 1) return fmt::format("({},)", shape[0]);
    return fmt::format("({})", fmt::join(shape, ", "));
}

NpyArray read_npy(const std::string& path) {
    std::error_code code;
    if (!std::filesystem::exists(path, code)) fail(path, "file is missing");
    if (!std::filesystem::is_regular_file(path, code)) fail(path, "not a regular file");
    const std::uint64_t file_size = std::filesystem::file_size(path, code);
    std::ifstream stream(path, std::ios::binary);
    if (!stream || code) fail(path, fmt::format("cannot read: {}", std::strerror(errno)));

    const NpyHeader header = read_header(path, stream, file_size);
    if (header.fortran_order) fail(path, "array is in Fortran order, allowed is C order");
    const std::optional<std::uint64_t> size = data_size(header);
    const std::uint64_t present = file_size - static_cast<std::uint64_t>(stream.tellg());
    if (!size) fail(path, "shape in the header overflows 64 bits");
    if (present < *size)
        fail(path, fmt::format("truncated: its header announces {} bytes of data, it has {}", *size,
                               present));
    if (present > *size)
        fail(path, fmt::format("too long: its header announces {} bytes of data, it has {}", *size,
                               present));

    NpyArray array;
    array.descr = header.descr;
    array.shape = header.shape;
    array.data.resize(*size);
    stream.read(reinterpret_cast<char*>(array.data.data()), static_cast<std::streamsize>(*size));
    if (!stream) fail(path, fmt::format("cannot read: {}", std::strerror(errno)));
    return array;
}

void write_npy(const std::string& path, std::string_view descr,
               const std::vector<std::int64_t>& shape, const std::uint8_t* bytes,
               std::uint64_t size) {
    std::ofstream stream(path, std::ios::binary | std::ios::trunc);
    if (stream) {
        xt::detail::write_header(stream, std::string(descr), false, shape);
        stream.write(reinterpret_cast<const char*>(bytes), static_cast<std::streamsize>(size));
        stream.close();
    }
    if (!stream) fail(path, fmt::format("cannot write: {}", std::strerror(errno)));
}

}  // namespace davsim
