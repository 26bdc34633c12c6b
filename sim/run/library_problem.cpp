// SPDX-License-Identifier: Apache-2.0
#include "sim/run/library_problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <random>

#include "sim/base/error.h"
#include "sim/base/numbers.h"
#include "sim/opkit/describe.h"
#include "sim/opkit/ge_types.h"
#include "sim/opkit/library_launch.h"

namespace davsim {
namespace {

constexpr std::int64_t kRandomIntegers = 8;  // from -8 to 7, unsigned ones from 0 to 7

DataType stored_type(const std::string& name, int type) {
    const op::GeType* known = op::ge_type(type);
    if (known == nullptr || !known->stored_as) {
        throw Error(Fault::kUnsupported,
                    fmt::format("{}: tensors of {} cannot be held", name, op::type_text(type)));
    }
    return *known->stored_as;
}

// A file's elements in another type: floating-point numbers are rounded, integers must fit.
std::vector<std::uint8_t> converted(const std::string& name, const op::GivenTensor& from,
                                    int type) {
    const DataType to = stored_type(name, type);
    const op::GeType* held = op::ge_type(*from.held);
    const bool wide = *from.held == op::ge_type_named("fp64")->number;
    const bool floats = wide || (held->stored_as && is_float(*held->stored_as));
    if (floats != is_float(to))
        throw Error(Fault::kUsage, fmt::format("input {}: its file holds {}, the operator takes {}",
                                               name, held->short_name, op::type_text(type)));
    const std::size_t size = wide ? sizeof(double) : size_of(*held->stored_as);
    std::vector<std::uint8_t> result(from.data.size() / size * size_of(to));
    for (std::size_t i = 0; i < from.data.size() / size; ++i) {
        double value = 0;
        if (wide)
            std::memcpy(&value, from.data.data() + i * size, size);
        else
            value = load_number(from.data.data() + i * size, *held->stored_as);
        std::uint8_t* element = result.data() + i * size_of(to);
        store_number(element, to, value);
        if (!floats && load_number(element, to) != value)
            throw Error(Fault::kUsage, fmt::format("input {}: {} in its file does not fit {}", name,
                                                   value, op::type_text(type)));
    }
    return result;
}

// Golden files hold bf16 as its bits.
double bf16_value(double bits) {
    const auto word = static_cast<std::uint16_t>(bits);
    std::uint8_t bytes[sizeof(word)];
    std::memcpy(bytes, &word, sizeof(word));
    return load_number(bytes, DataType::kBfloat16);
}

}  // namespace

LibraryProblem::LibraryProblem(const LibraryRequest& request, const SocConfig& config)
    : request_(request) {
    // Its static objects are user code: a library that cannot be opened fails in a child.
    const op::Description description = op::describe_library(request.path);
    if (!description.problem.empty()) throw Error(Fault::kUsage, description.problem);
    loaded_ = std::make_shared<const op::LoadedOperator>(request.path);
    const auto arch = static_cast<int>(loaded_->library().npu_arch);
    if (arch != config.identity.npu_arch) {
        throw Error(Fault::kUsage,
                    fmt::format("{} is built for architecture {}, {} has {}", request.path, arch,
                                config.identity.soc, config.identity.npu_arch));
    }
    question_ = op::make_question(definition(), request.request, config);
    convert_inputs();
    infer(config);
    list_tensors();
}

// The bytes that each input begins with: those of its file, in the type that the problem has.
void LibraryProblem::convert_inputs() {
    for (std::size_t i = 0; i < definition().inputs.size(); ++i) {
        const std::string& name = definition().inputs[i].name;
        const auto found = request_.request.tensors.find(name);
        op::Tensors& tensors = question_.inputs[i];
        if (tensors.empty()) given_.push_back(nullptr);
        for (std::size_t j = 0; j < tensors.size(); ++j) {
            const op::GivenTensor& from = found->second.at(j);
            given_.push_back(from.has_data ? &from.data : nullptr);
            if (!from.has_data || from.held.value_or(tensors[j].type) == tensors[j].type) continue;
            converted_.push_back(converted(name, from, tensors[j].type));
            given_.back() = &converted_.back();
            tensors[j].data = converted_.back().data();
        }
    }
}

void LibraryProblem::infer(const SocConfig& /*config*/) {
    if (!op::needs_shapes(question_, request_.request, definition())) return;
    const std::vector<op::Tensors> given = question_.outputs;
    if (definition().has_infer_shape) {
        const op::Answer answer = op::ask(request_.path, {question_}, true, false).at(0);
        if (!answer.infer.ok) {
            throw Error(Fault::kTiling,
                        fmt::format("{}: the outputs' shapes cannot be inferred: {}", type(),
                                    op::reason_of(answer.infer.messages)));
        }
        question_.outputs = answer.infer.outputs;
    }
    for (std::size_t i = 0; i < given.size(); ++i) {
        const std::string& name = definition().outputs[i].name;
        const auto found = request_.request.tensors.find(name);
        for (std::size_t j = 0; j < given[i].size(); ++j) {
            const op::GivenTensor* tensor =
                found == request_.request.tensors.end() ? nullptr : &found->second.at(j);
            if (tensor != nullptr && tensor->type) question_.outputs[i][j].type = *tensor->type;
            if (tensor != nullptr && tensor->shape) {
                question_.outputs[i][j].shape = *tensor->shape;
            } else if (!definition().has_infer_shape) {
                throw Error(Fault::kUsage,
                            fmt::format("output {}: the operator has no infer-shape function; give "
                                        "--shape {}=[...]",
                                        name, name));
            }
        }
    }
}

void LibraryProblem::list_tensors() {
    const auto add = [](const op::ParamInfo& param, const op::Tensors& tensors,
                        std::vector<TensorSpec>& specs) {
        const bool list = param.kind == op::ParamKind::kDynamic;
        if (tensors.empty()) {
            TensorSpec absent;
            absent.name = param.name;
            absent.present = false;
            if (list) absent.list = param.name;
            specs.push_back(std::move(absent));
        }
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            TensorSpec spec;
            spec.name = list ? fmt::format("{}_{}", param.name, i) : param.name;
            spec.dtype = stored_type(spec.name, tensors[i].type);
            spec.shape = tensors[i].shape;
            if (list) spec.list = param.name;
            if (param.has_init) spec.initial = param.init;
            for (const std::int64_t extent : spec.shape) {
                if (extent < 0)
                    throw Error(Fault::kUsage,
                                fmt::format("{}: extent {} is negative", spec.name, extent));
            }
            specs.push_back(std::move(spec));
        }
    };
    for (std::size_t i = 0; i < definition().inputs.size(); ++i) {
        const op::ParamInfo& param = definition().inputs[i];
        add(param, question_.inputs[i], inputs_);
    }
    for (std::size_t i = 0; i < definition().outputs.size(); ++i)
        add(definition().outputs[i], question_.outputs[i], outputs_);
    for (TensorSpec& output : outputs_) {
        for (const TensorSpec& input : inputs_) {
            if (input.present && input.name == output.name) output.in_place = input.name;
        }
    }
    list_changed_inputs();
    check_goldens();
}

