// SPDX-License-Identifier: Apache-2.0
#pragma once
// bfloat16_t: the upper half of an fp32. The scalar unit has no arithmetic for it: kernels convert
// with ToFloat and ToBfloat16. As with any arithmetic type, numbers become one (`T x = 0`) and it
// becomes a float.

#include <cstdint>
#include <type_traits>

#include "sim/base/float16.h"

struct bfloat16_t {
    bfloat16_t() = default;
    template <typename N, typename = std::enable_if_t<std::is_arithmetic_v<N>>>
    constexpr bfloat16_t(N value) : bits(davsim::float_to_bf16(static_cast<float>(value))) {}
    constexpr operator float() const { return davsim::bf16_to_float(bits); }

    // Public, because kernels copy these bytewise.
    std::uint16_t bits;
};
static_assert(sizeof(bfloat16_t) == 2);

namespace AscendC {
constexpr float ToFloat(bfloat16_t value) {
    return float(value);
}
// Other numbers become a bfloat16_t first.
template <typename N, typename = std::enable_if_t<std::is_convertible_v<N, float>>>
constexpr float ToFloat(const N& value) {
    return float(bfloat16_t(float(value)));
}
constexpr bfloat16_t ToBfloat16(float value) {
    return bfloat16_t(value);
}
// Newer names of the two.
constexpr float Cast(const bfloat16_t& value) {
    return float(value);
}
constexpr bfloat16_t Cast(const float& value) {
    return bfloat16_t(value);
}
}  // namespace AscendC
