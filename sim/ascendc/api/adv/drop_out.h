// SPDX-License-Identifier: Apache-2.0
#pragma once
// DropOut: elements whose mask is set, divided by keepProb; 0 for the others. The mask is bytes,
// which become fp16, are compared with 0 and select by bits, or bits. Its rows may be longer than
// those of the elements. Source: Ascend C documentation, DropOut.

#include <string>

#include "sim/ascendc/api/adv/stack_buffer.h"
#include "sim/ascendc/api/vec_cast.h"
#include "sim/ascendc/api/vec_compare.h"
#include "sim/ascendc/api/vec_move.h"
#include "sim/ascendc/api/vec_scalar.h"
#include "sim/ascendc/api/vec_select.h"

namespace AscendC {

// Rows, their elements, and the mask's bytes a row.
struct DropOutShapeInfo {
    uint32_t firstAxis = 0;
    uint32_t srcLastAxis = 0;
    uint32_t maskLastAxis = 0;
};

namespace detail {

// As dropOutMode numbers them; 0 is decided by the shape.
enum class DropOutMask { kByShape, kBytesOfLongRows, kBytes, kBits, kBitsOfLongRows };

inline DropOutMask drop_out_mask(std::uint32_t mode, const DropOutShapeInfo& info) {
    constexpr std::uint32_t kBitsOfByte = 8;
    if (mode != 0) return static_cast<DropOutMask>(mode);
    if (info.srcLastAxis < info.maskLastAxis) return DropOutMask::kBytesOfLongRows;
    if (info.srcLastAxis == info.maskLastAxis) return DropOutMask::kBytes;
    return info.srcLastAxis == info.maskLastAxis * kBitsOfByte ? DropOutMask::kBits
                                                               : DropOutMask::kBitsOfLongRows;
}

template <typename T>
class DropOutRows {
public:
    DropOutRows(const LocalTensor<uint8_t>& buffer, const DropOutShapeInfo& info, float keep,
                const void* site)
        : buffer_(buffer), info_(info), factor_(1 / keep), site_(site) {
        if (!(keep > 0 && keep <= 1))
            refuse("DropOut", "keepProb", std::to_string(keep), "more than 0, up to 1");
    }

    void run(const LocalTensor<T>& dst, const LocalTensor<T>& src, const LocalTensor<uint8_t>& mask,
             DropOutMask kind) {
        const bool bytes = kind == DropOutMask::kBytes || kind == DropOutMask::kBytesOfLongRows;
        const std::uint32_t all = info_.firstAxis * info_.srcLastAxis;
        if (kind == DropOutMask::kBytes || kind == DropOutMask::kBits) {
            part(dst, src, mask, all, bytes);
            return;
        }
        if (info_.srcLastAxis * sizeof(T) % davsim::kBlockBytes != 0 ||
            info_.maskLastAxis % davsim::kBlockBytes != 0)
            refuse_number("DropOut", "last axis", info_.srcLastAxis,
                          "rows of whole 32-byte blocks");
        for (std::uint32_t row = 0; row < info_.firstAxis; ++row) {
            const std::uint32_t at = row * info_.srcLastAxis;
            part(dst[at], src[at], mask[row * info_.maskLastAxis], info_.srcLastAxis, bytes);
        }
    }

private:
    static constexpr std::uint32_t kLanes = davsim::kRepeatBytes / sizeof(half);
    static constexpr std::uint32_t kBitsOfByte = 8;

    void part(const LocalTensor<T>& dst, const LocalTensor<T>& src,
              const LocalTensor<uint8_t>& mask, std::uint32_t count, bool bytes) {
        if (bytes)
            by_bytes(dst, src, mask, count);
        else
            by_bits(dst, src, mask, count);
    }

    void by_bits(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                 const LocalTensor<uint8_t>& bits, std::uint32_t count) {
        Select(dst, bits, src, T(0.0F), SELMODE::VSEL_TENSOR_SCALAR_MODE, count);
        pipe_barrier(davsim::Pipe::kV, site_);
        Muls(dst, dst, T(factor_), static_cast<int32_t>(count));
        pipe_barrier(davsim::Pipe::kV, site_);
    }

    // In pieces that the buffer has room for: fp16 of the mask, then its bits.
    void by_bytes(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                  const LocalTensor<uint8_t>& mask, std::uint32_t count) {
        constexpr std::uint32_t kPieceBytes = kLanes * sizeof(half) + davsim::kBlockBytes;
        const std::uint32_t fit = buffer_.GetSize() / kPieceBytes * kLanes;
        if (fit == 0) {
            refuse("DropOut", "sharedTmpBuffer", std::to_string(buffer_.GetSize()) + " bytes",
                   std::to_string(kPieceBytes) + " or more");
        }
        const std::uint32_t whole = (count + kLanes - 1) / kLanes * kLanes;
        const std::uint32_t length = whole < fit ? whole : fit;
        const LocalTensor<half> numbers = buffer_.template ReinterpretCast<half>();
        const LocalTensor<uint8_t> bits = buffer_[length * std::uint32_t{sizeof(half)}];
        for (std::uint32_t done = 0; done < count; done += length) {
            const std::uint32_t piece = count - done < length ? count - done : length;
            Duplicate(numbers, half(0.0F), static_cast<int32_t>(length));
            pipe_barrier(davsim::Pipe::kV, site_);
            Cast(numbers, mask[done], RoundMode::CAST_NONE, piece);
            pipe_barrier(davsim::Pipe::kV, site_);
            Compares(bits, numbers, half(0.0F), CMPMODE::NE, length);
            pipe_barrier(davsim::Pipe::kV, site_);
            by_bits(dst[done], src[done], bits, piece);
        }
    }

    LocalTensor<uint8_t> buffer_;
    DropOutShapeInfo info_;
    float factor_;
    const void* site_;
};

template <typename T>
inline constexpr bool kDropped =
    !kIs910 && (kFloats<T> || (kIs950 && std::is_same_v<T, bfloat16_t>));

}  // namespace detail

// dropOutMode: 0 as the shape says; bytes: 1 of longer rows, 2; bits: 3, 4 of longer rows.
template <typename T, bool isInitBitMode = false, uint32_t dropOutMode = 0>
DAVSIM_API void DropOut(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                        const LocalTensor<uint8_t>& maskLocal,
                        const LocalTensor<uint8_t>& sharedTmpBuffer, const float keepProb,
                        const DropOutShapeInfo& info) {
    const detail::LibraryCall call(__builtin_return_address(0));
    DAVSIM_REQUIRE("DropOut", (detail::kDropped<T>), T);
    static_assert(dropOutMode <= 4, "dropOutMode is 0 to 4");
    detail::DropOutRows<T>(sharedTmpBuffer, info, keepProb, detail::core().site)
        .run(dstLocal, srcLocal, maskLocal, detail::drop_out_mask(dropOutMode, info));
}
template <typename T, bool isInitBitMode = false, uint32_t dropOutMode = 0>
DAVSIM_API void DropOut(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                        const LocalTensor<uint8_t>& maskLocal, const float keepProb,
                        const DropOutShapeInfo& info) {
    const detail::LibraryCall call(__builtin_return_address(0));
    DropOut<T, isInitBitMode, dropOutMode>(dstLocal, srcLocal, maskLocal,
                                           detail::stack_buffer("DropOut"), keepProb, info);
}

}  // namespace AscendC
