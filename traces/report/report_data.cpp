// SPDX-License-Identifier: Apache-2.0
#include "traces/report/report_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "traces/analysis/explain.h"
#include "traces/analysis/line_profile.h"
#include "traces/analysis/totals.h"
#include "traces/analysis/ub_usage.h"
#include "traces/core_choice.h"

namespace davsim::traces {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kBins = 400;  // points of a curve
constexpr std::size_t kHotLines = 60;

// An attachment that is JSON; null when there is none.
Json attached(const StoreReader& store, const std::string& name) {
    const Json json = Json::parse(store.attachment(name), nullptr, false);
    return json.is_discarded() ? Json() : json;
}

std::string_view kind_of(const SliceLook& look, const Shape& shape) {
    if (look.many) return "many";
    if (look.kind == SliceKind::kSetFlag) return "set";
    switch (shape.kind) {
        case RowKind::kFlag: return "wait";
        case RowKind::kBlock: return "block";
        case RowKind::kScalarStall: return "stall";
        case RowKind::kInstruction: return "instruction";
        default: return "barrier";
    }
}

Json look_json(const SliceLook& look, const StoreReader& store) {
    if (look.many) return {{"kind", "many"}, {"name", "many"}};
    const Shape& shape = store.shapes()[look.shape];
    Json json = {{"kind", kind_of(look, shape)}, {"name", slice_name(look.kind, shape)}};
    json["pipe"] = davsim::name_of(shape.pipe);
    if (const std::string detail = slice_detail(shape); !detail.empty()) json["detail"] = detail;
    if (shape.bytes != 0) json["bytes"] = shape.bytes;
    if (shape.site != 0) json["code"] = place_text(store.site_of(shape));
    return json;
}

Json lane_json(const PackedLane& lane, const LaunchMeta& launch) {
    const std::string_view name = info_of(lane.track).name;
    return {
        {"core", lane.core},
        {"core_name", core_name(lane.core, launch.vector_per_core)},
        {"track", name},
        {"name", lane.number == 0 ? std::string(name) : fmt::format("{}#{}", name, lane.number)},
        {"number", lane.number},
        {"count", lane.count}};
}

// busy, ideal, instructions, bytes, then the waits by cause.
Json pipes_json(const BlockUse& use) {
    Json pipes = Json::array();
    for (const BlockPipeUse& pipe : use.pipes) {
        Json figures = {pipe.busy, pipe.ideal, pipe.instructions, pipe.bytes};
        for (const std::int64_t waited : pipe.waited) figures.push_back(waited);
        pipes.push_back(figures);
    }
    return pipes;
}

Json cores_json(const Totals& totals, const LaunchMeta& launch) {
    Json cores = Json::array();
    for (const CoreTotals& core : totals.cores) {
        cores.push_back({{"core", core.core},
                         {"name", core_name(core.core, launch.vector_per_core)},
                         {"blocks", core.blocks},
                         {"active", core.active},
                         {"pipes", pipes_json(core.use)}});
    }
    return cores;
}

// Neighbouring bins added up, so that a curve has no more points than can be seen.
Json bins_json(const EndMeta& end) {
    const std::size_t together = end.bins.size() / kBins + 1;
    std::map<std::string, std::vector<std::int64_t>> columns;
    for (const char* name : {"read", "write", "hbm", "lines", "hits"}) columns[name] = {};
    for (std::size_t at = 0; at < end.bins.size(); at += together) {
        ThroughputBin sum;
        for (std::size_t i = at; i < std::min(at + together, end.bins.size()); ++i) {
            sum.read += end.bins[i].read;
            sum.write += end.bins[i].write;
            sum.hbm += end.bins[i].hbm;
            sum.lines += end.bins[i].lines;
            sum.hits += end.bins[i].hits;
        }
        columns["read"].push_back(static_cast<std::int64_t>(sum.read));
        columns["write"].push_back(static_cast<std::int64_t>(sum.write));
        columns["hbm"].push_back(static_cast<std::int64_t>(sum.hbm));
        columns["lines"].push_back(static_cast<std::int64_t>(sum.lines));
        columns["hits"].push_back(static_cast<std::int64_t>(sum.hits));
    }
    Json json;
    json["ns"] = end.bin_ns * static_cast<std::int64_t>(together);
    for (const auto& [name, values] : columns) json[name] = values;
    return json;
}

// Of the core that worked longest among those recorded.
Json ub_json(const StoreReader& store, const Totals& totals, const Json& hardware) {
    const CoreTotals* longest = nullptr;
    for (const CoreTotals& core : totals.cores) {
        const bool recorded =
            std::binary_search(store.cores().begin(), store.cores().end(), core.core);
        if (recorded && (longest == nullptr || core.active > longest->active)) longest = &core;
    }
    if (longest == nullptr) return {};
    const UbUsage usage = ub_usage(store.rows_of(longest->core), store);
    Json json;
    json["core_name"] = core_name(longest->core, store.launch().vector_per_core);
    json["reserved"] = usage.reserved;
    json["peak"] = usage.peak;
    const auto capacity = "/values/memory.ub/value"_json_pointer;
    if (hardware.is_object() && hardware.contains(capacity)) json["capacity"] = hardware[capacity];
    json["series"] = Json::array();
    for (const double bytes : usage.over_time(store.end().span, kBins))
        json["series"].push_back(static_cast<std::int64_t>(bytes));
    json["buffers"] = Json::array();
    for (std::size_t i = 0; i < usage.buffers.size(); ++i) {
        const UbBuffer& buffer = usage.buffers[i];
        UbUsage alone;
        alone.buffers = usage.buffers;
        for (const UbInterval& interval : usage.intervals) {
            if (interval.buffer == i) alone.intervals.push_back(interval);
        }
        Json use = Json::array();
        constexpr double kPercent = 100.0;
        for (const double bytes : alone.over_time(store.end().span, kBins))
            use.push_back(static_cast<int>(kPercent * bytes / std::max(buffer.bytes, 1U)));
        json["buffers"].push_back({{"begin", buffer.begin},
                                   {"bytes", buffer.bytes},
                                   {"name", buffer.name},
                                   {"in_use", buffer.in_use},
                                   {"use", use}});
    }
    return json;
}

// The line itself, while its file can be read.
std::string source_text(const Site& site, std::map<std::string, std::vector<std::string>>& files) {
    auto found = files.find(site.file);
    if (found == files.end()) {
        std::vector<std::string> lines;
        std::ifstream stream(site.file);
        for (std::string line; std::getline(stream, line);) lines.push_back(line);
        found = files.emplace(site.file, std::move(lines)).first;
    }
    const auto index = static_cast<std::size_t>(site.line - 1);
    if (site.line < 1 || index >= found->second.size()) return {};
    const std::string& text = found->second[index];
    const std::size_t first = text.find_first_not_of(" \t");
    return first == std::string::npos ? std::string() : text.substr(first);
}

Json lines_json(const StoreReader& store) {
    LineProfile profile(store);
    for (const int core : store.cores()) profile.add(core);
    std::map<std::string, const Site*> sites;
    for (const Site& site : store.end().sites) sites[place_text(&site)] = &site;
    std::map<std::string, std::vector<std::string>> files;
    Json lines = Json::array();
    for (const PlaceUse& line : profile.by_line()) {
        if (lines.size() == kHotLines) break;
        Json json = {
            {"code", line.code},  {"instr", line.instr},          {"calls", line.calls},
            {"busy", line.busy},  {"waited", line.wait_cycles()}, {"flag_wait", line.flag_wait},
            {"bytes", line.bytes}};
        if (const auto site = sites.find(line.code); site != sites.end()) {
            json["function"] = site->second->function;
            if (!site->second->file.empty()) json["source"] = source_text(*site->second, files);
        }
        lines.push_back(json);
    }
    return lines;
}

}  // namespace

