// SPDX-License-Identifier: Apache-2.0
#include "sim/config/place.h"

#include <fmt/format.h>

#include "sim/base/error.h"

namespace davsim {

std::string Place::text() const {
    return line == 0 ? file : fmt::format("{}:{}:{}", file, line, column);
}

void config_error(const Place& place, const std::string& key, const std::string& problem) {
    const std::string middle = key.empty() ? "" : key + ": ";
    throw Error(Fault::kConfig, place.text() + ": " + middle + problem);
}

}  // namespace davsim