// Operators may change inputs that they do not define as outputs. Their results are looked at where
// they are asked for, and where there are no others.
void LibraryProblem::list_changed_inputs() {
    const bool all = definition().outputs.empty();
    for (const TensorSpec& input : inputs_) {
        const bool output = std::any_of(outputs_.begin(), outputs_.end(),
                                        [&](const TensorSpec& o) { return o.name == input.name; });
        if (!input.present || output || !(all || golden_of(input) != nullptr)) continue;
        TensorSpec changed = input;
        changed.in_place = input.name;
        changed.argument = false;
        outputs_.push_back(std::move(changed));
    }
}

// A list's only tensor may be called like the list.
const GoldenValues* LibraryProblem::golden_of(const TensorSpec& output) const {
    auto found = request_.goldens.find(output.name);
    if (found == request_.goldens.end() && output.name == output.list + "_0")
        found = request_.goldens.find(output.list);
    return found == request_.goldens.end() ? nullptr : &found->second;
}

void LibraryProblem::check_goldens() const {
    for (const auto& golden : request_.goldens) {
        const bool known = std::any_of(outputs_.begin(), outputs_.end(), [&](const TensorSpec& o) {
            return golden_of(o) == &golden.second;
        });
        if (known) continue;
        std::string names;
        for (const TensorSpec& output : outputs_)
            names += (names.empty() ? "" : ", ") + output.name;
        throw Error(Fault::kUsage,
                    fmt::format("--golden {}: {} has no such tensor, its outputs are {}",
                                golden.first, type(), names));
    }
}

std::string LibraryProblem::shape_text() const {
    return op::question_text(definition(), question_);
}

