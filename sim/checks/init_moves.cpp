// SPDX-License-Identifier: Apache-2.0
// InitSpread: instructions that put bytes elsewhere. They are run a second time on the shadow:
// bytes of undefined bits as data, the offsets, patterns and selecting bits that they really had.
#include <algorithm>

#include "sim/checks/byte_runs.h"
#include "sim/checks/init_spread.h"
#include "sim/exec/exec.h"

namespace davsim::checks {
namespace {

constexpr std::uint64_t kBitsPerByte = 8;
constexpr std::uint64_t kWordBits = 64;
constexpr std::uint64_t kOffsetBytes = 4;
constexpr auto kMaskLow = static_cast<std::size_t>(VectorRegister::kCompareMaskLow);

bool from_register(const Instruction& ins) {
    return ins.opcode == Opcode::kSelect &&
           static_cast<SelectMode>(ins.vec.variant) == SelectMode::kRegister;
}

bool scalar_from_register(const Instruction& ins) {
    return ins.opcode == Opcode::kSelect &&
           static_cast<SelectMode>(ins.vec.variant) == SelectMode::kRegisterScalar;
}

void run_move_or_vector(const Instruction& ins, const exec::VectorPointers& pointers,
                        VectorRegisters registers) {
    if (ins.opcode == Opcode::kMoveUb) return exec::run_move(ins.dma, pointers.src0, pointers.dst);
    exec::VectorPointers with = pointers;
    if (ins.opcode == Opcode::kOr && with.src1 == nullptr) with.src1 = with.src0;  // of kNot
    exec::run_vector(ins, with, {}, registers);
}

void point(exec::VectorPointers& pointers, Operand operand, const std::uint8_t* at) {
    switch (operand) {
        case Operand::kSrc0: pointers.src0 = at; return;
        case Operand::kSrc1: pointers.src1 = at; return;
        case Operand::kSrc2: pointers.src2 = at; return;
        case Operand::kSrc3: pointers.src3 = at; return;
        case Operand::kDst:
        case Operand::kAux: return;
    }
}

}  // namespace

// Says where data goes and is no data itself.
bool InitSpread::is_control(Operand operand) const {
    switch (ins_.opcode) {
        case Opcode::kGather:
        case Opcode::kGatherBlock:
        case Opcode::kScatter:
        case Opcode::kGatherMask: return operand == Operand::kSrc1;
        case Opcode::kSelect: return operand == Operand::kSrc2;
        default: return false;
    }
}

bool InitSpread::overwritten(const Region& region) const {
    for (int i = 0; i < footprint_.write_count; ++i) {
        const Region& write = footprint_.writes[static_cast<std::size_t>(i)];
        if (region.begin() < write.end() && write.begin() < region.end()) return true;
    }
    return false;
}

std::vector<InitSpread::Bits> InitSpread::shadow_sources() const {
    std::vector<Bits> sources;
    for (int i = 0; i < footprint_.read_count; ++i) {
        const Region& region = footprint_.reads[static_cast<std::size_t>(i)];
        if (is_control(region.operand)) {
            sources.emplace_back(what_.ub + region.begin(), what_.ub + region.end());
        } else {
            sources.push_back(shadow_.bits_of(region.begin(), region.end()));
        }
    }
    return sources;
}

// Twice, on destinations of zeros and of ones: bytes that differ were not written.
void InitSpread::run_on_shadow(const Instruction& ins, const std::vector<Bits>& sources) {
    exec::VectorPointers pointers;
    for (std::size_t i = 0; i < sources.size(); ++i)
        point(pointers, footprint_.reads[i].operand, sources[i].data());
    VectorRegisters registers = what_.registers;
    if (scalar_from_register(ins)) registers[kMaskLow] = shadow_.mask_bits[0];
    std::array<std::array<Bits, 2>, 2> results;  // of both runs, by destination
    for (const std::size_t run : {std::size_t{0}, std::size_t{1}}) {
        for (std::size_t i = 0; i < static_cast<std::size_t>(footprint_.write_count); ++i) {
            const Region& write = footprint_.writes[i];
            results[run][i].assign(write.end() - write.begin(),
                                   run == 0 ? std::uint8_t{0} : UbShadow::kAllBits);
        }
        pointers.dst = results[run][0].data();
        pointers.aux = results[run][1].data();
        pointers.old_dst = pointers.dst;
        run_move_or_vector(ins, pointers, registers);
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(footprint_.write_count); ++i)
        take_over(footprint_.writes[i].begin(), results[0][i], results[1][i]);
}

// Runs of bytes that both runs left alike are what was written.
void InitSpread::take_over(std::uint64_t begin, const Bits& zeros, const Bits& ones) {
    for (std::size_t i = 0; i < zeros.size();) {
        if (zeros[i] != ones[i]) {
            ++i;
            continue;
        }
        std::size_t end = i + 1;
        while (end < zeros.size() && zeros[end] == ones[end] && zeros[end] == zeros[i]) ++end;
        const std::uint8_t bits = zeros[i];
        if (bits == UbShadow::kAllBits) {
            shadow_.undefine(begin + i, begin + end, origin());
        } else {
            shadow_.define(begin + i, begin + end);
            for (std::size_t at = i; bits != 0 && at < end; ++at)
                shadow_.undefine_bits(begin + at, bits, origin());
        }
        i = end;
    }
}

void InitSpread::moves() {
    // What said where the bytes went is gone: taken for defined.
    for (int i = 0; i < footprint_.read_count; ++i) {
        const Region& read = footprint_.reads[static_cast<std::size_t>(i)];
        if (is_control(read.operand) && overwritten(read)) return define_writes();
    }
    if (footprint_.write_count == 0) return;
    std::vector<int> spoilers;
    for (int i = 0; i < footprint_.read_count; ++i) {
        if (is_control(footprint_.reads[static_cast<std::size_t>(i)].operand) && reads_undefined(i))
            spoilers.push_back(i);
    }
    Instruction plain = ins_;
    if (ins_.opcode != Opcode::kMoveUb && !handles_records(ins_)) {
        plain.vec.scalar_bits = 0;
        plain.vec.saturate = false;
    }
    run_on_shadow(plain, shadow_sources());
    for (const int i : spoilers) spoil_by_control(footprint_.reads[static_cast<std::size_t>(i)]);
    if (from_register(ins_) && !shadow_.mask_defined()) spoil_by_select();
}

// A result whose place or choice is undefined.
void InitSpread::spoil_by_control(const Region& control) {
    switch (ins_.opcode) {
        case Opcode::kSelect: return spoil_by_select();
        case Opcode::kGather: {
            const std::uint64_t lanes = lanes_per_repeat(ins_);
            const std::uint64_t size = size_of(ins_.vec.dst.dtype);
            return for_each_lane(ins_, [&](std::uint64_t repeat, std::uint64_t lane) {
                const std::uint64_t at = control.base + (repeat * lanes + lane) * kOffsetBytes;
                if (shadow_.defined(at, at + kOffsetBytes)) return;
                const std::uint64_t place = lane_address(ins_.vec.dst, repeat, lane);
                shadow_.undefine(place, place + size, origin());
            });
        }
        case Opcode::kGatherMask: shadow_.of(VectorRegister::kKept) = origin(); break;
        default: break;
    }
    undefine_writes();
}

void InitSpread::spoil_by_select() {
    const std::uint64_t lanes = lanes_per_repeat(ins_);
    const std::uint64_t size = size_of(ins_.vec.dst.dtype);
    for_each_lane(ins_, [&](std::uint64_t repeat, std::uint64_t lane) {
        bool undefined = false;
        if (from_register(ins_)) {
            undefined = (shadow_.mask_bits[lane / kWordBits % 2] >> lane % kWordBits & 1U) != 0;
        } else {
            const std::uint64_t bit = repeat * lanes + lane;
            const unsigned bits = shadow_.undefined_bits(ins_.vec.aux.addr + bit / kBitsPerByte);
            undefined = (bits >> bit % kBitsPerByte & 1U) != 0;
        }
        if (!undefined) return;
        const std::uint64_t place = lane_address(ins_.vec.dst, repeat, lane);
        shadow_.undefine(place, place + size, origin());
    });
}

// A bit of the result is undefined where one of its operands' is: their "or".
void InitSpread::bitwise() {
    Instruction both = ins_;
    both.opcode = Opcode::kOr;
    both.vec.saturate = false;
    if (footprint_.write_count == 0) return;
    const std::vector<Bits> sources = shadow_sources();
    if (ins_.opcode != Opcode::kNot) return run_on_shadow(both, sources);
    both.vec.src1 = both.vec.src0;
    run_on_shadow(both, {sources[0]});
}

}  // namespace davsim::checks
