// SPDX-License-Identifier: Apache-2.0
#include "sim/run/npy.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <xtensor/xnpy.hpp>

#include "sim/base/error.h"

namespace davsim {
namespace {

// Magic, version and the length field of format 1; format 2 has two more bytes.
constexpr std::uint64_t kPreambleBytes = 10;

[[noreturn]] void fail(const std::string& path, const std::string& reason) {
    throw Error(Fault::kUsage, fmt::format("{}: {}", path, reason));
}

std::uint64_t element_size(const std::string& path, const std::string& descr) {
    // "<f4": byte order, kind, bytes. xnpy has checked the syntax, not the number.
    const unsigned long size = std::strtoul(descr.c_str() + 2, nullptr, 10);
    if (size == 0 || size > sizeof(std::uint64_t) * 2)
        fail(path, "dtype is '" + descr + "', which is no element type");
    return size;
}

std::optional<std::uint64_t> data_size(const std::vector<std::size_t>& shape,
                                       std::uint64_t element) {
    std::uint64_t size = element;
    for (const std::size_t extent : shape) {
        if (__builtin_mul_overflow(size, extent, &size)) return std::nullopt;
    }
    return size;
}

struct Header {
    std::string descr;
    bool fortran_order = false;
    std::vector<std::size_t> shape;
};

Header read_header(const std::string& path, std::istream& stream, std::uint64_t file_size) {
    if (file_size < kPreambleBytes)
        fail(path, fmt::format("no NumPy file: it has only {} bytes", file_size));
    Header header;
    try {
        unsigned char major = 0;
        unsigned char minor = 0;
        xt::detail::read_magic(stream, &major, &minor);
        if (major != 1 && major != 2)
            fail(path, fmt::format("NumPy format {}.{}, allowed are 1.0 and 2.0", major, minor));
        // A length field beyond the file would make the library read garbage.
        const std::istream::pos_type position = stream.tellg();
        std::array<unsigned char, 4> length{};
        stream.read(reinterpret_cast<char*>(length.data()), major == 1 ? 2 : 4);
        std::uint64_t bytes = 0;
        for (std::size_t i = 0; i < length.size(); ++i)
            bytes |= static_cast<std::uint64_t>(length[i]) << (8U * i);
        const std::uint64_t begin = static_cast<std::uint64_t>(position) + (major == 1 ? 2U : 4U);
        if (!stream || bytes == 0 || bytes > file_size - begin)
            fail(path, "truncated inside the header");
        stream.seekg(position);
        const std::string text =
            major == 1 ? xt::detail::read_header_1_0(stream) : xt::detail::read_header_2_0(stream);
        xt::detail::parse_header(text, header.descr, &header.fortran_order, header.shape);
    } catch (const Error&) { throw; } catch (const std::exception& error) {
        fail(path, fmt::format("no NumPy file: {}", error.what()));
    }
    return header;
}

}  // namespace

std::string_view npy_descr(DataType dtype) {
    switch (dtype) {
        case DataType::kFloat32: return "<f4";
        case DataType::kFloat16: return "<f2";
        case DataType::kBfloat16: return "<u2";
        case DataType::kInt8: return "|i1";
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

    const Header header = read_header(path, stream, file_size);
    if (header.fortran_order) fail(path, "array is in Fortran order, allowed is C order");
    const std::optional<std::uint64_t> size =
        data_size(header.shape, element_size(path, header.descr));
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
    array.shape.assign(header.shape.begin(), header.shape.end());
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
