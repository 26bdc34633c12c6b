// SPDX-License-Identifier: Apache-2.0
#include "traces/analysis/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <nlohmann/json.hpp>

#include "traces/analysis/line_profile.h"
#include "traces/analysis/text_parts.h"
#include "traces/analysis/totals.h"
#include "traces/analysis/transfer_sizes.h"

namespace davsim::traces {
namespace {

constexpr double kPercent = 100.0;
// What is said must be worth saying: parts of the launch's time.
constexpr double kNoticeable = 0.03;
// A pipe this far below its own full rate is badly used.
constexpr double kBadlyUsed = 0.6;
// A memory this busy leaves nothing to a better schedule.
constexpr double kNearlyAlways = 0.7;

class Explainer {
public:
    explicit Explainer(const StoreReader& store)
        : store_(store),
          totals_(totals_of(store)),
          sizes_(transfer_sizes(store)),
          cores_(static_cast<double>(std::max<std::size_t>(totals_.cores.size(), 1))) {}

    std::vector<Finding> run() {
        if (totals_.span <= 0 || totals_.cores.empty()) return {};
        few_cores();
        imbalance();
        free_buffers();
        short_work(Pipe::kMte2, FindingKind::kShortLoads);
        short_work(Pipe::kMte3, FindingKind::kShortStores);
        short_work(Pipe::kV, FindingKind::kShortVector);
        bank_conflicts();
        scalar_bound();
        barriers();
        sync_all();
        result_reads();
        memory_bound();
        read_again();
        launch_overhead();
        std::stable_sort(found_.begin(), found_.end(),
                         [](const Finding& a, const Finding& b) { return a.gain > b.gain; });
        return std::move(found_);
    }

private:
    void say(FindingKind kind, double share, double gain, std::string text) {
        const auto cycles = static_cast<std::int64_t>(gain);
        if (static_cast<double>(cycles) < kNoticeable * static_cast<double>(totals_.span)) return;
        found_.push_back({kind, share, cycles,
                          fmt::format("{}; saves up to {} of {}", text, time_text(store_, cycles),
                                      time_text(store_, totals_.span))});
    }

    // Cycles of one core, the mean.
    double mean(std::int64_t cycles) const { return static_cast<double>(cycles) / cores_; }
    double busy(Pipe pipe) const { return mean(totals_.all.pipe(pipe).busy); }
    double waited(Pipe pipe, StallCause cause) const { return mean(totals_.waited(pipe, cause)); }
    double share(double cycles) const { return cycles / static_cast<double>(totals_.span); }
    double percent(double cycles) const { return kPercent * share(cycles); }

    // However well pipes overlap, the busiest one has to do its work. `less`: by how much the work
    // of `pipe` shrinks.
    double overlap_gain(double saved, Pipe pipe = Pipe::kAll, double less = 0) const {
        double busiest = 0;
        for (const Pipe other : {Pipe::kS, Pipe::kMte2, Pipe::kV, Pipe::kMte3})
            busiest = std::max(busiest, busy(other) - (other == pipe ? less : 0));
        return std::min(saved, std::max(totals_.mean_active() - busiest, 0.0));
    }

    void few_cores() {
        const auto used = static_cast<double>(totals_.cores.size());
        const double all = store_.launch().cores;
        if (all <= used) return;
        const auto longest = static_cast<double>(totals_.longest_active());
        say(FindingKind::kFewCores, 1.0 - used / all, longest * (1.0 - used / all),
            fmt::format("only {:.0f} of {:.0f} vector cores work: a block dim of {:.0f} with the "
                        "work spread over it",
                        used, all, all));
    }

    void imbalance() {
        const auto longest = static_cast<double>(totals_.longest_active());
        const double spare = longest - totals_.mean_active();
        say(FindingKind::kImbalance, share(spare), spare,
            fmt::format("cores work unevenly: the longest {}, the mean {}; an even split of the "
                        "work, tails included",
                        time_text(store_, totals_.longest_active()),
                        time_text(store_, static_cast<std::int64_t>(totals_.mean_active()))));
    }

    void free_buffers() {
        const double loads = mean(sizes_.loads_wait_for_buffers);
        say(FindingKind::kLoadsWait, share(loads), overlap_gain(loads),
            fmt::format("MTE2 waits for free buffers {:.0f} % of the time: {}", percent(loads),
                        depth_advice("VECIN", "the input queue's")));
        const double stores = mean(sizes_.vector_waits_for_stores);
        say(FindingKind::kStoresHoldUp, share(stores), overlap_gain(stores),
            fmt::format("the vector unit waits for MTE3 to free its result buffers {:.0f} % of the "
                        "time: {}",
                        percent(stores), depth_advice("VECOUT", "the output queue's")));
    }

