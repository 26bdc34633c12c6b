// SPDX-License-Identifier: Apache-2.0
// InitSpread: results that come lane by lane, as bits a lane, or as one for a group of lanes.
#include <algorithm>

#include "sim/checks/byte_runs.h"
#include "sim/checks/init_spread.h"
#include "sim/checks/register_left.h"

namespace davsim::checks {
namespace {

constexpr std::uint64_t kBitsPerByte = 8;
constexpr std::uint64_t kWordBits = 64;

bool is_dense(const Instruction& ins) {
    constexpr std::uint64_t kAll = ~std::uint64_t{0};
    const VectorPayload& vec = ins.vec;
    if (has_half_bytes(ins) || ins.opcode == Opcode::kMulFull || ins.opcode == Opcode::kCastDequant)
        return false;
    const std::uint32_t lanes = lanes_per_repeat(ins);
    const auto dense = [&](const VectorOperand& operand) {
        return operand.blk_stride == 1 &&
               operand.rep_stride * kBlockBytes == lanes * size_of(operand.dtype);
    };
    const bool full = vec.mask.lo == kAll && (lanes <= kWordBits || vec.mask.hi == kAll);
    const std::uint8_t sources = info_of(ins.opcode).sources;
    return (vec.mask.counter || full) && dense(vec.dst) && (sources < 1 || dense(vec.src0)) &&
           (sources < 2 || dense(vec.src1));
}

// The bytes of a lane; elements of half a byte share one.
std::uint64_t place_of_lane(const VectorOperand& operand, std::uint64_t repeat,
                            std::uint64_t lane) {
    return lane_address(operand, repeat, operand.dtype == DataType::kInt4 ? lane / 2 : lane);
}

// Results of 8 bits fill half of each destination block.
std::uint64_t result_place(const Instruction& ins, std::uint64_t repeat, std::uint64_t lane) {
    const VectorOperand& dst = ins.vec.dst;
    if (ins.opcode != Opcode::kCastDequant || size_of(dst.dtype) != 1)
        return place_of_lane(dst, repeat, lane);
    constexpr std::uint64_t kHalf = kBlockBytes / 2;
    const std::uint64_t upper = (ins.vec.variant & kDequantUpperHalf) != 0 ? kHalf : 0;
    return lane_address(dst, repeat, lane / kHalf * kBlockBytes + lane % kHalf) + upper;
}

bool by_block(Opcode opcode) {
    return opcode == Opcode::kReduceBlock || opcode == Opcode::kReduceBlockMax ||
           opcode == Opcode::kReduceBlockMin;
}

}  // namespace

bool InitSpread::lane_undefined(std::uint64_t repeat, std::uint64_t lane) const {
    const OpcodeInfo& info = info_of(ins_.opcode);
    const auto is_undefined = [&](const VectorOperand& operand) {
        const std::uint64_t place = place_of_lane(operand, repeat, lane);
        return !shadow_.defined(place, place + size_of(operand.dtype));
    };
    return (info.sources > 0 && is_undefined(ins_.vec.src0)) ||
           (info.sources > 1 && is_undefined(ins_.vec.src1)) ||
           (info.accumulates && is_undefined(ins_.vec.dst));
}

// Operands that follow each other without gaps: lanes are found from bytes, and only the undefined
// ones are visited.
void InitSpread::dense_lanes() {
    const VectorPayload& vec = ins_.vec;
    const std::uint64_t lanes =
        vec.mask.counter ? vec.mask.lo : std::uint64_t{vec.repeat} * lanes_per_repeat(ins_);
    std::vector<std::pair<std::uint64_t, std::uint64_t>> undefined;  // lanes
    const auto scan = [&](const VectorOperand& operand) {
        const std::uint64_t size = size_of(operand.dtype);
        const std::uint64_t end = operand.addr + lanes * size;
        std::uint64_t place = shadow_.next_undefined(operand.addr, end);
        while (place < end) {
            const std::uint64_t stop = shadow_.next_defined(place, end);
            undefined.emplace_back((place - operand.addr) / size,
                                   (stop - operand.addr + size - 1) / size);
            place = shadow_.next_undefined(stop, end);
        }
    };
    const OpcodeInfo& info = info_of(ins_.opcode);
    if (info.sources > 0) scan(vec.src0);
    if (info.sources > 1) scan(vec.src1);
    if (info.accumulates) scan(vec.dst);
    define_writes();
    const std::uint64_t size = size_of(vec.dst.dtype);
    for (const auto& [begin, end] : undefined)
        shadow_.undefine(vec.dst.addr + begin * size, vec.dst.addr + end * size, origin());
}

void InitSpread::lanes() {
    // A table of parameters is every lane's.
    const bool table = ins_.opcode == Opcode::kCastDequant && footprint_.read_count > 1;
    if (table && reads_undefined(1)) return undefine_writes();
    if (is_dense(ins_)) return dense_lanes();
    const bool two = ins_.opcode == Opcode::kMulFull;
    const std::uint64_t size = size_of(ins_.vec.dst.dtype);
    std::vector<std::uint64_t> undefined;
    for_each_lane(ins_, [&](std::uint64_t repeat, std::uint64_t lane) {
        const bool spoiled = lane_undefined(repeat, lane);
        const std::uint64_t place = result_place(ins_, repeat, lane);
        if (spoiled) undefined.push_back(place);
        // Repeats take effect one after another, and may meet in their destinations.
        if (!spoiled) shadow_.define(place, place + size);
        if (spoiled) shadow_.undefine(place, place + size, origin());
        if (!two) return;
        const std::uint64_t other = place_of_lane(ins_.vec.aux, repeat, lane);
        if (!spoiled) shadow_.define(other, other + size);
        if (spoiled) shadow_.undefine(other, other + size, origin());
    });
    // The other half of a byte that has an undefined one.
    if (ins_.vec.dst.dtype != DataType::kInt4) return;
    for (const std::uint64_t place : undefined) shadow_.undefine(place, place + 1, origin());
}

void InitSpread::bits_of_lanes() {
    std::vector<std::uint64_t> undefined;
    const std::uint64_t lanes = lanes_per_repeat(ins_);
    for_each_lane(ins_, [&](std::uint64_t repeat, std::uint64_t lane) {
        if (lane_undefined(repeat, lane)) undefined.push_back(repeat * lanes + lane);
    });
    define_writes();
    for (const std::uint64_t bit : undefined) {
        shadow_.undefine_bits(ins_.vec.dst.addr + bit / kBitsPerByte,
                              static_cast<std::uint8_t>(1U << bit % kBitsPerByte), origin());
    }
}

void InitSpread::to_mask() {
    shadow_.mask_bits = {};
    for_each_lane(ins_, [&](std::uint64_t repeat, std::uint64_t lane) {
        if (repeat != 0 || lane >= 2 * kWordBits || !lane_undefined(repeat, lane)) return;
        shadow_.mask_bits[lane / kWordBits] |= std::uint64_t{1} << lane % kWordBits;
        shadow_.of(VectorRegister::kCompareMaskLow) = origin();
    });
}

void InitSpread::set_mask() {
    shadow_.mask_bits = {};
    const std::uint64_t from = ins_.vec.src0.addr;
    for (std::uint64_t byte = 0; byte < 2 * kWordBits / kBitsPerByte; ++byte) {
        const std::uint64_t bits = shadow_.undefined_bits(from + byte);
        if (bits == 0) continue;
        shadow_.mask_bits[byte / kBitsPerByte] |= bits << byte % kBitsPerByte * kBitsPerByte;
        shadow_.of(VectorRegister::kCompareMaskLow) = origin();
    }
}

void InitSpread::get_mask() {
    define_writes();
    for (std::uint64_t byte = 0; byte < 2 * kWordBits / kBitsPerByte; ++byte) {
        const auto bits = static_cast<std::uint8_t>(shadow_.mask_bits[byte / kBitsPerByte] >>
                                                    byte % kBitsPerByte * kBitsPerByte);
        if (bits != 0) shadow_.undefine_bits(ins_.vec.dst.addr + byte, bits, origin());
    }
}

// One undefined lane makes the result of its repeat, block or pair undefined.
void InitSpread::reduce() {
    const std::uint64_t size = size_of(ins_.vec.dst.dtype);
    const std::uint64_t results = by_block(ins_.opcode)                ? kBlocksPerRepeat
                                  : ins_.opcode == Opcode::kReducePair ? kRepeatBytes / 2 / size
                                                                       : 1;
    const std::uint64_t lanes = lanes_per_repeat(ins_);
    std::vector<bool> spoiled(results * repeats_of(ins_));
    for_each_lane(ins_, [&](std::uint64_t repeat, std::uint64_t lane) {
        if (lane_undefined(repeat, lane)) spoiled[repeat * results + lane * results / lanes] = true;
    });
    define_writes();
    if (footprint_.write_count == 0) return;
    const auto left = register_left(ins_.opcode);
    const bool any = std::find(spoiled.begin(), spoiled.end(), true) != spoiled.end();
    if (any && left) shadow_.of(*left) = origin();
    if (ins_.opcode == Opcode::kReduceAcc || ins_.vec.across_repeats) {
        if (any) undefine_writes();
        return;
    }
    const Region& write = footprint_.writes[0];
    for (std::uint64_t i = 0; i < spoiled.size(); ++i) {
        if (!spoiled[i]) continue;
        const std::uint64_t bytes = write.bytes / results;
        const std::uint64_t place = write.base +
                                    i / results * static_cast<std::uint64_t>(write.stride) +
                                    i % results * bytes;
        shadow_.undefine(place, place + bytes, origin());
    }
}

}  // namespace davsim::checks
