// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bits of the CTRL register that kernels write. 2201: bit 48 switches between results as IEEE 754
// has them (1, what a core starts with) and saturation (0): infinities of half and bfloat16 results
// become the largest numbers, NaN becomes 0, sums of int16 and int32 stop at their limits. The
// other bits are kept and have no effect here.
//
// Source: Ascend C API reference, SetSaturationFlag, SetCtrlSpr.

#include "sim/ascendc/api/core.h"
#include "sim/ascendc/api/enums.h"

namespace AscendC {
namespace detail {

inline constexpr int kFloatSaturationBit = 48;
inline constexpr int kFloat8SaturationBit = 50;
inline constexpr int kIntSaturationBit = 53;
inline constexpr int kCastSaturationBit = 59;

constexpr std::uint64_t ctrl_mask(int start, int end) {
    const int bits = end - start + 1;
    const std::uint64_t low = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    return low << start;
}

inline void write_ctrl(std::uint64_t value) {
    davsim::CoreRegisters& registers = core().registers;
    registers.ctrl = value;
    if constexpr (kArch == 2201) registers.saturate = (value >> kFloatSaturationBit & 1U) == 0;
    core().spend(davsim::ScalarOp::kSpr, 1);
}

// Which bit a mode is, and which value of it means saturation.
constexpr int saturation_bit(SaturationMode mode) {
    switch (mode) {
        case SaturationMode::FLOAT: return kFloatSaturationBit;
        case SaturationMode::FLOAT8: return kFloat8SaturationBit;
        case SaturationMode::INT: return kIntSaturationBit;
        case SaturationMode::CAST: break;
    }
    return kCastSaturationBit;
}

}  // namespace detail

// Bits startBit..endBit of the register.
template <int8_t startBit, int8_t endBit>
void SetCtrlSpr(int64_t value) {
    static_assert(!detail::kIs910 && startBit >= 0,
                  "UNSUPPORTED: SetCtrlSpr on arch " DAVSIM_ARCH_TEXT);
    static_assert(startBit >= 0 && startBit <= endBit && endBit < 64, "bits of a 64-bit register");
    constexpr std::uint64_t kMask = detail::ctrl_mask(startBit, endBit);
    const std::uint64_t placed = static_cast<std::uint64_t>(value) << startBit & kMask;
    detail::write_ctrl((detail::core().registers.ctrl & ~kMask) | placed);
}

template <int8_t startBit, int8_t endBit>
int64_t GetCtrlSpr() {
    static_assert(!detail::kIs910 && startBit >= 0,
                  "UNSUPPORTED: GetCtrlSpr on arch " DAVSIM_ARCH_TEXT);
    constexpr std::uint64_t kMask = detail::ctrl_mask(startBit, endBit);
    detail::core().spend(davsim::ScalarOp::kSpr, 1);
    return static_cast<int64_t>((detail::core().registers.ctrl & kMask) >> startBit);
}

// Back to what a core starts with.
template <int8_t startBit, int8_t endBit>
void ResetCtrlSpr() {
    static_assert(detail::kIs950 && startBit >= 0,
                  "UNSUPPORTED: ResetCtrlSpr on arch " DAVSIM_ARCH_TEXT);
    constexpr std::uint64_t kMask = detail::ctrl_mask(startBit, endBit);
    const std::uint64_t now = detail::core().registers.ctrl;
    detail::write_ctrl((now & ~kMask) | (davsim::kInitialCtrl & kMask));
}

template <SaturationMode mode>
void SetSaturationFlag(bool enableSat) {
    static_assert(
        detail::kArch == 2201 && (mode == SaturationMode::FLOAT || mode == SaturationMode::CAST),
        "UNSUPPORTED: SetSaturationFlag of this mode on arch " DAVSIM_ARCH_TEXT);
    constexpr std::uint64_t kBit = std::uint64_t{1} << detail::saturation_bit(mode);
    const std::uint64_t now = detail::core().registers.ctrl;
    detail::write_ctrl(enableSat ? now & ~kBit : now | kBit);
}

// 3510: whether each Cast decides about saturation, or the flags of the core do. Its results
// saturate either way here.
enum class OverrideStrategy : uint8_t { USE_API = 0, USE_GLOBAL = 1 };
template <OverrideStrategy strategy>
void SetSaturationStrategy() {
    static_assert(detail::kIs950 && strategy == OverrideStrategy::USE_API,
                  "UNSUPPORTED: SetSaturationStrategy of this strategy on arch " DAVSIM_ARCH_TEXT);
    detail::core().spend(davsim::ScalarOp::kSpr, 1);
}

template <SaturationMode mode>
bool GetSaturationFlag() {
    static_assert(detail::kArch == 2201 && mode != SaturationMode::FLOAT8,
                  "UNSUPPORTED: GetSaturationFlag on arch " DAVSIM_ARCH_TEXT);
    const std::uint64_t now = detail::core().registers.ctrl;
    return (now >> detail::saturation_bit(mode) & 1U) == 0;
}

}  // namespace AscendC
