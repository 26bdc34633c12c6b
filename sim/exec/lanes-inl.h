// SPDX-License-Identifier: Apache-2.0
// How each element type enters and leaves vector registers. Included once a SIMD target (Highway's
// foreach_target scheme), hence the toggling guard.
//
// All float types compute in fp32: a lane type's load widens, its store rounds to nearest even. For
// the 16-bit types this equals rounding the exact result once for +, -, *, / and sqrt, because fp32
// has more than twice their significand bits.

#if defined(DAVSIM_EXEC_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef DAVSIM_EXEC_LANES_INL_H
#undef DAVSIM_EXEC_LANES_INL_H
#else
#define DAVSIM_EXEC_LANES_INL_H
#endif

#include <cstring>

#include "hwy/highway.h"
#include "sim/base/float16.h"
#include "sim/exec/half-inl.h"
#include "sim/exec/kernel.h"

HWY_BEFORE_NAMESPACE();
namespace davsim::exec {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// An element type that vectors hold as it is.
template <class T>
struct NativeLane {
    using Element = T;
    using D = hn::ScalableTag<T>;
    using V = hn::Vec<D>;
    static V load(const std::uint8_t* at) { return hn::LoadU(D(), reinterpret_cast<const T*>(at)); }
    static void store(V value, std::uint8_t* at) {
        hn::StoreU(value, D(), reinterpret_cast<T*>(at));
    }
    static V round(V value) { return value; }
    static V broadcast(std::uint64_t bits) {
        T value;
        std::memcpy(&value, &bits, sizeof(T));
        return hn::Set(D(), value);
    }
};

using LaneF32 = NativeLane<float>;
using LaneI32 = NativeLane<std::int32_t>;
using LaneI16 = NativeLane<std::int16_t>;
using LaneI8 = NativeLane<std::int8_t>;

struct LaneF16 {
    using Element = std::uint16_t;
    using D = hn::ScalableTag<float>;
    using V = hn::Vec<D>;
    using Bits = hn::Rebind<std::uint16_t, D>;
    static V load(const std::uint8_t* at) {
        return half_to_float(hn::LoadU(Bits(), reinterpret_cast<const std::uint16_t*>(at)));
    }
    static void store(V value, std::uint8_t* at) {
        hn::StoreU(float_to_half<RoundMode::kRint>(value), Bits(),
                   reinterpret_cast<std::uint16_t*>(at));
    }
    static V round(V value) { return half_to_float(float_to_half<RoundMode::kRint>(value)); }
    static V broadcast(std::uint64_t bits) {
        return hn::Set(D(), fp16_to_float(static_cast<std::uint16_t>(bits)));
    }
};

struct LaneBf16 {
    using Element = std::uint16_t;
    using D = hn::ScalableTag<float>;
    using V = hn::Vec<D>;
    using Bits = hn::Rebind<std::uint16_t, D>;
    static V load(const std::uint8_t* at) {
        return brain_to_float(hn::LoadU(Bits(), reinterpret_cast<const std::uint16_t*>(at)));
    }
    static void store(V value, std::uint8_t* at) {
        hn::StoreU(float_to_brain<RoundMode::kRint>(value), Bits(),
                   reinterpret_cast<std::uint16_t*>(at));
    }
    static V round(V value) { return brain_to_float(float_to_brain<RoundMode::kRint>(value)); }
    static V broadcast(std::uint64_t bits) {
        return hn::Set(D(), bf16_to_float(static_cast<std::uint16_t>(bits)));
    }
};

// Lanes whose store rounds as asked.
template <RoundMode kMode>
struct RoundedF16 : LaneF16 {
    static void store(FloatVec value, std::uint8_t* at) {
        hn::StoreU(float_to_half<kMode>(value), HalfTag(), reinterpret_cast<std::uint16_t*>(at));
    }
};

template <RoundMode kMode>
struct RoundedBf16 : LaneBf16 {
    static void store(FloatVec value, std::uint8_t* at) {
        hn::StoreU(float_to_brain<kMode>(value), HalfTag(), reinterpret_cast<std::uint16_t*>(at));
    }
};

// Access to a whole vector, or to the last few elements of a run through a small buffer, so that no
// byte outside of the run is touched.
struct Whole {
    template <class Lane>
    HWY_INLINE typename Lane::V load(const std::uint8_t* base, std::size_t i) const {
        return Lane::load(base + i * sizeof(typename Lane::Element));
    }
    template <class Lane>
    HWY_INLINE void store(typename Lane::V value, std::uint8_t* base, std::size_t i) const {
        Lane::store(value, base + i * sizeof(typename Lane::Element));
    }
};

struct Rest {
    std::size_t count;
    template <class Lane>
    HWY_INLINE typename Lane::V load(const std::uint8_t* base, std::size_t i) const {
        alignas(HWY_MAX_BYTES) std::uint8_t buffer[HWY_MAX_BYTES] = {};
        constexpr std::size_t kSize = sizeof(typename Lane::Element);
        std::memcpy(buffer, base + i * kSize, count * kSize);
        return Lane::load(buffer);
    }
    template <class Lane>
    HWY_INLINE void store(typename Lane::V value, std::uint8_t* base, std::size_t i) const {
        alignas(HWY_MAX_BYTES) std::uint8_t buffer[HWY_MAX_BYTES];
        constexpr std::size_t kSize = sizeof(typename Lane::Element);
        Lane::store(value, buffer);
        std::memcpy(base + i * kSize, buffer, count * kSize);
    }
};

// The loop of every kernel. Body(run) keeps what does not change; body.step(access, i) does one
// vector of Lanes(Body::D) elements from element i on.
template <class Body>
void loop(const Run& run) {
    const Body body(run);
    const std::size_t count = run.count;
    const std::size_t step = hn::Lanes(typename Body::D());
    std::size_t i = 0;
    for (; i + step <= count; i += step) body.step(Whole(), i);
    if (i < count) body.step(Rest{count - i}, i);
}

}  // namespace HWY_NAMESPACE
}  // namespace davsim::exec
HWY_AFTER_NAMESPACE();

#endif  // DAVSIM_EXEC_LANES_INL_H
