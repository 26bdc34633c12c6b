// SPDX-License-Identifier: Apache-2.0
#include "traces/analysis/gaps.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "traces/analysis/core_index.h"

namespace davsim::traces {
namespace {

constexpr std::array<Pipe, 6> kPipes = {Pipe::kMte1, Pipe::kM, Pipe::kFix,
                                        Pipe::kMte2, Pipe::kV, Pipe::kMte3};

struct Collected {
    PipeGaps gaps;
    std::vector<std::int64_t> lengths;
    std::map<std::string, GapCause> causes;
};

std::string waited_for(const Row& row, Pipe pipe, const CoreIndex& index,
                       const StoreReader& store) {
    switch (row.cause) {
        case StallCause::kFlag: {
            const Row* flag = CoreIndex::ended_by(index.flags_to(pipe), row.begin);
            if (flag == nullptr) return "a flag";
            return fmt::format("flag of {}", davsim::name_of(store.shape_of(*flag).pipe));
        }
        case StallCause::kScalar: return "scalar unit";
        default: return std::string(davsim::name_of(row.cause));
    }
}

void collect(Collected& into, Pipe pipe, const CoreIndex& index, const StoreReader& store) {
    for (const Row* row : index.instructions(pipe)) {
        ++into.gaps.instructions;
        if (row->waited <= 0) continue;
        into.lengths.push_back(row->waited);
        const std::string what = waited_for(*row, pipe, index, store);
        GapCause& cause = into.causes[what];
        cause.what = what;
        ++cause.count;
        cause.cycles += row->waited;
        into.gaps.cycles += row->waited;
    }
}

// The smallest length that is not below `percent` of them.
std::int64_t percentile(const std::vector<std::int64_t>& sorted, std::size_t percent) {
    constexpr std::size_t kAll = 100;
    if (sorted.empty()) return 0;
    return sorted[(sorted.size() * percent + kAll - 1) / kAll - 1];
}

PipeGaps finished(Collected& collected) {
    constexpr std::size_t kHalf = 50;
    constexpr std::size_t kMost = 90;
    constexpr std::size_t kNearlyAll = 99;
    PipeGaps gaps = collected.gaps;
    std::sort(collected.lengths.begin(), collected.lengths.end());
    gaps.count = collected.lengths.size();
    gaps.p50 = percentile(collected.lengths, kHalf);
    gaps.p90 = percentile(collected.lengths, kMost);
    gaps.p99 = percentile(collected.lengths, kNearlyAll);
    gaps.longest = collected.lengths.empty() ? 0 : collected.lengths.back();
    for (auto& [what, cause] : collected.causes) gaps.causes.push_back(cause);
    std::stable_sort(gaps.causes.begin(), gaps.causes.end(),
                     [](const GapCause& a, const GapCause& b) { return a.cycles > b.cycles; });
    return gaps;
}

}  // namespace

std::vector<PipeGaps> gaps_of(const StoreReader& store) {
    std::array<Collected, kPipes.size()> collected;
    for (std::size_t i = 0; i < kPipes.size(); ++i) collected[i].gaps.pipe = kPipes[i];
    for (const int core : store.cores()) {
        const CoreIndex index(store, core);
        for (Collected& pipe : collected) collect(pipe, pipe.gaps.pipe, index, store);
    }
    std::vector<PipeGaps> all;
    for (Collected& pipe : collected) {
        if (pipe.gaps.instructions != 0) all.push_back(finished(pipe));
    }
    return all;
}

}  // namespace davsim::traces
