// SPDX-License-Identifier: Apache-2.0
#pragma once
// Texts to fields and back, by the rules of the key table.

#include <string>

#include "sim/config/key_table.h"

namespace davsim {

// Reads `text` into the field of `key`. Returns an empty text, or what is wrong with the value:
// "value is 'x', allowed is a whole number from 1 to 1024 (count)".
std::string assign(const KeySpec& key, const std::string& text, SocConfig& config);

// The field of `key` as text, spelled as in a config file. Lists: "fp32, fp16".
std::string value_text(const KeySpec& key, const SocConfig& config);

// "a whole number from 1 to 1024 (count)", "true or false", "one of dav-c100, dav-c220", ...
std::string allowed_text(const KeySpec& key);

// True when the field is written without quotes in JSON: numbers and truth values.
bool is_bare_in_json(const KeySpec& key);
bool is_list(const KeySpec& key);

}  // namespace davsim
