// SPDX-License-Identifier: Apache-2.0
#pragma once
// One config file read and checked against the key table, before it is merged with its base.
//
// A file holds `base: NAME`, `aliases: [NAME, ...]`, `sources: {NAME: text}` (all optional), and
// sections with keys. A key's value is a mapping {value, unit, source, confidence[, note]}.

#include <string>
#include <vector>

#include "sim/config/config_folder.h"
#include "sim/config/key_table.h"
#include "sim/config/place.h"

namespace davsim {

// One value and all that is known about it.
struct ConfigEntry {
    const KeySpec* key = nullptr;
    std::string value;       // spelled as value_text() does
    std::string source;      // document, table, or reason
    std::string confidence;  // measured, published, derived or assumed
    std::string note;        // may be empty
    Place place;             // of the value

    const std::string& unit() const { return key->unit; }
};

struct Layer {
    ConfigFile file;
    std::string base;  // empty: this file stands alone
    Place base_place;
    std::vector<std::string> aliases;
    std::vector<ConfigEntry> entries;
};

// Throws Error(kConfig) for the first fault in the file.
Layer read_layer(const ConfigFile& file);

// The confidences, from firm to weak.
const std::vector<std::string>& confidences();

// Throws Error(kConfig): unknown key, with the key that was probably meant.
[[noreturn]] void unknown_key(const Place& place, const std::string& path);

}  // namespace davsim
