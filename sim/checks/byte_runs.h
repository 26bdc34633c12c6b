// SPDX-License-Identifier: Apache-2.0
#pragma once
// The exact bytes behind a footprint: runs [begin, end) of what lanes under the mask really touch.
// footprint.h counts holes of a mask and gaps between the blocks of a repeat as touched; here they
// are left out, because a hazard must not be claimed for a byte that nobody touched.

#include <cstdint>

#include "sim/isa/footprint.h"

namespace davsim::checks {

// Calls visit(begin, end) for each run of a region.
template <class Visit>
void for_each_run(const Region& region, Visit visit) {
    for (std::uint32_t run = 0; run < region.count; ++run) {
        const std::uint64_t begin = region.base + static_cast<std::uint64_t>(region.stride) * run;
        visit(begin, begin + region.bytes);
    }
}

// The operand that a vector region belongs to, when it runs over lanes one by one and leaves some
// of its region out; nullptr: the region is exact.
const VectorOperand* sparse_operand(const Instruction& instruction, const Region& region);

// Elements of half a byte have no address of their own.
inline bool has_half_bytes(const Instruction& ins) {
    return ins.vec.dst.dtype == DataType::kInt4 || ins.vec.src0.dtype == DataType::kInt4;
}

// Where lane `lane` of repeat `repeat` of an operand lies.
inline std::uint64_t lane_address(const VectorOperand& operand, std::uint64_t repeat,
                                  std::uint64_t lane) {
    const std::uint64_t size = size_of(operand.dtype);
    const std::uint64_t per_block = kBlockBytes / size;
    return operand.addr + repeat * operand.rep_stride * kBlockBytes +
           lane / per_block * operand.blk_stride * kBlockBytes + lane % per_block * size;
}

// Calls visit(repeat, lane) for every lane under the mask, in order.
template <class Visit>
void for_each_lane(const Instruction& ins, Visit visit) {
    const VectorMask& mask = ins.vec.mask;
    const std::uint64_t lanes = lanes_per_repeat(ins);
    if (mask.counter && ins.opcode != Opcode::kCopy) {
        for (std::uint64_t i = 0; i < mask.lo; ++i) visit(i / lanes, i % lanes);
        return;
    }
    for (std::uint64_t repeat = 0; repeat < ins.vec.repeat; ++repeat) {
        const std::uint64_t count = mask.counter ? mask.lo : lanes;
        for (std::uint64_t lane = 0; lane < count; ++lane) {
            constexpr std::uint64_t kWord = 64;
            const bool on = mask.counter || (lane < kWord ? mask.lo >> lane & 1U
                                                          : mask.hi >> (lane - kWord) & 1U) != 0;
            if (on) visit(repeat, lane);
        }
    }
}

// Calls visit(begin, end) for every run of bytes that the instruction really touches in `region`.
template <class Visit>
void for_each_exact_run(const Instruction& ins, const Region& region, Visit visit) {
    const VectorOperand* operand = sparse_operand(ins, region);
    if (operand == nullptr) return for_each_run(region, visit);
    const std::uint64_t size = size_of(operand->dtype);
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    for_each_lane(ins, [&](std::uint64_t repeat, std::uint64_t lane) {
        const std::uint64_t at = lane_address(*operand, repeat, lane);
        if (at == end && end != 0) {
            end += size;
            return;
        }
        if (end != 0) visit(begin, end);
        begin = at;
        end = at + size;
    });
    if (end != 0) visit(begin, end);
}

}  // namespace davsim::checks
