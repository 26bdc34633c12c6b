// SPDX-License-Identifier: Apache-2.0
#include "tests/ascendc/intrinsics/table.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <stdexcept>

namespace davsim::intrinsics {
namespace {

const std::vector<std::pair<std::string, std::string>>& types() {
    static const std::vector<std::pair<std::string, std::string>> kTypes = {
        {"h", "half"},
        {"f", "float"},
        {"b", "bfloat16_t"},
        {"i8", "int8_t"},
        {"u8", "uint8_t"},
        {"i16", "int16_t"},
        {"u16", "uint16_t"},
        {"i32", "int32_t"},
        {"u32", "uint32_t"},
        {"i64", "int64_t"},
        {"u64", "uint64_t"},
        {"i4", "int4b_t"},
        {"e4m3", "fp8_e4m3fn_t"},
        {"e5m2", "fp8_e5m2_t"},
        {"hf8", "hifloat8_t"},
        {"e2m1", "fp4x2_e2m1_t"},
        {"e1m2", "fp4x2_e1m2_t"}};
    return kTypes;
}

[[noreturn]] void fail(const std::string& where, const std::string& what) {
    throw std::runtime_error(where + ": " + what);
}

std::vector<std::string> words_of(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
}

TypePair parse_pair(const std::string& word) {
    const std::size_t arrow = word.find('<');
    if (arrow == std::string::npos) return cpp_type(word), TypePair{word, word};
    TypePair pair{word.substr(0, arrow), word.substr(arrow + 1)};
    cpp_type(pair.first), cpp_type(pair.second);
    return pair;
}

// "{1001: h f, 2201: h f i16}": "-" where the API does not exist.
void read_types(const YAML::Node& node, Row& row) {
    row.typed = true;
    for (const int arch : kArchs) {
        if (!node[std::to_string(arch)]) fail(row.api, "types has no " + std::to_string(arch));
        std::vector<TypePair>& pairs = row.types[arch];
        for (const std::string& word : words_of(node[std::to_string(arch)].as<std::string>()))
            if (word != "-") pairs.push_back(parse_pair(word));
    }
}

std::string text_of(const YAML::Node& node, const char* key) {
    return node[key] ? node[key].as<std::string>() : std::string();
}

void check_keys(const YAML::Node& node) {
    static const std::set<std::string> kKnown = {"api",    "calls", "setup", "types", "archs",
                                                 "lowers", "pipe",  "note",  "closed"};
    for (const auto& entry : node) {
        const auto key = entry.first.as<std::string>();
        if (kKnown.count(key) == 0) fail(text_of(node, "api"), "unknown key " + key);
    }
}

Row read_row(const YAML::Node& node) {
    check_keys(node);
    Row row;
    row.api = text_of(node, "api");
    if (row.api.empty()) fail("row", "has no api");
    for (const YAML::Node& call : node["calls"]) row.calls.push_back(call.as<std::string>());
    if (row.calls.empty()) fail(row.api, "has no calls");
    row.setup = text_of(node, "setup");
    row.lowers = text_of(node, "lowers");
    row.pipe = text_of(node, "pipe");
    row.note = text_of(node, "note");
    if (node["closed"]) row.closed = node["closed"].as<bool>();
    if (node["types"]) {
        read_types(node["types"], row);
        return row;
    }
    for (const int arch : kArchs) row.present[arch] = !node["archs"];
    for (const YAML::Node& arch : node["archs"]) row.present[arch.as<int>()] = true;
    return row;
}

Section read_section(const std::filesystem::path& file) {
    const YAML::Node root = YAML::LoadFile(file.string());
    Section section;
    section.title = text_of(root, "section");
    section.text = text_of(root, "text");
    for (const YAML::Node& row : root["rows"]) section.rows.push_back(read_row(row));
    return section;
}

}  // namespace

const std::string& cpp_type(const std::string& name) {
    for (const auto& type : types()) {
        if (type.first == name) return type.second;
    }
    fail(name, "is no type name");
}

const std::vector<std::string>& whole_types() {
    static const std::vector<std::string> kNames = [] {
        std::vector<std::string> names;
        for (const auto& type : types()) names.push_back(type.first);
        names.erase(std::find(names.begin(), names.end(), "i4"), names.end());
        return names;
    }();
    return kNames;
}

bool is_only_950(const TypePair& types) {
    static const std::set<std::string> kNarrow = {"e4m3", "e5m2", "hf8", "e2m1", "e1m2"};
    return kNarrow.count(types.first) + kNarrow.count(types.second) != 0;
}

std::vector<Section> read_sections(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".yaml") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    std::vector<Section> sections;
    for (const auto& file : files) {
        try {
            sections.push_back(read_section(file));
        } catch (const std::exception& error) { fail(file.filename().string(), error.what()); }
    }
    return sections;
}

}  // namespace davsim::intrinsics
