// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>

#include "traces/analysis/readings.h"
#include "traces/analysis/text_parts.h"
#include "traces/store/format.h"

namespace davsim::traces {
namespace {

constexpr std::array<std::string_view, kRowKindCount> kKinds = {"instructions",
                                                                "flags",
                                                                "barriers of one pipe",
                                                                "barriers of all pipes",
                                                                "SyncAll",
                                                                "scalar stalls",
                                                                "blocks",
                                                                "buffers",
                                                                "transfers"};

double bytes_per_event(const StoreReader& store) {
    const std::uint64_t rows = store.end().row_count();
    return rows == 0 ? 0.0 : static_cast<double>(store.bytes()) / static_cast<double>(rows);
}

std::string window_text(const LaunchMeta& launch) {
    if (launch.window_begin <= 0 && launch.window_end == INT64_MAX) return "all cycles";
    if (launch.window_end == INT64_MAX) return fmt::format("from cycle {}", launch.window_begin);
    return fmt::format("cycles {} to {}", launch.window_begin, launch.window_end);
}

}  // namespace

std::string info_text(const StoreReader& store) {
    const LaunchMeta& launch = store.launch();
    std::string text = fmt::format(
        "{}: trace store version {}, {} bytes, {:.1f} an event\n"
        "  kernel    {}, {} blocks, {} of {} vector cores recorded, {} MHz\n"
        "  level     {}, {}\n"
        "  time      {} cycles = {}\n",
        store.path(), kStoreVersion, store.bytes(), bytes_per_event(store), launch.kernel,
        launch.blocks, store.cores().size(), launch.cores, launch.clock_mhz, launch.level,
        window_text(launch), grouped(store.end().span), time_text(store, store.end().span));
    for (const auto& [key, value] : launch.remarks)
        fmt::format_to(std::back_inserter(text), "  {:<9} {}\n", key, value);
    for (std::size_t kind = 0; kind < kKinds.size(); ++kind) {
        const std::uint64_t count = store.end().rows[kind];
        if (count == 0) continue;
        fmt::format_to(std::back_inserter(text), "  {:>14} {}\n",
                       grouped(static_cast<std::int64_t>(count)), kKinds[kind]);
    }
    return text;
}

std::string info_json(const StoreReader& store) {
    const LaunchMeta& launch = store.launch();
    nlohmann::ordered_json json;
    json["store"] = store.path();
    json["version"] = kStoreVersion;
    json["bytes"] = store.bytes();
    json["bytes_per_event"] = bytes_per_event(store);
    json["kernel"] = launch.kernel;
    json["blocks"] = launch.blocks;
    json["level"] = launch.level;
    json["clock_mhz"] = launch.clock_mhz;
    json["cores"] = launch.cores;
    json["recorded_cores"] = store.cores();
    json["window"] = {launch.window_begin, launch.window_end};
    json["cycles"] = store.end().span;
    for (const auto& [key, value] : launch.remarks) json["remarks"][key] = value;
    for (std::size_t kind = 0; kind < kKinds.size(); ++kind)
        json["events"][std::string(kKinds[kind])] = store.end().rows[kind];
    json["shapes"] = store.shapes().size();
    json["places"] = store.end().sites.size();
    return dumped(json);
}

}  // namespace davsim::traces
