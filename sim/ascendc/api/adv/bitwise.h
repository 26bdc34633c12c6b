// SPDX-License-Identifier: Apache-2.0
#pragma once
// Xor: (a | b) & ~(a & b), in pieces as long as the buffer.

#include "sim/ascendc/api/adv/scratch.h"

namespace AscendC {
namespace detail {

template <typename T>
inline constexpr bool kExclusive = !kIs910 && kOneOf<T, int16_t, uint16_t>;

// dst may be a or b.
template <typename T>
void exclusive_or(const LocalTensor<T>& dst, const LocalTensor<T>& a, const LocalTensor<T>& b,
                  const LocalTensor<uint8_t>& buffer, std::uint32_t count, const void* site) {
    const std::uint32_t length =
        buffer.GetSize() / davsim::kBlockBytes * davsim::kBlockBytes / std::uint32_t{sizeof(T)};
    if (length == 0)
        refuse("Xor", "sharedTmpBuffer", std::to_string(buffer.GetSize()) + " bytes", "32 or more");
    const LocalTensor<T> both = buffer.template ReinterpretCast<T>();
    Steps steps("Xor", site);
    in_pieces(count, length, [&](std::uint32_t at, std::uint32_t piece) {
        steps.set_count(piece);
        steps.bit_and(both, a[at], b[at]);
        steps.bit_not(both, both);
        steps.bit_or(dst[at], a[at], b[at]);
        steps.bit_and(dst[at], dst[at], both);
    });
}

}  // namespace detail

#define DAVSIM_XOR(buffer_parameter, buffer, count_parameter, count)                         \
    template <typename T, bool isReuseSource = false>                                        \
    DAVSIM_API void Xor(const LocalTensor<T>& dstTensor, const LocalTensor<T>& src0Tensor,   \
                        const LocalTensor<T>& src1Tensor buffer_parameter count_parameter) { \
        DAVSIM_REQUIRE("Xor", (detail::kExclusive<T>), T);                                   \
        detail::exclusive_or(dstTensor, src0Tensor, src1Tensor, buffer, count, DAVSIM_SITE); \
    }
#define DAVSIM_BUFFER , const LocalTensor<uint8_t>& sharedTmpBuffer
#define DAVSIM_COUNT , const uint32_t calCount

DAVSIM_XOR(DAVSIM_BUFFER, sharedTmpBuffer, DAVSIM_COUNT, calCount)
DAVSIM_XOR(DAVSIM_BUFFER, sharedTmpBuffer, , src0Tensor.GetSize())
DAVSIM_XOR(, detail::stack_buffer("Xor"), DAVSIM_COUNT, calCount)
DAVSIM_XOR(, detail::stack_buffer("Xor"), , src0Tensor.GetSize())

#undef DAVSIM_COUNT
#undef DAVSIM_BUFFER
#undef DAVSIM_XOR

}  // namespace AscendC