void LibraryProblem::fill(std::vector<HostTensor>& inputs, std::uint64_t seed) const {
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        HostTensor& tensor = inputs[i];
        if (!tensor.spec.present) continue;
        if (given_[i] != nullptr) {
            tensor.data = *given_[i];
            continue;
        }
        // A sequence of its own for each tensor, so that one more input changes no other.
        std::mt19937_64 random(seed * 1000003U + i);
        const std::size_t size = size_of(tensor.spec.dtype);
        constexpr double kSteps = 9007199254740992.0;  // 2^53
        for (std::uint64_t e = 0; e * size < tensor.spec.bytes(); ++e) {
            const double share = static_cast<double>(random() >> 11U) / kSteps;
            double value = request_.lowest + share * (request_.highest - request_.lowest);
            if (!is_float(tensor.spec.dtype)) {
                const bool negative =
                    tensor.spec.dtype == DataType::kInt8 || tensor.spec.dtype == DataType::kInt16 ||
                    tensor.spec.dtype == DataType::kInt32 || tensor.spec.dtype == DataType::kInt64;
                const auto range =
                    static_cast<double>(negative ? 2 * kRandomIntegers : kRandomIntegers);
                value =
                    std::floor(share * range) - static_cast<double>(negative ? kRandomIntegers : 0);
            }
            store_number(tensor.data.data() + e * size, tensor.spec.dtype, value);
        }
    }
}

TilingResult LibraryProblem::tile(const TilingOverrides& overrides) const {
    return op::tile(*loaded_, question_, overrides, op::HostCalls::kIsolated);
}

std::unique_ptr<KernelCode> LibraryProblem::kernel(const TilingResult& tiling) const {
    return op::kernel_of(loaded_, question_, tiling.key);
}

void LibraryProblem::compute_reference(const std::vector<HostTensor>& inputs) const {
    op::ReferenceCall call;
    for (const HostTensor& input : inputs) {
        op::ReferenceTensor tensor;
        tensor.name = input.spec.name;
        tensor.shape = input.spec.shape;
        tensor.present = input.spec.present;
        const std::size_t size = size_of(input.spec.dtype);
        for (std::size_t at = 0; at + size <= input.data.size(); at += size)
            tensor.values.push_back(load_number(input.data.data() + at, input.spec.dtype));
        call.inputs.push_back(std::move(tensor));
    }
    for (std::size_t i = 0; i < question_.attrs.size(); ++i)
        call.attrs[definition().attrs[i].name] = question_.attrs[i];
    for (const TensorSpec& output : outputs_) {
        op::ReferenceTensor tensor;
        tensor.name = output.name;
        tensor.shape = output.shape;
        tensor.present = output.present;
        tensor.values.resize(output.present ? output.elements() : 0);
        reference_.push_back(std::move(tensor));
    }
    loaded_->library().reference(call, reference_);
}

std::vector<std::vector<double>> LibraryProblem::reference(
    const std::vector<HostTensor>& inputs) const {
    if (definition().has_reference) compute_reference(inputs);
    std::vector<std::vector<double>> values;
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
        const TensorSpec& output = outputs_[i];
        const GoldenValues* golden = golden_of(output);
        values.emplace_back();
        if (golden != nullptr) {
            values.back() = golden->values;
            if (golden->may_be_bf16 && output.dtype == DataType::kBfloat16) {
                for (double& value : values.back()) value = bf16_value(value);
            }
        } else if (definition().has_reference &&
                   (output.argument || definition().outputs.empty())) {
            values.back() = reference_.at(i).values;
        } else {
            continue;
        }
        if (values.back().size() != output.elements()) {
            throw Error(Fault::kUsage,
                        fmt::format("{} {}: {} elements, the output has {}",
                                    golden == nullptr ? "reference" : "--golden", output.name,
                                    values.back().size(), output.elements()));
        }
    }
    return values;
}

Tolerance LibraryProblem::tolerance(std::size_t output, const std::vector<HostTensor>& /*inputs*/,
                                    const std::vector<double>& /*golden*/) const {
    Tolerance tolerance;
    switch (outputs_[output].dtype) {
        case DataType::kFloat32: tolerance.rtol = tolerance.atol = 1e-4; break;
        case DataType::kFloat16: tolerance.rtol = tolerance.atol = 1e-3; break;
        case DataType::kBfloat16: tolerance.rtol = tolerance.atol = 8e-3; break;
        default: break;
    }
    if (output < reference_.size()) {
        const op::ReferenceTensor& told = reference_[output];
        if (told.rtol >= 0) tolerance.rtol = told.rtol;
        if (told.atol >= 0) tolerance.atol = told.atol;
    }
    if (request_.rtol) tolerance.rtol = *request_.rtol;
    if (request_.atol) tolerance.atol = *request_.atol;
    return tolerance;
}

}  // namespace davsim
