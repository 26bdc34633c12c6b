// SPDX-License-Identifier: Apache-2.0
#include "traces/analysis/diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "traces/analysis/line_profile.h"
#include "traces/analysis/readings.h"
#include "traces/analysis/text_parts.h"
#include "traces/analysis/totals.h"

namespace davsim::traces {
namespace {

constexpr double kNsPerUs = 1000.0;
constexpr std::array<Pipe, kPipeCount> kPipes = {Pipe::kS,    Pipe::kMte1, Pipe::kM,   Pipe::kFix,
                                                 Pipe::kMte2, Pipe::kV,    Pipe::kMte3};

using Key = std::pair<std::string, std::string>;  // group, what
using Figures = std::map<Key, double>;

void pipe_figures(Figures& figures, const Totals& totals, double ns) {
    for (const Pipe pipe : kPipes) {
        const BlockPipeUse& use = totals.all.pipe(pipe);
        const std::string name(davsim::name_of(pipe));
        if (use.busy != 0) figures[{"pipe", name + " busy"}] = static_cast<double>(use.busy) * ns;
        for (int cause = 1; cause < kStallCauseCount; ++cause) {
            const auto which = static_cast<StallCause>(cause);
            const std::int64_t cycles = totals.waited(pipe, which);
            if (cycles == 0) continue;
            figures[{"wait", fmt::format("{} waits for {}", name, davsim::name_of(which))}] =
                static_cast<double>(cycles) * ns;
        }
    }
}

Figures figures_of(const StoreReader& store) {
    const Totals totals = totals_of(store);
    const auto cores = static_cast<double>(std::max<std::size_t>(totals.cores.size(), 1));
    const double ns = kNsPerUs / static_cast<double>(store.launch().clock_mhz) / cores;
    Figures figures;
    pipe_figures(figures, totals, ns);
    LineProfile profile(store);
    for (const int core : store.cores()) profile.add(core);
    for (const PlaceUse& line : profile.by_line())
        figures[{"line", line.code}] = static_cast<double>(line.busy + line.flag_wait) * ns;
    const BlockMemoryUse& memory = totals.all.memory;
    figures[{"memory", "GM read"}] = static_cast<double>(memory.read);
    figures[{"memory", "GM written"}] = static_cast<double>(memory.write);
    figures[{"memory", "HBM read"}] = static_cast<double>(memory.hbm_read);
    figures[{"memory", "HBM written"}] = static_cast<double>(memory.hbm_write);
    return figures;
}

double ns_of(const StoreReader& store) {
    return kNsPerUs * us_of(store, static_cast<double>(store.end().span));
}

std::string row(const Difference& entry) {
    const bool bytes = entry.group == "memory";
    const auto shown = [bytes](double value) {
        return bytes ? bytes_text(static_cast<std::uint64_t>(std::abs(value)))
                     : fmt::format("{:.3f} us", std::abs(value) / kNsPerUs);
    };
    return fmt::format("  {}{:<14}{:>14}{:>14}  {:<7}{}\n", entry.change() < 0 ? '-' : '+',
                       shown(entry.change()), shown(entry.a), shown(entry.b), entry.group,
                       entry.what);
}

}  // namespace

Differences differences(const StoreReader& a, const StoreReader& b) {
    Differences result;
    result.ns_a = ns_of(a);
    result.ns_b = ns_of(b);
    std::map<Key, std::pair<double, double>> both;
    for (const auto& [key, value] : figures_of(a)) both[key].first = value;
    for (const auto& [key, value] : figures_of(b)) both[key].second = value;
    for (const auto& [key, values] : both)
        result.entries.push_back({key.first, key.second, values.first, values.second});
    std::stable_sort(result.entries.begin(), result.entries.end(),
                     [](const Difference& x, const Difference& y) {
                         const bool x_memory = x.group == "memory";
                         if (x_memory != (y.group == "memory")) return !x_memory;
                         return std::abs(x.change()) > std::abs(y.change());
                     });
    return result;
}

std::string diff_text(const StoreReader& a, const StoreReader& b) {
    const Differences found = differences(a, b);
    std::string text = fmt::format("A  {}\nB  {}\n", headline(a), headline(b));
    const auto out = std::back_inserter(text);
    if (found.ns_a > 0) {
        constexpr double kPercent = 100.0;
        const double change = found.ns_b - found.ns_a;
        fmt::format_to(out,
                       "B takes {:.3f} us {} than A ({:+.1f} %); a core, largest change first:\n",
                       std::abs(change) / kNsPerUs, change < 0 ? "less" : "more",
                       kPercent * change / found.ns_a);
    }
    fmt::format_to(out, "   {:<14}{:>14}{:>14}\n", "B - A", "A", "B");
    constexpr std::size_t kShown = 20;
    std::size_t shown = 0;
    for (const Difference& entry : found.entries) {
        const bool memory = entry.group == "memory";
        if (!memory && (shown++ >= kShown || entry.change() == 0.0)) continue;
        text += row(entry);
    }
    return text;
}

std::string diff_json(const StoreReader& a, const StoreReader& b) {
    const Differences found = differences(a, b);
    nlohmann::ordered_json json;
    json["a"] = {{"store", a.path()}, {"ns", found.ns_a}, {"cycles", a.end().span}};
    json["b"] = {{"store", b.path()}, {"ns", found.ns_b}, {"cycles", b.end().span}};
    json["differences"] = nlohmann::ordered_json::array();
    for (const Difference& entry : found.entries) {
        json["differences"].push_back({{"group", entry.group},
                                       {"what", entry.what},
                                       {"unit", entry.group == "memory" ? "B" : "ns a core"},
                                       {"a", entry.a},
                                       {"b", entry.b},
                                       {"change", entry.change()}});
    }
    return dumped(json);
}

}  // namespace davsim::traces
