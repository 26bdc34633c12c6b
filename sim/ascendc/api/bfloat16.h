// SPDX-License-Identifier: Apache-2.0
#pragma once
// bfloat16_t: the upper half of an fp32. The scalar unit has no arithmetic for it: kernels convert
// with ToFloat and ToBfloat16.

#include <cstdint>

#include "sim/base/float16.h"

class bfloat16_t {
public:
    bfloat16_t() = default;
    constexpr explicit bfloat16_t(float value) : bits_(davsim::float_to_bf16(value)) {}
    constexpr explicit operator float() const { return davsim::bf16_to_float(bits_); }

    friend constexpr bool operator==(bfloat16_t a, bfloat16_t b) { return float(a) == float(b); }
    friend constexpr bool operator!=(bfloat16_t a, bfloat16_t b) { return float(a) != float(b); }

private:
    std::uint16_t bits_;
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
