// SPDX-License-Identifier: Apache-2.0
#include "sim/opkit/source_place.h"

#include <fmt/format.h>

#include <filesystem>
#include <sstream>

#include "sim/opkit/process.h"

namespace davsim::op {

std::string place_of(const std::string& module, std::size_t offset) {
    const ProcessResult result =
        run_process({"addr2line", "-f", "-C", "-e", module, fmt::format("{:#x}", offset)});
    std::istringstream lines(result.output);
    std::string function;
    std::string place;
    std::getline(lines, function);
    std::getline(lines, place);
    if (result.exit_code != 0 || function.empty() || function[0] == '?') return "";
    place = std::filesystem::path(place.substr(0, place.find(' '))).filename().string();
    if (place.empty() || place[0] == '?') return function;
    return fmt::format("{} ({})", function, place);
}

}  // namespace davsim::op
