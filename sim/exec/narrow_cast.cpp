// SPDX-License-Identifier: Apache-2.0
// kCast between a float of 8 or 4 bits and a wider one. Lane by lane: the formats have too little
// in common with each other for the SIMD loops.
#include <cstring>

#include "sim/base/float8.h"
#include "sim/exec/nibbles.h"
#include "sim/exec/repeat_buffer.h"
#include "sim/exec/special.h"

namespace davsim::exec {
namespace {

// The wider side; 0 bytes: not a float.
std::size_t float_bytes(DataType type) {
    if (type == DataType::kFloat32) return sizeof(float);
    return type == DataType::kFloat16 || type == DataType::kBfloat16 ? 2 : 0;
}

float load_float(DataType type, const std::uint8_t* at) {
    if (type == DataType::kFloat32) {
        float value;
        std::memcpy(&value, at, sizeof(value));
        return value;
    }
    std::uint16_t bits;
    std::memcpy(&bits, at, sizeof(bits));
    return type == DataType::kFloat16 ? fp16_to_float(bits) : bf16_to_float(bits);
}

// Every number of 8 bits is one of each wider format, but for the ends of HiFloat8 in fp16.
void store_float(DataType type, std::uint8_t* at, float value) {
    if (type == DataType::kFloat32) {
        std::memcpy(at, &value, sizeof(value));
        return;
    }
    const std::uint16_t bits =
        type == DataType::kFloat16 ? float_to_fp16(value) : float_to_bf16(value);
    std::memcpy(at, &bits, sizeof(bits));
}

void narrow_lanes(const Instruction& ins, const std::uint8_t* source, std::size_t count,
                  Bytes& lanes) {
    const DataType type = ins.vec.src0.dtype;
    const auto format = static_cast<NarrowFloat>(ins.vec.variant);
    const std::size_t width = float_bytes(type);
    for (std::size_t i = 0; i < count; ++i)
        lanes[i] = float_to_narrow(format, load_float(type, source + i * width), ins.vec.round);
}

bool cast_to_narrow(const Instruction& ins, const VectorPointers& pointers) {
    const bool pairs = ins.vec.dst.dtype == DataType::kInt4;
    const VectorShape shape = shape_of(ins, 1);
    const Strided src(pointers.src0, ins.vec.src0);
    const Strided dst(pointers.dst, ins.vec.dst);
    const Nibbles halves(pointers.dst, ins.vec.dst);
    RepeatBuffer buffer;
    Bytes lanes;
    Bytes packed;
    for (std::size_t repeat = 0; repeat < shape.repeats; ++repeat) {
        const std::size_t count = shape.span(static_cast<std::uint32_t>(repeat));
        narrow_lanes(ins, collect(src, repeat, count, buffer), count, lanes);
        if (!pairs) {
            deliver(lanes.data(), dst, repeat, shape);
            continue;
        }
        load_nibbles(halves, repeat, count, packed);
        pack_nibbles(lanes, shape, count, packed.data());
        store_nibbles(halves, repeat, count, packed);
    }
    return true;
}

bool cast_from_narrow(const Instruction& ins, const VectorPointers& pointers) {
    const bool pairs = ins.vec.src0.dtype == DataType::kInt4;
    const auto format = static_cast<NarrowFloat>(ins.vec.variant);
    const DataType type = ins.vec.dst.dtype;
    const VectorShape shape = shape_of(ins, 1);
    const Strided src(pointers.src0, ins.vec.src0);
    const Strided dst(pointers.dst, ins.vec.dst);
    const Nibbles halves(pointers.src0, ins.vec.src0);
    RepeatBuffer buffer;
    RepeatBuffer result;
    Bytes packed;
    Bytes lanes;
    for (std::size_t repeat = 0; repeat < shape.repeats; ++repeat) {
        const std::size_t count = shape.span(static_cast<std::uint32_t>(repeat));
        const std::uint8_t* codes = lanes.data();
        if (pairs) {
            load_nibbles(halves, repeat, count, packed);
            unpack_nibbles(packed.data(), count, lanes);
        } else {
            codes = collect(src, repeat, count, buffer);
        }
        for (std::size_t i = 0; i < count; ++i)
            store_float(type, &result[i * float_bytes(type)], narrow_to_float(format, codes[i]));
        deliver(result.data(), dst, repeat, shape);
    }
    return true;
}

bool is_narrow(DataType type) {
    return type == DataType::kUint8 || type == DataType::kInt4;
}

}  // namespace

bool run_narrow_cast(const Instruction& ins, const VectorPointers& pointers) {
    if (ins.vec.variant > static_cast<std::uint8_t>(NarrowFloat::kE1m2)) return false;
    if (is_narrow(ins.vec.dst.dtype))
        return float_bytes(ins.vec.src0.dtype) != 0 && cast_to_narrow(ins, pointers);
    return is_narrow(ins.vec.src0.dtype) && float_bytes(ins.vec.dst.dtype) != 0 &&
           cast_from_narrow(ins, pointers);
}

}  // namespace davsim::exec
