// SPDX-License-Identifier: Apache-2.0
#pragma once
// Floats of 8 and 4 bits. On 3510 they are numbers that Cast converts; elsewhere the names stand
// for plain bytes, as in Ascend C. The scalar unit converts them to and from float, to nearest.

#include <cstdint>
#include <type_traits>

#include "sim/ascendc/api/arch.h"
#include "sim/base/float8.h"

#if __NPU_ARCH__ == 3510

namespace AscendC {
namespace detail {

template <davsim::NarrowFloat format>
struct NarrowNumber {
    NarrowNumber() = default;
    template <typename N, typename = std::enable_if_t<std::is_arithmetic_v<N>>>
    constexpr NarrowNumber(N value)
        : bits(davsim::float_to_narrow(format, static_cast<float>(value),
                                       davsim::RoundMode::kRint)) {}
    constexpr operator float() const { return davsim::narrow_to_float(format, bits); }

    // Public, because kernels copy these bytewise.
    std::uint8_t bits;
};

// Two numbers in a byte, the first in the low half; a tensor counts numbers.
template <davsim::NarrowFloat format>
struct NarrowPair {
    NarrowPair() = default;
    constexpr explicit NarrowPair(int value) : bits(static_cast<std::uint8_t>(value)) {}

    std::uint8_t bits;
};

}  // namespace detail
}  // namespace AscendC

using fp8_e4m3fn_t = AscendC::detail::NarrowNumber<davsim::NarrowFloat::kE4m3>;
using fp8_e5m2_t = AscendC::detail::NarrowNumber<davsim::NarrowFloat::kE5m2>;
using hifloat8_t = AscendC::detail::NarrowNumber<davsim::NarrowFloat::kHif8>;
using fp4x2_e2m1_t = AscendC::detail::NarrowPair<davsim::NarrowFloat::kE2m1>;
using fp4x2_e1m2_t = AscendC::detail::NarrowPair<davsim::NarrowFloat::kE1m2>;
// An exponent alone: the scale of a block of numbers.
struct fp8_e8m0_t {
    fp8_e8m0_t() = default;
    constexpr explicit fp8_e8m0_t(int value) : bits(static_cast<std::uint8_t>(value)) {}

    std::uint8_t bits;
};
using float8_e4m3_t = fp8_e4m3fn_t;
using float8_e5m2_t = fp8_e5m2_t;
using float8_e8m0_t = fp8_e8m0_t;
using float4_e2m1x2_t = fp4x2_e2m1_t;
using float4_e1m2x2_t = fp4x2_e1m2_t;

#else

using fp8_e4m3fn_t = uint8_t;
using fp8_e5m2_t = uint8_t;
using fp8_e8m0_t = uint8_t;
using hifloat8_t = uint8_t;
using fp4x2_e2m1_t = uint8_t;
using fp4x2_e1m2_t = uint8_t;

#endif

namespace AscendC {
namespace detail {

// What a Cast from or to T converts; kNone: T is an ordinary type.
template <typename T>
inline constexpr davsim::NarrowFloat kNarrowFormat = davsim::NarrowFloat::kNone;
#if __NPU_ARCH__ == 3510
template <davsim::NarrowFloat format>
inline constexpr davsim::NarrowFloat kNarrowFormat<NarrowNumber<format>> = format;
template <davsim::NarrowFloat format>
inline constexpr davsim::NarrowFloat kNarrowFormat<NarrowPair<format>> = format;
#endif

// 4 bits each, two in a byte.
template <typename T>
inline constexpr bool kNarrowPair = kNarrowFormat<T> == davsim::NarrowFloat::kE2m1 ||
                                    kNarrowFormat<T> == davsim::NarrowFloat::kE1m2;

}  // namespace detail
}  // namespace AscendC
