// SPDX-License-Identifier: Apache-2.0
#pragma once
// Shapes and tiling fields as users type them: "N=2,C=320,HxW=4096,group=32".

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace davsim {

// "k=v,k=v" in order. `option` names the culprit in messages. Error(kUsage) for an empty key or
// value, a missing '=', a key given twice.
std::vector<std::pair<std::string, std::string>> parse_pairs(std::string_view text,
                                                             std::string_view option);

// A whole number that is not negative and fits 63 bits. Error(kUsage): "--shape: N: ...".
std::int64_t parse_extent(std::string_view text, std::string_view where);

// A whole number from `least` to `most`, in decimal digits. Error(kUsage): "--seed: ...".
std::uint64_t parse_count(std::string_view text, std::string_view where, std::uint64_t least,
                          std::uint64_t most);

// All of `keys` and no other. Error(kUsage).
std::map<std::string, std::int64_t> parse_shape(std::string_view text,
                                                const std::vector<std::string>& keys);

}  // namespace davsim
