// SPDX-License-Identifier: Apache-2.0
#include "sim/exec/special.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "sim/base/float16.h"
#include "sim/exec/kernel.h"
#include "sim/exec/nibbles.h"
#include "sim/exec/repeat_buffer.h"

namespace davsim::exec {
namespace {

template <class T>
void count_up(std::uint64_t first_bits, std::size_t position, std::size_t count, std::uint8_t* at) {
    const auto first = static_cast<T>(first_bits);
    for (std::size_t i = 0; i < count; ++i) {
        const auto value = static_cast<T>(first + static_cast<T>(position + i));
        std::memcpy(at + i * sizeof(T), &value, sizeof(T));
    }
}

void count_up_fp32(std::uint64_t first_bits, std::size_t position, std::size_t count,
                   std::uint8_t* at) {
    const float first = bits_to_float(static_cast<std::uint32_t>(first_bits));
    for (std::size_t i = 0; i < count; ++i) {
        const float value = first + static_cast<float>(position + i);
        std::memcpy(at + i * sizeof(value), &value, sizeof(value));
    }
}

void count_up_fp16(std::uint64_t first_bits, std::size_t position, std::size_t count,
                   std::uint8_t* at) {
    const float first = fp16_to_float(static_cast<std::uint16_t>(first_bits));
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint16_t value = float_to_fp16(first + static_cast<float>(position + i));
        std::memcpy(at + i * sizeof(value), &value, sizeof(value));
    }
}

using CountUp = void (*)(std::uint64_t, std::size_t, std::size_t, std::uint8_t*);

CountUp counter_of(DataType dtype) {
    switch (dtype) {
        case DataType::kFloat32: return &count_up_fp32;
        case DataType::kFloat16: return &count_up_fp16;
        case DataType::kInt8: return &count_up<std::uint8_t>;
        case DataType::kInt16: return &count_up<std::uint16_t>;
        case DataType::kInt32: return &count_up<std::uint32_t>;
        case DataType::kInt64: return &count_up<std::uint64_t>;
        default: return nullptr;
    }
}

// The DEQSCALE register, or an entry of its table: fp32 scale, 9-bit offset, sign of the result.
struct DequantParameters {
    float scale = 0;
    int offset = 0;
    bool is_signed = false;

    explicit DequantParameters(std::uint64_t bits) {
        constexpr std::uint32_t kScaleBits = 0xFFFFE000U;  // sign, exponent, 10 bits of fraction
        constexpr unsigned kOffsetAt = 37;
        constexpr unsigned kSignAt = 46;
        constexpr int kOffsetRange = 512;
        scale = bits_to_float(static_cast<std::uint32_t>(bits) & kScaleBits);
        offset = static_cast<int>((bits >> kOffsetAt) & (kOffsetRange - 1));
        if (offset >= kOffsetRange / 2) offset -= kOffsetRange;
        is_signed = ((bits >> kSignAt) & 1U) != 0;
    }

    // The scaled value is rounded to nearest even and kept in 9 bits, then the offset is added.
    std::uint8_t apply(std::int16_t value) const {
        constexpr float kLow = -256;
        constexpr float kHigh = 255;
        const float scaled = std::nearbyint(static_cast<float>(value) * scale);
        const int inner =
            std::isnan(scaled) ? 0 : static_cast<int>(std::min(std::max(scaled, kLow), kHigh));
        const int low = is_signed ? INT8_MIN : 0;
        const int high = is_signed ? INT8_MAX : UINT8_MAX;
        return static_cast<std::uint8_t>(std::min(std::max(inner + offset, low), high));
    }
};

constexpr std::size_t kHalfBlock = kBlockBytes / 2;  // int16 elements of a block, and its results

// int4 lanes of a repeat to or from int8.
void unpack_signed(const std::uint8_t* packed, std::size_t count, Bytes& out) {
    constexpr int kSign = 8;
    unpack_nibbles(packed, count, out);
    for (std::size_t i = 0; i < count; ++i)
        out[i] = static_cast<std::uint8_t>((out[i] ^ kSign) - kSign);
}

void pack_signed(Bytes& lanes, const VectorShape& shape, std::size_t count, std::uint8_t* packed) {
    constexpr int kLow = -8;
    constexpr int kHigh = 7;
    for (std::size_t i = 0; i < count; ++i) {
        const int value = static_cast<std::int8_t>(lanes[i]);
        lanes[i] = static_cast<std::uint8_t>(std::min(std::max(value, kLow), kHigh));
    }
    pack_nibbles(lanes, shape, count, packed);
}

// Through int8, whose range holds that of int4: what saturates there saturates here.
bool cast_to_int4(const Instruction& ins, const VectorPointers& pointers) {
    const VectorShape shape = shape_of(ins, 1);
    const Strided src(pointers.src0, ins.vec.src0);
    const Nibbles dst(pointers.dst, ins.vec.dst);
    const Kernel kernel = convert_kernel(ins.vec.src0.dtype, DataType::kInt8, ins.vec.round);
    if (kernel == nullptr) return false;
    RepeatBuffer buffer;
    Bytes bytes;
    Bytes packed;
    Run run;
    run.dst = bytes.data();
    for (std::size_t repeat = 0; repeat < shape.repeats; ++repeat) {
        run.count = shape.span(static_cast<std::uint32_t>(repeat));
        run.src0 = collect(src, repeat, run.count, buffer);
        kernel(run);
        load_nibbles(dst, repeat, run.count, packed);
        pack_signed(bytes, shape, run.count, packed.data());
        store_nibbles(dst, repeat, run.count, packed);
    }
    return true;
}

bool cast_from_int4(const Instruction& ins, const VectorPointers& pointers) {
    const VectorShape shape = shape_of(ins, 1);
    const Nibbles src(pointers.src0, ins.vec.src0);
    const Strided dst(pointers.dst, ins.vec.dst);
    const Kernel kernel = convert_kernel(DataType::kInt8, ins.vec.dst.dtype, RoundMode::kNone);
    if (kernel == nullptr) return false;
    Bytes packed;
    Bytes bytes;
    RepeatBuffer result;
    Run run;
    run.src0 = bytes.data();
    run.dst = result.data();
    for (std::size_t repeat = 0; repeat < shape.repeats; ++repeat) {
        run.count = shape.span(static_cast<std::uint32_t>(repeat));
        load_nibbles(src, repeat, run.count, packed);
        unpack_signed(packed.data(), run.count, bytes);
        kernel(run);
        deliver(result.data(), dst, repeat, shape);
    }
    return true;
}

}  // namespace

