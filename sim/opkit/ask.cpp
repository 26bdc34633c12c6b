// SPDX-License-Identifier: Apache-2.0
#include "sim/opkit/ask.h"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "sim/opkit/isolated.h"
#include "sim/opkit/loaded_operator.h"

namespace davsim::op {
namespace {

using Json = nlohmann::json;

Json tensors_json(const std::vector<Tensors>& parameters) {
    Json json = Json::array();
    for (const Tensors& tensors : parameters) {
        Json row = Json::array();
        for (const Tensor& tensor : tensors)
            row.push_back({tensor.type, tensor.format, tensor.shape});
        json.push_back(row);
    }
    return json;
}

std::vector<Tensors> tensors_of(const Json& json) {
    std::vector<Tensors> parameters;
    for (const Json& row : json) {
        Tensors tensors;
        for (const Json& item : row) {
            Tensor tensor;
            tensor.type = item.at(0);
            tensor.format = item.at(1);
            tensor.shape = item.at(2).get<std::vector<std::int64_t>>();
            tensors.push_back(std::move(tensor));
        }
        parameters.push_back(std::move(tensors));
    }
    return parameters;
}

std::string to_text(const Answer& answer) {
    const TilingAnswer& t = answer.tiling;
    const Json json = {answer.infer.ok,
                       tensors_json(answer.infer.outputs),
                       answer.infer.messages,
                       t.ok,
                       t.status,
                       t.data,
                       t.key,
                       t.block_dim,
                       t.workspaces,
                       t.schedule_mode,
                       t.local_memory,
                       t.need_atomic,
                       t.struct_name,
                       t.messages};
    // Messages are user text, which may be no UTF-8.
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Answer answer_of(const std::string& text) {
    const Json json = Json::parse(text);
    Answer answer;
    answer.infer.ok = json.at(0);
    answer.infer.outputs = tensors_of(json.at(1));
    answer.infer.messages = json.at(2).get<std::vector<std::string>>();
    TilingAnswer& t = answer.tiling;
    t.ok = json.at(3);
    t.status = json.at(4);
    t.data = json.at(5).get<std::vector<std::uint8_t>>();
    t.key = json.at(6);
    t.block_dim = json.at(7);
    t.workspaces = json.at(8).get<std::vector<std::uint64_t>>();
    t.schedule_mode = json.at(9);
    t.local_memory = json.at(10);
    t.need_atomic = json.at(11);
    t.struct_name = json.at(12);
    t.messages = json.at(13).get<std::vector<std::string>>();
    return answer;
}

Answer answer_here(const LoadedOperator& loaded, Question question, bool infer, bool tile) {
    Answer answer;
    answer.infer.ok = true;
    answer.infer.outputs = question.outputs;
    if (infer) {
        answer.infer = {};
        loaded.library().infer(question, answer.infer);
        question.outputs = answer.infer.outputs;
    }
    if (tile && answer.infer.ok) loaded.library().tile(question, answer.tiling);
    return answer;
}

}  // namespace

std::vector<Answer> ask(const std::string& library, const std::vector<Question>& questions,
                        bool infer, bool tile, double limit_seconds) {
    std::unique_ptr<LoadedOperator> loaded;  // of the child
    Isolated isolated;
    isolated.limit_seconds = limit_seconds;
    isolated.work = [&](std::size_t i) {
        if (loaded == nullptr) loaded = std::make_unique<LoadedOperator>(library);
        return to_text(answer_here(*loaded, questions[i], infer, tile));
    };
    isolated.on_mishap = [&](const Mishap& mishap) {
        Answer answer;
        const std::string text = fmt::format(
            "{} {}", tile ? "the tiling function" : "a host function", mishap.text(limit_seconds));
        answer.infer.ok = tile;
        answer.infer.messages = {text};
        answer.tiling.messages = {text};
        return to_text(answer);
    };
    std::vector<Answer> answers;
    for (const std::string& text : run_isolated(questions.size(), isolated))
        answers.push_back(answer_of(text));
    return answers;
}

}  // namespace davsim::op
