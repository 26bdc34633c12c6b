// SPDX-License-Identifier: Apache-2.0
#pragma once
// What --tiling accepts: "key=value,key=value", or a YAML or JSON file with one value a field.

#include <map>
#include <string>

namespace davsim {

// Error(kUsage) for what is neither. Whether the fields and values make sense is the operator's
// business.
std::map<std::string, std::string> parse_tiling(const std::string& text_or_file);

}  // namespace davsim
