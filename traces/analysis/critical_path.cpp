// SPDX-License-Identifier: Apache-2.0
#include "traces/analysis/critical_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "traces/analysis/core_index.h"

namespace davsim::traces {
namespace {

// Where the walk stands: what happened on this pipe just before this time?
struct Place {
    int core = 0;
    Pipe pipe = Pipe::kS;
    std::int64_t at = 0;
    bool set = false;  // arrived here through a flag that this pipe set
};

class Walk {
public:
    explicit Walk(const StoreReader& store) : store_(store) {
        for (const int core : store.cores()) indices_.emplace(core, CoreIndex(store, core));
    }

    CriticalPath run() {
        path_.span = store_.end().span;
        Place place = last_block();
        step(StepKind::kLaunch, place, place.at, path_.span, 0);
        int standing = 0;
        while (place.at > 0 && standing < kMostMoves) {
            const std::int64_t before = place.at;
            place = place.pipe == Pipe::kS ? scalar(place) : pipe(place);
            // Whatever a partial trace says, time never goes forward, and it goes back in the end.
            place.at = std::min(place.at, before);
            standing = place.at == before ? standing + 1 : 0;
        }
        step(StepKind::kLaunch, place, 0, place.at, 0);
        std::reverse(path_.steps.begin(), path_.steps.end());
        return std::move(path_);
    }

private:
    static constexpr int kMostMoves = 16;  // between pipes at one point in time

    Place last_block() const {
        Place last;
        for (const auto& [core, index] : indices_) {
            if (index.blocks().empty() || index.blocks().back()->end <= last.at) continue;
            last = {core, Pipe::kS, index.blocks().back()->end};
        }
        return last;
    }

    void step(StepKind kind, const Place& where, std::int64_t begin, std::int64_t end,
              std::uint32_t shape) {
        if (end > begin) path_.steps.push_back({kind, where.core, where.pipe, begin, end, shape});
    }

    // The scalar unit: back to the stall before, then to whom it waited for.
    Place scalar(const Place& place) {
        const CoreIndex& index = indices_.at(place.core);
        const Row* block = block_around(index, place.at);
        const std::int64_t block_begin = block == nullptr ? 0 : block->begin;
        const Row* stall = CoreIndex::ended_by(index.stalls(), place.at);
        const Row* sync = CoreIndex::ended_by(index.sync_alls(), place.at);
        const std::int64_t stall_end = stall == nullptr ? -1 : stall->end;
        const std::int64_t sync_end = sync == nullptr ? -1 : sync->end;
        if (std::max(stall_end, sync_end) <= block_begin) {
            step(StepKind::kScalar, place, block_begin, place.at, 0);
            return before_block(place, block_begin);
        }
        if (sync_end >= stall_end) {
            step(StepKind::kScalar, place, sync_end, place.at, 0);
            return sync_all(place, *sync);
        }
        step(StepKind::kScalar, place, stall_end, place.at, 0);
        return after_stall(place, *stall, index);
    }

    static const Row* block_around(const CoreIndex& index, std::int64_t at) {
        for (const Row* block : index.blocks()) {
            if (block->begin < at && block->end >= at) return block;
        }
        return nullptr;
    }

    // The core's block before, or the launch.
    Place before_block(const Place& place, std::int64_t begin) {
        const Row* block = CoreIndex::ended_by(indices_.at(place.core).blocks(), begin);
        const std::int64_t end = block == nullptr ? 0 : block->end;
        step(StepKind::kLaunch, place, end, begin, 0);
        return {place.core, Pipe::kS, end};
    }

    // Goes on where the last core arrived.
    Place sync_all(const Place& place, const Row& sync) {
        Place last{place.core, Pipe::kS, sync.begin};
        for (const auto& [core, index] : indices_) {
            const Row* other = CoreIndex::ended_by(index.sync_alls(), sync.end);
            if (other == nullptr || other->end != sync.end || other->begin <= last.at) continue;
            last = {core, Pipe::kS, other->begin};
        }
        step(StepKind::kSyncAll, place, last.at, sync.end, 0);
        return last;
    }

    Place after_stall(const Place& place, const Row& stall, const CoreIndex& index) {
        const Shape& shape = store_.shape_of(stall);
        if (stall.cause == StallCause::kFlag) {
            const Row* flag = CoreIndex::ended_by(index.flags_to(Pipe::kS), stall.end);
            if (flag != nullptr && flag->end == stall.end) return after_flag(place, *flag);
        }
        if (stall.cause == StallCause::kQueueFull) {
            // A place in the queue became free when an instruction began.
            const Row* row = index.instruction_before(shape.pipe, stall.end + 1);
            if (row != nullptr) {
                step(StepKind::kScalar, place, row->begin, stall.end, 0);
                return start_of({place.core, shape.pipe, row->begin}, *row);
            }
        }
        // A result or an empty core: whatever completed last.
        const Row* row = index.last_complete(stall.end);
        if (row == nullptr || row->end < stall.begin) {
            step(StepKind::kScalar, place, stall.begin, stall.end, 0);
            return {place.core, Pipe::kS, stall.begin};
        }
        step(StepKind::kBarrier, place, row->end, stall.end, 0);
        return execute(place.core, *row, row->end);
    }

