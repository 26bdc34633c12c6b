// SPDX-License-Identifier: Apache-2.0
#include "sim/session/fault_place.h"

#include <algorithm>

#include "sim/debuginfo/source_lines.h"

namespace davsim {

void FaultPlace::on_fault(const FaultEvent& event) {
    sites_.clear();
    if (event.site != nullptr) sites_.push_back(event.site);
    for (const BlockedWait& wait : event.waits) {
        if (wait.site != nullptr) sites_.push_back(wait.site);
    }
}

// A deadlock of many cores has few lines.
std::string FaultPlace::text() const {
    constexpr std::size_t kMost = 4;
    SourceLines lines;
    std::vector<std::string> places;
    for (const void* site : sites_) {
        if (places.size() == kMost) break;
        if (!lines.at(site).known()) continue;
        const std::string place = lines.text(site);
        if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
    }
    std::string text;
    for (const std::string& place : places) text += (text.empty() ? " at " : ", ") + place;
    return text;
}

}  // namespace davsim
