// SPDX-License-Identifier: Apache-2.0
#pragma once
// TBufPool: a piece of UB that hands out buffers to queues like TPipe does, and can be given anew
// by Reset() without touching the rest.

#include <cstdint>

#include "sim/ascendc/api/tbuf.h"
#include "sim/ascendc/api/tque.h"

namespace AscendC {

template <TPosition pos, uint32_t bufIDSize = 4>
class TBufPool {
public:
    static_assert(detail::in_ub(pos),
                  "UNSUPPORTED: TBufPool outside the unified buffer on arch " DAVSIM_ARCH_TEXT);

    TBufPool() = default;
    TBufPool(const TBufPool&) = delete;
    TBufPool& operator=(const TBufPool&) = delete;
    // Waits, and a wait may end the launch: an exception leaves through here.
    ~TBufPool() noexcept(false) {
        const bool pipe = bound_ && detail::core().pipe_object != nullptr;
        if (std::uncaught_exceptions() == 0 && pipe) Reset();
    }

    template <TPosition src, TPosition dst, int depth, auto mask>
    DAVSIM_API bool InitBuffer(TQueBind<src, dst, depth, mask>& que, int64_t num, uint64_t len) {
        detail::note_site(__builtin_return_address(0));
        using Queue = TQueBind<src, dst, depth, mask>;
        check_bound("InitBuffer");
        que.bind(buffers_.reserve(Queue::kPosition, depth == 0 ? 1 : depth, num, len),
                 static_cast<int>(num));
        return true;
    }
    template <TPosition bufPos>
    DAVSIM_API bool InitBuffer(TBuf<bufPos>& buf, uint64_t len) {
        detail::note_site(__builtin_return_address(0));
        check_bound("InitBuffer");
        buf.bind(buffers_.reserve(bufPos, 0, 1, len));
        return true;
    }

    template <class Pool>
    DAVSIM_API bool InitBufPool(Pool& bufPool, uint64_t len) {
        detail::note_site(__builtin_return_address(0));
        check_bound("InitBufPool");
        bufPool.davsim_pool().bind(buffers_.take(len), static_cast<uint32_t>(len));
        return true;
    }
    template <class Pool, class Other>
    DAVSIM_API bool InitBufPool(Pool& bufPool, uint64_t len, Other& shareBuf) {
        detail::note_site(__builtin_return_address(0));
        shareBuf.davsim_pool().check_share(len);
        bufPool.davsim_pool().bind(shareBuf.davsim_pool().begin(), static_cast<uint32_t>(len));
        return true;
    }

    // Gives the pool's buffers back; flags that FreeTensor left are waited for.
    DAVSIM_API void Reset() {
        detail::wait_free_events(buffers_, detail::current_pipe().events(), DAVSIM_SITE);
        buffers_.clear();
    }

    // For TPipe and other pools.
    TBufPool& davsim_pool() { return *this; }
    void bind(uint32_t begin, uint32_t bytes) {
        buffers_.use_range(begin, bytes);
        bytes_ = bytes;
        bound_ = true;
    }
    uint32_t begin() const { return buffers_.begin(); }
    void check_share(uint64_t bytes) const {
        check_bound("InitBufPool");
        if (bytes <= bytes_) return;
        detail::refuse("InitBufPool", "len", std::to_string(bytes) + " B",
                       "up to the " + std::to_string(bytes_) + " B of the shared pool");
    }

private:
    void check_bound(const char* api) const {
        if (!bound_) detail::refuse(api, "pool", "not initialised", "a pool after InitBufPool");
    }

    detail::BufferPool buffers_;
    uint32_t bytes_ = 0;
    bool bound_ = false;
};

}  // namespace AscendC