    // The walk reached a time at which `row` was at work.
    Place execute(int core, const Row& row, std::int64_t until) {
        const Shape& shape = store_.shape_of(row);
        const Place there{core, shape.pipe, row.begin};
        step(StepKind::kExecute, there, row.begin, until, row.shape);
        return start_of(there, row);
    }

    Place pipe(const Place& place) {
        const Row* row = indices_.at(place.core).instruction_before(place.pipe, place.at);
        if (row == nullptr) return {place.core, Pipe::kS, place.at - 1};
        // SetFlag came later than the work before it: the scalar unit issued it only then.
        if (place.set && row->end < place.at) return {place.core, Pipe::kS, place.at};
        // What lies between an instruction and the next one that waited for it.
        step(StepKind::kBarrier, place, std::min(row->end, place.at), place.at, 0);
        return execute(place.core, *row, std::min(row->end, place.at));
    }

    // Why did it begin then and not earlier?
    Place start_of(const Place& place, const Row& row) {
        const CoreIndex& index = indices_.at(place.core);
        if (row.cause == StallCause::kFlag) {
            const Row* flag = CoreIndex::ended_by(index.flags_to(place.pipe), row.begin);
            if (flag != nullptr) {
                step(StepKind::kFlag, place, flag->end, row.begin, 0);
                return after_flag(place, *flag);
            }
        }
        if (row.cause == StallCause::kScalar) {
            step(StepKind::kScalar, place, row.issued, row.begin, 0);
            return {place.core, Pipe::kS, std::min(row.issued, row.begin)};
        }
        return place;  // the instruction before it, or a barrier behind that
    }

    // Goes on where the flag was set: after what the other pipe did before.
    Place after_flag(const Place& place, const Row& flag) {
        const Pipe source = store_.shape_of(flag).pipe;
        if (flag.begin > flag.reached || source == Pipe::kS) {
            step(StepKind::kFlag, place, flag.begin, flag.end, 0);
            return {place.core, source, flag.begin, true};
        }
        // It was up already; what took time lies on the waiting side.
        step(StepKind::kFlag, place, flag.reached, flag.end, 0);
        return {place.core, place.pipe, flag.reached};
    }

    const StoreReader& store_;
    std::map<int, CoreIndex> indices_;
    CriticalPath path_;
};

std::string label(const Step& step) {
    switch (step.kind) {
        case StepKind::kExecute: return fmt::format("{} works", davsim::name_of(step.pipe));
        case StepKind::kFlag: return "flags";
        case StepKind::kScalar: return "scalar unit";
        case StepKind::kBarrier: return "barriers";
        case StepKind::kSyncAll: return "SyncAll";
        case StepKind::kLaunch: return "launch and blocks";
    }
    return {};
}

std::string advice(const Step& step) {
    switch (step.kind) {
        case StepKind::kFlag: return "fewer and larger tiles: each pays for its flags once";
        case StepKind::kScalar: return "fewer and larger instructions, less scalar work a tile";
        case StepKind::kBarrier: return "PipeBarrier and PIPE_ALL only where data need them";
        case StepKind::kSyncAll: return "even work on all cores before each SyncAll";
        case StepKind::kLaunch: return "a fixed cost: more work in one launch";
        case StepKind::kExecute: break;
    }
    if (step.pipe == Pipe::kV) return "fewer or longer vector instructions";
    return "fewer bytes, longer bursts, or more of it beside other pipes (deeper queues)";
}

}  // namespace

std::string_view name_of(StepKind kind) {
    static constexpr std::array<std::string_view, 6> kNames = {"execute", "flag",     "scalar",
                                                               "barrier", "sync all", "launch"};
    return kNames[static_cast<std::size_t>(kind)];
}

CriticalPath critical_path(const StoreReader& store) {
    CriticalPath path = Walk(store).run();
    std::map<std::string, PathShare> shares;
    for (const Step& step : path.steps) {
        PathShare& share = shares[label(step)];
        share.what = label(step);
        share.advice = advice(step);
        share.cycles += step.end - step.begin;
        ++share.steps;
    }
    for (auto& [what, share] : shares) path.shares.push_back(share);
    std::stable_sort(path.shares.begin(), path.shares.end(),
                     [](const PathShare& a, const PathShare& b) { return a.cycles > b.cycles; });
    return path;
}

}  // namespace davsim::traces
