// SPDX-License-Identifier: Apache-2.0
#include "sim/views/bound_analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace davsim {
namespace {

// Below this share of the span no single resource is called the limit: half the time something else
// held the kernel up.
constexpr double kDominant = 0.5;
constexpr double kPercent = 100.0;

double cycles_for(std::uint64_t bytes, double rate) {
    return rate <= 0.0 ? 0.0 : static_cast<double>(bytes) / rate;
}

// Reads and writes share the bus, so a mix is limited by its own efficiency as well.
double hbm_cycles(const MemoryUse& use, const MemoryRates& rates) {
    const double apart = std::max(cycles_for(use.hbm_read, rates.hbm_read),
                                  cycles_for(use.hbm_write, rates.hbm_write));
    const std::uint64_t both = std::min(use.hbm_read, use.hbm_write);
    const double mixed = cycles_for(2 * both, rates.hbm_mixed) +
                         cycles_for(use.hbm_read - both, rates.hbm_read) +
                         cycles_for(use.hbm_write - both, rates.hbm_write);
    return std::max(apart, mixed);
}

// No order of this traffic is faster: reads and writes one after the other, or mixed if that is
// better.
double least_hbm_cycles(MemoryUse use, const MemoryRates& rates) {
    use.hbm_write -= std::min(use.hbm_write, rates.unfinished_writes);
    const double apart =
        cycles_for(use.hbm_read, rates.hbm_read) + cycles_for(use.hbm_write, rates.hbm_write);
    return std::min(apart, hbm_cycles(use, rates));
}

double l2_cycles(const MemoryUse& use, const MemoryRates& rates) {
    return std::max(cycles_for(use.gm_read, rates.l2_read),
                    cycles_for(use.gm_write, rates.l2_write));
}

// The cause that pipes waited for longest; the scalar unit being late counts as "issue".
std::string_view main_wait(const LaunchStatistics& statistics) {
    std::array<std::int64_t, kStallCauseCount> waited{};
    for (const Pipe pipe : {Pipe::kMte2, Pipe::kV, Pipe::kMte3}) {
        const PipeUse total = statistics.pipe_total(pipe);
        for (std::size_t cause = 0; cause < waited.size(); ++cause) {
            waited[cause] += total.waited[cause].count();
        }
    }
    waited[static_cast<std::size_t>(StallCause::kNone)] = 0;
    waited[static_cast<std::size_t>(StallCause::kPipeBusy)] = 0;
    const auto longest = std::max_element(waited.begin(), waited.end());
    if (*longest == 0) return "nothing";
    return name_of(static_cast<StallCause>(longest - waited.begin()));
}

std::string latency_text(const LaunchStatistics& statistics, const Bound::Candidate& best) {
    const int used = statistics.used_cores();
    std::string text = fmt::format("latency: no resource is busy half the time ({} {:.0f} %)",
                                   name_of(best.limit), best.share * kPercent);
    if (used < statistics.info.cores) {
        text += fmt::format("; {} of {} cores work", used, statistics.info.cores);
    } else {
        text += fmt::format("; pipes wait most for: {}", main_wait(statistics));
    }
    return text;
}

std::string text_of(const Bound::Candidate& best) {
    const double percent = best.share * kPercent;
    switch (best.limit) {
        case Limit::kHbm:
            return fmt::format("HBM bandwidth: its traffic alone needs {:.0f} % of the time",
                               percent);
        case Limit::kL2:
            return fmt::format("L2 bandwidth: its traffic alone needs {:.0f} % of the time",
                               percent);
        case Limit::kMte2:
            return fmt::format("loads (MTE2), busy {:.0f} % on the slowest core", percent);
        case Limit::kMte3:
            return fmt::format("stores (MTE3), busy {:.0f} % on the slowest core", percent);
        case Limit::kVector:
            return fmt::format("vector unit (V), busy {:.0f} % on the slowest core", percent);
        case Limit::kScalar:
            return fmt::format("scalar unit (S), busy {:.0f} % on the slowest core", percent);
        case Limit::kLatency:
        case Limit::kNothing: break;
    }
    return {};
}

}  // namespace

std::string_view name_of(Limit limit) {
    switch (limit) {
        case Limit::kHbm: return "HBM";
        case Limit::kL2: return "L2";
        case Limit::kMte2: return "MTE2";
        case Limit::kMte3: return "MTE3";
        case Limit::kVector: return "V";
        case Limit::kScalar: return "S";
        case Limit::kLatency: return "latency";
        case Limit::kNothing: return "nothing";
    }
    return "nothing";
}

Bound analyse_bound(const LaunchStatistics& statistics, const MemoryRates& rates) {
    Bound bound;
    const auto span = static_cast<double>(statistics.span.count());
    if (span <= 0.0) {
        bound.text = "nothing was launched";
        return bound;
    }
    const double hbm = hbm_cycles(statistics.memory, rates);
    const double l2 = l2_cycles(statistics.memory, rates);
    const double least_hbm = least_hbm_cycles(statistics.memory, rates);
    const auto pipe_share = [&](Pipe pipe) {
        return static_cast<double>(statistics.pipe_max(pipe).count()) / span;
    };
    // Memories first: a load pipe that waits for HBM is busy too, and HBM is then the better
    // answer.
    // Write-backs that the launch leaves behind do not count beyond its end.
    bound.candidates = {
        {Limit::kHbm, std::min(hbm / span, 1.0)}, {Limit::kL2, l2 / span},
        {Limit::kMte2, pipe_share(Pipe::kMte2)},  {Limit::kMte3, pipe_share(Pipe::kMte3)},
        {Limit::kVector, pipe_share(Pipe::kV)},   {Limit::kScalar, pipe_share(Pipe::kS)}};
    bound.roofline = Cycles(static_cast<std::int64_t>(std::floor(std::max(least_hbm, l2))));

    // A memory at its dominant share explains busy transfer pipes, so it wins over them.
    auto best = std::max_element(
        bound.candidates.begin(), bound.candidates.end(),
        [](const Bound::Candidate& a, const Bound::Candidate& b) { return a.share < b.share; });
    const bool transfer = best->limit == Limit::kMte2 || best->limit == Limit::kMte3;
    const auto memory = bound.candidates[0].share >= bound.candidates[1].share
                            ? bound.candidates.begin()
                            : bound.candidates.begin() + 1;
    if (transfer && memory->share >= kDominant) best = memory;

    if (best->share < kDominant) {
        bound.limit = Limit::kLatency;
        bound.share = best->share;
        bound.text = latency_text(statistics, *best);
        return bound;
    }
    bound.limit = best->limit;
    bound.share = best->share;
    bound.text = text_of(*best);
    return bound;
}

}  // namespace davsim