    std::string depth_advice(const std::string& position, const std::string& whose) const {
        const int depth = queue_depth(position);
        if (depth == 1) return fmt::format("{} depth is 1, depth 2 overlaps them", whose);
        if (depth > 1)
            return fmt::format("{} depth is {}, one more or smaller tiles overlap them", whose,
                               depth);
        return "a second buffer overlaps them";
    }

    // The least depth of a queue at this position, 0 when none was reserved.
    int queue_depth(const std::string& position) const {
        int least = 0;
        const std::string start = position + " TQue depth ";
        for (const std::string& text : store_.end().strings) {
            if (text.rfind(start, 0) != 0) continue;
            const int depth = std::atoi(text.c_str() + start.size());
            if (depth > 0 && (least == 0 || depth < least)) least = depth;
        }
        return least;
    }

    void short_work(Pipe pipe, FindingKind kind) {
        const BlockPipeUse& use = totals_.all.pipe(pipe);
        if (use.instructions == 0 || use.busy == 0) return;
        const double used = static_cast<double>(use.ideal) / static_cast<double>(use.busy);
        if (used >= kBadlyUsed) return;
        const double lost = busy(pipe) - mean(use.ideal);
        const double bytes = static_cast<double>(use.bytes) / static_cast<double>(use.instructions);
        const std::string what = pipe == Pipe::kV      ? "vector instructions"
                                 : pipe == Pipe::kMte2 ? "loads"
                                                       : "stores";
        std::string advice =
            pipe == Pipe::kV
                ? "more repeats an instruction instead of loops around short ones"
                : fmt::format("longer bursts (now {:.0f} B) and more bytes at once",
                              pipe == Pipe::kMte2 ? sizes_.load_burst : sizes_.store_burst);
        say(kind, share(busy(pipe)), overlap_gain(lost, pipe, lost),
            fmt::format("{} use {:.0f} % of their pipe's rate while it is busy {:.0f} % of the "
                        "time, {:.0f} B each: {}",
                        what, kPercent * used, percent(busy(pipe)), bytes, advice));
    }

    void bank_conflicts() {
        const double lost = mean(totals_.all.conflicts.all());
        say(FindingKind::kBankConflicts, share(lost), overlap_gain(lost, Pipe::kV, lost),
            fmt::format("vector instructions take {:.0f} % of the time longer because their "
                        "operands lie in the same bank group of UB, most at {}: move one of the "
                        "buffers by some blocks of 32 B",
                        percent(lost), lost > 0 ? worst_conflicts() : ""));
    }

    // The line that loses most to conflicts.
    std::string worst_conflicts() const {
        LineProfile profile(store_);
        for (const int core : store_.cores()) profile.add(core);
        const std::vector<PlaceUse> lines = profile.by_line();
        const auto worst = std::max_element(
            lines.begin(), lines.end(),
            [](const PlaceUse& a, const PlaceUse& b) { return a.conflict < b.conflict; });
        return worst == lines.end() ? "?" : worst->code;
    }

    void scalar_bound() {
        Pipe worst = Pipe::kV;
        for (const Pipe pipe : {Pipe::kMte2, Pipe::kV, Pipe::kMte3}) {
            if (waited(pipe, StallCause::kScalar) > waited(worst, StallCause::kScalar))
                worst = pipe;
        }
        const double wait = waited(worst, StallCause::kScalar);
        // Of it only what the scalar unit really works; the rest it waits itself.
        const double works = std::min(wait, busy(Pipe::kS));
        const double gain = overlap_gain(works, Pipe::kS, works);
        say(FindingKind::kScalarBound, share(wait), gain,
            fmt::format("{} waits for the scalar unit {:.0f} % of the time, which works {:.0f} %: "
                        "fewer, larger instructions and less arithmetic a tile",
                        davsim::name_of(worst), percent(wait), percent(busy(Pipe::kS))));
    }

