// SPDX-License-Identifier: Apache-2.0
#include "sim/opkit/library_launch.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/base/error.h"
#include "sim/opkit/ask.h"
#include "sim/opkit/describe.h"
#include "sim/opkit/ge_types.h"
#include "sim/opkit/operator_request.h"
#include "sim/opkit/tiling_fields.h"

namespace davsim::op {
namespace {

class LibraryKernel final : public KernelCode {
public:
    LibraryKernel(std::shared_ptr<const LoadedOperator> loaded, const Kernel& kernel)
        : loaded_(std::move(loaded)), kernel_(kernel) {}
    const std::string& path() const override { return loaded_->path(); }
    std::uint32_t argument_count() const override { return kernel_.arg_count; }
    KernelKind kind(std::uint64_t tiling_key) const override {
        return kind_of(kernel_.kinds_begin, kernel_.kinds_end, tiling_key);
    }
    KernelFunctions functions() const override { return {kernel_.bind, kernel_.invoke}; }

private:
    std::shared_ptr<const LoadedOperator> loaded_;
    const Kernel& kernel_;
};

TilingAnswer answer_of(const LoadedOperator& loaded, const Question& question, HostCalls calls) {
    if (calls == HostCalls::kIsolated)
        return ask(loaded.path(), {question}, false, true).at(0).tiling;
    TilingAnswer answer;
    loaded.library().tile(question, answer);
    return answer;
}

// Of the inputs, then the outputs; -1: absent.
std::vector<int> types_of(const Question& question) {
    std::vector<int> all;
    for (const auto* parameters : {&question.inputs, &question.outputs}) {
        for (const Tensors& tensors : *parameters)
            all.push_back(tensors.empty() ? -1 : tensors.front().type);
    }
    return all;
}

std::string inputs_text(const LoadedOperator& loaded, const Question& question) {
    std::string text;
    for (std::size_t i = 0; i < question.inputs.size(); ++i) {
        if (question.inputs[i].empty()) continue;
        text += fmt::format("{}{}={}", text.empty() ? "" : " ", loaded.definition().inputs[i].name,
                            type_text(question.inputs[i].front().type));
    }
    return text;
}

}  // namespace

std::string reason_of(const std::vector<std::string>& messages) {
    constexpr std::size_t kMost = 3;
    if (messages.empty()) return "the tiling function failed without a word";
    const auto end =
        messages.begin() + static_cast<std::ptrdiff_t>(std::min(messages.size(), kMost));
    return fmt::format("{}", fmt::join(messages.begin(), end, "; "));
}

TilingResult tile(const LoadedOperator& loaded, const Question& question,
                  const TilingOverrides& overrides, HostCalls calls) {
    const std::string& type = loaded.definition().type;
    TilingAnswer answer = answer_of(loaded, question, calls);
    if (!answer.ok) {
        const std::string reason = reason_of(answer.messages);
        // Messages of log macros begin with the node's name.
        const bool named = reason.compare(0, type.size() + 1, type + ":") == 0;
        throw Error(Fault::kTiling, fmt::format("{}{} ({})", named ? "" : type + ": ", reason,
                                                question_text(loaded.definition(), question)));
    }
    TilingResult result;
    const Struct* fields = struct_of(loaded.structs(), type, answer);
    if (!overrides.fields.empty()) {
        if (fields == nullptr)
            throw Error(Fault::kTiling, "--tiling: the library does not know the tiling's fields");
        set_fields(loaded.structs(), *fields, answer.data, overrides.fields);
    }
    result.key = overrides.key.value_or(answer.key);
    result.block_dim = overrides.block_dim.value_or(answer.block_dim);
    if (result.block_dim == 0)
        throw Error(Fault::kTiling, fmt::format("{}: the tiling asks for 0 blocks", type));
    for (const std::uint64_t bytes : answer.workspaces) result.workspace += bytes;
    // The system's part is included in what a tiling asks for.
    result.workspace -= std::min(result.workspace, question.platform.system_workspace);
    if (fields != nullptr) {
        result.fields = decode(loaded.structs(), *fields, answer.data);
        result.strategy = fields->name;
    } else {
        result.strategy = fmt::format("{} bytes of tiling data", answer.data.size());
    }
    result.data = std::move(answer.data);
    return result;
}

std::unique_ptr<KernelCode> kernel_of(std::shared_ptr<const LoadedOperator> loaded,
                                      const Question& question, std::uint64_t key) {
    const Kernel* kernel = loaded->kernel(types_of(question), key);
    if (kernel == nullptr) {
        throw Error(Fault::kUnsupported,
                    fmt::format("{}: no kernel for {} and tiling key {}", loaded->path(),
                                inputs_text(*loaded, question), key));
    }
    return std::make_unique<LibraryKernel>(std::move(loaded), *kernel);
}

}  // namespace davsim::op
