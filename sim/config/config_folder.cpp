// SPDX-License-Identifier: Apache-2.0
#include "sim/config/config_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "sim/base/error.h"
#include "sim/base/install_folder.h"
#include "sim/config/yaml_document.h"

namespace davsim {
namespace {

namespace fs = std::filesystem;

// Messages name shipped files alike on every machine.
constexpr const char* kShownAs = "hwconfigs/";

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

bool is_yaml_name(const fs::path& path) {
    const std::string extension = lower(path.extension().string());
    return extension == ".yaml" || extension == ".yml";
}

bool looks_like_path(const std::string& name) {
    return name.find('/') != std::string::npos || is_yaml_name(name);
}

struct Folder {
    fs::path path;
    std::string shown_as;  // with a slash at its end
};

// The folder of configs that came with davsim.
Folder shipped_folder() {
    std::error_code ignored;
    const fs::path installed = install_folder() / "share/davsim/hwconfigs";
    if (fs::is_directory(installed, ignored)) return {installed, kShownAs};
    const fs::path source = DAVSIM_SOURCE_HWCONFIGS;
    if (fs::is_directory(source, ignored)) return {source, kShownAs};
    throw Error(Fault::kConfig, fmt::format("no folder of hardware configs at '{}' or '{}'",
                                            installed.string(), source.string()));
}

// Where names are looked up, in order: the user's folder, then the shipped one.
std::vector<Folder> config_folders() {
    std::vector<Folder> folders;
    std::error_code ignored;
    if (const char* chosen = std::getenv("DAVSIM_HWCONFIGS"); chosen != nullptr && *chosen != 0) {
        if (!fs::is_directory(chosen, ignored)) {
            throw Error(Fault::kConfig, fmt::format("DAVSIM_HWCONFIGS: '{}' is no folder, allowed "
                                                    "is a folder of hardware configs",
                                                    chosen));
        }
        folders.push_back({chosen, (fs::path(chosen) / "").string()});
    }
    folders.push_back(shipped_folder());
    return folders;
}

std::vector<std::string> stems_in(const fs::path& folder) {
    std::vector<std::string> stems;
    std::error_code ignored;
    for (const auto& file : fs::directory_iterator(folder, ignored)) {
        if (is_yaml_name(file.path())) stems.push_back(file.path().stem().string());
    }
    std::sort(stems.begin(), stems.end());
    return stems;
}

// The file in `folder` whose name without ending is `name`, in any case.
std::optional<ConfigFile> file_in(const Folder& folder, const std::string& name) {
    for (const std::string& stem : stems_in(folder.path)) {
        if (lower(stem) != lower(name)) continue;
        for (const char* ending : {".yaml", ".yml"}) {
            const fs::path path = folder.path / (stem + ending);
            if (fs::exists(path)) return ConfigFile{path.string(), folder.shown_as + stem + ending};
        }
    }
    return std::nullopt;
}

Folder base_folder(const Folder& folder) {
    return {folder.path / "base", folder.shown_as + "base/"};
}

std::optional<ConfigFile> soc_file(const std::string& soc) {
    for (const Folder& folder : config_folders()) {
        if (auto file = file_in(folder, soc)) return file;
    }
    return std::nullopt;
}

std::optional<ConfigFile> named_soc(const std::string& name) {
    if (auto file = soc_file(name)) return file;
    for (const std::string& soc : list_socs()) {
        for (const std::string& alias : aliases_of(soc)) {
            if (lower(alias) == lower(name)) return soc_file(soc);
        }
    }
    return std::nullopt;
}

// Names in all folders, each once; `below` is "" or "base".
std::vector<std::string> all_stems(const char* below) {
    std::vector<std::string> stems;
    for (const Folder& folder : config_folders()) {
        for (std::string& stem : stems_in(folder.path / below)) stems.push_back(std::move(stem));
    }
    std::sort(stems.begin(), stems.end());
    stems.erase(std::unique(stems.begin(), stems.end()), stems.end());
    return stems;
}

std::vector<std::string> aliases_in(const YamlNode& root) {
    std::vector<std::string> names;
    const YamlEntry* aliases = root.find("aliases");
    if (aliases == nullptr) return names;
    for (const YamlNode& item : aliases->value.items) names.push_back(item.text);
    return names;
}

}  // namespace

std::vector<std::string> list_socs() {
    return all_stems("");
}

std::vector<std::string> aliases_of(const std::string& soc) {
    const auto file = soc_file(soc);
    if (!file) return {};
    try {
        return aliases_in(read_yaml_file(file->path, file->shown_as));
    } catch (const Error&) {
        return {};  // told when that SoC is loaded; others stay usable
    }
}

ConfigFile find_soc(const std::string& name_or_file) {
    if (looks_like_path(name_or_file)) return {name_or_file, name_or_file};
    if (auto file = named_soc(name_or_file)) return *file;
    std::vector<std::string> known;
    for (const std::string& soc : list_socs()) {
        known.push_back(soc);
        for (const std::string& alias : aliases_of(soc)) known.push_back(alias);
    }
    throw Error(Fault::kConfig, fmt::format("no SoC '{}', allowed is one of {}, or a file *.yaml",
                                            name_or_file, fmt::join(known, ", ")));
}

ConfigFile find_base(const std::string& name, const ConfigFile& user) {
    if (looks_like_path(name)) {
        const fs::path path = fs::path(user.path).parent_path() / name;
        if (!fs::exists(path)) return {};
        return {path.string(), (fs::path(user.shown_as).parent_path() / name).string()};
    }
    // Bases beside the user's file come first, so that a copy of the whole folder is
    // self-contained.
    const Folder own{fs::path(user.path).parent_path(),
                     (fs::path(user.shown_as).parent_path() / "").string()};
    std::vector<Folder> folders = config_folders();
    folders.insert(folders.begin(), own);
    for (const Folder& folder : folders) {
        if (auto file = file_in(base_folder(folder), name)) return *file;
    }
    return named_soc(name).value_or(ConfigFile{});
}

std::string known_bases() {
    std::vector<std::string> names = all_stems("base");
    for (std::string& soc : list_socs()) names.push_back(std::move(soc));
    return fmt::format("one of {}, or a file *.yaml", fmt::join(names, ", "));
}

}  // namespace davsim
