// SPDX-License-Identifier: Apache-2.0
#pragma once
// bfloat16_t: the upper half of an fp32. The scalar unit has no arithmetic for it: kernels convert
// with ToFloat and ToBfloat16.

#include <cstdint>

#include "sim/base/float16.h"

struct bfloat16_t {
    bfloat16_t() = default;
    constexpr explicit bfloat16_t(float value) : bits(davsim::float_to_bf16(value)) {}
    constexpr explicit operator float() const { return davsim::bf16_to_float(bits); }

    friend constexpr bool operator==(bfloat16_t a, bfloat16_t b) { return float(a) == float(b); }
    friend constexpr bool operator!=(bfloat16_t a, bfloat16_t b) { return float(a) != float(b); }

    // Public, because kernels copy these bytewise.
    std::uint16_t bits;
};
static_assert(sizeof(bfloat16_t) == 2);

namespace AscendC {
constexpr float ToFloat(bfloat16_t value) {
    return float(value);
}
constexpr bfloat16_t ToBfloat16(float value) {
    return bfloat16_t(value);
}
}  // namespace AscendC
