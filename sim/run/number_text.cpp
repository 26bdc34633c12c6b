// SPDX-License-Identifier: Apache-2.0
#include "sim/run/number_text.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace davsim {
namespace {

constexpr double kStep = 1000.0;

std::string scaled(double value, const std::array<std::string_view, 5>& units) {
    std::size_t unit = 0;
    while (value >= kStep && unit + 1 < units.size()) {
        value /= kStep;
        ++unit;
    }
    return unit == 0 ? fmt::format("{:.0f} {}", value, units[unit])
                     : fmt::format("{:.3g} {}", value, units[unit]);
}

}  // namespace

std::string bytes_text(std::uint64_t bytes) {
    return scaled(static_cast<double>(bytes), {"B", "kB", "MB", "GB", "TB"});
}

std::string rate_text(double per_second) {
    std::string text = scaled(per_second, {"", "k", "M", "G", "T"});
    if (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
}

std::string time_text(double microseconds) {
    if (microseconds < kStep) return fmt::format("{:.2f} us", microseconds);
    if (microseconds < kStep * kStep) return fmt::format("{:.3f} ms", microseconds / kStep);
    return fmt::format("{:.3f} s", microseconds / (kStep * kStep));
}

}  // namespace davsim
