// SPDX-License-Identifier: Apache-2.0
#pragma once
// The scalar unit's data cache. Scalar access to GM goes through it; it is not coherent with other
// cores nor with transfers, so kernels clean lines themselves. The instruction cache has no model:
// its preload is accepted.

#include <cstdint>

#include "sim/ascendc/api/global_tensor.h"
#include "sim/ascendc/api/local_tensor.h"

namespace AscendC {

enum class CacheLine : uint64_t { SINGLE_CACHE_LINE = 0, ENTIRE_DATA_CACHE };
enum class DcciDst : uint64_t { CACHELINE_ALL = 0, CACHELINE_UB, CACHELINE_OUT, CACHELINE_ATOMIC };

namespace detail {

template <CacheLine kLine>
inline constexpr bool kHasCacheControl = !kIs910 && static_cast<int>(kLine) >= 0;

template <CacheLine kLine>
void clean_cache(std::uint64_t address, const void* address_of_call) {
    note_site(address_of_call);
    static_assert(kHasCacheControl<kLine>,
                  "UNSUPPORTED: DataCacheCleanAndInvalid on arch " DAVSIM_ARCH_TEXT);
    if constexpr (kLine == CacheLine::ENTIRE_DATA_CACHE) return core().clean_all_lines();
    core().clean_line(address);
}

}  // namespace detail

// Writes the line of dst[0], or every line, back to GM where it was changed, and drops it.
template <typename T, CacheLine entireType, DcciDst dcciDst>
DAVSIM_API void DataCacheCleanAndInvalid(const GlobalTensor<T>& dst) {
    static_assert(dcciDst != DcciDst::CACHELINE_ATOMIC || __NPU_ARCH__ == 3510,
                  "UNSUPPORTED: DataCacheCleanAndInvalid CACHELINE_ATOMIC on "
                  "arch " DAVSIM_ARCH_TEXT);
    // Lines of UB are not cached here: there is nothing to do for them.
    if constexpr (dcciDst == DcciDst::CACHELINE_UB) {
        detail::core().spend(davsim::ScalarOp::kAlu, 1);
    } else {
        detail::clean_cache<entireType>(dst.address(), __builtin_return_address(0));
    }
}
template <typename T, CacheLine entireType>
DAVSIM_API void DataCacheCleanAndInvalid(const GlobalTensor<T>& dst) {
    detail::clean_cache<entireType>(dst.address(), __builtin_return_address(0));
}

// Scalar access to UB is not cached here: costs its instruction only.
template <typename T, CacheLine entireType, DcciDst dcciDst>
DAVSIM_API void DataCacheCleanAndInvalid(const LocalTensor<T>& /*dst*/) {
    static_assert(detail::kHasCacheControl<entireType>,
                  "UNSUPPORTED: DataCacheCleanAndInvalid on arch " DAVSIM_ARCH_TEXT);
    detail::core().spend(davsim::ScalarOp::kAlu, 1);
}

// Brings the line at `cacheOffset` bytes behind src into the cache.
template <typename T>
DAVSIM_API void DataCachePreload(const GlobalTensor<uint64_t>& src, const T cacheOffset) {
    detail::note_site(__builtin_return_address(0));
    detail::core().preload_line(src.address() + static_cast<uint64_t>(cacheOffset));
}

template <typename T>
DAVSIM_API T ReadGmByPassDCache(__gm__ T* addr) {
    detail::note_site(__builtin_return_address(0));
    static_assert(!detail::kIs910 && sizeof(T) <= sizeof(uint64_t),
                  "UNSUPPORTED: ReadGmByPassDCache on arch " DAVSIM_ARCH_TEXT);
    T value;
    detail::core().load_gm_direct(reinterpret_cast<uint64_t>(addr), &value, sizeof(T));
    return value;
}
template <typename T>
DAVSIM_API void WriteGmByPassDCache(__gm__ T* addr, T value) {
    detail::note_site(__builtin_return_address(0));
    static_assert(!detail::kIs910 && sizeof(T) <= sizeof(uint64_t),
                  "UNSUPPORTED: WriteGmByPassDCache on arch " DAVSIM_ARCH_TEXT);
    detail::core().store_gm_direct(reinterpret_cast<uint64_t>(addr), &value, sizeof(T));
}

inline void ICachePreLoad(const int64_t /*preFetchLen*/) {
    detail::core().spend(davsim::ScalarOp::kAlu, 1);
}
#define PRELOAD(len) ::AscendC::ICachePreLoad(len)
// 0: no preload is running.
inline int64_t GetICachePreloadStatus() {
    detail::core().spend(davsim::ScalarOp::kAlu, 1);
    return 0;
}

}  // namespace AscendC