    void barriers() {
        double wait = waited(Pipe::kS, StallCause::kBarrier);
        for (const Pipe pipe : {Pipe::kMte2, Pipe::kV, Pipe::kMte3})
            wait += waited(pipe, StallCause::kBarrier);
        say(FindingKind::kBarriers, share(wait), overlap_gain(wait),
            fmt::format("barriers (PipeBarrier, PIPE_ALL) hold pipes up {:.0f} % of the time: only "
                        "where data need them, flags elsewhere",
                        percent(wait)));
    }

    void sync_all() {
        const double wait = mean(sizes_.sync_all_cycles);
        say(FindingKind::kSyncAll, share(wait), wait,
            fmt::format("cores wait for each other in SyncAll {:.0f} % of the time: even work "
                        "before it, fewer of them",
                        percent(wait)));
    }

    void result_reads() {
        const double wait =
            waited(Pipe::kS, StallCause::kResult) + waited(Pipe::kS, StallCause::kFlag);
        say(FindingKind::kResultReads, share(wait), overlap_gain(wait),
            fmt::format("the scalar unit waits for flags and results (GetValue) {:.0f} % of the "
                        "time: keep such values in UB (Brcb, Duplicate) or read them later",
                        percent(wait)));
    }

    void memory_bound() {
        const nlohmann::json summary =
            nlohmann::json::parse(store_.attachment("summary"), nullptr, false);
        if (!summary.is_object() || !summary.contains("bound")) return;
        const std::string limit = summary["bound"].value("limit", "");
        const double used = summary["bound"].value("share", 0.0);
        if ((limit != "HBM" && limit != "L2") || used < kNearlyAlways) return;
        say(FindingKind::kMemoryBound, used, static_cast<double>(totals_.span) * used,
            fmt::format("{} bandwidth is the limit, its traffic alone needs {:.0f} % of the time: "
                        "only fewer bytes help (reuse in UB, narrower types)",
                        limit, kPercent * used));
    }

    void read_again() {
        const BlockMemoryUse& memory = totals_.all.memory;
        if (memory.read_line == 0 || store_.launch().remark("l2") == "warm") return;
        const double hits =
            static_cast<double>(memory.read_hit) / static_cast<double>(memory.read_line);
        const double again = busy(Pipe::kMte2) * hits;
        say(FindingKind::kReadAgain, hits, overlap_gain(again, Pipe::kMte2, again),
            fmt::format("{:.0f} % of what is loaded was in L2 already, so it is loaded more than "
                        "once (or by several cores): keep it in UB",
                        kPercent * hits));
    }

    void launch_overhead() {
        const auto overhead =
            static_cast<double>(totals_.span - std::min(totals_.longest_active(), totals_.span));
        if (share(overhead) < 1.0 - kNearlyAlways) return;
        say(FindingKind::kLaunchOverhead, share(overhead), overhead,
            fmt::format("{:.0f} % of the time no kernel runs: it is the launch itself; more work "
                        "in one launch",
                        percent(overhead)));
    }

    const StoreReader& store_;
    Totals totals_;
    TransferSizes sizes_;
    double cores_;
    std::vector<Finding> found_;
};

}  // namespace

std::string_view name_of(FindingKind kind) {
    static constexpr std::array<std::string_view, 15> kNames = {
        "few cores",         "imbalance",      "loads wait for buffers",
        "stores hold up",    "short loads",    "short stores",
        "short vector work", "bank conflicts", "scalar bound",
        "barriers",          "SyncAll",        "result reads",
        "memory bound",      "loaded again",   "launch overhead"};
    return kNames[static_cast<std::size_t>(kind)];
}

std::vector<Finding> findings_of(const StoreReader& store) {
    return Explainer(store).run();
}

std::string explain_text(const StoreReader& store) {
    std::string text = headline(store) + "\n";
    const std::vector<Finding> findings = findings_of(store);
    if (findings.empty()) text += "  nothing stands out: no single change would save much\n";
    int number = 0;
    for (const Finding& finding : findings)
        fmt::format_to(std::back_inserter(text), "  {}. {}\n", ++number, finding.text);
    if (!findings.empty()) text += "  gains are upper bounds and do not add up\n";
    return text;
}

std::string explain_json(const StoreReader& store) {
    nlohmann::ordered_json json;
    json["cycles"] = store.end().span;
    json["findings"] = nlohmann::ordered_json::array();
    for (const Finding& finding : findings_of(store)) {
        json["findings"].push_back({{"kind", name_of(finding.kind)},
                                    {"share", finding.share},
                                    {"gain_cycles", finding.gain},
                                    {"text", finding.text}});
    }
    return dumped(json);
}

}  // namespace davsim::traces