std::string report_data(const StoreReader& store, const PackedSlices& slices) {
    const LaunchMeta& launch = store.launch();
    const Totals totals = totals_of(store);
    Json json;
    json["kernel"] = launch.kernel;
    json["clock_mhz"] = launch.clock_mhz;
    json["span"] = std::max<std::int64_t>(store.end().span, 1);
    json["blocks"] = launch.blocks;
    json["level"] = launch.level;
    json["partial"] = launch.partial();
    json["merged"] = slices.merged;
    json["remarks"] = Json::object();
    for (const auto& [key, text] : launch.remarks) json["remarks"][key] = text;
    json["operations"] = totals.all.vector_operations;
    json["cores"] = cores_json(totals, launch);
    json["bins"] = bins_json(store.end());
    json["summary"] = attached(store, "summary");
    json["hardware"] = attached(store, "hardware");
    json["hazards"] = attached(store, "hazards");
    json["ub"] = ub_json(store, totals, json["hardware"]);
    json["lines"] = lines_json(store);
    json["findings"] = Json::array();
    for (const Finding& finding : findings_of(store))
        json["findings"].push_back({{"kind", name_of(finding.kind)}, {"text", finding.text}});
    json["looks"] = Json::array();
    for (const SliceLook& look : slices.looks) json["looks"].push_back(look_json(look, store));
    json["lanes"] = Json::array();
    for (const PackedLane& lane : slices.lanes) json["lanes"].push_back(lane_json(lane, launch));
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace davsim::traces
