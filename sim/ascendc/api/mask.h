// SPDX-License-Identifier: Apache-2.0
#pragma once
// The vector mask: sticky state of the core (CorePort::registers). Normal mode has one bit a lane
// of every repeat; counter mode holds the number of elements in all.

#include <cstdint>

#include "sim/ascendc/api/core.h"
#include "sim/ascendc/api/enums.h"
#include "sim/ascendc/api/types.h"

namespace AscendC {
namespace detail {

inline constexpr std::uint64_t kAllLanes = ~std::uint64_t{0};
// Mode, mask, mode, mask: what an API that takes a count writes around its instruction.
inline constexpr int kCountFormWrites = 4;

inline davsim::VectorMask& sticky_mask() {
    return core().registers.mask;
}

inline void write_mask(std::uint64_t hi, std::uint64_t lo) {
    sticky_mask().hi = hi;
    sticky_mask().lo = lo;
    core().spend(davsim::ScalarOp::kSetMask, 1);
}

inline void write_mask_mode(bool counter) {
    sticky_mask().counter = counter;
    core().spend(davsim::ScalarOp::kSetMask, 1);
}

// Bits of the first `lanes` lanes; more lanes than a repeat has are clamped.
inline void write_lane_bits(std::uint64_t lanes, unsigned lanes_of_repeat) {
    if (lanes >= lanes_of_repeat || lanes >= 128) return write_mask(kAllLanes, kAllLanes);
    const std::uint64_t hi = lanes <= 64 ? 0 : (std::uint64_t{1} << (lanes - 64)) - 1;
    write_mask(hi, lanes >= 64 ? kAllLanes : (std::uint64_t{1} << lanes) - 1);
}

// Counter mode: the number itself.
inline void write_first_lanes(std::uint64_t lanes, unsigned lanes_of_repeat) {
    if (sticky_mask().counter) return write_mask(0, lanes);
    write_lane_bits(lanes, lanes_of_repeat);
}

// The mask of a high-dimension call: written when isSetMask, then whatever is in the register.
template <std::size_t kWidth, bool isSetMask>
davsim::VectorMask apply_mask(std::uint64_t mask) {
    if constexpr (isSetMask) write_first_lanes(mask, davsim::kRepeatBytes / kWidth);
    return sticky_mask();
}

template <std::size_t kWidth, bool isSetMask>
davsim::VectorMask apply_mask(const std::uint64_t mask[]) {
    if constexpr (isSetMask) write_mask(kWidth >= 4 ? 0 : mask[1], mask[0]);
    return sticky_mask();
}

// The mask of a call with a count; leaves the register at "all lanes, normal mode".
inline davsim::VectorMask count_mask(const char* api, std::int64_t count) {
    if (count < 0) refuse_number(api, "count", count, "0 or more");
    core().spend(davsim::ScalarOp::kSetMask, kCountFormWrites);
    sticky_mask() = davsim::VectorMask{};
    return davsim::VectorMask{static_cast<std::uint64_t>(count), 0, true};
}

}  // namespace detail

inline void SetMaskNorm() {
    detail::write_mask_mode(false);
}
inline void SetMaskCount() {
    detail::write_mask_mode(true);
}

template <typename T, MaskMode mode = MaskMode::NORMAL>
void SetVectorMask(const uint64_t maskHigh, const uint64_t maskLow) {
    detail::write_mask(maskHigh, maskLow);
}

// Normal mode: the first `len` lanes. Counter mode: `len` elements.
template <typename T, MaskMode mode = MaskMode::NORMAL>
void SetVectorMask(int32_t len) {
    if constexpr (mode == MaskMode::COUNTER) {
        detail::write_mask(0, static_cast<uint64_t>(len));
    } else {
        detail::write_first_lanes(static_cast<uint64_t>(len), davsim::kRepeatBytes / sizeof(T));
    }
}

// All lanes; the mode stays as it is.
inline void ResetMask() {
    detail::write_mask(detail::kAllLanes, detail::kAllLanes);
}

}  // namespace AscendC
