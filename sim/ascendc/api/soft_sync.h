// SPDX-License-Identifier: Apache-2.0
#pragma once
// Synchronisation between cores through global memory: SyncAll with workspaces, IBSet and IBWait,
// NotifyNextBlock and WaitPreBlock. They are made of transfers and scalar code and poll, as on
// hardware: their cost is what the transfers cost. The workspace in GM holds one block of 32 bytes
// a core and must be zero before the launch.

#include <cstdint>

#include "sim/ascendc/api/block.h"
#include "sim/ascendc/api/data_copy.h"
#include "sim/ascendc/api/reduce_sum.h"
#include "sim/ascendc/api/tpipe.h"

namespace AscendC {
namespace detail {

inline constexpr std::int32_t kSlotWords = davsim::kBlockBytes / sizeof(std::int32_t);

// A wait that polls this often has no end: nothing else could tell a hang from patience.
inline constexpr int kMostPolls = 100000;

[[noreturn, gnu::cold, gnu::noinline]] inline void give_up_polling(const char* api) {
    core().fail(davsim::Fault::kDeadlock, std::string(api) + ": nobody answers, polled " +
                                              std::to_string(kMostPolls) + " times");
    __builtin_unreachable();
}

inline void load_slots(const LocalTensor<int32_t>& ub, const GlobalTensor<int32_t>& gm,
                       std::int32_t slots, const void* site) {
    load(ub, gm, burst_of<int32_t>(std::int64_t{slots} * kSlotWords), site);
    set_and_wait(HardEvent::MTE2_S, site);
}

inline void store_slot(const GlobalTensor<int32_t>& gm, const LocalTensor<int32_t>& ub,
                       const void* site) {
    set_and_wait(HardEvent::S_MTE3, site);
    store(gm, ub, burst_of<int32_t>(kSlotWords), site);
    set_and_wait(HardEvent::MTE3_MTE2, site);
}

inline std::int32_t sum_of_slots(const LocalTensor<int32_t>& ub, std::int32_t slots) {
    std::int32_t sum = 0;
    for (std::int32_t i = 0; i < slots; ++i)
        sum += ub.GetValue(static_cast<std::uint32_t>(i * kSlotWords));
    return sum;
}

// Waits until the slot holds `from`, then writes `to`.
inline void exchange_slot(const char* api, const GlobalTensor<int32_t>& gm,
                          const LocalTensor<int32_t>& ub, std::int32_t from, std::int32_t to,
                          const void* site) {
    core().barrier_all();
    int polls = 0;
    for (load_slots(ub, gm, 1, site); ub.GetValue(0) != from; load_slots(ub, gm, 1, site))
        if (++polls == kMostPolls) give_up_polling(api);
    ub.SetValue(0, to);
    store_slot(gm, ub, site);
    core().barrier_all();
}

inline GlobalTensor<int32_t> event_slot(const GlobalTensor<int32_t>& gm, std::int32_t block,
                                        std::int32_t event, bool vector_only) {
    const std::int64_t blocks = vector_only ? GetBlockNum() : GetBlockNum() * 2;
    return gm[static_cast<std::uint64_t>((blocks * event + block) * kSlotWords)];
}

}  // namespace detail

// Each core counts up its slot and reads all slots until their sum says that everybody has.
template <bool isAIVOnly = true>
DAVSIM_API void SyncAll(const GlobalTensor<int32_t>& gmWorkspace,
                        const LocalTensor<int32_t>& ubWorkspace, const int32_t usedCores = 0) {
    const void* site = __builtin_return_address(0);
    const detail::LibraryCall call(site);
    detail::core().barrier_all();
    const auto all = static_cast<int32_t>(GetBlockNum() * (isAIVOnly ? 1 : GetTaskRatio()));
    const int32_t cores = usedCores != 0 ? usedCores : all;
    const auto place = static_cast<uint32_t>(GetBlockIdx()) * detail::kSlotWords;
    const LocalTensor<int32_t> own = ubWorkspace[place];
    detail::load_slots(own, gmWorkspace[place], 1, site);
    const int32_t round = own.GetValue(0) + 1;
    own.SetValue(0, round);
    detail::store_slot(gmWorkspace[place], own, site);
    for (int polls = 0;; ++polls) {
        if (polls == detail::kMostPolls) detail::give_up_polling("SyncAll");
        detail::load_slots(ubWorkspace, gmWorkspace, cores, site);
        const int32_t sum = detail::sum_of_slots(ubWorkspace, cores);
        detail::set_and_wait(HardEvent::S_MTE2, site);
        if (sum >= cores * round) return;
    }
}

// A flag from one core to another: IBSet of block i waits until flag (i, event) is 0 and makes it
// 1, IBWait waits until it is 1 and makes it 0.
template <bool isAIVOnly = true>
DAVSIM_API void IBSet(const GlobalTensor<int32_t>& gmWorkspace,
                      const LocalTensor<int32_t>& ubWorkspace, int32_t blockIdx, int32_t eventID) {
    const auto slot = detail::event_slot(gmWorkspace, blockIdx, eventID, isAIVOnly);
    const detail::LibraryCall call(__builtin_return_address(0));
    detail::exchange_slot("IBSet", slot, ubWorkspace, 0, 1, detail::core().site);
}

template <bool isAIVOnly = true>
DAVSIM_API void IBWait(const GlobalTensor<int32_t>& gmWorkspace,
                       const LocalTensor<int32_t>& ubWorkspace, int32_t blockIdx, int32_t eventID) {
    const auto slot = detail::event_slot(gmWorkspace, blockIdx, eventID, isAIVOnly);
    const detail::LibraryCall call(__builtin_return_address(0));
    detail::exchange_slot("IBWait", slot, ubWorkspace, 1, 0, detail::core().site);
}

// Blocks one after another: WaitPreBlock of block i returns when block i - 1 has called
// NotifyNextBlock (block 0 after the last block, from the second round on).
DAVSIM_API inline void InitDetermineComputeWorkspace(GlobalTensor<int32_t>& gmWorkspace,
                                                     LocalTensor<int32_t>& ubWorkspace) {
    const void* site = __builtin_return_address(0);
    const detail::LibraryCall call(site);
    detail::core().barrier_all();
    const bool first = GetBlockIdx() == 0;
    for (int32_t i = 0; first && i < static_cast<int32_t>(GetBlockNum()); ++i) {
        // Only the first block may go on.
        ubWorkspace.SetValue(0, i == 0 ? 1 : 0);
        detail::store_slot(gmWorkspace[static_cast<uint64_t>(i) * detail::kSlotWords], ubWorkspace,
                           site);
    }
    detail::core().barrier_all();
}

DAVSIM_API inline void WaitPreBlock(GlobalTensor<int32_t>& gmWorkspace,
                                    LocalTensor<int32_t>& ubWorkspace) {
    const auto place = static_cast<uint64_t>(GetBlockIdx()) * detail::kSlotWords;
    const detail::LibraryCall call(__builtin_return_address(0));
    detail::exchange_slot("WaitPreBlock", gmWorkspace[place], ubWorkspace, 1, 0,
                          detail::core().site);
}

DAVSIM_API inline void NotifyNextBlock(GlobalTensor<int32_t>& gmWorkspace,
                                       LocalTensor<int32_t>& ubWorkspace) {
    const int64_t next = (GetBlockIdx() + 1) % GetBlockNum();
    const auto place = static_cast<uint64_t>(next) * detail::kSlotWords;
    const detail::LibraryCall call(__builtin_return_address(0));
    detail::exchange_slot("NotifyNextBlock", gmWorkspace[place], ubWorkspace, 0, 1,
                          detail::core().site);
}

}  // namespace AscendC
