// SPDX-License-Identifier: Apache-2.0
#include "sim/checks/operand_overlap.h"

#include <algorithm>

#include "sim/checks/byte_runs.h"
#include "sim/isa/footprint.h"

namespace davsim::checks {
namespace {

struct Span {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    bool overlaps(const Span& other) const { return begin < other.end && other.begin < end; }
};

bool same_place(const VectorOperand& a, const VectorOperand& b, std::uint32_t repeats) {
    return a.addr == b.addr && a.dtype == b.dtype && a.blk_stride == b.blk_stride &&
           (repeats <= 1 || a.rep_stride == b.rep_stride);
}

std::uint64_t result_bytes(const Instruction& ins) {
    const std::uint64_t size = size_of(ins.vec.dst.dtype);
    if (ins.opcode == Opcode::kReduceBlock) return kBlocksPerRepeat * size;
    if (ins.opcode == Opcode::kReducePair) return kRepeatBytes / 2;
    return size;
}

// What one repeat reads or writes, as one span.
Span source_span(const VectorOperand& operand, std::uint64_t repeat, std::uint64_t lanes) {
    return {lane_address(operand, repeat, 0),
            lane_address(operand, repeat, lanes - 1) + size_of(operand.dtype)};
}

Span result_span(const Instruction& ins, std::uint64_t repeat, std::uint64_t lanes) {
    if (info_of(ins.opcode).op_class != OpClass::kReduce)
        return source_span(ins.vec.dst, repeat, lanes);
    const std::uint64_t bytes = result_bytes(ins);
    const std::uint64_t begin = ins.vec.dst.addr + repeat * ins.vec.dst.rep_stride * bytes;
    return {begin, begin + bytes};
}

bool accumulates_in_place(const Instruction& ins, int source) {
    const VectorPayload& vec = ins.vec;
    return source == 1 && vec.src1.addr == vec.dst.addr &&
           (vec.src1.rep_stride == 0 || vec.dst.rep_stride == 0);
}

bool spoils(const Instruction& ins, int source, std::uint32_t repeats, std::uint64_t lanes) {
    const VectorOperand& src = source == 0 ? ins.vec.src0 : ins.vec.src1;
    const bool reduces = info_of(ins.opcode).op_class == OpClass::kReduce;
    if (!reduces && same_place(ins.vec.dst, src, repeats) && ins.vec.dst.rep_stride != 0)
        return false;
    // A reduction has read its repeat before it has a result; so has a conversion to wider
    // elements, as kernels rely on that convert in place from the upper half of the destination.
    const bool reads_first = reduces || size_of(ins.vec.dst.dtype) > size_of(src.dtype);
    for (std::uint32_t writer = 0; writer < repeats; ++writer) {
        const Span written = result_span(ins, writer, lanes);
        for (std::uint32_t reader = writer; reader < repeats; ++reader) {
            const Span read = source_span(src, reader, lanes);
            if (!written.overlaps(read)) continue;
            if (reader > writer) return true;
            if (!reads_first && written.begin != read.begin) return true;
        }
    }
    return false;
}

}  // namespace

int spoiled_source(const Instruction& ins) {
    const OpcodeInfo& info = info_of(ins.opcode);
    const bool known = info.op_class == OpClass::kBinary || info.op_class == OpClass::kScalar ||
                       info.op_class == OpClass::kUnary ||
                       (ins.opcode == Opcode::kReduceAll || ins.opcode == Opcode::kReduceBlock ||
                        ins.opcode == Opcode::kReducePair);
    if (!known || info.sources == 0 || has_half_bytes(ins)) return -1;
    const std::uint32_t repeats = repeats_of(ins);
    const std::uint64_t lanes = repeat_extent(ins);
    if (repeats == 0 || lanes == 0) return -1;
    const Footprint footprint = footprint_of(ins);
    for (int source = 0; source < info.sources; ++source) {
        const Region& read = footprint.reads[static_cast<std::size_t>(source)];
        const Region& write = footprint.writes[0];
        if (write.begin() >= read.end() || read.begin() >= write.end()) continue;
        if (accumulates_in_place(ins, source)) continue;
        if (spoils(ins, source, repeats, lanes)) return source;
    }
    return -1;
}

}  // namespace davsim::checks
