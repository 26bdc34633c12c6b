// SPDX-License-Identifier: Apache-2.0
#pragma once
// Configs as text for people and as JSON for scripts: what `davsim config ...` prints.

#include <string>
#include <vector>

#include "sim/config/soc_loader.h"

namespace davsim {

// One line a SoC: name, architecture, cores, clock, sizes, other names. A SoC whose file is broken
// is listed with its error. Throws for an override that no SoC would take.
std::string list_text(const std::vector<std::string>& sets = {});

// One line a key: value and unit; with `origin` also confidence, place, source and note.
std::string show_text(const LoadedConfig& loaded, bool origin);

// {"soc", "files", "aliases", "values": {key: {value, unit, source, confidence, note, origin}}}
std::string show_json(const LoadedConfig& loaded);

// How many keys came from which file; said of a config without faults.
std::string validate_text(const LoadedConfig& loaded);

// The keys whose values differ, one line each with both values.
std::string diff_text(const LoadedConfig& a, const LoadedConfig& b);

// All keys with unit, allowed values and meaning, as the table of docs/config.md.
std::string key_table_markdown();

}  // namespace davsim
