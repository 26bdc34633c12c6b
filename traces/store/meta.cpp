// SPDX-License-Identifier: Apache-2.0
#include "traces/store/meta.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "sim/base/error.h"

namespace davsim::traces {
namespace {

using Json = nlohmann::ordered_json;

std::string dumped(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::int64_t rounded(double value) {
    return std::llround(value);
}

Json site_json(const Site& site) {
    return {site.module, site.offset, site.file, site.line, site.function};
}

Site site_of(const Json& json) {
    return {json.at(0), json.at(1), json.at(2), json.at(3), json.at(4)};
}

template <class Meta>
Meta parsed(const std::string& text, const std::string& what, Meta (*read)(const Json&)) {
    try {
        return read(Json::parse(text));
    } catch (const nlohmann::json::exception&) {
        throw Error(Fault::kUsage, what + ": damaged trace store: its description cannot be read");
    }
}

LaunchMeta launch_of(const Json& json) {
    LaunchMeta meta;
    meta.kernel = json.at("kernel");
    meta.level = json.at("level");
    meta.clock_mhz = json.at("clock_mhz");
    meta.cores = json.at("cores");
    meta.vector_per_core = json.at("vector_per_core");
    meta.l2_line_bytes = json.at("l2_line_bytes");
    meta.group_conflicts = json.at("group_conflicts");
    meta.bank_conflicts = json.at("bank_conflicts");
    meta.blocks = json.at("blocks");
    meta.window_begin = json.at("window").at(0);
    meta.window_end = json.at("window").at(1);
    meta.only_cores = json.at("only_cores").get<std::vector<int>>();
    for (const auto& [key, value] : json.at("remarks").items())
        meta.remarks.emplace_back(key, value.get<std::string>());
    // Others divide by these.
    meta.clock_mhz = std::max<std::int64_t>(meta.clock_mhz, 1);
    meta.vector_per_core = std::max(meta.vector_per_core, 1);
    return meta;
}

EndMeta end_of(const Json& json) {
    EndMeta meta;
    meta.span = json.at("span");
    meta.rows = json.at("rows").get<std::array<std::uint64_t, kRowKindCount>>();
    meta.flags_of_core = json.at("flags_of_core").get<std::vector<std::uint64_t>>();
    meta.bin_ns = std::max<std::int64_t>(json.at("bin_ns").get<std::int64_t>(), 1);
    for (const Json& bin : json.at("bins"))
        meta.bins.push_back({bin.at(0), bin.at(1), bin.at(2), bin.at(3), bin.at(4)});
    for (const Json& site : json.at("sites")) meta.sites.push_back(site_of(site));
    meta.strings = json.at("strings").get<std::vector<std::string>>();
    for (const auto& [name, text] : json.at("attachments").items())
        meta.attachments[name] = text.get<std::string>();
    return meta;
}

}  // namespace

std::string LaunchMeta::remark(const std::string& key) const {
    for (const auto& [name, text] : remarks) {
        if (name == key) return text;
    }
    return {};
}

std::uint64_t EndMeta::row_count() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t count : rows) sum += count;
    return sum;
}

std::string to_json(const LaunchMeta& meta) {
    Json json;
    json["kernel"] = meta.kernel;
    json["level"] = meta.level;
    json["clock_mhz"] = meta.clock_mhz;
    json["cores"] = meta.cores;
    json["vector_per_core"] = meta.vector_per_core;
    json["l2_line_bytes"] = meta.l2_line_bytes;
    json["group_conflicts"] = meta.group_conflicts;
    json["bank_conflicts"] = meta.bank_conflicts;
    json["blocks"] = meta.blocks;
    json["window"] = {meta.window_begin, meta.window_end};
    json["only_cores"] = meta.only_cores;
    json["remarks"] = Json::object();
    for (const auto& [key, text] : meta.remarks) json["remarks"][key] = text;
    return dumped(json);
}

std::string to_json(const EndMeta& meta) {
    Json json;
    json["span"] = meta.span;
    json["rows"] = meta.rows;
    json["flags_of_core"] = meta.flags_of_core;
    json["bin_ns"] = meta.bin_ns;
    json["bins"] = Json::array();
    for (const ThroughputBin& bin : meta.bins) {
        json["bins"].push_back({rounded(bin.read), rounded(bin.write), rounded(bin.hbm),
                                rounded(bin.lines), rounded(bin.hits)});
    }
    json["sites"] = Json::array();
    for (const Site& site : meta.sites) json["sites"].push_back(site_json(site));
    json["strings"] = meta.strings;
    json["attachments"] = Json::object();
    for (const auto& [name, text] : meta.attachments) json["attachments"][name] = text;
    return dumped(json);
}

LaunchMeta parse_launch_meta(const std::string& json, const std::string& what) {
    return parsed(json, what, &launch_of);
}

EndMeta parse_end_meta(const std::string& json, const std::string& what) {
    return parsed(json, what, &end_of);
}

}  // namespace davsim::traces
