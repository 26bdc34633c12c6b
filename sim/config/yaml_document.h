// SPDX-License-Identifier: Apache-2.0
#pragma once
// A YAML file as a plain tree in which every node and key knows its line and column. Stricter than
// YAML: a key given twice is an error, and so is a file with several documents. Hides the YAML
// library.

#include <string>
#include <string_view>
#include <vector>

#include "sim/config/place.h"

namespace davsim {

struct YamlEntry;

struct YamlNode {
    enum class Kind { kScalar, kList, kMap };
    Kind kind = Kind::kScalar;
    Place place;
    std::string text;                // scalars; empty for an empty value
    std::vector<YamlNode> items;     // lists
    std::vector<YamlEntry> entries;  // maps, in the order of the file

    // The entry of a map with this key, or null.
    const YamlEntry* find(std::string_view key) const;
};

struct YamlEntry {
    std::string key;
    Place place;  // of the key
    YamlNode value;
};

// Reads the file at `path`; complaints call it `shown_as`. The root is a map.
// Throws Error(kConfig): unreadable, not YAML, not a map, a key twice.
YamlNode read_yaml_file(const std::string& path, const std::string& shown_as);

}  // namespace davsim
