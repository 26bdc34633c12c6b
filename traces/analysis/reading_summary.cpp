// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "traces/analysis/readings.h"
#include "traces/analysis/text_parts.h"
#include "traces/analysis/totals.h"

namespace davsim::traces {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kPercent = 100.0;
constexpr std::array<Pipe, kPipeCount> kPipes = {Pipe::kS,    Pipe::kMte1, Pipe::kM,   Pipe::kFix,
                                                 Pipe::kMte2, Pipe::kV,    Pipe::kMte3};

bool works(const Totals& totals, Pipe pipe) {
    const BlockPipeUse& use = totals.all.pipe(pipe);
    return use.instructions != 0 || use.busy != 0 || use.syncs != 0;
}

struct Wait {
    Pipe pipe = Pipe::kS;
    StallCause cause = StallCause::kNone;
    std::int64_t cycles = 0;  // mean of a core
};

std::vector<Wait> longest_waits(const Totals& totals) {
    const auto cores = static_cast<std::int64_t>(std::max<std::size_t>(totals.cores.size(), 1));
    std::vector<Wait> waits;
    for (const Pipe pipe : kPipes) {
        for (int cause = 1; cause < kStallCauseCount; ++cause) {
            const std::int64_t cycles = totals.waited(pipe, static_cast<StallCause>(cause));
            if (cycles > 0) waits.push_back({pipe, static_cast<StallCause>(cause), cycles / cores});
        }
    }
    std::stable_sort(waits.begin(), waits.end(),
                     [](const Wait& a, const Wait& b) { return a.cycles > b.cycles; });
    return waits;
}

void memory_lines(std::string& text, const StoreReader& store, const Totals& totals) {
    const BlockMemoryUse& memory = totals.all.memory;
    const double us = us_of(store, static_cast<double>(totals.span));
    constexpr double kBytesPerUsOfGb = 1000.0;
    const auto rate = [&](std::uint64_t bytes) {
        return us <= 0 ? 0.0 : static_cast<double>(bytes) / us / kBytesPerUsOfGb;
    };
    const std::uint64_t lines = memory.read_line + memory.write_line;
    const std::uint64_t hits = memory.read_hit + memory.write_hit;
    fmt::format_to(
        std::back_inserter(text),
        "  GM read {}, written {}: {:.0f} GB/s; HBM read {}, written {}: {:.0f} GB/s; "
        "L2 hits {:.0f} %\n",
        bytes_text(memory.read), bytes_text(memory.write), rate(memory.read + memory.write),
        bytes_text(memory.hbm_read), bytes_text(memory.hbm_write),
        rate(memory.hbm_read + memory.hbm_write),
        lines == 0 ? 0.0 : kPercent * static_cast<double>(hits) / static_cast<double>(lines));
}

}  // namespace

std::string summary_table(const StoreReader& store) {
    const Totals totals = totals_of(store);
    std::string text = headline(store) + "\n";
    const auto out = std::back_inserter(text);
    fmt::format_to(out, "  {} blocks on {} cores; longest core {} cycles, mean {:.0f}\n",
                   store.launch().blocks, totals.cores.size(), grouped(totals.longest_active()),
                   totals.mean_active());
    fmt::format_to(out, "  {:<6}{:>7}{:>9}{:>14}{:>10}{:>12}{:>28}\n", "pipe", "busy", "ideal",
                   "instructions", "flags", "bytes", "waits flag/scalar/barrier");
    const auto cores = static_cast<double>(std::max<std::size_t>(totals.cores.size(), 1));
    for (const Pipe pipe : kPipes) {
        if (!works(totals, pipe)) continue;
        const BlockPipeUse& use = totals.all.pipe(pipe);
        const auto share = [&](StallCause cause) {
            return kPercent * totals.share(totals.waited(pipe, cause)) / cores;
        };
        fmt::format_to(out, "  {:<6}{:>5.1f} %{:>7.1f} %{:>14}{:>10}{:>12}{:>28}\n", name_of(pipe),
                       kPercent * totals.busy_share(pipe),
                       kPercent * totals.share(use.ideal) / cores,
                       grouped(static_cast<std::int64_t>(use.instructions)),
                       grouped(static_cast<std::int64_t>(use.syncs)), bytes_text(use.bytes),
                       fmt::format("{:.1f} / {:.1f} / {:.1f} %", share(StallCause::kFlag),
                                   share(StallCause::kScalar), share(StallCause::kBarrier)));
    }
    memory_lines(text, store, totals);
    constexpr std::size_t kShown = 3;
    const std::vector<Wait> waits = longest_waits(totals);
    for (std::size_t i = 0; i < std::min(kShown, waits.size()); ++i) {
        fmt::format_to(out, "  {} {} waits for {}: {} cycles a core, {:.1f} %\n",
                       i == 0 ? "longest:" : "        ", name_of(waits[i].pipe),
                       name_of(waits[i].cause), grouped(waits[i].cycles),
                       kPercent * totals.share(waits[i].cycles));
    }
    return text;
}

std::string summary_table_json(const StoreReader& store) {
    const Totals totals = totals_of(store);
    Json json;
    json["kernel"] = store.launch().kernel;
    json["cycles"] = totals.span;
    json["time_us"] = us_of(store, static_cast<double>(totals.span));
    json["blocks"] = store.launch().blocks;
    json["used_cores"] = totals.cores.size();
    json["longest_core_cycles"] = totals.longest_active();
    json["mean_core_cycles"] = totals.mean_active();
    for (const Pipe pipe : kPipes) {
        if (!works(totals, pipe)) continue;
        const BlockPipeUse& use = totals.all.pipe(pipe);
        Json& entry = json["pipes"][std::string(name_of(pipe))];
        entry = {{"busy_cycles", use.busy},   {"ratio", totals.busy_share(pipe)},
                 {"ideal_cycles", use.ideal}, {"instructions", use.instructions},
                 {"syncs", use.syncs},        {"bytes", use.bytes}};
        for (int cause = 1; cause < kStallCauseCount; ++cause) {
            const auto which = static_cast<StallCause>(cause);
            if (totals.waited(pipe, which) != 0)
                entry["wait_cycles"][std::string(name_of(which))] = totals.waited(pipe, which);
        }
    }
    const BlockMemoryUse& memory = totals.all.memory;
    json["bytes"] = {{"gm_read", memory.read},
                     {"gm_write", memory.write},
                     {"hbm_read", memory.hbm_read},
                     {"hbm_write", memory.hbm_write}};
    return dumped(json);
}

}  // namespace davsim::traces
