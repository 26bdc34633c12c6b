// SPDX-License-Identifier: Apache-2.0
#pragma once
// Library functions of one tensor. They compute in fp32; fp16 is converted on the way in and out.
// A Body says what to compute:
//
//   struct Body {
//       static constexpr std::size_t kSlots;  // fp32 tensors it needs besides
//       static void run(Steps& steps, y, x, const Slots<N>& spare, std::size_t first);
//   };
//
// y may be x. `first` is the first slot that is the Body's.

#include "sim/ascendc/api/adv/scratch.h"

namespace AscendC {
namespace detail {

template <class Body, typename T>
void run_unary(const char* api, const LocalTensor<T>& dst, const LocalTensor<T>& src,
               const LocalTensor<uint8_t>& buffer, std::uint32_t count, const Body& body,
               const void* site) {
    constexpr bool kWiden = std::is_same_v<T, half>;
    constexpr std::size_t kSlots = Body::kSlots + (kWiden ? 1 : 0);
    if (count == 0) return;
    const Slots<kSlots> slots(api, buffer, count);
    Steps steps(api, site);
    in_pieces(count, slots.length(), [&](std::uint32_t at, std::uint32_t piece) {
        steps.set_count(piece);
        if constexpr (kWiden) {
            const LocalTensor<float> x = slots[0];
            steps.cast(x, src[at], RoundMode::CAST_NONE);
            body.run(steps, x, x, slots, 1);
            steps.cast(dst[at], x, RoundMode::CAST_NONE);
        } else {
            body.run(steps, dst[at], src[at], slots, 0);
        }
    });
}

// Without a buffer argument: what InitBuffer left, if anything is needed.
template <class Body, typename T>
void run_unary(const char* api, const LocalTensor<T>& dst, const LocalTensor<T>& src,
               std::uint32_t count, const Body& body, const void* site) {
    constexpr bool kNeeded = Body::kSlots > 0 || std::is_same_v<T, half>;
    const LocalTensor<uint8_t> buffer = kNeeded ? stack_buffer(api) : LocalTensor<uint8_t>();
    run_unary(api, dst, src, buffer, count, body, site);
}

template <typename T>
inline constexpr bool kLibraryFloats = !kIs910 && kFloats<T>;
// For calls without an element type: depends on a template argument, so that only calls fail.
template <bool kAny>
inline constexpr bool kLibraryHere = !kIs910;

}  // namespace detail

// The four forms of a function of one tensor: with and without buffer, with and without count.
#define DAVSIM_LIBRARY_UNARY(Name, Body, supported)                                               \
    template <typename T, bool isReuseSource = false>                                             \
    DAVSIM_API void Name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,        \
                         const LocalTensor<uint8_t>& sharedTmpBuffer, const uint32_t calCount) {  \
        DAVSIM_REQUIRE(#Name, (detail::supported<T>), T);                                         \
        detail::run_unary(#Name, dstTensor, srcTensor, sharedTmpBuffer, calCount, detail::Body(), \
                          DAVSIM_SITE);                                                           \
    }                                                                                             \
    template <typename T, bool isReuseSource = false>                                             \
    DAVSIM_API void Name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,        \
                         const uint32_t calCount) {                                               \
        DAVSIM_REQUIRE(#Name, (detail::supported<T>), T);                                         \
        detail::run_unary(#Name, dstTensor, srcTensor, calCount, detail::Body(), DAVSIM_SITE);    \
    }                                                                                             \
    template <typename T, bool isReuseSource = false>                                             \
    DAVSIM_API void Name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,        \
                         const LocalTensor<uint8_t>& sharedTmpBuffer) {                           \
        DAVSIM_REQUIRE(#Name, (detail::supported<T>), T);                                         \
        detail::run_unary(#Name, dstTensor, srcTensor, sharedTmpBuffer, srcTensor.GetSize(),      \
                          detail::Body(), DAVSIM_SITE);                                           \
    }                                                                                             \
    template <typename T, bool isReuseSource = false>                                             \
    DAVSIM_API void Name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor) {      \
        DAVSIM_REQUIRE(#Name, (detail::supported<T>), T);                                         \
        detail::run_unary(#Name, dstTensor, srcTensor, srcTensor.GetSize(), detail::Body(),       \
                          DAVSIM_SITE);                                                           \
    }

}  // namespace AscendC