bool run_index(const Instruction& ins, const VectorPointers& pointers) {
    const CountUp count_up = counter_of(ins.vec.dst.dtype);
    if (count_up == nullptr) return false;
    const VectorShape shape = shape_of(ins, 0);
    const Strided dst(pointers.dst, ins.vec.dst);
    RepeatBuffer lanes;
    for (std::size_t repeat = 0; repeat < shape.repeats; ++repeat) {
        const std::size_t span = shape.span(static_cast<std::uint32_t>(repeat));
        count_up(ins.vec.scalar_bits, repeat * shape.lanes, span, lanes.data());
        deliver(lanes.data(), dst, repeat, shape);
    }
    return true;
}

bool run_full_product(const Instruction& ins, const VectorPointers& pointers) {
    const FullProduct kernel = full_product_kernel(ins.vec.dst.dtype);
    if (kernel == nullptr || ins.vec.src0.dtype != ins.vec.dst.dtype) return false;
    const VectorShape shape = shape_of(ins, 2);
    const Strided sources[2] = {Strided(pointers.src0, ins.vec.src0),
                                Strided(pointers.src1, ins.vec.src1)};
    RepeatBuffer buffers[2];
    RepeatBuffer low;
    RepeatBuffer high;
    Run run;
    run.dst = low.data();
    for (std::size_t repeat = 0; repeat < shape.repeats; ++repeat) {
        run.count = shape.span(static_cast<std::uint32_t>(repeat));
        run.src0 = collect(sources[0], repeat, run.count, buffers[0]);
        run.src1 = collect(sources[1], repeat, run.count, buffers[1]);
        kernel(run, high.data());
        deliver(low.data(), Strided(pointers.dst, ins.vec.dst), repeat, shape);
        deliver(high.data(), Strided(pointers.aux, ins.vec.aux), repeat, shape);
    }
    return true;
}

bool run_dequant(const Instruction& ins, const VectorPointers& pointers) {
    const VectorPayload& vec = ins.vec;
    if (vec.src0.dtype != DataType::kInt16 || size_of(vec.dst.dtype) != 1) return false;
    const bool table = (vec.variant & kDequantTable) != 0;
    const std::size_t half = (vec.variant & kDequantUpperHalf) != 0 ? kHalfBlock : 0;
    const VectorShape shape = shape_of(ins, 1);
    const Strided src(pointers.src0, vec.src0);
    const Strided dst(pointers.dst, vec.dst);
    const DequantParameters common(vec.scalar_bits);
    RepeatBuffer buffer;
    for (std::size_t repeat = 0; repeat < shape.repeats; ++repeat) {
        const std::size_t span = shape.span(static_cast<std::uint32_t>(repeat));
        const std::uint8_t* lanes = collect(src, repeat, span, buffer);
        for (std::size_t lane = 0; lane < span; ++lane) {
            if (shape.pattern && !shape.enabled(lane)) continue;
            std::int16_t value;
            std::memcpy(&value, lanes + lane * sizeof(value), sizeof(value));
            std::uint64_t bits = vec.scalar_bits;
            const std::size_t place = lane % kHalfBlock;
            if (table) std::memcpy(&bits, pointers.src1 + place * sizeof(bits), sizeof(bits));
            const DequantParameters& parameters = table ? DequantParameters(bits) : common;
            dst.base[repeat * dst.repeat_stride + lane / kHalfBlock * dst.block_stride + half +
                     place] = parameters.apply(value);
        }
    }
    return true;
}

bool run_int4_cast(const Instruction& ins, const VectorPointers& pointers) {
    return ins.vec.dst.dtype == DataType::kInt4 ? cast_to_int4(ins, pointers)
                                                : cast_from_int4(ins, pointers);
}

}  // namespace davsim::exec
