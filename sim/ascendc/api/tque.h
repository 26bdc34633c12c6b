// SPDX-License-Identifier: Apache-2.0
#pragma once
// TQueBind, TQue: hands buffers from a producer pipe to a consumer pipe. EnQue sets the flag that
// DeQue waits for; FreeTensor sets the one that the next AllocTensor of that buffer waits for.
//
//   position        producer  consumer  EnQue .. DeQue   FreeTensor .. AllocTensor
//   VECIN           MTE2      V         MTE2_V           V_MTE2
//   VECOUT          V         MTE3      V_MTE3           MTE3_V
//   VECIN > VECOUT  MTE2      MTE3      MTE2_MTE3        MTE3_MTE2
//   UB > UB         V         V         barrier of V     none

#include <array>
#include <cstdint>

#include "sim/ascendc/api/local_tensor.h"
#include "sim/ascendc/api/queue_events.h"
#include "sim/ascendc/api/tpipe.h"

namespace AscendC {

// What a queue may be told at compile time, by address in place of the mask. The first three
// concern formats of the cube; the rest lets the vendor's compiler know sizes that InitBuffer gives
// anyway.
struct TQueConfig {
    bool nd2nz = false;
    bool nz2nd = false;
    bool scmBlockGroup = false;
    uint32_t bufferLen = 0;
    uint32_t bufferNumber = 0;
    uint32_t consumerSize = 0;
    TPosition consumer[8] = {};
    bool enableStaticEvtId = false;
    bool enableLoopQueue = false;
};

constexpr TQueConfig GetTQueConfig(bool nd2nzIn, bool nz2ndIn, bool scmBlockGroupIn,
                                   uint32_t bufferLenIn, uint32_t bufferNumberIn,
                                   uint32_t consumerSizeIn, const TPosition consumerIn[],
                                   bool enableStaticEvtIdIn = false,
                                   bool enableLoopQueueIn = false) {
    TQueConfig config;
    config.nd2nz = nd2nzIn;
    config.nz2nd = nz2ndIn;
    config.scmBlockGroup = scmBlockGroupIn;
    config.bufferLen = bufferLenIn;
    config.bufferNumber = bufferNumberIn;
    config.consumerSize = consumerSizeIn;
    for (int i = 0; i < 8; ++i) config.consumer[i] = consumerIn[i];
    config.enableStaticEvtId = enableStaticEvtIdIn;
    config.enableLoopQueue = enableLoopQueueIn;
    return config;
}

template <TPosition src, TPosition dst, int depth, auto mask = 0>
class TQueBind {
public:
    static constexpr TPosition kPosition = src == TPosition::GM ? dst : src;

    template <typename T>
    DAVSIM_API LocalTensor<T> AllocTensor() {
        return tensor_of<T>(allocate(DAVSIM_SITE));
    }
    template <typename T>
    DAVSIM_API void AllocTensor(LocalTensor<T>& tensor) {
        tensor = tensor_of<T>(allocate(DAVSIM_SITE));
    }

    template <typename T>
    DAVSIM_API bool EnQue(const LocalTensor<T>& tensor) {
        enqueue(tensor.buffer(), detail::ready_event(src, dst), DAVSIM_SITE);
        return true;
    }
    // The hand-over of one leg of a chain: GM to UB, UB to GM, or UB to UB.
    template <TPosition from, TPosition to, typename T>
    DAVSIM_API bool EnQue(const LocalTensor<T>& tensor) {
        enqueue(tensor.buffer(), detail::leg_event(from, to), DAVSIM_SITE);
        return true;
    }

    template <typename T>
    DAVSIM_API LocalTensor<T> DeQue() {
        return tensor_of<T>(dequeue(DAVSIM_SITE));
    }
    template <typename T>
    DAVSIM_API void DeQue(LocalTensor<T>& tensor) {
        tensor = tensor_of<T>(dequeue(DAVSIM_SITE));
    }
    template <TPosition from, TPosition to, typename T>
    DAVSIM_API LocalTensor<T> DeQue() {
        return tensor_of<T>(dequeue(DAVSIM_SITE));
    }

    template <typename T>
    DAVSIM_API void FreeTensor(LocalTensor<T>& tensor) {
        release(tensor.buffer(), DAVSIM_SITE);
    }
    template <typename T>
    DAVSIM_API void FreeTensor(const LocalTensor<T>& tensor) {
        release(tensor.buffer(), DAVSIM_SITE);
    }

    // Waits for every flag that FreeTensor left.
    DAVSIM_API void FreeAllEvent() {
        for (int i = 0; i < count_; ++i) wait_free(first_[i], DAVSIM_SITE);
    }

    // The same steps on buffers instead of tensors.
    DAVSIM_API bool EnQue(TBufHandle buf) {
        enqueue(detail::buffer_of(buf), detail::ready_event(src, dst), DAVSIM_SITE);
        return true;
    }
    DAVSIM_API TBufHandle DeQue() { return detail::handle_of(dequeue(DAVSIM_SITE)); }
    DAVSIM_API TBufHandle AllocBuffer() { return detail::handle_of(allocate(DAVSIM_SITE)); }
    DAVSIM_API void FreeBuffer(TBufHandle buf) { release(detail::buffer_of(buf), DAVSIM_SITE); }
    uint64_t GetBufferAddr(TBufHandle buf) const { return detail::buffer_of(buf)->begin; }

