// SPDX-License-Identifier: Apache-2.0
#pragma once
// Arange (older name ArithProgression): first, first + diff, ... The scalar unit writes the first
// block; the vector pipe doubles what is there.

#include "sim/ascendc/api/scalar_results.h"
#include "sim/ascendc/api/vec_scalar.h"

namespace AscendC {
namespace detail {

template <typename T>
void arange(const char* api, const LocalTensor<T>& dst, T first, T diff, std::int64_t count,
            const void* site) {
    DAVSIM_REQUIRE("Arange", (kScalarArithmetic<T> && !std::is_same_v<T, bfloat16_t>), T);
    if (count < 0) refuse_number(api, "count", count, "0 or more");
    constexpr std::int64_t kBlock = davsim::kBlockBytes / sizeof(T);
    // Each element from the first one, so that no error adds up.
    const auto element = [&](std::int64_t i) {
        if constexpr (std::is_integral_v<T>)
            return static_cast<T>(first + diff * static_cast<T>(i));
        else
            return T(static_cast<float>(first) + static_cast<float>(diff) * static_cast<float>(i));
    };
    for (std::int64_t i = 0; i < kBlock && i < count; ++i)
        dst.SetValue(static_cast<std::uint32_t>(i), element(i));
    if (count > kBlock) set_and_wait(HardEvent::S_V, site);
    for (std::int64_t done = kBlock; done < count; done *= 2) {
        const std::int64_t left = count - done;
        const T step = std::is_integral_v<T>
                           ? static_cast<T>(diff * static_cast<T>(done))
                           : T(static_cast<float>(diff) * static_cast<float>(done));
        with_scalar(api, davsim::Opcode::kAdds, dst[static_cast<std::uint32_t>(done)], dst, step,
                    count_mask(api, left < done ? left : done), 1, UnaryRepeatParams(), site);
        pipe_barrier(davsim::Pipe::kV, site);
    }
}

}  // namespace detail

template <typename T>
DAVSIM_API void Arange(const LocalTensor<T>& dst, const typename detail::Same<T>::type firstValue,
                       const typename detail::Same<T>::type diffValue, const int64_t count) {
    detail::arange("Arange", dst, firstValue, diffValue, count, DAVSIM_SITE);
}
template <typename T>
DAVSIM_API void ArithProgression(const LocalTensor<T>& dstLocal,
                                 const typename detail::Same<T>::type firstValue,
                                 const typename detail::Same<T>::type diffValue,
                                 const int64_t count) {
    detail::arange("ArithProgression", dstLocal, firstValue, diffValue, count, DAVSIM_SITE);
}

}  // namespace AscendC
