// SPDX-License-Identifier: Apache-2.0
#pragma once
// InitOutput (newer name: Fill): one value all over a piece of GM. Fills what UB the pipe has left
// once, then stores it again and again. Other cores need a later SyncAll.

#include <cstdint>

#include "sim/ascendc/api/data_copy_pad.h"
#include "sim/ascendc/api/reduce_sum.h"
#include "sim/ascendc/api/tpipe.h"
#include "sim/ascendc/api/vec_move.h"

namespace AscendC {
namespace detail {

// The bytes that one store of a DataCopy can take, a multiple of a block.
inline constexpr std::uint64_t kMaxStore = std::uint64_t{UINT16_MAX} * davsim::kBlockBytes;

inline std::uint64_t scratch_bytes(std::uint64_t wanted) {
    const std::uint64_t begin = current_pipe().ub_end();
    const std::uint64_t left =
        (core().context().ub_bytes - begin) / davsim::kBlockBytes * davsim::kBlockBytes;
    if (left == 0) refuse("InitOutput", "UB left by InitBuffer", "0 B", "32 B or more");
    const std::uint64_t rounded =
        (wanted + davsim::kBlockBytes - 1) / davsim::kBlockBytes * davsim::kBlockBytes;
    return rounded < left ? rounded : left;
}

template <typename T>
void store_fill(const GlobalTensor<T>& gm, const LocalTensor<T>& fill, std::uint64_t bytes,
                const void* site) {
    if (kIs910 && bytes % davsim::kBlockBytes != 0) {
        refuse("InitOutput", "size", std::to_string(bytes) + " B at the end",
               "a multiple of 32 B on this architecture");
    }
    davsim::DmaPayload dma;
    dma.dtype = data_type_of<T>();
    dma.gm = gm.address();
    dma.ub = fill.address();
    dma.burst_bytes = static_cast<std::uint32_t>(bytes);
    issue_store("InitOutput", dma, site);
}

}  // namespace detail

template <typename T>
DAVSIM_API void InitOutput(const GlobalTensor<T>& gmWorkspaceAddr, uint64_t size,
                           typename detail::Same<T>::type value = T()) {
    DAVSIM_REQUIRE("InitOutput", (detail::kMovable<T>), T);
    const void* site = DAVSIM_SITE;
    if (size == 0) return;
    const uint64_t total = size * sizeof(T);
    uint64_t chunk = detail::scratch_bytes(total);
    if (chunk > detail::kMaxStore) chunk = detail::kMaxStore;
    const auto fill = LocalTensor<T>::of_buffer(
        nullptr, TPosition::VECCALC, detail::current_pipe().ub_end(), static_cast<uint32_t>(chunk));
    detail::core().note_buffer(fill.address(), fill.GetLength(), "InitOutput scratch");
    detail::duplicate("InitOutput", fill, value, detail::count_mask("InitOutput", fill.GetSize()),
                      1, 1, davsim::kBlocksPerRepeat, site);
    detail::set_and_wait(HardEvent::V_MTE3, site);
    for (uint64_t done = 0; done < total; done += chunk) {
        const uint64_t rest = total - done;
        detail::store_fill(gmWorkspaceAddr[done / sizeof(T)], fill, rest < chunk ? rest : chunk,
                           site);
    }
    // The scratch belongs to nobody: vector and load pipes may write it next.
    detail::set_and_wait(HardEvent::MTE3_V, site);
}

}  // namespace AscendC
