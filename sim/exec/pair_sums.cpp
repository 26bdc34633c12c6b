// SPDX-License-Identifier: Apache-2.0
// One level of the reduction tree: sums of neighbours. The order of additions is the hardware's
// documented one, so nothing here may be re-associated.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/exec/pair_sums.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "sim/exec/exec.h"
#include "sim/exec/kernel.h"
#include "sim/exec/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace davsim::exec {
namespace HWY_NAMESPACE {
namespace {

template <class Lane>
void pair_sums(const std::uint8_t* in, float* out, std::size_t sums) {
    const FloatTag d;
    const std::size_t step = hn::Lanes(d);
    const auto* values = reinterpret_cast<const float*>(in);
    const auto one = [&](FloatVec first, FloatVec second, std::uint8_t* at) HWY_ATTR {
        const FloatVec even = hn::ConcatEven(d, second, first);
        const FloatVec odd = hn::ConcatOdd(d, second, first);
        LaneF32::store(Lane::round(hn::Add(even, odd)), at);
    };
    std::size_t i = 0;
    for (; i + step <= sums; i += step) {
        const FloatVec first = hn::LoadU(d, values + 2 * i);
        one(first, hn::LoadU(d, values + 2 * i + step), reinterpret_cast<std::uint8_t*>(out + i));
    }
    if (i == sums) return;
    alignas(HWY_MAX_BYTES) float pairs[2 * HWY_MAX_BYTES / sizeof(float)] = {};
    alignas(HWY_MAX_BYTES) float results[HWY_MAX_BYTES / sizeof(float)];
    std::memcpy(pairs, in + 2 * i * sizeof(float), 2 * (sums - i) * sizeof(float));
    one(hn::LoadU(d, pairs), hn::LoadU(d, pairs + step), reinterpret_cast<std::uint8_t*>(results));
    std::memcpy(out + i, results, (sums - i) * sizeof(float));
}

}  // namespace

PairSums find_pair_sums(DataType dtype) {
    if (dtype == DataType::kFloat32) return &pair_sums<LaneF32>;
    return dtype == DataType::kFloat16 ? &pair_sums<LaneF16> : nullptr;
}

const char* target_name() {
    return hwy::TargetName(HWY_TARGET);
}

}  // namespace HWY_NAMESPACE
}  // namespace davsim::exec
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace davsim::exec {

HWY_EXPORT(find_pair_sums);
HWY_EXPORT(target_name);

PairSums pair_sums_kernel(DataType dtype) {
    return HWY_DYNAMIC_DISPATCH(find_pair_sums)(dtype);
}

const char* simd_target() {
    return HWY_DYNAMIC_DISPATCH(target_name)();
}

}  // namespace davsim::exec
#endif  // HWY_ONCE
