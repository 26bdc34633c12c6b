// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which detectors run: "memcheck,racecheck", "all", "none".

#include <cstdint>
#include <string>
#include <string_view>

#include "sim/checks/finding.h"

namespace davsim::checks {

class CheckSet {
public:
    constexpr CheckSet() = default;

    static constexpr CheckSet all() { return CheckSet((1U << kDetectorCount) - 1U); }
    // What a run looks for unless it is told otherwise.
    static constexpr CheckSet standard() {
        return CheckSet(bit(Detector::kMemcheck) | bit(Detector::kSynccheck));
    }

    constexpr bool has(Detector detector) const { return (bits_ & bit(detector)) != 0; }
    constexpr bool none() const { return bits_ == 0; }
    constexpr bool operator==(const CheckSet& other) const { return bits_ == other.bits_; }
    // "memcheck,synccheck"
    std::string text() const;

    // Error(kUsage) that names `option` for unknown names.
    static CheckSet parse(std::string_view option, std::string_view list);

private:
    explicit constexpr CheckSet(std::uint32_t bits) : bits_(bits) {}
    static constexpr std::uint32_t bit(Detector d) { return 1U << static_cast<unsigned>(d); }

    std::uint32_t bits_ = 0;
};

}  // namespace davsim::checks
