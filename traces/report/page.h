// SPDX-License-Identifier: Apache-2.0
#pragma once
// The sources of the report's page, built into the program.

#include <string_view>

namespace davsim::traces {

std::string_view page_template();  // with @TITLE@, @STYLE@, @SCRIPT@, @DATA@, @SLICES@
std::string_view page_style();
std::string_view page_script();

}  // namespace davsim::traces
