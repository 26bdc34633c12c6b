// SPDX-License-Identifier: Apache-2.0
#include "sim/run/summary_json.h"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace davsim {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<Pipe, 4> kShownPipes = {Pipe::kS, Pipe::kV, Pipe::kMte2, Pipe::kMte3};
constexpr int kIndent = 2;

Json pipe_json(const LaunchStatistics& statistics, Pipe pipe) {
    const PipeUse total = statistics.pipe_total(pipe);
    Json json;
    json["busy_cycles"] = total.busy.count();
    json["busy_cycles_max"] = statistics.pipe_max(pipe).count();
    json["ratio"] = statistics.pipe_ratio(pipe);
    json["instructions"] = total.instructions;
    json["syncs"] = total.syncs;
    json["bytes"] = total.bytes;
    Json waits = Json::object();
    for (std::size_t cause = 1; cause < total.waited.size(); ++cause) {
        if (total.waited[cause].count() != 0) {
            waits[std::string(name_of(static_cast<StallCause>(cause)))] =
                total.waited[cause].count();
        }
    }
    json["wait_cycles"] = waits;
    return json;
}

Json number_json(double value) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
    return value;
}

// An output that keeps what it held; there is nothing to judge.
Json unwritten_json() {
    return {{"written", false}, {"elements", 0}};
}

Json numerics_json(const Comparison& comparison) {
    Json json;
    json["written"] = true;
    json["pass"] = comparison.pass;
    json["max_abs"] = number_json(comparison.max_abs);
    json["max_rel"] = number_json(comparison.max_rel);
    json["mismatches"] = comparison.mismatches;
    json["misplaced_nan_inf"] = comparison.misplaced_specials;
    json["elements"] = comparison.elements;
    json["rtol"] = comparison.tolerance.rtol;
    json["atol"] = comparison.tolerance.atol;
    json["miss_share"] = comparison.tolerance.miss_share;
    json["golden"] = comparison.golden;
    if (comparison.mismatches != 0) {
        json["first_mismatch"] = {{"index", comparison.first_index},
                                  {"got", number_json(comparison.first_got)},
                                  {"want", number_json(comparison.first_want)}};
    }
    return json;
}

Json tiling_json(const TilingResult& tiling) {
    Json json = Json::object();
    for (const auto& [field, value] : tiling.fields) json[field] = value;
    return json;
}

Json bound_json(const Bound& bound) {
    Json json;
    json["limit"] = name_of(bound.limit);
    json["share"] = bound.share;
    json["text"] = bound.text;
    json["roofline_cycles"] = bound.roofline.count();
    Json shares = Json::object();
    for (const Bound::Candidate& candidate : bound.candidates) {
        shares[std::string(name_of(candidate.limit))] = candidate.share;
    }
    json["shares"] = shares;
    return json;
}

Json components_json(const ComponentRoofline& roofline) {
    Json json;
    for (const ComponentUse& use : roofline.components) {
        json[std::string(name_of(use.pipe))] = {{"busy", use.busy},
                                                {"utilisation", use.utilisation},
                                                {"achieved_bytes_per_cycle", use.achieved},
                                                {"ideal_bytes_per_cycle", use.ideal},
                                                {"text", use.text}};
    }
    json["verdict"] = roofline.verdict;
    return json;
}

void add_program_launch(Json& json, const RunReport& report) {
    json["failure"] = report.failure.empty() ? Json() : Json(report.failure);
    for (const auto& [name, text] : report.remarks) json[name] = text;
}

void add_problem(Json& json, const RunReport& report) {
    json["soc"] = report.config.identity.soc;
    json["op"] = report.op;
    if (report.of_program) return add_program_launch(json, report);
    json["shape"] = report.problem.shape;
    json["dtype"] = name_of(report.problem.dtype);
    json["mean_dtype"] = name_of(report.problem.mean_dtype.value_or(report.problem.dtype));
    json["output_mask"] = report.problem.output_mask;
    json["optional_absent"] = report.problem.optional_absent;
    if (report.case_folder) {
        json["case"] = *report.case_folder;
        json["seed"] = nullptr;
    } else {
        json["case"] = nullptr;
        json["seed"] = report.seed;
    }
    json["empty"] = report.empty;
}

void add_launch(Json& json, const RunReport& report) {
    const LaunchStatistics& statistics = report.statistics;
    json["strategy"] = report.tiling.strategy;
    json["tiling_key"] = report.tiling.key;
    json["tiling"] = tiling_json(report.tiling);
    json["workspace_bytes"] = report.tiling.workspace;
    json["blocks"] = report.empty ? 0 : report.tiling.block_dim;
    json["cores"] = report.config.cores.vector_cores();
    json["used_cores"] = statistics.used_cores();
    json["clock_mhz"] = report.config.cores.clock_mhz;
    json["cycles"] = statistics.span.count();
    json["time_us"] = report.time_us();
    json["instructions"] = report.instructions;
    json["elements"] = report.elements;
    json["wall_s"] = report.wall_seconds;
    for (const Pipe pipe : kShownPipes)
        json["pipes"][std::string(name_of(pipe))] = pipe_json(statistics, pipe);
    json["bytes"] = {{"gm_read", statistics.memory.gm_read},
                     {"gm_write", statistics.memory.gm_write},
                     {"hbm_read", statistics.memory.hbm_read},
                     {"hbm_write", statistics.memory.hbm_write}};
    json["l2_hit_rate"] = statistics.memory.l2_hit_rate();
    json["bound"] = bound_json(report.bound);
    json["components"] = components_json(report.roofline);
}

}  // namespace

std::string summary_json(const RunReport& report) {
    Json json;
    json["davsim"] = report.version;
    json["command"] = report.command;
    json["pass"] = report.pass();
    json["judged"] = !report.unjudged;
    add_problem(json, report);
    add_launch(json, report);
    if (!report.of_program) json["numerics"] = Json::object();
    for (const Comparison& comparison : report.numerics)
        json["numerics"][comparison.output] = numerics_json(comparison);
    for (const std::string& output : report.unwritten) json["numerics"][output] = unwritten_json();
    json["output"] = report.output_folder;
    json["trace"] = {{"level", report.trace_level},
                     {"store", report.trace_store.empty() ? Json() : Json(report.trace_store)},
                     {"files", report.trace_files},
                     // Everything recorded and in every file made of it.
                     {"complete", report.trace_complete},
                     {"message", report.trace_message}};
    return json.dump(kIndent, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace davsim
