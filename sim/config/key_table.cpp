// SPDX-License-Identifier: Apache-2.0
#include "sim/config/key_table.h"

#include <algorithm>
#include <numeric>

#include "sim/config/key_rows.h"

namespace davsim {
namespace {

std::vector<KeySpec> build_table() {
    std::vector<KeySpec> table;
    for (const auto rows : {chip_key_rows, memory_key_rows, core_key_rows}) {
        for (KeySpec& row : rows()) {
            if (row.doc_path.empty()) row.doc_path = row.path;
            table.push_back(std::move(row));
        }
    }
    return table;
}

std::vector<std::string> sections_of(const std::vector<KeySpec>& keys) {
    std::vector<std::string> sections;
    for (const KeySpec& key : keys) {
        for (std::size_t dot = key.path.find('.'); dot != std::string::npos;
             dot = key.path.find('.', dot + 1)) {
            std::string section = key.path.substr(0, dot);
            const auto end = sections.end();
            if (std::find(sections.begin(), end, section) == end) sections.push_back(section);
        }
    }
    return sections;
}

const std::vector<std::string>& all_sections() {
    static const std::vector<std::string> sections = sections_of(all_keys());
    return sections;
}

// Levenshtein's distance, one row of the matrix at a time.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t substitute = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitute});
        }
    }
    return row[b.size()];
}

std::string_view last_part(std::string_view path) {
    return path.substr(path.rfind('.') + 1);
}

// The only key with the same last part, or empty: catches keys in the wrong section.
std::string same_name_elsewhere(std::string_view path) {
    std::string found;
    for (const KeySpec& key : all_keys()) {
        if (last_part(key.path) != last_part(path)) continue;
        if (!found.empty()) return {};
        found = key.path;
    }
    return found;
}

}  // namespace

const std::vector<KeySpec>& all_keys() {
    static const std::vector<KeySpec> table = build_table();
    return table;
}

const KeySpec* find_key(std::string_view path) {
    const auto& keys = all_keys();
    const auto found = std::find_if(keys.begin(), keys.end(),
                                    [path](const KeySpec& key) { return key.path == path; });
    return found == keys.end() ? nullptr : &*found;
}

bool is_section(std::string_view path) {
    const auto& sections = all_sections();
    return std::find(sections.begin(), sections.end(), path) != sections.end();
}

std::vector<std::string> keys_of_section(std::string_view path) {
    const std::string prefix = std::string(path) + ".";
    std::vector<std::string> names;
    for (const KeySpec& key : all_keys()) {
        if (key.path.rfind(prefix, 0) != 0) continue;
        const std::string rest = key.path.substr(prefix.size());
        const std::string name = rest.substr(0, rest.find('.'));
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
    return names;
}

std::string nearest_key(std::string_view path) {
    std::string best = same_name_elsewhere(path);
    if (!best.empty()) return best;
    std::size_t distance = SIZE_MAX;
    const auto consider = [&](const std::string& candidate) {
        const std::size_t d = edit_distance(path, candidate);
        if (d < distance) {
            distance = d;
            best = candidate;
        }
    };
    for (const KeySpec& key : all_keys()) consider(key.path);
    for (const std::string& section : all_sections()) consider(section);
    return best;
}

}  // namespace davsim