    // For a buffer pool of the kernel's own: which buffers the queue has, and where each lies.
    void InitStartBufHandle(TBufHandle startBufhandle, uint8_t num, uint32_t /*len*/) {
        bind(detail::buffer_of(startBufhandle), num);
    }
    template <class Pool>
    void InitBufHandle(Pool* /*bufPool*/, uint32_t index, TBufHandle bufhandle,
                       uint32_t curPoolAddr, uint32_t len) {
        detail::place_buffer(detail::buffer_of(bufhandle)[index], kPosition, curPoolAddr, len);
    }

    template <typename T>
    TBufState GetState(const LocalTensor<T>& tensor) const {
        check_owner("GetState", tensor.buffer());
        return static_cast<TBufState>(tensor.buffer()->state);
    }
    bool VacantInQue() const { return queued_ < kSlots; }
    bool HasTensorInQue() const { return queued_ > 0; }
    int32_t GetTensorCountInQue() const { return queued_; }
    bool HasIdleBuffer() const {
        for (int i = 0; i < count_; ++i) {
            if (first_[i].state == detail::BufferState::kFree) return true;
        }
        return false;
    }

    // For TPipe.
    void bind(detail::Buffer* first, int count) {
        first_ = first;
        count_ = count;
        cursor_ = 0;
        queued_ = 0;
        head_ = 0;
    }

private:
    static constexpr int kSlots = depth == 0 ? 1 : depth;

    template <typename T>
    static LocalTensor<T> tensor_of(detail::Buffer* buffer) {
        return LocalTensor<T>::of_buffer(buffer, kPosition, buffer->begin, buffer->bytes);
    }

    static void wait_free(detail::Buffer& buffer, const void* site) {
        if (buffer.free_id == detail::kNoEvent) return;
        detail::wait_flag(buffer.free_event, buffer.free_id, site);
        detail::current_pipe().events().release(buffer.free_event, buffer.free_id);
        buffer.free_id = detail::kNoEvent;
    }

    detail::Buffer* allocate(const void* site) {
        detail::core().spend(davsim::ScalarOp::kQueueOp, 1);
        for (int i = 0; i < count_; ++i) {
            detail::Buffer& buffer = first_[cursor_];
            cursor_ = cursor_ + 1 == count_ ? 0 : cursor_ + 1;
            if (buffer.state != detail::BufferState::kFree) continue;
            wait_free(buffer, site);
            buffer.state = detail::BufferState::kOccupied;
            buffer.site = site;
            return &buffer;
        }
        detail::refuse_allocation(kPosition, count_);
    }

    void enqueue(detail::Buffer* buffer, HardEvent event, const void* site) {
        detail::core().spend(davsim::ScalarOp::kQueueOp, 1);
        check_owner("EnQue", buffer);
        if (buffer->state != detail::BufferState::kOccupied &&
            buffer->state != detail::BufferState::kDequeued) {
            detail::refuse_state("EnQue", *buffer, "allocated or dequeued");
        }
        if (queued_ == kSlots) detail::refuse_depth(kPosition, kSlots);
        detail::hand_over(*buffer, event, site);
        fifo_[static_cast<std::size_t>((head_ + queued_) % kSlots)] = buffer;
        ++queued_;
    }

    detail::Buffer* dequeue(const void* site) {
        detail::core().spend(davsim::ScalarOp::kQueueOp, 1);
        if (queued_ == 0) detail::refuse_empty(kPosition);
        detail::Buffer* buffer = fifo_[static_cast<std::size_t>(head_)];
        head_ = (head_ + 1) % kSlots;
        --queued_;
        detail::take_over(*buffer, site);
        return buffer;
    }

    void release(detail::Buffer* buffer, const void* site) {
        detail::core().spend(davsim::ScalarOp::kQueueOp, 1);
        check_owner("FreeTensor", buffer);
        if (buffer->state != detail::BufferState::kOccupied &&
            buffer->state != detail::BufferState::kDequeued) {
            detail::refuse_state("FreeTensor", *buffer, "allocated or dequeued");
        }
        detail::give_back(*buffer, detail::free_event(src, dst), site);
    }

    void check_owner(const char* api, const detail::Buffer* buffer) const {
        if (buffer == nullptr || buffer < first_ || buffer >= first_ + count_)
            detail::refuse_owner(api, kPosition);
    }

    detail::Buffer* first_ = nullptr;
    int count_ = 0;
    int cursor_ = 0;
    int queued_ = 0;
    int head_ = 0;
    std::array<detail::Buffer*, static_cast<std::size_t>(kSlots)> fifo_{};
};

namespace detail {
constexpr TPosition queue_source(TPosition pos) {
    return pos == TPosition::VECIN ? TPosition::GM : pos;
}
constexpr TPosition queue_target(TPosition pos) {
    return pos == TPosition::VECOUT ? TPosition::GM : pos;
}
}  // namespace detail

template <TPosition pos, int depth, auto mask = 0>
class TQue : public TQueBind<detail::queue_source(pos), detail::queue_target(pos), depth, mask> {};

}  // namespace AscendC
