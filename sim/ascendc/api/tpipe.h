// SPDX-License-Identifier: Apache-2.0
#pragma once
// TPipe: hands out UB to queues and buffers, and event ids. One a core at a time; the newest is the
// one that GetTPipePtr() returns.

#include <cstdint>
#include <exception>

#include "sim/ascendc/api/buffer_pool.h"
#include "sim/ascendc/api/event_pool.h"
#include "sim/ascendc/api/local_tensor.h"
#include "sim/ascendc/api/mask.h"
#include "sim/ascendc/api/mutex.h"

namespace AscendC {

template <TPosition src, TPosition dst, int depth, auto mask>
class TQueBind;
template <TPosition pos>
class TBuf;

template <TPosition pos, uint32_t bufIDSize>
class TBufPool;

namespace detail {

// The flags that FreeTensor left on a pool's buffers.
template <class Pool>
void wait_free_events(Pool& buffers, EventPool& events, const void* site) {
    for (int i = 0; i < buffers.size(); ++i) {
        Buffer& buffer = buffers.first()[i];
        if (buffer.free_id == kNoEvent) continue;
        wait_flag(buffer.free_event, buffer.free_id, site);
        events.release(buffer.free_event, buffer.free_id);
        buffer.free_id = kNoEvent;
    }
}

}  // namespace detail

class TPipe {
public:
    TPipe() { Init(); }
    // A copy has what the original had allocated so far; GetTPipePtr() stays what it is.
    TPipe(const TPipe&) = default;
    TPipe& operator=(const TPipe&) = default;

    // Waits, and a wait may end the launch: an exception leaves through here.
    ~TPipe() noexcept(false) {
        if (std::uncaught_exceptions() != 0) return;
        Destroy();
        if (detail::core().pipe_object == this) detail::core().pipe_object = nullptr;
    }

    // All lanes enabled, normal mode, no atomics, nothing allocated.
    void Init() {
        detail::core().pipe_object = this;
        detail::core().registers = davsim::CoreRegisters{};
        detail::core().spend(davsim::ScalarOp::kSetMask, 2);
        detail::core().spend(davsim::ScalarOp::kSpr, 1);
        detail::core().spend(davsim::ScalarOp::kPipeInit, 1);
        buffers_.clear();
        events_.clear();
        destroyed_ = false;
    }

    template <TPosition src, TPosition dst, int depth, auto mask>
    DAVSIM_API bool InitBuffer(TQueBind<src, dst, depth, mask>& que, int64_t num, uint64_t len) {
        using Queue = TQueBind<src, dst, depth, mask>;
        detail::note_site(__builtin_return_address(0));
        static_assert(detail::in_ub(Queue::kPosition),
                      "UNSUPPORTED: queues outside the unified buffer on arch " DAVSIM_ARCH_TEXT);
        que.bind(buffers_.reserve(Queue::kPosition, depth == 0 ? 1 : depth, num, len),
                 static_cast<int>(num));
        return true;
    }

    template <TPosition pos>
    DAVSIM_API bool InitBuffer(TBuf<pos>& buf, uint64_t len) {
        detail::note_site(__builtin_return_address(0));
        static_assert(detail::in_ub(pos),
                      "UNSUPPORTED: buffers outside the unified buffer on arch " DAVSIM_ARCH_TEXT);
        buf.bind(buffers_.reserve(pos, 0, 1, len));
        return true;
    }

    // A piece of UB from which the pool hands out buffers of its own; with `shareBuf`, the piece of
    // that pool: two sets of buffers for two phases.
    template <class Pool>
    bool InitBufPool(Pool& bufPool, uint64_t len) {
        bufPool.davsim_pool().bind(buffers_.take(len), static_cast<uint32_t>(len));
        return true;
    }
    template <class Pool, class Other>
    bool InitBufPool(Pool& bufPool, uint64_t len, Other& shareBuf) {
        shareBuf.davsim_pool().check_share(len);
        bufPool.davsim_pool().bind(shareBuf.davsim_pool().begin(), static_cast<uint32_t>(len));
        return true;
    }

    // Pointer to `len` elements of UB, `offset` bytes in.
    template <TPosition pos, typename T>
    LocalTensor<T> GetAbsAddr(int32_t offset, int32_t len) const {
        return LocalTensor<T>(pos, static_cast<uint32_t>(offset), static_cast<uint32_t>(len));
    }

    template <HardEvent event>
    DAVSIM_API TEventID AllocEventID() {
        detail::note_site(__builtin_return_address(0));
        return events_.allocate(event);
    }
    template <HardEvent event>
    void ReleaseEventID(int64_t id) {
        events_.release(event, id);
    }
    // The lowest id that is free now; not reserved, so set and wait must be neighbours.
    template <HardEvent event>
    TEventID FetchEventID() {
        return events_.fetch("FetchEventID", event);
    }
    TEventID AllocEventID(HardEvent event) { return events_.allocate(event); }
    void ReleaseEventID(HardEvent event, int64_t id) { events_.release(event, id); }
    TEventID FetchEventID(HardEvent event) { return events_.fetch("FetchEventID", event); }

    MutexID AllocMutexID() { return AscendC::AllocMutexID(); }
    void ReleaseMutexID(MutexID id) { AscendC::ReleaseMutexID(id); }

    // Gives all buffers back; flags that FreeTensor left are waited for.
    DAVSIM_API void Reset() {
        wait_free_events(DAVSIM_SITE);
        Init();
    }

    DAVSIM_API void Destroy() {
        if (destroyed_) return;
        wait_free_events(DAVSIM_SITE);
        report_queues();
        events_.report_leaks();
        detail::core().barrier_all();
        destroyed_ = true;
    }

    // For the headers of this room.
    detail::EventPool& events() { return events_; }
    uint32_t ub_end() const { return buffers_.end(); }

private:
    void wait_free_events(const void* site) { detail::wait_free_events(buffers_, events_, site); }

    // Tensors that are still out, or wait in a queue.
    void report_queues() {
        for (int i = 0; i < buffers_.size(); ++i) {
            detail::Buffer& buffer = buffers_.first()[i];
            if (buffer.state == detail::BufferState::kFree) continue;
            detail::report_never_freed(buffer);
            if (buffer.ready_id != detail::kNoEvent)
                events_.release(buffer.ready_event, buffer.ready_id);
        }
    }

    detail::BufferPool buffers_;
    detail::EventPool events_;
    bool destroyed_ = false;
};

namespace detail {

[[noreturn, gnu::cold, gnu::noinline]] inline void refuse_no_pipe() {
    end_launch("TPipe: none exists on this core, allowed is exactly one before this call");
}

inline TPipe& current_pipe() {
    if (core().pipe_object == nullptr) refuse_no_pipe();
    return *static_cast<TPipe*>(core().pipe_object);
}

}  // namespace detail

inline TPipe* GetTPipePtr() {
    return &detail::current_pipe();
}

}  // namespace AscendC

// Kernels call it unqualified whether or not they use the namespace.
using AscendC::GetTPipePtr;
