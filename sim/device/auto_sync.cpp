// SPDX-License-Identifier: Apache-2.0
#include "sim/device/auto_sync.h"

#include <algorithm>

namespace davsim {
namespace {

template <class Visit>
bool any_region(const Footprint& footprint, bool writes, Visit visit) {
    const int count = writes ? footprint.write_count : footprint.read_count;
    for (int i = 0; i < count; ++i) {
        const auto index = static_cast<std::size_t>(i);
        if (visit(writes ? footprint.writes[index] : footprint.reads[index])) return true;
    }
    return false;
}

}  // namespace

void GmRanges::add(std::uint64_t begin, std::uint64_t end) {
    constexpr std::size_t kMany = 64;
    for (Span& span : ranges_) {
        if (begin > span.end || span.begin > end) continue;
        span = {std::min(span.begin, begin), std::max(span.end, end)};
        return;
    }
    if (ranges_.size() == kMany) {
        for (const Span& span : ranges_) {
            begin = std::min(begin, span.begin);
            end = std::max(end, span.end);
        }
        ranges_.clear();
    }
    ranges_.push_back({begin, end});
}

bool GmRanges::overlaps(std::uint64_t begin, std::uint64_t end) const {
    return std::any_of(ranges_.begin(), ranges_.end(),
                       [&](const Span& span) { return begin < span.end && span.begin < end; });
}

AutoSync::AutoSync(std::uint32_t ub_bytes, bool vector_ordered)
    : vector_ordered_(vector_ordered),
      pipes_(3, PipeState(ub_bytes)),
      vector_reads_(ub_bytes),
      vector_writes_(ub_bytes) {}

AutoSync::PipeState& AutoSync::state(Pipe pipe) {
    return pipes_[pipe == Pipe::kV ? 0 : pipe == Pipe::kMte2 ? 1 : 2];
}

void AutoSync::clear() {
    for (const Pipe pipe : {Pipe::kV, Pipe::kMte2, Pipe::kMte3}) {
        scalar_waited(pipe);
        clear_scalar_stores(pipe);
    }
}

void AutoSync::clear_scalar_stores(Pipe pipe) {
    state(pipe).scalar_stores.clear();
    state(pipe).gm_scalar_stores.clear();
}

AutoSync::Need AutoSync::before(const Instruction& ins, const Footprint& footprint) {
    Need need;
    if (info_of(ins.opcode).op_class == OpClass::kSync) return need;
    if (ins.pipe == Pipe::kV && !vector_ordered_) {
        need.vector_barrier =
            any_region(footprint, false,
                       [&](const Region& r) { return vector_writes_.overlaps(r); }) ||
            any_region(footprint, true, [&](const Region& r) {
                return vector_writes_.overlaps(r) || vector_reads_.overlaps(r);
            });
    }
    PipeState& pipe = state(ins.pipe);
    const auto meets_scalar = [&](const Region& r) {
        return r.space == Space::kUb ? pipe.scalar_stores.overlaps(r)
                                     : pipe.gm_scalar_stores.overlaps(r.begin(), r.end());
    };
    need.scalar_flag =
        any_region(footprint, false, meets_scalar) || any_region(footprint, true, meets_scalar);
    return need;
}

void AutoSync::issued(const Instruction& ins, const Footprint& footprint) {
    switch (ins.opcode) {
        case Opcode::kPipeBarrier:
            if (ins.pipe != Pipe::kV) return;
            vector_reads_.clear();
            vector_writes_.clear();
            return;
        case Opcode::kWaitFlag:
            if (ins.sync.source == Pipe::kS) clear_scalar_stores(ins.pipe);
            return;
        case Opcode::kSetFlag: return;
        case Opcode::kReduceAcc:
        case Opcode::kReduceMax:
        case Opcode::kReduceMin:
        case Opcode::kMergeSort:
        case Opcode::kGatherMask: register_pending_ = true; break;
        default: break;
    }
    PipeState& pipe = state(ins.pipe);
    any_region(footprint, false, [&](const Region& r) {
        if (r.space != Space::kUb) return pipe.gm_reads.add(r.begin(), r.end()), false;
        pipe.reads.add(r);
        if (ins.pipe == Pipe::kV) vector_reads_.add(r);
        return false;
    });
    any_region(footprint, true, [&](const Region& r) {
        if (r.space != Space::kUb) return pipe.gm_writes.add(r.begin(), r.end()), false;
        pipe.writes.add(r);
        if (ins.pipe == Pipe::kV) vector_writes_.add(r);
        return false;
    });
}

bool AutoSync::before_scalar(Pipe pipe_id, const Region& region, bool store) {
    PipeState& pipe = state(pipe_id);
    if (region.space == Space::kUb)
        return pipe.writes.overlaps(region) || (store && pipe.reads.overlaps(region));
    return pipe.gm_writes.overlaps(region.begin(), region.end()) ||
           (store && pipe.gm_reads.overlaps(region.begin(), region.end()));
}

void AutoSync::scalar_stored(const Region& region) {
    for (PipeState& pipe : pipes_) {
        if (region.space == Space::kUb) {
            pipe.scalar_stores.add(region);
        } else {
            pipe.gm_scalar_stores.add(region.begin(), region.end());
        }
    }
}

void AutoSync::scalar_waited(Pipe pipe_id) {
    PipeState& pipe = state(pipe_id);
    pipe.reads.clear();
    pipe.writes.clear();
    pipe.gm_reads.clear();
    pipe.gm_writes.clear();
    if (pipe_id != Pipe::kV) return;
    vector_reads_.clear();
    vector_writes_.clear();
    register_pending_ = false;
}

}  // namespace davsim
