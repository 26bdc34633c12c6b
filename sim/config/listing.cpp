// SPDX-License-Identifier: Apache-2.0
#include "sim/config/listing.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "sim/base/error.h"
#include "sim/config/key_value.h"
#include "sim/config/text_table.h"

namespace davsim {
namespace {

using Json = nlohmann::ordered_json;

std::string binary_size(std::int64_t bytes) {
    constexpr std::int64_t kStep = 1024;
    const char* const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    std::size_t unit = 0;
    while (bytes >= kStep && bytes % kStep == 0 && unit + 1 < std::size(units)) {
        bytes /= kStep;
        ++unit;
    }
    return fmt::format("{} {}", bytes, units[unit]);
}

std::vector<std::string> list_row(const std::string& soc, const std::vector<std::string>& sets) {
    const LoadedConfig loaded = load_soc(soc, sets);
    const SocConfig& c = loaded.config;
    return {soc,
            c.identity.product,
            c.identity.compiler_arch,
            fmt::format("{} x {}", c.cores.ai_cores, c.cores.vector_per_core),
            fmt::format("{} MHz", c.cores.clock_mhz),
            binary_size(c.memory.ub_bytes),
            binary_size(c.l2.bytes),
            binary_size(c.hbm.bytes),
            fmt::format("{} TB/s", c.hbm.peak_tbps),
            fmt::format("{}", fmt::join(loaded.aliases, ", "))};
}

Json json_value(const ConfigEntry& entry) {
    if (is_bare_in_json(*entry.key)) return Json::parse(entry.value);
    if (!is_list(*entry.key)) return entry.value;
    Json list = Json::array();
    std::size_t start = 0;
    while (start < entry.value.size()) {
        const std::size_t end = std::min(entry.value.find(", ", start), entry.value.size());
        list.push_back(entry.value.substr(start, end - start));
        start = end + 2;
    }
    return list;
}

Json json_entry(const ConfigEntry& entry) {
    Json json = {{"value", json_value(entry)},
                 {"unit", entry.unit()},
                 {"source", entry.source},
                 {"confidence", entry.confidence}};
    if (!entry.note.empty()) json["note"] = entry.note;
    json["origin"] = entry.place.text();
    return json;
}

// A value as its unit would be read aloud: units of texts, lists and truth values say nothing.
std::string shown_unit(const ConfigEntry& entry) {
    const std::string& unit = entry.unit();
    return unit == "text" || unit == "bool" || unit == "list" || unit == "id" ? "" : unit;
}

std::string op_names() {
    std::string names;
    for (const KeySpec& key : all_keys()) {
        if (key.doc_path != "vector.ops.OP.fixed") continue;
        const std::size_t start = std::string("vector.ops.").size();
        const std::string name = key.path.substr(start, key.path.rfind('.') - start);
        names += (names.empty() ? "`" : ", `") + name + "`";
    }
    return names;
}

}  // namespace

std::string list_text(const std::vector<std::string>& sets) {
    check_overrides(sets);
    TextTable table;
    table.add_row({"SoC", "product", "architecture", "cores", "clock", "UB", "L2", "HBM",
                   "HBM peak", "also"});
    for (const std::string& soc : list_socs()) {
        try {
            table.add_row(list_row(soc, sets));
        } catch (const Error& error) { table.add_row({soc, error.what()}); }
    }
    return table.text();
}

std::string show_text(const LoadedConfig& loaded, bool origin) {
    TextTable table;
    if (origin) table.add_row({"key", "value", "unit", "confidence", "set in", "source"});
    for (const ConfigEntry& entry : loaded.entries) {
        std::vector<std::string> row = {entry.key->path, entry.value, shown_unit(entry)};
        if (origin) {
            const std::string note = entry.note.empty() ? "" : " (" + entry.note + ")";
            row.insert(row.end(), {entry.confidence, entry.place.text(), entry.source + note});
        }
        table.add_row(std::move(row));
    }
    return fmt::format("# {}\n{}", fmt::join(loaded.files, " over "), table.text());
}

std::string show_json(const LoadedConfig& loaded) {
    Json values = Json::object();
    for (const ConfigEntry& entry : loaded.entries) values[entry.key->path] = json_entry(entry);
    const Json json = {{"soc", loaded.config.identity.soc},
                       {"files", loaded.files},
                       {"aliases", loaded.aliases},
                       {"values", values}};
    return json.dump(2) + "\n";
}

std::string validate_text(const LoadedConfig& loaded) {
    std::map<std::string, int> keys_of;
    for (const ConfigEntry& entry : loaded.entries) ++keys_of[entry.place.file];
    std::string parts;
    for (const std::string& file : loaded.files) {
        parts += fmt::format("{}{} from {}", parts.empty() ? "" : ", ", keys_of[file], file);
        keys_of.erase(file);
    }
    for (const auto& [place, count] : keys_of) parts += fmt::format(", {} from {}", count, place);
    return fmt::format("{}: good; {} keys: {}\n", loaded.files.front(), loaded.entries.size(),
                       parts);
}

std::string diff_text(const LoadedConfig& a, const LoadedConfig& b) {
    TextTable table;
    table.add_row({"key", a.config.identity.soc, b.config.identity.soc, "unit"});
    bool same = true;
    for (std::size_t i = 0; i < a.entries.size(); ++i) {
        if (a.entries[i].value == b.entries[i].value) continue;
        same = false;
        table.add_row({a.entries[i].key->path, a.entries[i].value, b.entries[i].value,
                       shown_unit(a.entries[i])});
    }
    return same ? "no key differs\n" : table.text();
}

std::string key_table_markdown() {
    std::string text = "| key | unit | allowed | meaning |\n|---|---|---|---|\n";
    std::set<std::string> seen;
    for (const KeySpec& key : all_keys()) {
        if (!seen.insert(key.doc_path).second) continue;
        text += fmt::format("| `{}` | {} | {} | {} |\n", key.doc_path, key.unit, allowed_text(key),
                            key.meaning);
    }
    return text + "\n`OP` is one of " + op_names() + ".\n";
}

}  // namespace davsim
