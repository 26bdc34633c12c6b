// SPDX-License-Identifier: Apache-2.0
#include "sim/exec/shuffle.h"

#include <cstring>
#include <string>
#include <vector>

#include "sim/base/error.h"
#include "sim/exec/repeat_buffer.h"

namespace davsim::exec {
namespace {

constexpr std::size_t kBitsPerByte = 8;

[[noreturn]] void refuse_offset(const Instruction& ins, std::size_t index, std::uint32_t offset) {
    throw Error(Fault::kKernel, std::string(info_of(ins.opcode).mnemonic) + ": offset " +
                                    std::to_string(index) + " is " + std::to_string(offset) +
                                    ", allowed is within the tensor of " +
                                    std::to_string(ins.vec.span) + " B");
}

// Offset `index`, checked: `bytes` from it on lie in the tensor.
std::uint32_t offset_at(const Instruction& ins, const std::uint8_t* offsets, std::size_t index,
                        std::size_t bytes) {
    std::uint32_t offset;
    std::memcpy(&offset, offsets + index * sizeof(offset), sizeof(offset));
    if (std::uint64_t{offset} + bytes > ins.vec.span) refuse_offset(ins, index, offset);
    return offset;
}

template <std::size_t kBytes>
void run_gather(const Instruction& ins, const VectorPointers& pointers) {
    const VectorShape shape = shape_of(ins, 1);
    const Strided dst(pointers.dst, ins.vec.dst);
    RepeatBuffer lanes;
    for (std::size_t repeat = 0; repeat < shape.repeats; ++repeat) {
        const std::size_t span = shape.span(static_cast<std::uint32_t>(repeat));
        for (std::size_t lane = 0; lane < span; ++lane) {
            if (shape.pattern && !shape.enabled(lane)) continue;
            const std::uint32_t offset =
                offset_at(ins, pointers.src1, repeat * shape.lanes + lane, kBytes);
            std::memcpy(&lanes[lane * kBytes], pointers.src0 + offset, kBytes);
        }
        deliver(lanes.data(), dst, repeat, shape);
    }
}

template <std::size_t kBytes>
void run_scatter(const Instruction& ins, const VectorPointers& pointers) {
    const VectorShape shape = shape_of(ins, 1);
    const Strided src(pointers.src0, ins.vec.src0);
    RepeatBuffer buffer;
    for (std::size_t repeat = 0; repeat < shape.repeats; ++repeat) {
        const std::size_t span = shape.span(static_cast<std::uint32_t>(repeat));
        const std::uint8_t* lanes = collect(src, repeat, span, buffer);
        for (std::size_t lane = 0; lane < span; ++lane) {
            if (shape.pattern && !shape.enabled(lane)) continue;
            const std::uint32_t offset =
                offset_at(ins, pointers.src1, repeat * shape.lanes + lane, kBytes);
            std::memcpy(pointers.dst + offset, lanes + lane * kBytes, kBytes);
        }
    }
}

void run_gather_block(const Instruction& ins, const VectorPointers& pointers) {
    const VectorOperand& dst = ins.vec.dst;
    const std::size_t block = std::size_t{dst.blk_stride == 0 ? 1U : dst.blk_stride} * kBlockBytes;
    for (std::size_t i = 0; i < std::size_t{ins.vec.repeat} * kBlocksPerRepeat; ++i) {
        const std::uint32_t offset = offset_at(ins, pointers.src1, i, kBlockBytes);
        std::uint8_t* at = pointers.dst + i / kBlocksPerRepeat * dst.rep_stride * kBlockBytes +
                           i % kBlocksPerRepeat * block;
        std::memmove(at, pointers.src0 + offset, kBlockBytes);
    }
}

// Fixed pattern 1..7, or the bits of a tensor, bit 0 of byte 0 first.
class Pattern {
public:
    Pattern(const Instruction& ins, const std::uint8_t* bits)
        : bits_(ins.vec.variant == 0 ? bits : nullptr),
          stride_(std::size_t{ins.vec.src1.rep_stride} * kBlockBytes) {
        static constexpr std::uint8_t kFixed[] = {0, 0x55, 0xAA, 0x11, 0x22, 0x44, 0x88, 0xFF};
        fixed_ = kFixed[ins.vec.variant < std::size(kFixed) ? ins.vec.variant : 0U];
    }
    bool keeps(std::size_t repeat, std::size_t element) const {
        const unsigned shift = element % kBitsPerByte;
        if (bits_ == nullptr) return ((fixed_ >> shift) & 1U) != 0;
        return ((bits_[repeat * stride_ + element / kBitsPerByte] >> shift) & 1U) != 0;
    }

private:
    const std::uint8_t* bits_;
    std::size_t stride_;
    unsigned fixed_ = 0;
};

template <std::size_t kBytes>
std::uint64_t run_gather_mask(const Instruction& ins, const VectorPointers& pointers) {
    const VectorShape shape = shape_of(ins, 1);
    const Strided src(pointers.src0, ins.vec.src0);
    const Pattern pattern(ins, pointers.src1);
    const std::size_t per_block = kBlockBytes / kBytes;
    std::uint64_t kept = 0;
    for (std::size_t repeat = 0; repeat < shape.repeats; ++repeat) {
        const std::uint8_t* at = src.base + repeat * src.repeat_stride;
        for (std::size_t i = 0; i < shape.full; ++i) {
            if (!pattern.keeps(repeat, i)) continue;
            std::memmove(pointers.dst + kept++ * kBytes,
                         at + i / per_block * src.block_stride + i % per_block * kBytes, kBytes);
        }
    }
    return kept;
}

// Dense operands of `count` elements each. Sources are read before anything is written.
template <std::size_t kBytes>
void run_interleave(const Instruction& ins, const VectorPointers& pointers) {
    const std::size_t count = shape_of(ins, 1).total();
    const std::size_t bytes = count * kBytes;
    std::vector<std::uint8_t> sources(2 * bytes);
    std::memcpy(sources.data(), pointers.src0, bytes);
    std::memcpy(sources.data() + bytes, pointers.src1, bytes);
    const bool together = ins.opcode == Opcode::kInterleave;
    for (std::size_t i = 0; i < 2 * count; ++i) {
        // Element i of the two destinations one after another.
        const std::size_t from = together    ? (i % 2) * count + i / 2
                                 : i < count ? 2 * i
                                             : 2 * (i - count) + 1;
        std::uint8_t* at =
            i < count ? pointers.dst + i * kBytes : pointers.aux + (i - count) * kBytes;
        std::memcpy(at, &sources[from * kBytes], kBytes);
    }
}

template <std::size_t kBytes>
bool run_sized(const Instruction& ins, const VectorPointers& pointers, VectorRegisters& registers) {
    switch (ins.opcode) {
        case Opcode::kGather: run_gather<kBytes>(ins, pointers); return true;
        case Opcode::kScatter: run_scatter<kBytes>(ins, pointers); return true;
        case Opcode::kInterleave:
        case Opcode::kDeInterleave: run_interleave<kBytes>(ins, pointers); return true;
        case Opcode::kGatherMask:
            registers[static_cast<std::size_t>(VectorRegister::kKept)] =
                run_gather_mask<kBytes>(ins, pointers);
            return true;
        default: return false;
    }
}

}  // namespace

bool run_shuffle(const Instruction& ins, const VectorPointers& pointers,
                 VectorRegisters& registers) {
    if (ins.opcode == Opcode::kGatherBlock) {
        run_gather_block(ins, pointers);
        return true;
    }
    switch (size_of(ins.vec.dst.dtype)) {
        case 1: return run_sized<1>(ins, pointers, registers);
        case 2: return run_sized<2>(ins, pointers, registers);
        case 4: return run_sized<4>(ins, pointers, registers);
        case 8: return run_sized<8>(ins, pointers, registers);
        default: return false;
    }
}

}  // namespace davsim::exec
