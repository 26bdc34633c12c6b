// SPDX-License-Identifier: Apache-2.0
#pragma once
// Select by a mask of bytes: where the mask is not 0, the second source, else the first; one of
// them is a scalar. Row by row: the mask becomes fp16, is compared with 0, and the bits select.

#include "sim/ascendc/api/adv/scratch.h"
#include "sim/ascendc/api/vec_compare.h"
#include "sim/ascendc/api/vec_select.h"

namespace AscendC {

// Rows of the sources, and of the mask, which may be wider: what is beyond the sources does not
// count.
struct SelectWithBytesMaskShapeInfo {
    uint32_t firstAxis = 0;
    uint32_t srcLastAxis = 0;
    uint32_t maskLastAxis = 0;
};

namespace detail {

template <typename T, typename U>
inline constexpr bool kByteSelected = !kIs910 && kFloats<T> && kOneOf<U, bool, uint8_t, int8_t>;

// Of a row, rounded up to whole repeats: fp16 of the mask, then its bits.
inline std::uint32_t byte_select_space(std::uint32_t elements) {
    constexpr std::uint32_t kLanes = davsim::kRepeatBytes / sizeof(half);
    const std::uint32_t length = (elements + kLanes - 1) / kLanes * kLanes;
    constexpr std::uint32_t kBits = 8;
    const std::uint32_t bits =
        (length / kBits + davsim::kBlockBytes - 1) / davsim::kBlockBytes * davsim::kBlockBytes;
    return length * std::uint32_t{sizeof(half)} + bits;
}

template <typename T, typename U>
void byte_select(const LocalTensor<T>& dst, const LocalTensor<T>& src, T scalar, CMPMODE keep,
                 const LocalTensor<U>& mask, const LocalTensor<uint8_t>& buffer,
                 const SelectWithBytesMaskShapeInfo& info) {
    constexpr std::uint32_t kLanes = davsim::kRepeatBytes / sizeof(half);
    const std::uint32_t length = (info.srcLastAxis + kLanes - 1) / kLanes * kLanes;
    const std::uint32_t needed = byte_select_space(info.srcLastAxis);
    if (buffer.GetSize() < needed)
        refuse("Select", "sharedTmpBuffer", std::to_string(buffer.GetSize()) + " bytes",
               std::to_string(needed) + " or more");
    if (info.srcLastAxis * sizeof(T) % davsim::kBlockBytes != 0 ||
        info.maskLastAxis % davsim::kBlockBytes != 0)
        refuse_number("Select", "last axis", info.srcLastAxis, "rows of whole 32-byte blocks");
    const LocalTensor<half> numbers = buffer.template ReinterpretCast<half>();
    const LocalTensor<uint8_t> bits = buffer[length * std::uint32_t{sizeof(half)}];
    const auto bytes =
        mask.template ReinterpretCast<std::conditional_t<std::is_same_v<U, bool>, uint8_t, U>>();
    const void* site = core().site;
    for (std::uint32_t row = 0; row < info.firstAxis; ++row) {
        Duplicate(numbers, half(0.0F), static_cast<int32_t>(length));
        pipe_barrier(davsim::Pipe::kV, site);
        Cast(numbers, bytes[row * info.maskLastAxis], RoundMode::CAST_NONE, info.srcLastAxis);
        pipe_barrier(davsim::Pipe::kV, site);
        Compares(bits, numbers, half(0.0F), keep, length);
        pipe_barrier(davsim::Pipe::kV, site);
        const std::uint32_t at = row * info.srcLastAxis;
        Select(dst[at], bits, src[at], scalar, SELMODE::VSEL_TENSOR_SCALAR_MODE, info.srcLastAxis);
        pipe_barrier(davsim::Pipe::kV, site);
    }
}

}  // namespace detail

template <typename T, typename U, bool isReuseMask = true>
DAVSIM_API void Select(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                       const typename detail::Same<T>::type src1, const LocalTensor<U>& mask,
                       const LocalTensor<uint8_t>& sharedTmpBuffer,
                       const SelectWithBytesMaskShapeInfo& info) {
    const detail::LibraryCall call(__builtin_return_address(0));
    DAVSIM_REQUIRE_PAIR("Select by bytes", (detail::kByteSelected<T, U>), T, U);
    detail::byte_select(dst, src0, src1, CMPMODE::EQ, mask, sharedTmpBuffer, info);
}
template <typename T, typename U, bool isReuseMask = true>
DAVSIM_API void Select(const LocalTensor<T>& dst, const typename detail::Same<T>::type src0,
                       const LocalTensor<T>& src1, const LocalTensor<U>& mask,
                       const LocalTensor<uint8_t>& sharedTmpBuffer,
                       const SelectWithBytesMaskShapeInfo& info) {
    const detail::LibraryCall call(__builtin_return_address(0));
    DAVSIM_REQUIRE_PAIR("Select by bytes", (detail::kByteSelected<T, U>), T, U);
    detail::byte_select(dst, src1, src0, CMPMODE::NE, mask, sharedTmpBuffer, info);
}

// Its older name.
template <typename T, typename U, bool isReuseMask = true>
void SelectWithBytesMask(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                         const typename detail::Same<T>::type src1, const LocalTensor<U>& mask,
                         const LocalTensor<uint8_t>& sharedTmpBuffer,
                         const SelectWithBytesMaskShapeInfo& info) {
    Select<T, U, isReuseMask>(dst, src0, src1, mask, sharedTmpBuffer, info);
}
template <typename T, typename U, bool isReuseMask = true>
void SelectWithBytesMask(const LocalTensor<T>& dst, const typename detail::Same<T>::type src0,
                         const LocalTensor<T>& src1, const LocalTensor<U>& mask,
                         const LocalTensor<uint8_t>& sharedTmpBuffer,
                         const SelectWithBytesMaskShapeInfo& info) {
    Select<T, U, isReuseMask>(dst, src0, src1, mask, sharedTmpBuffer, info);
}

}  // namespace AscendC
