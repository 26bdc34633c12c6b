// SPDX-License-Identifier: Apache-2.0
#include "sim/checks/init_spread.h"

#include <cstring>

#include "sim/checks/byte_runs.h"
#include "sim/checks/register_left.h"

namespace davsim::checks {

void InitSpread::define_results() {
    if (const auto left = register_left(ins_.opcode)) shadow_.of(*left) = UbShadow::kDefined;
    const Flow flow = flow_of(ins_.opcode);
    if (flow == Flow::kToMask || flow == Flow::kSetMask) shadow_.mask_bits = {};
    define_writes();
}

void InitSpread::run() {
    if (const auto left = register_left(ins_.opcode)) shadow_.of(*left) = UbShadow::kDefined;
    switch (flow_of(ins_.opcode)) {
        case Flow::kApart: return;
        case Flow::kConstant: return define_writes();
        case Flow::kLanes: return lanes();
        case Flow::kBitwise: return bitwise();
        case Flow::kBits: return bits_of_lanes();
        case Flow::kToMask: return to_mask();
        case Flow::kSetMask: return set_mask();
        case Flow::kGetMask: return get_mask();
        case Flow::kReduce: return reduce();
        case Flow::kMoves: return moves();
        case Flow::kSort: return sort();
        case Flow::kReorder: return reorder();
    }
}

UbShadow::Origin InitSpread::origin() {
    if (known_origin_ == UbShadow::kNeverWritten) known_origin_ = origin_of_();
    return known_origin_;
}

// Footprints of these three are upper bounds.
bool InitSpread::define_some() {
    if (footprint_.write_count == 0) return false;
    const std::uint64_t to = footprint_.writes[0].base;
    const auto left = [&](VectorRegister which) {
        return what_.registers[static_cast<std::size_t>(which)];
    };
    switch (ins_.opcode) {
        case Opcode::kGatherMask:
            shadow_.define(to, to + left(VectorRegister::kKept) * size_of(ins_.vec.dst.dtype));
            return true;
        case Opcode::kMergeSort: {
            if (!ins_.merge.until_exhausted) return false;
            constexpr std::uint64_t kFieldBits = 16;
            std::uint64_t records = 0;
            for (std::uint64_t rest = left(VectorRegister::kMerged); rest != 0; rest >>= kFieldBits)
                records += rest & 0xFFFFU;
            shadow_.define(to, to + records * ins_.merge.record_bytes);
            return true;
        }
        case Opcode::kScatter: define_scattered(); return true;
        default: return false;
    }
}

void InitSpread::define_scattered() {
    const std::uint64_t lanes = lanes_per_repeat(ins_);
    const std::uint64_t size = size_of(ins_.vec.dst.dtype);
    for_each_lane(ins_, [&](std::uint64_t repeat, std::uint64_t lane) {
        std::uint32_t offset = 0;
        std::memcpy(&offset,
                    what_.ub + ins_.vec.src1.addr + (repeat * lanes + lane) * sizeof offset,
                    sizeof offset);
        if (offset + size > ins_.vec.span) return;  // overwritten since
        shadow_.define(ins_.vec.dst.addr + offset, ins_.vec.dst.addr + offset + size);
    });
}

void InitSpread::define_writes() {
    if (define_some()) return;
    for (int i = 0; i < footprint_.write_count; ++i) {
        for_each_exact_run(
            ins_, footprint_.writes[static_cast<std::size_t>(i)],
            [&](std::uint64_t begin, std::uint64_t end) { shadow_.define(begin, end); });
    }
}

void InitSpread::undefine_writes() {
    for (int i = 0; i < footprint_.write_count; ++i) {
        for_each_exact_run(ins_, footprint_.writes[static_cast<std::size_t>(i)],
                           [&](std::uint64_t begin, std::uint64_t end) {
                               shadow_.undefine(begin, end, origin());
                           });
    }
}

bool InitSpread::reads_undefined(int read) const {
    bool found = false;
    for_each_exact_run(ins_, footprint_.reads[static_cast<std::size_t>(read)],
                       [&](std::uint64_t begin, std::uint64_t end) {
                           found |= shadow_.next_undefined_bit(begin, end) != end;
                       });
    return found;
}

}  // namespace davsim::checks
