// SPDX-License-Identifier: Apache-2.0
#include "sim/config/layer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/config/key_value.h"
#include "sim/config/yaml_document.h"

namespace davsim {
namespace {

constexpr std::array<const char*, 5> kFields = {"value", "unit", "source", "confidence", "note"};
constexpr const char* kFieldList = "value, unit, source, confidence, note";

std::string text_of(const YamlNode& node, const std::string& path) {
    if (node.kind != YamlNode::Kind::kScalar || node.text.empty()) {
        config_error(node.place, path, "is not a text, allowed is a text that is not empty");
    }
    return node.text;
}

// A list of values as --set spells it.
std::string value_of(const KeySpec& key, const YamlNode& node) {
    if (node.kind == YamlNode::Kind::kScalar) return node.text;
    if (node.kind == YamlNode::Kind::kMap || !is_list(key)) {
        config_error(
            node.place, key.path,
            fmt::format("value is a {}, allowed is {}",
                        node.kind == YamlNode::Kind::kMap ? "mapping" : "list", allowed_text(key)));
    }
    std::string text;
    for (const YamlNode& item : node.items) {
        text += (text.empty() ? "" : ", ") + text_of(item, key.path);
    }
    return text;
}

void check_fields(const KeySpec& key, const YamlEntry& entry) {
    if (entry.value.kind != YamlNode::Kind::kMap) {
        config_error(entry.value.place, key.path,
                     fmt::format("is not a mapping, allowed is {{{}}}", kFieldList));
    }
    for (const YamlEntry& field : entry.value.entries) {
        if (std::find(kFields.begin(), kFields.end(), field.key) == kFields.end()) {
            config_error(field.place, key.path,
                         fmt::format("has a field '{}', allowed is {}", field.key, kFieldList));
        }
    }
}

// The field of a key's mapping; `allowed` says what to write when it is missing.
const YamlNode& required(const KeySpec& key, const YamlEntry& entry, const char* field,
                         const std::string& allowed) {
    const YamlEntry* found = entry.value.find(field);
    if (found == nullptr ||
        (found->value.kind == YamlNode::Kind::kScalar && found->value.text.empty())) {
        config_error(found == nullptr ? entry.place : found->place, key.path,
                     fmt::format("has no {}, allowed is {}", field, allowed));
    }
    return found->value;
}

// Scratch config: whether a value is good does not depend on the others.
ConfigEntry read_entry(const KeySpec& key, const YamlEntry& entry) {
    check_fields(key, entry);
    const YamlNode& value = required(key, entry, "value", allowed_text(key));
    // Before the value: a number in another unit is out of range only because of it.
    const YamlNode& unit = required(key, entry, "unit", "'" + key.unit + "'");
    if (text_of(unit, key.path) != key.unit) {
        config_error(unit.place, key.path,
                     fmt::format("unit is '{}', allowed is '{}'", unit.text, key.unit));
    }
    ConfigEntry result;
    result.key = &key;
    result.place = value.place;
    SocConfig scratch;
    const std::string problem = assign(key, value_of(key, value), scratch);
    if (!problem.empty()) config_error(value.place, key.path, problem);
    result.value = value_text(key, scratch);
    result.source = text_of(
        required(key, entry, "source", "the document, table or reason behind the value"), key.path);

    const std::string allowed = fmt::format("{}", fmt::join(confidences(), ", "));
    const YamlNode& confidence = required(key, entry, "confidence", allowed);
    result.confidence = text_of(confidence, key.path);
    if (std::find(confidences().begin(), confidences().end(), result.confidence) ==
        confidences().end()) {
        config_error(confidence.place, key.path,
                     fmt::format("confidence is '{}', allowed is {}", result.confidence, allowed));
    }
    if (const YamlEntry* note = entry.value.find("note")) {
        result.note = text_of(note->value, key.path);
    }
    return result;
}

[[noreturn]] void no_value_for_section(const Place& place, const std::string& path) {
    config_error(place, path,
                 fmt::format("is a section without a value of its own, its keys are {}",
                             fmt::join(keys_of_section(path), ", ")));
}

void read_section(const YamlNode& section, const std::string& prefix, Layer& layer) {
    if (section.kind != YamlNode::Kind::kMap) { no_value_for_section(section.place, prefix); }
    for (const YamlEntry& entry : section.entries) {
        const std::string path = prefix + "." + entry.key;
        if (const KeySpec* key = find_key(path)) {
            layer.entries.push_back(read_entry(*key, entry));
        } else if (is_section(path)) {
            read_section(entry.value, path, layer);
        } else {
            unknown_key(entry.place, path);
        }
    }
}

void read_aliases(const YamlEntry& entry, Layer& layer) {
    if (entry.value.kind != YamlNode::Kind::kList) {
        config_error(entry.value.place, "aliases", "is not a list, allowed is a list of names");
    }
    for (const YamlNode& item : entry.value.items) {
        layer.aliases.push_back(text_of(item, "aliases"));
    }
}

// Documents are described for the reader of the file; only the form is checked.
void check_sources(const YamlEntry& entry) {
    if (entry.value.kind != YamlNode::Kind::kMap) {
        config_error(entry.value.place, "sources",
                     "is not a mapping, allowed is a mapping from names to descriptions");
    }
    for (const YamlEntry& source : entry.value.entries) {
        text_of(source.value, "sources." + source.key);
    }
}

// "identity, cores, ...": what may stand at the left margin of a file besides base, aliases,
// sources.
std::string top_sections() {
    std::vector<std::string> names;
    for (const KeySpec& key : all_keys()) {
        std::string name = key.path.substr(0, key.path.find('.'));
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

const std::vector<std::string>& confidences() {
    static const std::vector<std::string> all = {"measured", "published", "derived", "assumed"};
    return all;
}

void unknown_key(const Place& place, const std::string& path) {
    if (is_section(path)) no_value_for_section(place, path);
    const std::string nearest = nearest_key(path);
    config_error(place, path,
                 fmt::format("unknown key, nearest is {}'{}'",
                             is_section(nearest) ? "the section " : "", nearest));
}

Layer read_layer(const ConfigFile& file) {
    Layer layer;
    layer.file = file;
    const YamlNode root = read_yaml_file(file.path, file.shown_as);
    for (const YamlEntry& entry : root.entries) {
        if (entry.key == "base") {
            layer.base = text_of(entry.value, "base");
            layer.base_place = entry.value.place;
        } else if (entry.key == "aliases") {
            read_aliases(entry, layer);
        } else if (entry.key == "sources") {
            check_sources(entry);
        } else if (is_section(entry.key)) {
            read_section(entry.value, entry.key, layer);
        } else {
            config_error(entry.place, entry.key,
                         "unknown section, allowed is base, aliases, sources, " + top_sections());
        }
    }
    return layer;
}

}  // namespace davsim
