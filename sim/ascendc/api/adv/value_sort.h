// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sort of 3510: values of any type with or without indices, stable. The hardware's library sorts by
// digits with register programs, which davsim does not have; here the scalar unit reads all values
// and writes them in order, so the results are right and the time is not the hardware's.
// NaN counts as larger than all numbers. Source: Ascend C documentation, Sort.

#include <algorithm>
#include <vector>

#include "sim/ascendc/api/adv/sort_config.h"
#include "sim/ascendc/api/scalar_results.h"
#include "sim/ascendc/api/support.h"

namespace AscendC {
namespace detail {

template <typename T>
inline constexpr bool kSortedValues = kIs950 && (kFloats<T> || std::is_same_v<T, bfloat16_t> ||
                                                 k8Bit<T> || k16And32Bit<T> || k64Bit<T>);

template <typename T>
struct SortedValue {
    T value;
    std::uint32_t position;
};

template <typename T>
bool comes_before(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
        return a < b;
    } else {
        const auto x = static_cast<float>(a);
        const auto y = static_cast<float>(b);
        return y != y ? x == x : x < y;
    }
}

// The first `count` values in order, with where they were.
template <typename T>
std::vector<SortedValue<T>> sorted_positions(const LocalTensor<T>& src, std::uint32_t count,
                                             bool descend) {
    std::vector<SortedValue<T>> all(count);
    for (std::uint32_t i = 0; i < count; ++i) all[i] = {src.GetValue(i), i};
    std::stable_sort(all.begin(), all.end(), [&](const auto& a, const auto& b) {
        return descend ? comes_before(b.value, a.value) : comes_before(a.value, b.value);
    });
    return all;
}

// index_at(position): what to write for it; null: no indices.
template <typename T, typename U, class IndexAt>
void sort_values(const LocalTensor<T>& dst, const LocalTensor<U>* indices,
                 const LocalTensor<T>& src, std::uint32_t count, bool descend,
                 const IndexAt& index_at, const void* site) {
    set_and_wait(HardEvent::V_S, site);
    const auto order = sorted_positions(src, count, descend);
    std::vector<U> numbers;
    if (indices != nullptr) {
        for (const auto& each : order) numbers.push_back(index_at(each.position));
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        dst.SetValue(i, order[i].value);
        if (indices != nullptr) indices->SetValue(i, numbers[i]);
    }
    publish_scalar_store(site);
}

}  // namespace detail

#if __NPU_ARCH__ == 3510
#define DAVSIM_SORT(buffer_parameter)                                                           \
    template <typename T, typename U, bool isReuseSource = false,                               \
              const SortConfig& config = DEFAULT_SORT_CONFIG>                                   \
    DAVSIM_API void Sort(const LocalTensor<T>& dstTensor, const LocalTensor<U>& dstIndexTensor, \
                         const LocalTensor<T>& srcTensor, const LocalTensor<U>& srcIndexTensor, \
                         buffer_parameter const uint32_t calCount) {                            \
        DAVSIM_REQUIRE("Sort", (detail::kSortedValues<T>), T);                                  \
        const detail::LibraryCall call(__builtin_return_address(0));                            \
        detail::sort_values(                                                                    \
            dstTensor, &dstIndexTensor, srcTensor, calCount, config.isDescend,                  \
            [&](uint32_t at) { return srcIndexTensor.GetValue(at); }, detail::core().site);     \
    }                                                                                           \
    template <typename T, bool isReuseSource = false,                                           \
              const SortConfig& config = DEFAULT_SORT_CONFIG>                                   \
    DAVSIM_API void Sort(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,      \
                         buffer_parameter const uint32_t calCount) {                            \
        DAVSIM_REQUIRE("Sort", (detail::kSortedValues<T>), T);                                  \
        const detail::LibraryCall call(__builtin_return_address(0));                            \
        detail::sort_values<T, uint32_t>(                                                       \
            dstTensor, nullptr, srcTensor, calCount, config.isDescend,                          \
            [](uint32_t at) { return at; }, detail::core().site);                               \
    }                                                                                           \
    template <typename T, bool isReuseSource = false,                                           \
              const SortConfig& config = DEFAULT_SORT_CONFIG>                                   \
    DAVSIM_API void Sort(                                                                       \
        const LocalTensor<T>& dstTensor, const LocalTensor<uint32_t>& dstIndexTensor,           \
        const LocalTensor<T>& srcTensor, buffer_parameter const uint32_t calCount) {            \
        DAVSIM_REQUIRE("Sort", (detail::kSortedValues<T>), T);                                  \
        const detail::LibraryCall call(__builtin_return_address(0));                            \
        detail::sort_values(                                                                    \
            dstTensor, &dstIndexTensor, srcTensor, calCount, config.isDescend,                  \
            [](uint32_t at) { return at; }, detail::core().site);                               \
    }
#define DAVSIM_BUFFER const LocalTensor<uint8_t>& /*sharedTmpBuffer*/,
DAVSIM_SORT()
DAVSIM_SORT(DAVSIM_BUFFER)
#undef DAVSIM_BUFFER
#undef DAVSIM_SORT
#endif  // __NPU_ARCH__ == 3510

}  // namespace AscendC
