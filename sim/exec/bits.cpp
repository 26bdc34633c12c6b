// SPDX-License-Identifier: Apache-2.0
#include "sim/exec/bits.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "sim/exec/kernel.h"
#include "sim/exec/repeat_buffer.h"

namespace davsim::exec {
namespace {

constexpr std::size_t kMostLanes = kRepeatBytes;  // elements of one byte
constexpr std::size_t kBitsPerByte = 8;
constexpr std::size_t kMaskBytes = 16;
constexpr auto kMaskLow = static_cast<std::size_t>(VectorRegister::kCompareMaskLow);

// One byte, 0 or 1, a lane; whole groups of eight.
using Flags = std::array<std::uint8_t, kMostLanes>;

// Eight flags to one byte, the first to bit 0.
std::uint8_t pack(const std::uint8_t* flags) {
    std::uint64_t bytes;
    std::memcpy(&bytes, flags, sizeof(bytes));
    // Moves bit 0 of byte i to bit i of the top byte.
    return static_cast<std::uint8_t>((bytes * 0x0102040810204080ULL) >> 56U);
}

void pack_all(const Flags& flags, std::size_t lanes, std::uint8_t* bits) {
    for (std::size_t i = 0; i < lanes / kBitsPerByte; ++i) bits[i] = pack(&flags[i * kBitsPerByte]);
}

void unpack(const std::uint8_t* bits, std::size_t lanes, Flags& flags) {
    for (std::size_t i = 0; i < (lanes + kBitsPerByte - 1) / kBitsPerByte; ++i) {
        const std::uint64_t spread = std::uint64_t{bits[i]} * 0x0101010101010101ULL;
        const std::uint64_t each = spread & 0x8040201008040201ULL;  // bit i in byte i
        const std::uint64_t ones = ((each + 0x7F7F7F7F7F7F7F7FULL) | each) >> 7U;
        const std::uint64_t result = ones & 0x0101010101010101ULL;
        std::memcpy(&flags[i * kBitsPerByte], &result, sizeof(result));
    }
}

// The register, as bytes in the order of lanes.
std::array<std::uint8_t, kMaskBytes> mask_bytes(const VectorRegisters& registers) {
    std::array<std::uint8_t, kMaskBytes> bytes;
    std::memcpy(bytes.data(), &registers[kMaskLow], kMaskBytes);
    return bytes;
}

}  // namespace

bool run_compare(const Instruction& instruction, const VectorPointers& pointers,
                 const Semantics& semantics, VectorRegisters& registers) {
    const VectorPayload& vec = instruction.vec;
    const bool scalar = instruction.opcode == Opcode::kCompareScalar;
    const Kernel kernel = compare_kernel(static_cast<CompareMode>(vec.variant), vec.src0.dtype,
                                         scalar, semantics.nan_compares_unequal);
    if (kernel == nullptr || (!scalar && vec.src1.dtype != vec.src0.dtype)) return false;
    const VectorShape shape = shape_of(instruction, 1);
    const bool to_register = instruction.opcode == Opcode::kCompareMask;
    const Strided src0(pointers.src0, vec.src0);
    const Strided src1(scalar ? pointers.src0 : pointers.src1, vec.src1);
    RepeatBuffer buffers[2];
    Run run;
    run.scalar_bits = vec.scalar_bits;
    const std::size_t repeats = to_register ? std::min(shape.repeats, 1U) : shape.repeats;
    for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
        Flags flags{};
        run.count = shape.span(static_cast<std::uint32_t>(repeat));
        run.dst = flags.data();
        run.src0 = collect(src0, repeat, run.count, buffers[0]);
        if (!scalar) run.src1 = collect(src1, repeat, run.count, buffers[1]);
        kernel(run);
        for (std::size_t lane = 0; shape.pattern && lane < run.count; ++lane) {
            if (!shape.enabled(lane)) flags[lane] = 0;
        }
        if (to_register) {
            std::array<std::uint8_t, kMaskBytes> bits{};
            pack_all(flags, shape.lanes, bits.data());
            std::memcpy(&registers[kMaskLow], bits.data(), kMaskBytes);
        } else {
            pack_all(flags, shape.lanes, pointers.dst + repeat * shape.lanes / kBitsPerByte);
        }
    }
    return true;
}

bool run_select(const Instruction& instruction, const VectorPointers& pointers,
                const VectorRegisters& registers) {
    const VectorPayload& vec = instruction.vec;
    const auto mode = static_cast<SelectMode>(vec.variant);
    const bool scalar = mode == SelectMode::kScalar || mode == SelectMode::kRegisterScalar;
    const std::size_t element = size_of(vec.dst.dtype);
    const Kernel kernel = select_kernel(element, scalar);
    if (kernel == nullptr || size_of(vec.src0.dtype) != element) return false;
    const VectorShape shape = shape_of(instruction, 1);
    const Strided dst(pointers.dst, vec.dst);
    const Strided src0(pointers.src0, vec.src0);
    const Strided src1(scalar ? pointers.src0 : pointers.src1, vec.src1);
    const auto register_bits = mask_bytes(registers);
    RepeatBuffer buffers[2];
    RepeatBuffer result;
    Flags flags;
    Run run;
    run.scalar_bits = mode == SelectMode::kRegisterScalar ? registers[kMaskLow] : vec.scalar_bits;
    run.dst = result.data();
    run.old_dst = flags.data();
    for (std::size_t repeat = 0; repeat < shape.repeats; ++repeat) {
        run.count = shape.span(static_cast<std::uint32_t>(repeat));
        const std::uint8_t* bits = mode == SelectMode::kRegister
                                       ? register_bits.data()
                                       : pointers.src2 + repeat * shape.lanes / kBitsPerByte;
        unpack(bits, run.count, flags);
        run.src0 = collect(src0, repeat, run.count, buffers[0]);
        if (!scalar) run.src1 = collect(src1, repeat, run.count, buffers[1]);
        kernel(run);
        deliver(result.data(), dst, repeat, shape);
    }
    return true;
}

bool run_register(const Instruction& instruction, const VectorPointers& pointers,
                  VectorRegisters& registers) {
    if (instruction.opcode == Opcode::kSetCompareMask) {
        std::memcpy(&registers[kMaskLow], pointers.src0, kMaskBytes);
    } else {
        std::memcpy(pointers.dst, &registers[kMaskLow], kMaskBytes);
    }
    return true;
}

}  // namespace davsim::exec
