// SPDX-License-Identifier: Apache-2.0
// Conversions that have no vector instruction on common hosts and that kernels rarely use: int64,
// and int32 to fp32 in directed modes. Plain loops, the mode is a template parameter.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "sim/base/float16.h"
#include "sim/exec/kernel.h"

namespace davsim::exec {
namespace {

template <class T>
T load(const std::uint8_t* base, std::size_t i) {
    T value;
    std::memcpy(&value, base + i * sizeof(T), sizeof(T));
    return value;
}

template <class T>
void store(T value, std::uint8_t* base, std::size_t i) {
    std::memcpy(base + i * sizeof(T), &value, sizeof(T));
}

template <RoundMode kMode>
float to_integral(float value) {
    switch (kMode) {
        case RoundMode::kFloor: return std::floor(value);
        case RoundMode::kCeil: return std::ceil(value);
        case RoundMode::kRound: return std::round(value);
        case RoundMode::kTrunc: return std::trunc(value);
        default: return std::nearbyint(value);
    }
}

template <RoundMode kMode>
struct FloatToInt64 {
    using From = float;
    using To = std::int64_t;
    static To apply(From value) {
        const float whole = to_integral<kMode>(value);
        if (std::isnan(whole)) return 0;
        if (whole >= 0x1p63F) return std::numeric_limits<To>::max();
        if (whole < -0x1p63F) return std::numeric_limits<To>::min();
        return static_cast<To>(whole);
    }
};

// The significand of the fp32 is cut out of the magnitude by hand, because the host converts in one
// mode.
template <class Integer, RoundMode kMode>
struct IntegerToFloat {
    using From = Integer;
    using To = float;
    static To apply(From value) {
        const bool negative = value < 0;
        const auto bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
        const std::uint64_t magnitude = negative ? ~bits + 1 : bits;
        if (magnitude >> 24U == 0) return static_cast<float>(value);  // exact
        const auto shift = static_cast<unsigned>(40 - __builtin_clzll(magnitude));
        // Everything below the last kept bit and its successor is folded into one sticky bit.
        const std::uint64_t kept = magnitude >> shift;
        const std::uint64_t rest = magnitude & ((std::uint64_t{1} << shift) - 1);
        const std::uint64_t half = std::uint64_t{1} << (shift - 1);
        const auto grade = static_cast<std::uint32_t>(rest == 0      ? 0
                                                      : rest < half  ? 1
                                                      : rest == half ? 2
                                                                     : 3);
        const auto rounded =
            round_shift(static_cast<std::uint32_t>(kept << 2U) | grade, 2, kMode, negative);
        const float result = std::ldexp(static_cast<float>(rounded), static_cast<int>(shift));
        return negative ? -result : result;
    }
};

struct Int8ToBf16 {
    using From = std::int8_t;
    using To = std::uint16_t;
    static To apply(From value) { return float_to_bf16(static_cast<float>(value)); }
};

struct Int32ToInt64 {
    using From = std::int32_t;
    using To = std::int64_t;
    static To apply(From value) { return value; }
};

// Overflow saturates (Cast's table of conversion rules).
template <class Wide, class Narrow>
struct Saturate {
    using From = Wide;
    using To = Narrow;
    static To apply(From value) {
        const From low = std::numeric_limits<To>::min();
        const From high = std::numeric_limits<To>::max();
        return static_cast<To>(std::min(std::max(value, low), high));
    }
};

template <class Source, class Target>
struct Resize {
    using From = Source;
    using To = Target;
    static To apply(From value) {
        return Saturate<std::int64_t, To>::apply(static_cast<std::int64_t>(value));
    }
};

template <class Conversion>
void run_all(const Run& run) {
    for (std::size_t i = 0; i < run.count; ++i) {
        store(Conversion::apply(load<typename Conversion::From>(run.src0, i)), run.dst, i);
    }
}

// Between integer types of up to 32 bits.
template <class From>
Kernel resize_to(DataType to) {
    switch (to) {
        case DataType::kInt8: return &run_all<Resize<From, std::int8_t>>;
        case DataType::kUint8: return &run_all<Resize<From, std::uint8_t>>;
        case DataType::kInt16: return &run_all<Resize<From, std::int16_t>>;
        case DataType::kUint16: return &run_all<Resize<From, std::uint16_t>>;
        case DataType::kInt32: return &run_all<Resize<From, std::int32_t>>;
        case DataType::kUint32: return &run_all<Resize<From, std::uint32_t>>;
        default: return nullptr;
    }
}

Kernel resize(DataType from, DataType to) {
    switch (from) {
        case DataType::kInt8: return resize_to<std::int8_t>(to);
        case DataType::kUint8: return resize_to<std::uint8_t>(to);
        case DataType::kInt16: return resize_to<std::int16_t>(to);
        case DataType::kUint16: return resize_to<std::uint16_t>(to);
        case DataType::kInt32: return resize_to<std::int32_t>(to);
        case DataType::kUint32: return resize_to<std::uint32_t>(to);
        default: return nullptr;
    }
}

template <RoundMode kMode>
Kernel by_pair(DataType from, DataType to) {
    if (from == DataType::kFloat32 && to == DataType::kInt64) return &run_all<FloatToInt64<kMode>>;
    if (from == DataType::kInt64 && to == DataType::kFloat32) {
        return &run_all<IntegerToFloat<std::int64_t, kMode>>;
    }
    if (from == DataType::kInt32 && to == DataType::kFloat32) {
        return &run_all<IntegerToFloat<std::int32_t, kMode>>;
    }
    return nullptr;
}

}  // namespace

Kernel wide_convert_kernel(DataType from, DataType to, RoundMode round) {
    if (from == DataType::kInt32 && to == DataType::kInt64) return &run_all<Int32ToInt64>;
    if (from == DataType::kInt64 && to == DataType::kInt32)
        return &run_all<Saturate<std::int64_t, std::int32_t>>;
    if (const Kernel kernel = resize(from, to)) return kernel;
    if (from == DataType::kInt8 && to == DataType::kBfloat16) return &run_all<Int8ToBf16>;
    switch (round) {
        case RoundMode::kNone:
        case RoundMode::kRint: return by_pair<RoundMode::kRint>(from, to);
        case RoundMode::kFloor: return by_pair<RoundMode::kFloor>(from, to);
        case RoundMode::kCeil: return by_pair<RoundMode::kCeil>(from, to);
        case RoundMode::kRound: return by_pair<RoundMode::kRound>(from, to);
        case RoundMode::kTrunc: return by_pair<RoundMode::kTrunc>(from, to);
        case RoundMode::kOdd: return nullptr;
    }
    return nullptr;
}

}  // namespace davsim::exec
