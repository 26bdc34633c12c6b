// SPDX-License-Identifier: Apache-2.0
#pragma once
// GroupBarrier: some cores wait until others have arrived. Each waiting core has a line of 512
// bytes in GM with two counters, 64 bytes apart: how many arrived, how many have gone on. Arriving
// adds 1 to every line with one atomic store of MTE3; waiting polls a core's own line with the
// scalar unit. The lines must be zero before the launch.

#include <cstdint>

#include "sim/ascendc/api/atomic.h"
#include "sim/ascendc/api/block.h"
#include "sim/ascendc/api/cache.h"
#include "sim/ascendc/api/data_copy.h"
#include "sim/ascendc/api/soft_sync.h"

namespace AscendC {

enum class PipeMode : uint8_t { SCALAR_MODE = 0, MTE3_MODE = 1, MAX };

template <PipeMode pipeMode>
class GroupBarrier {
public:
    static_assert(detail::kNot910<std::integral_constant<PipeMode, pipeMode>>,
                  "UNSUPPORTED: GroupBarrier on arch " DAVSIM_ARCH_TEXT);
    static_assert(pipeMode == PipeMode::MTE3_MODE,
                  "UNSUPPORTED: GroupBarrier of this PipeMode on arch " DAVSIM_ARCH_TEXT);

    DAVSIM_API GroupBarrier(GM_ADDR groupWorkspace, uint32_t arriveSizeIn, uint32_t waitSizeIn)
        : arrivals_(arriveSizeIn), waiters_(waitSizeIn) {
        const detail::LibraryCall call(__builtin_return_address(0));
        check_group("arriveSize", arriveSizeIn);
        check_group("waitSize", waitSizeIn);
        lines_.SetGlobalBuffer(reinterpret_cast<__gm__ int32_t*>(groupWorkspace));
        if (lines_.address() % kLineBytes != 0)
            detail::refuse_alignment("GroupBarrier", "groupWorkspace", lines_.address(),
                                     kLineBytes);
        detail::core().note_buffer(ones().address(), kMostCores * davsim::kBlockBytes,
                                   "GroupBarrier");
        for (uint32_t i = 0; i < kMostCores; ++i) ones().SetValue(i * kBlockWords, 1);
    }
    GroupBarrier() = delete;

    // This core is there; a second round begins when all have gone on from the first.
    DAVSIM_API void Arrive(uint32_t arriveIndex) {
        const detail::LibraryCall call(__builtin_return_address(0));
        check_index("arriveIndex", arriveIndex, arrivals_);
        if (round_ > 1) poll(arriveIndex, kGoneOn, (round_ - 1) * waiters_, true);
        count_up(kArrived);
        ++round_;
        arrived_ = true;
    }

    // Until all of the other group have arrived.
    DAVSIM_API void Wait(uint32_t waitIndex) {
        const detail::LibraryCall call(__builtin_return_address(0));
        check_index("waitIndex", waitIndex, waiters_);
        const uint32_t round = arrived_ ? round_ - 1 : round_;
        poll(waitIndex, kArrived, round * arrivals_, false);
        count_up(kGoneOn);
        if (!arrived_) ++round_;
        arrived_ = false;
    }

    uint64_t GetWorkspaceLen() { return uint64_t{lines()} * kLineBytes; }

private:
    static constexpr uint32_t kLineBytes = 512;
    static constexpr uint32_t kLineWords = kLineBytes / sizeof(int32_t);
    static constexpr uint32_t kBlockWords = davsim::kBlockBytes / sizeof(int32_t);
    static constexpr uint32_t kArrived = 0;  // words into a line
    static constexpr uint32_t kGoneOn = 16;
    static constexpr uint32_t kMostCores = 50;  // ones for as many lie at the end of UB

    uint32_t lines() const { return arrivals_ > waiters_ ? arrivals_ : waiters_; }
    static LocalTensor<int32_t> ones() {
        const uint32_t begin =
            detail::core().context().ub_bytes - kMostCores * uint32_t{davsim::kBlockBytes};
        return LocalTensor<int32_t>(TPosition::VECOUT, begin, kMostCores * kBlockWords);
    }

    static void check_group(const char* what, uint32_t size) {
        if (size < 1 || size > kMostCores)
            detail::refuse_number("GroupBarrier", what, size, "1..50");
    }
    static void check_index(const char* what, uint32_t index, uint32_t size) {
        if (index >= size)
            detail::refuse_number("GroupBarrier", what, index, "less than its group");
    }

    // One store adds 1 to the counter of every line; what this core stored before is there first.
    void count_up(uint32_t word) {
        const void* site = detail::core().site;
        detail::pipe_barrier(davsim::Pipe::kMte3, site);
        detail::set_and_wait(HardEvent::S_MTE3, site);
        SetAtomicAdd<int32_t>();
        davsim::DmaPayload dma;
        dma.dtype = davsim::DataType::kInt32;
        dma.burst_bytes = davsim::kBlockBytes;
        dma.bursts = lines();
        dma.gm_gap = kLineBytes - davsim::kBlockBytes;
        const GlobalTensor<int32_t> counters = lines_[word];
        note(word, false);
        detail::store(counters, ones(), dma, site);
        SetAtomicNone();
        detail::set_and_wait(HardEvent::MTE3_S, site);
        note(word, true);
    }

    void poll(uint32_t line, uint32_t word, uint32_t expected, bool exactly) {
        const GlobalTensor<int32_t> counter = lines_[uint64_t{line} * kLineWords + word];
        note(word, false);
        for (int polls = 0;; ++polls) {
            if (polls == detail::kMostPolls) detail::give_up_polling("GroupBarrier");
            detail::core().clean_line(counter.address());
            const auto value = static_cast<uint32_t>(counter.GetValue(0));
            if (exactly ? value == expected : value >= expected) break;
        }
        note(word, true);
    }

    void note(uint32_t word, bool leaves) {
        for (uint32_t i = 0; i < lines(); ++i)
            detail::core().note_meeting(lines_.address() + i * kLineBytes + word * sizeof(int32_t),
                                        davsim::kBlockBytes, leaves);
    }

    GlobalTensor<int32_t> lines_;
    uint32_t arrivals_;
    uint32_t waiters_;
    uint32_t round_ = 1;
    bool arrived_ = false;  // this core arrived in the round under way
};

}  // namespace AscendC
