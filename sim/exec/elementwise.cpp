// SPDX-License-Identifier: Apache-2.0
#include "sim/exec/elementwise.h"

#include <algorithm>
#include <array>

#include "sim/exec/vector_shape.h"

namespace davsim::exec {
namespace {

constexpr int kMaxSources = 3;

// The operands of one instruction: the destination and what the kernel reads.
struct Operands {
    Strided dst;
    std::array<Strided, kMaxSources> source;
    std::array<const std::uint8_t * Run::*, kMaxSources> slot{};
    int count = 0;

    void add(const Strided& operand, const std::uint8_t* Run::*where) {
        source[static_cast<std::size_t>(count)] = operand;
        slot[static_cast<std::size_t>(count++)] = where;
    }
};

// What is done to each run of lanes.
struct Steps {
    Kernel kernel = nullptr;
    Kernel finish = nullptr;

    void operator()(const Run& run) const {
        kernel(run);
        if (finish == nullptr) return;
        Run result;
        result.dst = run.dst;
        result.src0 = run.dst;
        result.count = run.count;
        finish(result);
    }
};

// A source that is the destination itself, lane for lane and repeat for repeat.
bool in_place(const Strided& source, const Strided& dst) {
    return source.base == dst.base && source.element == dst.element &&
           source.block_stride == dst.block_stride && source.repeat_stride == dst.repeat_stride;
}

// The kernel may run straight on memory: each source is the destination or apart from it.
bool independent(const Operands& operands, const VectorShape& shape) {
    const std::size_t extent = operands.dst.extent(shape);
    for (int i = 0; i < operands.count; ++i) {
        const Strided& source = operands.source[static_cast<std::size_t>(i)];
        if (in_place(source, operands.dst)) continue;
        if (overlap(operands.dst.base, extent, source.base, source.extent(shape))) return false;
    }
    return true;
}

bool all_dense(const Operands& operands, const VectorShape& shape) {
    if (shape.pattern || !operands.dst.dense(shape)) return false;
    for (int i = 0; i < operands.count; ++i) {
        if (!operands.source[static_cast<std::size_t>(i)].dense(shape)) return false;
    }
    return true;
}

// Sources of a repeat that do not lie in one piece are brought into `buffers` first.
using Buffer = std::array<std::uint8_t, kRepeatBytes>;

void run_piece(const Operands& operands, const VectorShape& shape, const Steps& kernel, bool staged,
               Run& run, const std::array<const std::uint8_t*, kMaxSources>& at,
               std::uint8_t* dst) {
    alignas(64) std::array<Buffer, kMaxSources> buffers;
    alignas(64) Buffer result;
    for (std::size_t i = 0; i < static_cast<std::size_t>(operands.count); ++i) {
        run.*operands.slot[i] = at[i];
        if (operands.source[i].contiguous(run.count)) continue;
        gather(buffers[i].data(), at[i], operands.source[i], run.count);
        run.*operands.slot[i] = buffers[i].data();
    }
    const bool direct = !staged && !shape.pattern && operands.dst.contiguous(run.count);
    run.dst = direct ? dst : result.data();
    kernel(run);
    if (direct) return;
    if (shape.pattern) {
        scatter_masked(dst, result.data(), operands.dst, shape);
    } else {
        scatter(dst, result.data(), operands.dst, run.count);
    }
}

void run_repeats(const Operands& operands, const VectorShape& shape, const Steps& kernel, Run run) {
    // Where operands overlap in part, a repeat's result is staged until all its lanes are read.
    const bool staged = !independent(operands, shape);
    std::array<const std::uint8_t*, kMaxSources> at{};
    for (std::uint32_t repeat = 0; repeat < shape.repeats; ++repeat) {
        const std::size_t span = shape.span(repeat);
        // One piece, except for a counter-mode copy with more lanes than a repeat has.
        for (std::size_t first = 0; first < span; first += shape.lanes) {
            run.count = std::min(shape.lanes, span - first);
            const auto place = [&](const Strided& operand) {
                const std::size_t blocks = first * operand.element / kBlockBytes;
                return operand.base + repeat * operand.repeat_stride +
                       blocks * operand.block_stride;
            };
            for (std::size_t i = 0; i < static_cast<std::size_t>(operands.count); ++i) {
                at[i] = place(operands.source[i]);
            }
            run_piece(operands, shape, kernel, staged, run, at, place(operands.dst));
        }
    }
}

// The caller may have given a snapshot of memory that is destination and source at once. A source
// repeat that is read again after it was written must come from the destination then: bring the old
// lanes there.
void follow_feedback(const VectorOperand& source, const VectorOperand& dst,
                     const VectorShape& shape, std::uint8_t* dst_at,
                     const std::uint8_t*& source_at) {
    if (shape.repeats <= 1 || shape.full > shape.lanes || source_at == dst_at ||
        source.addr != dst.addr || source.rep_stride != 0 || source.blk_stride != dst.blk_stride ||
        size_of(source.dtype) != size_of(dst.dtype)) {
        return;
    }
    Buffer lanes;
    const Strided from(source_at, source);
    const Strided to(dst_at, dst);
    gather(lanes.data(), from.base, from, shape.full);
    if (shape.pattern) {
        scatter_masked(to.base, lanes.data(), to, shape);
    } else {
        scatter(to.base, lanes.data(), to, shape.full);
    }
    source_at = dst_at;
}

}  // namespace

void run_elementwise(const Instruction& instruction, const VectorPointers& pointers, Kernel kernel,
                     Kernel finish, int sources, bool accumulates) {
    const Steps steps{kernel, finish};
    const VectorPayload& vec = instruction.vec;
    const VectorShape shape = shape_of(instruction, sources);
    if (shape.repeats == 0) return;
    VectorPointers at = pointers;
    Operands operands;
    operands.dst = Strided(at.dst, vec.dst);
    if (accumulates) {
        follow_feedback(vec.dst, vec.dst, shape, at.dst, at.old_dst);
        operands.add(Strided(at.old_dst, vec.dst), &Run::old_dst);
    }
    if (sources > 0) {
        follow_feedback(vec.src0, vec.dst, shape, at.dst, at.src0);
        operands.add(Strided(at.src0, vec.src0), &Run::src0);
    }
    if (sources > 1) {
        follow_feedback(vec.src1, vec.dst, shape, at.dst, at.src1);
        operands.add(Strided(at.src1, vec.src1), &Run::src1);
    }
    Run run;
    run.scalar_bits = vec.scalar_bits;
    if (all_dense(operands, shape) && independent(operands, shape)) {
        run.dst = at.dst;
        run.old_dst = at.old_dst;
        run.src0 = at.src0;
        run.src1 = at.src1;
        run.count = shape.total();
        steps(run);
        return;
    }
    run_repeats(operands, shape, steps, run);
}

}  // namespace davsim::exec
