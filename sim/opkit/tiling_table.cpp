// SPDX-License-Identifier: Apache-2.0
#include "sim/opkit/tiling_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>

#include "sim/base/error.h"
#include "sim/opkit/describe.h"
#include "sim/opkit/ge_types.h"
#include "sim/opkit/isolated.h"
#include "sim/opkit/kernel_probe.h"
#include "sim/opkit/loaded_operator.h"
#include "sim/opkit/tiling_fields.h"

namespace davsim::op {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint32_t kProbedBlocks = 3;  // first, middle and last say how blocks differ
constexpr double kPercent = 100;

Json row_json(const TableRow& row) {
    Json json;
    json["soc"] = row.soc;
    json["problem"] = row.problem;
    json["ok"] = row.ok;
    json["reason"] = row.reason;
    json["key"] = row.key;
    json["blocks"] = row.blocks;
    json["workspace_bytes"] = row.workspace;
    json["idle"] = row.idle;
    json["probed"] = row.probed;
    json["ub_bytes"] = row.ub_bytes;
    json["ub_capacity"] = row.ub_capacity;
    json["balance"] = row.balance;
    json["transfers"] = row.transfers;
    json["small_transfers"] = row.small_transfers;
    json["unaligned_transfers"] = row.unaligned_transfers;
    json["fields"] = Json::array();
    for (const auto& [name, value] : row.fields) json["fields"].push_back({name, value});
    return json;
}

TableRow row_of(const std::string& text) {
    const Json json = Json::parse(text);
    TableRow row;
    row.soc = json.at("soc");
    row.problem = json.at("problem");
    row.ok = json.at("ok");
    row.reason = json.at("reason");
    row.key = json.at("key");
    row.blocks = json.at("blocks");
    row.workspace = json.at("workspace_bytes");
    row.idle = json.at("idle");
    row.probed = json.at("probed");
    row.ub_bytes = json.at("ub_bytes");
    row.ub_capacity = json.at("ub_capacity");
    row.balance = json.at("balance");
    row.transfers = json.at("transfers");
    row.small_transfers = json.at("small_transfers");
    row.unaligned_transfers = json.at("unaligned_transfers");
    for (const Json& field : json.at("fields"))
        row.fields.emplace_back(field.at(0).get<std::string>(), field.at(1).get<std::string>());
    return row;
}

std::string dump(const TableRow& row) {
    return row_json(row).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::uint64_t bytes_of(const Tensors& tensors) {
    std::uint64_t total = 0;
    for (const Tensor& tensor : tensors) {
        const GeType* type = ge_type(tensor.type);
        std::uint64_t bytes =
            type == nullptr || !type->stored_as ? sizeof(double) : size_of(*type->stored_as);
        for (const std::int64_t extent : tensor.shape) bytes *= static_cast<std::uint64_t>(extent);
        total += std::max<std::uint64_t>(bytes, 1);
    }
    return total;
}

// What a child does for one problem on one SoC.
class Asker {
public:
    explicit Asker(const TableRequest& request) : request_(request), loaded_(request.library) {}

    TableRow row(const OperatorRequest& problem, const SocConfig& config) const {
        TableRow row;
        row.soc = config.identity.soc;
        const Definition& definition = loaded_.definition();
        Question question;
        try {
            question = make_question(definition, problem, config);
        } catch (const Error& error) {
            row.reason = error.what();
            return row;
        }
        row.problem = question_text(definition, question);
        if (!infer(problem, question, row)) return row;
        TilingAnswer answer;
        loaded_.library().tile(question, answer);
        row.ok = answer.ok && answer.block_dim > 0;
        if (!answer.messages.empty() && !row.ok) row.reason = answer.messages.front();
        if (answer.ok && answer.block_dim == 0) row.reason = "the tiling asks for 0 blocks";
        if (!row.ok) return row;
        describe(question, answer, config, row);
        if (request_.probe) probe(question, answer, config, row);
        return row;
    }

private:
    bool infer(const OperatorRequest& problem, Question& question, TableRow& row) const {
        if (!loaded_.definition().has_infer_shape ||
            !needs_shapes(question, problem, loaded_.definition()))
            return true;
        InferAnswer answer;
        loaded_.library().infer(question, answer);
        if (!answer.ok) {
            row.reason = answer.messages.empty() ? "infer-shape failed" : answer.messages.front();
            return false;
        }
        question.outputs = answer.outputs;
        return true;
    }

    void describe(const Question& question, const TilingAnswer& answer, const SocConfig& config,
                  TableRow& row) const {
        row.key = answer.key;
        row.blocks = answer.block_dim;
        for (const std::uint64_t bytes : answer.workspaces) row.workspace += bytes;
        row.workspace -= std::min(row.workspace, question.platform.system_workspace);
        const auto cores = static_cast<std::uint32_t>(config.cores.vector_cores());
        const std::uint32_t waves = (answer.block_dim + cores - 1) / cores;
        row.idle =
            1.0 - static_cast<double>(answer.block_dim) / (static_cast<double>(waves) * cores);
        row.ub_capacity = static_cast<std::uint32_t>(config.memory.ub_bytes);
        const Struct* fields = struct_of(loaded_.structs(), loaded_.definition().type, answer);
        if (fields != nullptr && request_.fields)
            row.fields = decode(loaded_.structs(), *fields, answer.data);
    }

    void probe(const Question& question, const TilingAnswer& answer, const SocConfig& config,
               TableRow& row) const {
        std::vector<int> types;
        ProbeRequest probe;
        for (const auto* parameters : {&question.inputs, &question.outputs}) {
            for (const Tensors& tensors : *parameters) {
                types.push_back(tensors.empty() ? -1 : tensors.front().type);
                probe.argument_bytes.push_back(bytes_of(tensors));
                if (tensors.size() > 1) return;  // a list's addresses are not laid out here
            }
        }
        for (const ParamInfo& param : loaded_.definition().inputs) {
            if (param.kind == ParamKind::kDynamic) return;
        }
        probe.kernel = loaded_.kernel(types, answer.key);
        if (probe.kernel == nullptr) {
            row.ok = false;
            row.reason =
                fmt::format("the library has no kernel for these types and key {}", answer.key);
            return;
        }
        probe.tiling = &answer;
        probe.workspace_bytes = row.workspace;
        probe.most_blocks = kProbedBlocks;
        // Where latency takes as long as the bytes.
        probe.efficient_bytes = static_cast<std::uint64_t>(
            static_cast<double>(config.dma.load.miss_latency) * config.dma.load.miss_rate);
        const ProbeResult found = probe_kernel(probe, config);
        row.probed = true;
        row.ub_bytes = found.ub_bytes;
        row.balance = found.balance();
        row.transfers = found.transfers;
        row.small_transfers = found.small_transfers;
        row.unaligned_transfers = found.unaligned_transfers;
        if (!found.problem.empty()) {
            row.ok = false;
            row.reason = "the kernel stops: " + found.problem;
        }
    }

    const TableRequest& request_;
    LoadedOperator loaded_;
};

}  // namespace

std::vector<TableRow> tiling_table(const TableRequest& request) {
    const std::size_t socs = request.socs.size();
    std::unique_ptr<Asker> asker;  // of the child
    std::size_t item = 0;          // of the parent: what a mishap is about
    Isolated isolated;
    isolated.limit_seconds = request.limit_seconds;
    isolated.work = [&](std::size_t i) {
        if (asker == nullptr) asker = std::make_unique<Asker>(request);
        return dump(asker->row(request.problems[i / socs], request.socs[i % socs]));
    };
    const Definition definition = describe_library(request.library).definition;
    isolated.on_mishap = [&](const Mishap& mishap) {
        TableRow row;
        row.soc = request.socs[item % socs].identity.soc;
        try {
            row.problem =
                question_text(definition, make_question(definition, request.problems[item / socs],
                                                        request.socs[item % socs]));
        } catch (const Error&) { row.problem = fmt::format("problem {}", item / socs + 1); }
        row.reason = "the tiling function or kernel " + mishap.text(request.limit_seconds);
        return dump(row);
    };
    isolated.item = &item;
    std::vector<TableRow> rows;
    for (const std::string& text : run_isolated(request.problems.size() * socs, isolated))
        rows.push_back(row_of(text));
    return rows;
}

std::string table_text(const std::vector<TableRow>& rows, bool fields) {
    std::size_t wide = 8;
    std::size_t soc = 4;
    for (const TableRow& row : rows) {
        wide = std::max(wide, row.problem.size());
        soc = std::max(soc, row.soc.size());
    }
    std::string text;
    const auto out = std::back_inserter(text);
    fmt::format_to(out, "{:<{}}  {:<{}}  {:<7} {:>6} {:>6} {:>6} {:>8} {:>12} {:>7} {:>7} {:>9}\n",
                   "problem", wide, "soc", soc, "status", "key", "blocks", "idle %", "balance %",
                   "workspace B", "UB %", "small", "unaligned");
    for (const TableRow& row : rows) {
        if (!row.ok) {
            fmt::format_to(out, "{:<{}}  {:<{}}  refused {}\n", row.problem, wide, row.soc, soc,
                           row.reason);
            continue;
        }
        const auto share = [&](std::uint64_t part) {
            return row.probed ? fmt::format("{}/{}", part, row.transfers) : std::string("-");
        };
        fmt::format_to(
            out, "{:<{}}  {:<{}}  {:<7} {:>6} {:>6} {:>6.0f} {:>8} {:>12} {:>7} {:>7} {:>9}\n",
            row.problem, wide, row.soc, soc, "ok", row.key, row.blocks, row.idle * kPercent,
            row.probed ? fmt::format("{:.0f}", row.balance * kPercent) : "-", row.workspace,
            row.probed ? fmt::format("{:.0f}", kPercent * row.ub_bytes / row.ub_capacity) : "-",
            share(row.small_transfers), share(row.unaligned_transfers));
        if (fields) {
            text += "   ";
            for (const auto& [name, value] : row.fields) text += fmt::format(" {}={}", name, value);
            text += '\n';
        }
    }
    return text;
}

std::string table_json(const std::vector<TableRow>& rows) {
    Json json = Json::array();
    for (const TableRow& row : rows) json.push_back(row_json(row));
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace davsim::op
