// SPDX-License-Identifier: Apache-2.0
// Gaps and the critical path.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "traces/analysis/critical_path.h"
#include "traces/analysis/gaps.h"
#include "traces/analysis/readings.h"
#include "traces/analysis/text_parts.h"
#include "traces/core_choice.h"
#include "traces/track.h"

namespace davsim::traces {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kPercent = 100.0;

double share_of(std::int64_t part, std::int64_t whole) {
    return whole <= 0 ? 0.0 : kPercent * static_cast<double>(part) / static_cast<double>(whole);
}

Json step_json(const Step& step, const StoreReader& store) {
    Json json;
    json["kind"] = name_of(step.kind);
    json["core"] = core_name(step.core, store.launch().vector_per_core);
    json["pipe"] = davsim::name_of(step.pipe);
    json["begin"] = step.begin;
    json["end"] = step.end;
    if (step.kind == StepKind::kExecute)
        json["instr"] = slice_name(SliceKind::kPlain, store.shapes()[step.shape]);
    return json;
}

std::string partial_note(const StoreReader& store) {
    if (store.launch().level == "sync") return "  note: recorded without instructions\n";
    return store.launch().partial() ? "  note: only a part of the run was recorded\n" : "";
}

}  // namespace

std::string gaps_text(const StoreReader& store) {
    std::string text = headline(store) + "\n" + partial_note(store);
    const auto out = std::back_inserter(text);
    fmt::format_to(
        out, "  {:<6}{:>13}{:>10}{:>14}{:>8}{:>8}{:>8}{:>9}  cycles idle before an instruction\n",
        "pipe", "instructions", "gaps", "cycles", "p50", "p90", "p99", "longest");
    for (const PipeGaps& gaps : gaps_of(store)) {
        fmt::format_to(out, "  {:<6}{:>13}{:>10}{:>14}{:>8}{:>8}{:>8}{:>9}\n",
                       davsim::name_of(gaps.pipe),
                       grouped(static_cast<std::int64_t>(gaps.instructions)),
                       grouped(static_cast<std::int64_t>(gaps.count)), grouped(gaps.cycles),
                       gaps.p50, gaps.p90, gaps.p99, gaps.longest);
        for (const GapCause& cause : gaps.causes) {
            fmt::format_to(out, "        {:>5.1f} % for {} ({} times)\n",
                           share_of(cause.cycles, gaps.cycles), cause.what,
                           grouped(static_cast<std::int64_t>(cause.count)));
        }
    }
    return text;
}

std::string gaps_json(const StoreReader& store) {
    Json json = Json::object();
    for (const PipeGaps& gaps : gaps_of(store)) {
        Json& entry = json[std::string(davsim::name_of(gaps.pipe))];
        entry = {{"instructions", gaps.instructions},
                 {"gaps", gaps.count},
                 {"cycles", gaps.cycles},
                 {"p50", gaps.p50},
                 {"p90", gaps.p90},
                 {"p99", gaps.p99},
                 {"longest", gaps.longest},
                 {"waited_for", Json::array()}};
        for (const GapCause& cause : gaps.causes) {
            entry["waited_for"].push_back(
                {{"what", cause.what}, {"times", cause.count}, {"cycles", cause.cycles}});
        }
    }
    return dumped(json);
}

std::string critical_text(const StoreReader& store) {
    const CriticalPath path = critical_path(store);
    std::string text = headline(store) + "\n" + partial_note(store);
    const auto out = std::back_inserter(text);
    fmt::format_to(out, "  the chain that decides the time has {} steps:\n", path.steps.size());
    for (const PathShare& share : path.shares) {
        fmt::format_to(out, "  {:>5.1f} %  {:>12} cycles  {:<18} {}\n",
                       share_of(share.cycles, path.span), grouped(share.cycles), share.what,
                       share.advice);
    }
    std::vector<Step> longest = path.steps;
    std::stable_sort(longest.begin(), longest.end(), [](const Step& a, const Step& b) {
        return a.end - a.begin > b.end - b.begin;
    });
    constexpr std::size_t kShown = 5;
    fmt::format_to(out, "  longest steps:\n");
    for (std::size_t i = 0; i < std::min(kShown, longest.size()); ++i) {
        const Step& step = longest[i];
        const bool instruction = step.kind == StepKind::kExecute;
        const Shape* shape = instruction ? &store.shapes()[step.shape] : nullptr;
        fmt::format_to(
            out, "    cycle {:>10}  {:>8} cycles  {} {}  {}\n", grouped(step.begin),
            grouped(step.end - step.begin), core_name(step.core, store.launch().vector_per_core),
            davsim::name_of(step.pipe),
            instruction ? fmt::format("{} ({}) {}", slice_name(SliceKind::kPlain, *shape),
                                      slice_detail(*shape), code_of(store.site_of(*shape)))
                        : std::string(name_of(step.kind)));
    }
    return text;
}

std::string critical_json(const StoreReader& store) {
    const CriticalPath path = critical_path(store);
    Json json;
    json["cycles"] = path.span;
    json["shares"] = Json::array();
    for (const PathShare& share : path.shares) {
        json["shares"].push_back({{"what", share.what},
                                  {"cycles", share.cycles},
                                  {"steps", share.steps},
                                  {"advice", share.advice}});
    }
    json["steps"] = Json::array();
    for (const Step& step : path.steps) json["steps"].push_back(step_json(step, store));
    return dumped(json);
}

}  // namespace davsim::traces
