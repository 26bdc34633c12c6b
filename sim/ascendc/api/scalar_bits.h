// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bit counting by the scalar unit; one scalar operation each.

#include <cstdint>

#include "sim/ascendc/api/core.h"

namespace AscendC {

// How many bits of the value are `countValue`.
template <int countValue>
int64_t GetBitCount(uint64_t valueIn) {
    static_assert(countValue == 0 || countValue == 1, "GetBitCount counts 0 or 1");
    detail::core().spend(davsim::ScalarOp::kAlu, 1);
    return __builtin_popcountll(countValue == 1 ? valueIn : ~valueIn);
}
template <int countValue>
int64_t ScalarGetCountOfValue(uint64_t valueIn) {
    return GetBitCount<countValue>(valueIn);
}

// Zeros in front of the first 1; 64 when there is none.
inline int64_t CountLeadingZero(uint64_t valueIn) {
    detail::core().spend(davsim::ScalarOp::kAlu, 1);
    return valueIn == 0 ? 64 : __builtin_clzll(valueIn);
}
inline int64_t ScalarCountLeadingZero(uint64_t valueIn) {
    return CountLeadingZero(valueIn);
}

// Bits behind the sign bit that equal it; -1 when all do.
inline int64_t CountBitsCntSameAsSignBit(int64_t valueIn) {
    detail::core().spend(davsim::ScalarOp::kAlu, 1);
    const auto bits = static_cast<uint64_t>(valueIn < 0 ? ~valueIn : valueIn);
    return bits == 0 ? -1 : __builtin_clzll(bits) - 1;
}

// Position of the lowest bit that is `countValue`; -1 when there is none.
template <int countValue>
int64_t GetSFFValue(uint64_t valueIn) {
    static_assert(countValue == 0 || countValue == 1, "GetSFFValue looks for 0 or 1");
    detail::core().spend(davsim::ScalarOp::kAlu, 1);
    const uint64_t bits = countValue == 1 ? valueIn : ~valueIn;
    return bits == 0 ? -1 : __builtin_ctzll(bits);
}
template <int countValue>
int64_t ScalarGetSFFValue(uint64_t valueIn) {
    return GetSFFValue<countValue>(valueIn);
}

}  // namespace AscendC
