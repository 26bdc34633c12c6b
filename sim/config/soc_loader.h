// SPDX-License-Identifier: Apache-2.0
#pragma once
// Loads a SoC: its file over its base files, then overrides, then checks that concern several keys.

#include <string>
#include <vector>

#include "sim/config/config_folder.h"
#include "sim/config/layer.h"
#include "sim/config/soc_config.h"

namespace davsim {

struct LoadedConfig {
    SocConfig config;
    std::vector<ConfigEntry> entries;  // every key once, in the order of the key table
    std::vector<std::string> aliases;
    std::vector<std::string> files;  // the SoC's file first, its bases after it
};

// `name_or_file`: see find_soc(). `sets`: "key.path=value", later ones win.
// Throws Error(kConfig): "file:line:column: key: what is wrong, allowed is ...".
LoadedConfig load_soc(const std::string& name_or_file, const std::vector<std::string>& sets = {});

// Throws as load_soc() does for overrides that no SoC would take: unknown key, value out of range.
void check_overrides(const std::vector<std::string>& sets);

}  // namespace davsim
