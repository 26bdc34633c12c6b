// SPDX-License-Identifier: Apache-2.0
#pragma once
// Every key of a hardware config in one table: its path, its only unit, its range, what it means,
// and the field of SocConfig that it fills. Loading, --set, show, diff and the table in
// docs/config.md all come from here; a new field of SocConfig becomes a key by one row.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sim/config/soc_config.h"

namespace davsim {

// The field behind a key; its type decides how a value is read.
using Slot = std::variant<int*, std::int64_t*, double*, bool*, std::string*, DataTypeSet*>;

struct Allowed {
    double min = 0;  // numbers: both ends are allowed
    double max = 0;
    bool power_of_two = false;
    std::vector<std::string> choices;  // numbers and texts: nothing else is allowed
};

struct KeySpec {
    std::string path;  // "memory.ub"
    std::string unit;  // "B"
    Allowed allowed;
    std::string meaning;
    std::function<Slot(SocConfig&)> slot;
    std::string doc_path;  // path, or a pattern that stands for many rows: "vector.ops.OP.fixed"
};

// In the order of the sections of SocConfig.
const std::vector<KeySpec>& all_keys();

// The key with this path, or null.
const KeySpec* find_key(std::string_view path);

// True when keys start with "path.".
bool is_section(std::string_view path);

// What stands directly in a section, in the order of the table: "clock", or "ops" for a section in
// it. Empty when there is no such section.
std::vector<std::string> keys_of_section(std::string_view path);

// The key or section that a user who wrote `path` most likely meant.
std::string nearest_key(std::string_view path);

}  // namespace davsim
