// SPDX-License-Identifier: Apache-2.0
#include "sim/run/library_options.h"

#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "sim/base/error.h"
#include "sim/base/numbers.h"
#include "sim/opkit/ge_types.h"
#include "sim/run/npy.h"

namespace davsim {
namespace {

[[noreturn]] void fail(const std::string& message) {
    throw Error(Fault::kUsage, message);
}

struct Pair {
    std::string name;
    std::string value;
};

Pair split(const std::string& text, const char* option) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
        fail(fmt::format("{}: '{}' is not of the form name=value", option, text));
    return {text.substr(0, equals), text.substr(equals + 1)};
}

std::vector<std::string> split_commas(const std::string& text) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

int type_named(const std::string& name) {
    const op::GeType* type = op::ge_type_named(name);
    if (type == nullptr) {
        std::vector<std::string> names;
        for (const op::GeType& known : op::ge_types()) names.emplace_back(known.short_name);
        fail(fmt::format("--dtype: unknown dtype '{}', allowed are {}", name,
                         fmt::join(names, ", ")));
    }
    return type->number;
}

// '<u2' may be bf16, too: the definition decides.
std::optional<DataType> type_of(const std::string& descr) {
    for (int i = 0; i < kDataTypeCount; ++i) {
        const auto type = static_cast<DataType>(i);
        if (type != DataType::kBfloat16 && npy_descr(type) == descr) return type;
    }
    return std::nullopt;
}

GoldenValues values_of(const std::string& path) {
    const NpyArray array = read_npy(path);
    GoldenValues golden;
    golden.may_be_bf16 = array.descr == "<u2";
    if (array.descr == "<f8") {
        golden.values.resize(array.data.size() / sizeof(double));
        std::memcpy(golden.values.data(), array.data.data(), array.data.size());
        return golden;
    }
    const std::optional<DataType> type =
        array.descr == "|b1" ? DataType::kUint8 : type_of(array.descr);
    if (!type) fail(fmt::format("{}: dtype '{}' is no number davsim knows", path, array.descr));
    const std::size_t size = size_of(*type);
    for (std::size_t at = 0; at + size <= array.data.size(); at += size)
        golden.values.push_back(load_number(array.data.data() + at, *type));
    return golden;
}

std::vector<std::uint8_t> bytes_of(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    if (!stream) fail(path + ": cannot read");
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

void read_input(const std::string& path, op::GivenTensor& tensor) {
    tensor.has_data = true;
    if (std::filesystem::path(path).extension() != ".npy") {
        tensor.data = bytes_of(path);
        return;
    }
    NpyArray array = read_npy(path);
    if (array.descr == "|b1") {
        tensor.held = op::ge_type_named("bool")->number;
    } else if (array.descr == "<f8") {
        tensor.held = op::ge_type_named("fp64")->number;
    } else if (array.descr != "<u2") {
        const std::optional<DataType> type = type_of(array.descr);
        if (!type) fail(fmt::format("{}: dtype '{}' cannot be an input", path, array.descr));
        tensor.held = op::ge_type_of(*type)->number;
    }
    tensor.shape = array.shape;
    tensor.data = std::move(array.data);
}

double number_of(const std::string& text, const char* option) {
    double value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size())
        fail(fmt::format("{}: '{}' is not a number", option, text));
    return value;
}

void add_types(const LibraryOptions& options, op::OperatorRequest& request) {
    for (const std::string& text : options.dtypes) {
        if (text.find('=') == std::string::npos) {
            request.type = type_named(text);
            continue;
        }
        const Pair pair = split(text, "--dtype");
        std::vector<op::GivenTensor>& tensors = request.tensors[pair.name];
        if (tensors.empty()) tensors.resize(1);
        for (op::GivenTensor& tensor : tensors) tensor.type = type_named(pair.value);
    }
}

}  // namespace

std::vector<std::vector<std::int64_t>> parse_shapes(const std::string& text,
                                                    const std::string& where) {
    std::vector<std::vector<std::int64_t>> shapes;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = text.find(']', at);
        if (text[at] != '[' || end == std::string::npos)
            fail(fmt::format("{}: '{}' is not a shape like [2,3] or a list like [2,3],[4]", where,
                             text));
        std::vector<std::int64_t> shape;
        const std::string inside = text.substr(at + 1, end - at - 1);
        if (!inside.empty()) {
            for (const std::string& extent : split_commas(inside)) {
                std::int64_t value = 0;
                const auto [last, code] =
                    std::from_chars(extent.data(), extent.data() + extent.size(), value);
                if (code != std::errc() || last != extent.data() + extent.size() || value < 0)
                    fail(
                        fmt::format("{}: '{}' is not a whole number of at least 0", where, extent));
                shape.push_back(value);
            }
        }
        shapes.push_back(std::move(shape));
        at = end + 1;
        if (at < text.size() && text[at] == ',') ++at;
    }
    return shapes;
}

LibraryRequest library_request(const std::string& path, const LibraryOptions& options) {
    LibraryRequest result;
    result.path = path;
    op::OperatorRequest& request = result.request;
    request.deterministic = options.deterministic;
    for (const std::string& text : options.inputs) {
        const Pair pair = split(text, "--input");
        for (const std::string& file : split_commas(pair.value)) {
            op::GivenTensor tensor;
            read_input(file, tensor);
            request.tensors[pair.name].push_back(std::move(tensor));
        }
    }
    for (const std::string& text : options.shapes) {
        const Pair pair = split(text, "--shape");
        const auto shapes = parse_shapes(pair.value, "--shape " + pair.name);
        std::vector<op::GivenTensor>& tensors = request.tensors[pair.name];
        if (tensors.size() < shapes.size()) tensors.resize(shapes.size());
        for (std::size_t i = 0; i < shapes.size(); ++i) tensors[i].shape = shapes[i];
    }
    add_types(options, request);
    for (const std::string& text : options.attrs) {
        const Pair pair = split(text, "--attr");
        request.attrs[pair.name] = pair.value;
    }
    for (const std::string& text : options.goldens) {
        const Pair pair = split(text, "--golden");
        const std::vector<std::string> files = split_commas(pair.value);
        for (std::size_t i = 0; i < files.size(); ++i) {
            // The tensors of a list are called y_0, y_1, ...
            const std::string name =
                files.size() == 1 ? pair.name : fmt::format("{}_{}", pair.name, i);
            result.goldens[name] = values_of(files[i]);
        }
    }
    if (options.rtol) result.rtol = number_of(*options.rtol, "--rtol");
    if (options.atol) result.atol = number_of(*options.atol, "--atol");
    if (options.range) {
        const std::size_t colon = options.range->find(':');
        if (colon == std::string::npos)
            fail(fmt::format("--range: '{}' is not of the form lowest:highest", *options.range));
        result.lowest = number_of(options.range->substr(0, colon), "--range");
        result.highest = number_of(options.range->substr(colon + 1), "--range");
    }
    return result;
}

}  // namespace davsim
