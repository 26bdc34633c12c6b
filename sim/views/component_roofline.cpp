// SPDX-License-Identifier: Apache-2.0
#include "sim/views/component_roofline.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace davsim {
namespace {

constexpr std::array<Pipe, 4> kComponents = {Pipe::kS, Pipe::kMte2, Pipe::kV, Pipe::kMte3};

// A component that has work most of the time decides; one that then does three quarters of what it
// could is at its limit.
constexpr double kMostly = 0.6;
constexpr double kWellUsed = 0.75;
// Transfers that fall short of this many bytes do not reach half of a path's rate (Ascend tuning
// guides: 16 KB and more).
constexpr std::uint64_t kShortTransfer = 16384;
constexpr double kPercent = 100.0;

bool is_transfer(Pipe pipe) {
    return pipe == Pipe::kMte2 || pipe == Pipe::kMte3;
}

double share_of(const Bound& bound, Limit limit) {
    for (const Bound::Candidate& candidate : bound.candidates) {
        if (candidate.limit == limit) return candidate.share;
    }
    return 0;
}

std::string why_inefficient(const ComponentUse& use, const PipeUse& total, const Bound& bound) {
    if (total.instructions == 0) return "no work";
    const std::uint64_t mean = total.bytes / total.instructions;
    if (!is_transfer(use.pipe))
        return fmt::format("instructions of {} bytes leave the unit waiting", mean);
    const double memory = std::max(share_of(bound, Limit::kHbm), share_of(bound, Limit::kL2));
    if (memory >= kMostly) return "memory shared by all cores is the limit";
    if (mean < kShortTransfer) return fmt::format("short transfers, {} bytes on average", mean);
    return "misses of L2 or latency that nothing hides";
}

void judge(ComponentUse& use, const PipeUse& total, const Bound& bound) {
    if (total.busy == Cycles(0)) {
        use.text = "idle";
        return;
    }
    if (use.busy < kMostly) {
        use.verdict = ComponentVerdict::kNotTheBound;
        use.text = "not the bound";
        return;
    }
    if (use.utilisation >= kWellUsed * use.busy) {
        use.verdict = ComponentVerdict::kBound;
        use.text = is_transfer(use.pipe)  ? "memory bound"
                   : use.pipe == Pipe::kS ? "scalar bound"
                                          : "compute bound";
        return;
    }
    use.verdict = ComponentVerdict::kInefficient;
    use.text = (is_transfer(use.pipe) ? "inefficient transfer: " : "inefficient compute: ") +
               why_inefficient(use, total, bound);
}

std::string verdict_of(const ComponentRoofline& roofline) {
    const auto busiest = std::max_element(
        roofline.components.begin(), roofline.components.end(),
        [](const ComponentUse& a, const ComponentUse& b) { return a.busy < b.busy; });
    if (busiest->verdict == ComponentVerdict::kBound ||
        busiest->verdict == ComponentVerdict::kInefficient) {
        return fmt::format("{} ({})", busiest->text, name_of(busiest->pipe));
    }
    return fmt::format("insufficient parallelism: {} is busiest with {:.0f} %",
                       name_of(busiest->pipe), busiest->busy * kPercent);
}

}  // namespace

ComponentRoofline component_roofline(const LaunchStatistics& statistics, const Bound& bound) {
    ComponentRoofline roofline;
    const auto span = static_cast<double>(statistics.span.count());
    const int cores = statistics.used_cores();
    if (span <= 0 || cores == 0) {
        roofline.verdict = "nothing was launched";
        return roofline;
    }
    for (const Pipe pipe : kComponents) {
        const PipeUse total = statistics.pipe_total(pipe);
        const double core_time = span * cores;
        // The scalar unit has no slower and faster work: what it does is ideal.
        const Cycles ideal = pipe == Pipe::kS ? total.busy : total.ideal;
        ComponentUse use;
        use.pipe = pipe;
        use.busy = statistics.pipe_ratio(pipe);
        use.utilisation = static_cast<double>(ideal.count()) / core_time;
        if (pipe != Pipe::kS) {
            use.achieved = static_cast<double>(total.bytes) / core_time;
            if (ideal > Cycles(0))
                use.ideal = static_cast<double>(total.bytes) / static_cast<double>(ideal.count());
        }
        judge(use, total, bound);
        roofline.components.push_back(use);
    }
    roofline.verdict = verdict_of(roofline);
    return roofline;
}

}  // namespace davsim
