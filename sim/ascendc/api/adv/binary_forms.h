// SPDX-License-Identifier: Apache-2.0
#pragma once
// Library functions of two tensors, as unary_forms.h: a Body computes y from a and b in fp32; y may
// be a or b only where the Body says so.

#include "sim/ascendc/api/adv/unary_forms.h"

namespace AscendC {
namespace detail {

template <class Body, typename T>
void run_binary(const char* api, const LocalTensor<T>& dst, const LocalTensor<T>& a,
                const LocalTensor<T>& b, const LocalTensor<uint8_t>& buffer, std::uint32_t count,
                const Body& body, const void* site) {
    constexpr bool kWiden = std::is_same_v<T, half>;
    constexpr std::size_t kSlots = Body::kSlots + (kWiden ? 2 : 0);
    if (count == 0) return;
    const Slots<kSlots> slots(api, buffer, count);
    Steps steps(api, site);
    in_pieces(count, slots.length(), [&](std::uint32_t at, std::uint32_t piece) {
        steps.set_count(piece);
        if constexpr (kWiden) {
            const LocalTensor<float> x = slots[0];
            const LocalTensor<float> y = slots[1];
            steps.cast(x, a[at], RoundMode::CAST_NONE);
            steps.cast(y, b[at], RoundMode::CAST_NONE);
            body.run(steps, x, x, y, slots, 2);
            steps.cast(dst[at], x, RoundMode::CAST_NONE);
        } else {
            body.run(steps, dst[at], a[at], b[at], slots, 0);
        }
    });
}

template <class Body, typename T>
void run_binary(const char* api, const LocalTensor<T>& dst, const LocalTensor<T>& a,
                const LocalTensor<T>& b, std::uint32_t count, const Body& body, const void* site) {
    constexpr bool kNeeded = Body::kSlots > 0 || std::is_same_v<T, half>;
    const LocalTensor<uint8_t> buffer = kNeeded ? stack_buffer(api) : LocalTensor<uint8_t>();
    run_binary(api, dst, a, b, buffer, count, body, site);
}

}  // namespace detail

// The four forms of a function of two tensors.
#define DAVSIM_LIBRARY_BINARY(Name, Body, supported)                                             \
    template <typename T, bool isReuseSource = false>                                            \
    DAVSIM_API void Name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor0,      \
                         const LocalTensor<T>& srcTensor1,                                       \
                         const LocalTensor<uint8_t>& sharedTmpBuffer, const uint32_t calCount) { \
        DAVSIM_REQUIRE(#Name, (detail::supported<T>), T);                                        \
        detail::run_binary(#Name, dstTensor, srcTensor0, srcTensor1, sharedTmpBuffer, calCount,  \
                           detail::Body(), DAVSIM_SITE);                                         \
    }                                                                                            \
    template <typename T, bool isReuseSource = false>                                            \
    DAVSIM_API void Name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor0,      \
                         const LocalTensor<T>& srcTensor1, const uint32_t calCount) {            \
        DAVSIM_REQUIRE(#Name, (detail::supported<T>), T);                                        \
        detail::run_binary(#Name, dstTensor, srcTensor0, srcTensor1, calCount, detail::Body(),   \
                           DAVSIM_SITE);                                                         \
    }                                                                                            \
    template <typename T, bool isReuseSource = false>                                            \
    DAVSIM_API void Name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor0,      \
                         const LocalTensor<T>& srcTensor1,                                       \
                         const LocalTensor<uint8_t>& sharedTmpBuffer) {                          \
        DAVSIM_REQUIRE(#Name, (detail::supported<T>), T);                                        \
        detail::run_binary(#Name, dstTensor, srcTensor0, srcTensor1, sharedTmpBuffer,            \
                           srcTensor0.GetSize(), detail::Body(), DAVSIM_SITE);                   \
    }                                                                                            \
    template <typename T, bool isReuseSource = false>                                            \
    DAVSIM_API void Name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor0,      \
                         const LocalTensor<T>& srcTensor1) {                                     \
        DAVSIM_REQUIRE(#Name, (detail::supported<T>), T);                                        \
        detail::run_binary(#Name, dstTensor, srcTensor0, srcTensor1, srcTensor0.GetSize(),       \
                           detail::Body(), DAVSIM_SITE);                                         \
    }

}  // namespace AscendC
