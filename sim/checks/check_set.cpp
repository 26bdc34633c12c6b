// SPDX-License-Identifier: Apache-2.0
#include "sim/checks/check_set.h"

#include "sim/base/error.h"

namespace davsim::checks {
namespace {

std::string known_names() {
    std::string text;
    for (int i = 0; i < kDetectorCount; ++i)
        text += std::string(name_of(static_cast<Detector>(i))) + ", ";
    return text + "all and none";
}

}  // namespace

std::string CheckSet::text() const {
    std::string text;
    for (int i = 0; i < kDetectorCount; ++i) {
        const auto detector = static_cast<Detector>(i);
        if (has(detector)) text += (text.empty() ? "" : ",") + std::string(name_of(detector));
    }
    return text.empty() ? "none" : text;
}

CheckSet CheckSet::parse(std::string_view option, std::string_view list) {
    if (list == "all") return all();
    if (list == "none") return {};
    std::uint32_t bits = 0;
    std::size_t begin = 0;
    while (begin <= list.size()) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        const std::string_view name = list.substr(begin, end - begin);
        std::uint32_t found = 0;
        for (int i = 0; i < kDetectorCount; ++i) {
            if (name_of(static_cast<Detector>(i)) == name) found = bit(static_cast<Detector>(i));
        }
        if (found == 0) {
            throw Error(Fault::kUsage, std::string(option) + ": unknown check '" +
                                           std::string(name) + "', allowed are " + known_names() +
                                           ", separated by commas");
        }
        bits |= found;
        begin = end + 1;
    }
    return CheckSet(bits);
}

}  // namespace davsim::checks
