// SPDX-License-Identifier: Apache-2.0
#pragma once
// Whole files of text, written at once.

#include <string>
#include <string_view>

namespace davsim {

// Replaces what the file held. Error(kUsage) with the path when it cannot be written, a full disk
// included.
void write_file(const std::string& path, std::string_view text);

}  // namespace davsim
