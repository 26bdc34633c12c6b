// SPDX-License-Identifier: Apache-2.0
#include "sim/run/case_folder.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <set>

#include "sim/base/error.h"
#include "sim/run/npy.h"
#include "sim/run/shape_text.h"

namespace davsim {
namespace {

[[noreturn]] void fail(const std::string& message) {
    throw Error(Fault::kUsage, message);
}

std::string at(const std::string& file, const YAML::Mark& mark) {
    // yaml-cpp counts from 0, editors from 1.
    return mark.is_null() ? file : fmt::format("{}:{}:{}", file, mark.line + 1, mark.column + 1);
}

class DescriptionReader {
public:
    DescriptionReader(std::string file, const std::vector<std::string>& shape_keys)
        : file_(std::move(file)), shape_keys_(shape_keys) {}

    CaseDescription read() {
        std::error_code code;
        if (!std::filesystem::is_regular_file(file_, code)) fail(file_ + ": file is missing");
        YAML::Node root;
        try {
            root = YAML::LoadFile(file_);
        } catch (const YAML::Exception& error) {
            fail(fmt::format("{}: no YAML: {}", at(file_, error.mark), error.msg));
        }
        if (!root.IsMap()) fail(file_ + ": not a list of 'key: value' lines");
        for (const auto& entry : root) take(entry.first, entry.second);
        for (const std::string& key : required()) {
            if (seen_.count(key) == 0) fail(fmt::format("{}: {} is missing", file_, key));
        }
        return std::move(result_);
    }

private:
    std::vector<std::string> required() const {
        std::vector<std::string> keys = shape_keys_;
        keys.insert(keys.end(), {"grad_out_dtype", "mean_dtype", "gamma"});
        return keys;
    }

    void take(const YAML::Node& key_node, const YAML::Node& value) {
        const std::string place = at(file_, key_node.Mark());
        if (!key_node.IsScalar()) fail(place + ": key is not a word");
        const std::string key = key_node.Scalar();
        if (!seen_.insert(key).second) fail(fmt::format("{}: {} is given twice", place, key));
        const std::string where = fmt::format("{}: {}", at(file_, value.Mark()), key);
        const bool extent =
            std::find(shape_keys_.begin(), shape_keys_.end(), key) != shape_keys_.end();
        if (value.IsSequence() || value.IsMap()) {
            fail(fmt::format("{}: is a {}, allowed is {}", where,
                             value.IsMap() ? "mapping" : "list",
                             extent ? "a whole number of at least 0" : "a single word or text"));
        }
        const std::string text = value.IsNull() ? "null" : value.Scalar();
        if (extent) {
            result_.problem.shape[key] = parse_extent(text, where);
        } else if (key == "grad_out_dtype") {
            result_.problem.dtype = dtype(text, where);
        } else if (key == "mean_dtype") {
            result_.problem.mean_dtype = dtype(text, where);
        } else if (key == "gamma") {
            if (text != "given" && text != "null") {
                fail(fmt::format("{}: '{}', allowed are given and null", where, text));
            }
            result_.problem.optional_absent = text == "null";
        } else if (key == "note") {
            result_.note = text;
        } else {
            fail(fmt::format("{}: unknown key '{}', allowed are {}, note", place, key,
                             fmt::join(required(), ", ")));
        }
    }

    static DataType dtype(const std::string& text, const std::string& where) {
        const std::optional<DataType> type = parse_data_type(text);
        if (!type || (*type != DataType::kFloat32 && *type != DataType::kFloat16 &&
                      *type != DataType::kBfloat16)) {
            fail(fmt::format("{}: '{}', allowed are fp32, fp16 and bf16", where, text));
        }
        return *type;
    }

    std::string file_;
    const std::vector<std::string>& shape_keys_;
    std::set<std::string> seen_;
    CaseDescription result_;
};

std::string file_of(const std::string& folder, const TensorSpec& spec) {
    return (std::filesystem::path(folder) / (spec.name + ".npy")).string();
}

void check_shape(const std::string& path, const NpyArray& array, const TensorSpec& spec) {
    if (array.shape == spec.shape) return;
    fail(fmt::format("{}: shape is {}, but case.yaml asks for {}", path, shape_text(array.shape),
                     shape_text(spec.shape)));
}

HostTensor read_input(const std::string& folder, const TensorSpec& spec) {
    HostTensor tensor;
    tensor.spec = spec;
    const std::string path = file_of(folder, spec);
    if (!spec.present) {
        std::error_code code;
        if (std::filesystem::exists(path, code))
            fail(fmt::format("{}: file is there, but case.yaml says {}: null", path, spec.name));
        return tensor;
    }
    NpyArray array = read_npy(path);
    if (array.descr != npy_descr(spec.dtype)) {
        fail(fmt::format("{}: dtype is '{}', but case.yaml asks for '{}' ({})", path, array.descr,
                         npy_descr(spec.dtype), name_of(spec.dtype)));
    }
    check_shape(path, array, spec);
    tensor.data = std::move(array.data);
    return tensor;
}

template <class T>
std::vector<double> widen(const NpyArray& array) {
    std::vector<double> values(array.data.size() / sizeof(T));
    for (std::size_t i = 0; i < values.size(); ++i) {
        T value;
        std::memcpy(&value, &array.data[i * sizeof(T)], sizeof(T));
        values[i] = static_cast<double>(value);
    }
    return values;
}

}  // namespace

CaseDescription read_case_description(const std::string& folder,
                                      const std::vector<std::string>& shape_keys) {
    std::error_code code;
    if (!std::filesystem::is_directory(folder, code)) fail(folder + ": case folder is missing");
    return DescriptionReader((std::filesystem::path(folder) / "case.yaml").string(), shape_keys)
        .read();
}

std::vector<HostTensor> read_case_inputs(const std::string& folder,
                                         const std::vector<TensorSpec>& specs) {
    std::vector<HostTensor> tensors;
    tensors.reserve(specs.size());
    for (const TensorSpec& spec : specs) tensors.push_back(read_input(folder, spec));
    return tensors;
}

std::optional<std::vector<double>> read_case_golden(const std::string& folder,
                                                    const TensorSpec& spec) {
    const std::string path = file_of(folder, spec);
    std::error_code code;
    if (!std::filesystem::exists(path, code)) return std::nullopt;
    const NpyArray array = read_npy(path);
    check_shape(path, array, spec);
    if (array.descr == "<f8") return widen<double>(array);
    if (array.descr == "<f4") return widen<float>(array);
    fail(fmt::format("{}: dtype is '{}', allowed are '<f8' and '<f4'", path, array.descr));
}

}  // namespace davsim
