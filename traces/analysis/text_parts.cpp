// SPDX-License-Identifier: Apache-2.0
#include "traces/analysis/text_parts.h"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "sim/base/grouped.h"

namespace davsim::traces {
namespace {

constexpr double kThousand = 1000.0;

}  // namespace

std::string grouped(std::int64_t number) {
    return davsim::grouped(number, ' ');
}

double us_of(const StoreReader& store, double cycles) {
    return cycles / static_cast<double>(store.launch().clock_mhz);
}

std::string time_text(const StoreReader& store, std::int64_t cycles) {
    const double us = us_of(store, static_cast<double>(cycles));
    return us < kThousand ? fmt::format("{:.1f} us", us) : fmt::format("{:.2f} ms", us / kThousand);
}

std::string bytes_text(std::uint64_t bytes) {
    static constexpr std::array<const char*, 4> kUnits = {"B", "kB", "MB", "GB"};
    auto value = static_cast<double>(bytes);
    std::size_t unit = 0;
    while (value >= kThousand && unit + 1 < kUnits.size()) {
        value /= kThousand;
        ++unit;
    }
    return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} {}", value, kUnits[unit]);
}

std::string dumped(const nlohmann::ordered_json& json) {
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string headline(const StoreReader& store) {
    const LaunchMeta& launch = store.launch();
    std::string text = launch.kernel;
    if (!launch.remark("soc").empty()) text += " on " + launch.remark("soc");
    for (const char* key : {"shape", "dtype"}) {
        if (!launch.remark(key).empty()) text += ", " + launch.remark(key);
    }
    return fmt::format("{}: {} cycles = {}", text, grouped(store.end().span),
                       time_text(store, store.end().span));
}

}  // namespace davsim::traces
