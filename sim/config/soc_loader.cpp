// SPDX-License-Identifier: Apache-2.0
#include "sim/config/soc_loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "sim/config/cross_checks.h"
#include "sim/config/key_value.h"

namespace davsim {
namespace {

bool same_file(const ConfigFile& a, const ConfigFile& b) {
    std::error_code ignored;
    return std::filesystem::equivalent(a.path, b.path, ignored);
}

// The SoC's layer first, its root base last.
std::vector<Layer> read_chain(const ConfigFile& top) {
    std::vector<Layer> chain;
    chain.push_back(read_layer(top));
    while (!chain.back().base.empty()) {
        const Layer& user = chain.back();
        const ConfigFile file = find_base(user.base, user.file);
        if (file.path.empty()) {
            config_error(user.base_place, "base",
                         fmt::format("no file for '{}', allowed is {}", user.base, known_bases()));
        }
        const bool again = std::any_of(chain.begin(), chain.end(), [&file](const Layer& layer) {
            return same_file(layer.file, file);
        });
        if (again) {
            config_error(user.base_place, "base",
                         fmt::format("'{}' leads back to {}, allowed is a chain that ends",
                                     user.base, file.shown_as));
        }
        chain.push_back(read_layer(file));
    }
    return chain;
}

// One slot a key; a later entry replaces an earlier one.
class Merge {
public:
    Merge() : entries_(all_keys().size()) {}

    void put(const ConfigEntry& entry) { entries_[index_of(entry.key)] = entry; }

    const std::vector<ConfigEntry>& entries() const { return entries_; }

private:
    static std::size_t index_of(const KeySpec* key) {
        return static_cast<std::size_t>(key - all_keys().data());
    }

    std::vector<ConfigEntry> entries_;
};

ConfigEntry parse_override(const std::string& text) {
    const Place place{"--set " + text};
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
        config_error(place, "", "no key and value, allowed is key.path=value");
    }
    const std::string path = text.substr(0, equals);
    const KeySpec* key = find_key(path);
    if (key == nullptr) unknown_key(place, path);
    SocConfig scratch;
    const std::string problem = assign(*key, text.substr(equals + 1), scratch);
    if (!problem.empty()) config_error(place, path, problem);
    return {key, value_text(*key, scratch), "command line", "assumed", "", Place{"--set"}};
}

void check_complete(const std::vector<ConfigEntry>& entries, const std::vector<Layer>& chain) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (entries[i].key != nullptr) continue;
        const KeySpec& key = all_keys()[i];
        const char* where = chain.size() > 1 ? "missing, also in its base" : "missing, and no base";
        config_error({chain.front().file.shown_as, 1, 1}, key.path,
                     fmt::format("{}; allowed is {}", where, allowed_text(key)));
    }
}

}  // namespace

LoadedConfig load_soc(const std::string& name_or_file, const std::vector<std::string>& sets) {
    const std::vector<Layer> chain = read_chain(find_soc(name_or_file));
    Merge merge;
    for (auto layer = chain.rbegin(); layer != chain.rend(); ++layer) {
        for (const ConfigEntry& entry : layer->entries) merge.put(entry);
    }
    for (const std::string& set : sets) merge.put(parse_override(set));

    LoadedConfig loaded;
    loaded.entries = merge.entries();
    check_complete(loaded.entries, chain);
    for (const ConfigEntry& entry : loaded.entries) {
        assign(*entry.key, entry.value, loaded.config);
    }
    check_across(loaded.config, loaded.entries);
    loaded.aliases = chain.front().aliases;
    for (const Layer& layer : chain) loaded.files.push_back(layer.file.shown_as);
    return loaded;
}

void check_overrides(const std::vector<std::string>& sets) {
    for (const std::string& set : sets) parse_override(set);
}

}  // namespace davsim
