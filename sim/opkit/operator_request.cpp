// SPDX-License-Identifier: Apache-2.0
#include "sim/opkit/operator_request.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/error.h"
#include "sim/op_host_api/platform_conversion.h"
#include "sim/opkit/attr_text.h"
#include "sim/opkit/ge_types.h"
#include "sim/opkit/kernel_units.h"
#include "sim/runtime/platform_values.h"

namespace davsim::op {
namespace {

constexpr std::size_t kTilingCapacity = 64 * 1024;

[[noreturn]] void fail(const std::string& message) {
    throw Error(Fault::kUsage, message);
}

std::vector<std::string> names_of(const std::vector<ParamInfo>& a,
                                  const std::vector<ParamInfo>& b) {
    std::vector<std::string> names;
    for (const auto* params : {&a, &b}) {
        for (const ParamInfo& param : *params) names.push_back(param.name);
    }
    return names;
}

const std::vector<GivenTensor>* given(const OperatorRequest& request, const std::string& name) {
    const auto found = request.tensors.find(name);
    return found == request.tensors.end() ? nullptr : &found->second;
}

// What was asked for, or else what the file holds.
std::optional<int> wanted_type(const OperatorRequest& request, const std::string& name,
                               bool as_held) {
    const std::vector<GivenTensor>* tensors = given(request, name);
    if (tensors == nullptr || tensors->empty()) return std::nullopt;
    const GivenTensor& first = tensors->front();
    return first.type || !as_held ? first.type : first.held;
}

int type_at(const ParamInfo& param, std::size_t column) {
    return param.types.empty() ? 0 : param.types[std::min(column, param.types.size() - 1)];
}

// The first column of the definition's type lists that agrees with all types that were given, and
// if possible with those of the files.
std::size_t choose_column(const SocInfo& soc, const OperatorRequest& request) {
    std::size_t columns = 1;
    for (const auto* params : {&soc.inputs, &soc.outputs}) {
        for (const ParamInfo& param : *params) columns = std::max(columns, param.types.size());
    }
    const auto agrees = [&](std::size_t column, bool as_held) {
        for (const auto* params : {&soc.inputs, &soc.outputs}) {
            for (const ParamInfo& param : *params) {
                const std::optional<int> wanted = wanted_type(request, param.name, as_held);
                if (wanted && *wanted != type_at(param, column)) return false;
            }
        }
        return !request.type || soc.inputs.empty() ||
               type_at(soc.inputs.front(), column) == *request.type;
    };
    for (const bool as_held : {true, false}) {
        for (std::size_t column = 0; column < columns; ++column) {
            if (agrees(column, as_held)) return column;
        }
    }
    if (request.type && !soc.inputs.empty()) {
        std::string list;
        for (const int type : soc.inputs.front().types) {
            const std::string text = type_text(type);
            if (list.find(text) == std::string::npos) list += (list.empty() ? "" : ", ") + text;
        }
        fail(fmt::format("--dtype: {} of {} is {}, the definition has {}", "the type",
                         soc.inputs.front().name, type_text(*request.type), list));
    }
    return 0;  // a combination that the definition does not list: for the tiling to judge
}

Tensors inputs_of(const ParamInfo& param, std::size_t column, const OperatorRequest& request) {
    const std::vector<GivenTensor>* tensors = given(request, param.name);
    if (tensors == nullptr) {
        if (param.kind == ParamKind::kRequired)
            fail(fmt::format("input {} is missing: give --input {}=FILE or --shape {}=[...]",
                             param.name, param.name, param.name));
        return {};
    }
    if (param.kind != ParamKind::kDynamic && tensors->size() > 1)
        fail(fmt::format("input {}: {} tensors given, it takes one", param.name, tensors->size()));
    Tensors result;
    for (const GivenTensor& from : *tensors) {
        Tensor tensor;
        tensor.type = type_at(param, column);
        if (!request.type && from.held) tensor.type = *from.held;
        if (from.type) tensor.type = *from.type;
        tensor.format = param.formats.empty()
                            ? tensor.format
                            : param.formats[std::min(column, param.formats.size() - 1)];
        if (!from.shape) fail(fmt::format("input {}: its shape is missing", param.name));
        tensor.shape = *from.shape;
        tensor.data = from.has_data ? from.data.data() : nullptr;
        result.push_back(std::move(tensor));
    }
    return result;
}

// A list output has as many tensors as the first list input.
std::size_t list_length(const SocInfo& soc, const Question& question) {
    for (std::size_t i = 0; i < soc.inputs.size(); ++i) {
        if (soc.inputs[i].kind == ParamKind::kDynamic) return question.inputs[i].size();
    }
    return 1;
}

Tensors outputs_of(const ParamInfo& param, std::size_t column, const OperatorRequest& request,
                   std::size_t count) {
    const std::vector<GivenTensor>* tensors = given(request, param.name);
    if (param.kind != ParamKind::kDynamic) count = 1;
    if (tensors != nullptr) count = tensors->size();
    Tensors result(count);
    for (std::size_t i = 0; i < count; ++i) {
        result[i].type = type_at(param, column);
        result[i].format = param.formats.empty()
                               ? result[i].format
                               : param.formats[std::min(column, param.formats.size() - 1)];
        if (tensors == nullptr) continue;
        if ((*tensors)[i].type) result[i].type = *(*tensors)[i].type;
        if ((*tensors)[i].shape) result[i].shape = *(*tensors)[i].shape;
    }
    return result;
}

}  // namespace

Platform platform_of(const SocConfig& config) {
    return platform_from(platform_values(config));
}

Question make_question(const Definition& definition, const OperatorRequest& request,
                       const SocConfig& config) {
    bool declared = true;
    const SocInfo soc = soc_info(definition, config.identity.npu_arch, declared);
    const std::vector<std::string> names = names_of(soc.inputs, soc.outputs);
    for (const auto& entry : request.tensors) {
        if (std::find(names.begin(), names.end(), entry.first) == names.end())
            fail(fmt::format("{} has no parameter '{}', it has {}", definition.type, entry.first,
                             fmt::join(names, ", ")));
    }
    const std::size_t column = choose_column(soc, request);
    Question question;
    question.name = definition.type;
    question.capacity = kTilingCapacity;
    question.deterministic = request.deterministic;
    question.platform = platform_of(config);
    for (const ParamInfo& param : soc.inputs)
        question.inputs.push_back(inputs_of(param, column, request));
    const std::size_t count = list_length(soc, question);
    for (const ParamInfo& param : soc.outputs)
        question.outputs.push_back(outputs_of(param, column, request, count));
    question.attrs = attributes_of(definition, request.attrs);
    return question;
}

bool needs_shapes(const Question& question, const OperatorRequest& request,
                  const Definition& definition) {
    for (std::size_t i = 0; i < question.outputs.size(); ++i) {
        const std::vector<GivenTensor>* tensors = given(request, definition.outputs[i].name);
        if (tensors == nullptr) return true;
        for (const GivenTensor& tensor : *tensors) {
            if (!tensor.shape) return true;
        }
    }
    return false;
}

std::string question_text(const Definition& definition, const Question& question) {
    std::string text;
    int type = -1;  // of the tensors so far
    for (std::size_t i = 0; i < question.inputs.size(); ++i) {
        if (question.inputs[i].empty()) continue;
        text += fmt::format("{}{}=", text.empty() ? "" : " ", definition.inputs[i].name);
        constexpr std::size_t kMost = 3;
        for (std::size_t j = 0; j < question.inputs[i].size() && j < kMost; ++j)
            text += fmt::format("{}[{}]", j == 0 ? "" : ",",
                                fmt::join(question.inputs[i][j].shape, ","));
        if (question.inputs[i].size() > kMost)
            text += fmt::format(",... ({} tensors)", question.inputs[i].size());
        if (question.inputs[i].front().type != type) {
            type = question.inputs[i].front().type;
            text += " " + type_text(type);
        }
    }
    for (std::size_t i = 0; i < question.attrs.size(); ++i) {
        if (definition.attrs[i].required ||
            attr_text(question.attrs[i]) != attr_text(definition.attrs[i].value))
            text += fmt::format(" {}={}", definition.attrs[i].name, attr_text(question.attrs[i]));
    }
    return text;
}

}  // namespace davsim::op
