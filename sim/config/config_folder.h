// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where hardware configs are found, and which names they go by.
//
// The folder: environment variable DAVSIM_HWCONFIGS; else share/davsim/hwconfigs of the folder
// that davsim is installed in; else hwconfigs/ of the source tree. SoC files lie in it, base
// files in base/ below.

#include <string>
#include <vector>

namespace davsim {

struct ConfigFile {
    std::string path;
    std::string shown_as;  // in messages: as the user gave it, or "hwconfigs/Ascend910B2.yaml"
};

// Names of all SoC files, sorted. Throws Error(kConfig) when the folder does not exist.
std::vector<std::string> list_socs();

// Other names that the file of this SoC gives it ("aliases: [...]"); none when the file is broken.
std::vector<std::string> aliases_of(const std::string& soc);

// A SoC name or alias in any case, or a path (it contains '/' or ends in .yaml or .yml).
// Throws Error(kConfig) that lists the names there are.
ConfigFile find_soc(const std::string& name_or_file);

// What `base: NAME` in the file `user` means: a path relative to it, a file in base/ beside it, one
// in base/ of the folder, or a SoC. Empty path: none such.
ConfigFile find_base(const std::string& name, const ConfigFile& user);

// The names that `base:` can take, for messages.
std::string known_bases();

}  // namespace davsim
