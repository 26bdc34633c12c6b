// SPDX-License-Identifier: Apache-2.0
#pragma once
// EXTERN_IMPL_BUFPOOL: what a kernel's own buffer pool is made of. The kernel's class decides where
// each buffer of a queue lies (apart from each other, shared by queues) and says so with
// InitStartBufHandle and InitBufHandle of the queue; the macro gives it the buffers, the address
// that it has come to, and Reset().

#include <array>
#include <cstdint>

#include "sim/ascendc/api/tbuf.h"
#include "sim/ascendc/api/tque.h"

namespace AscendC {
namespace detail {

template <int kCount>
class OwnBuffers {
public:
    static_assert(kCount >= 1 && kCount <= kMaxBuffers, "EXTERN_IMPL_BUFPOOL: 1..64 buffers");

    // For TPipe and pools that this one is a piece of.
    void bind(std::uint32_t begin, std::uint32_t bytes) {
        begin_ = begin;
        bytes_ = bytes;
        clear();
    }
    std::uint32_t begin() const { return begin_; }
    void check_share(std::uint64_t bytes) const {
        if (bytes > bytes_)
            refuse_number("InitBufPool", "len", static_cast<std::int64_t>(bytes),
                          "up to the bytes of the shared pool");
    }

    Buffer* first() { return buffers_.data(); }
    int size() const { return used_; }

    TBufHandle handle(std::uint32_t index) {
        if (index >= static_cast<std::uint32_t>(kCount))
            refuse_number("GetBufHandle", "offset", index, "less than the BUFID_SIZE of the pool");
        return handle_of(&buffers_[index]);
    }
    void set_size(int used) {
        if (used > kCount)
            refuse_number("SetCurBufSize", "curBufSize", used, "up to the BUFID_SIZE of the pool");
        used_ = used;
    }
    void clear() {
        used_ = 0;
        address = begin_;
    }

    std::uint32_t address = 0;  // where the next buffer goes

private:
    std::array<Buffer, static_cast<std::size_t>(kCount)> buffers_{};
    int used_ = 0;
    std::uint32_t begin_ = 0;
    std::uint32_t bytes_ = 0;
};

// Flags that FreeTensor left are waited for; a pool that outlives its TPipe has none.
template <int kCount>
void reset_own_buffers(OwnBuffers<kCount>& buffers, const void* site) {
    if (core().pipe_object != nullptr) wait_free_events(buffers, current_pipe().events(), site);
    buffers.clear();
}

}  // namespace detail
}  // namespace AscendC

#define EXTERN_IMPL_BUFPOOL(EXT_BUFPOOL, POSITION, BUFID_SIZE)                            \
public:                                                                                   \
    static_assert(                                                                        \
        AscendC::detail::in_ub(POSITION),                                                 \
        "UNSUPPORTED: buffer pool outside the unified buffer on arch " DAVSIM_ARCH_TEXT); \
    ~EXT_BUFPOOL() noexcept(false) {                                                      \
        if (std::uncaught_exceptions() == 0) Reset();                                     \
    }                                                                                     \
    void Reset() {                                                                        \
        AscendC::detail::reset_own_buffers(davsim_buffers_, __builtin_return_address(0)); \
    }                                                                                     \
    void Init() {                                                                         \
        davsim_buffers_.bind(0, 0);                                                       \
    }                                                                                     \
    AscendC::TBufHandle GetBufHandle(uint8_t offset) {                                    \
        return davsim_buffers_.handle(offset);                                            \
    }                                                                                     \
    void SetCurAddr(uint32_t curAddr) {                                                   \
        davsim_buffers_.address = curAddr;                                                \
    }                                                                                     \
    uint32_t GetCurAddr() {                                                               \
        return davsim_buffers_.address;                                                   \
    }                                                                                     \
    void SetCurBufSize(uint8_t curBufSize) {                                              \
        davsim_buffers_.set_size(curBufSize);                                             \
    }                                                                                     \
    uint8_t GetCurBufSize() {                                                             \
        return static_cast<uint8_t>(davsim_buffers_.size());                              \
    }                                                                                     \
    auto& davsim_pool() {                                                                 \
        return davsim_buffers_;                                                           \
    }                                                                                     \
                                                                                          \
private:                                                                                  \
    AscendC::detail::OwnBuffers<BUFID_SIZE> davsim_buffers_
