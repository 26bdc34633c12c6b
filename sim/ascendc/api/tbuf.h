// SPDX-License-Identifier: Apache-2.0
#pragma once
// TBuf: UB for temporaries. No events, ever: what uses it orders itself.

#include <cstdint>

#include "sim/ascendc/api/local_tensor.h"
#include "sim/ascendc/api/tpipe.h"

namespace AscendC {

template <TPosition pos = TPosition::LCM>
class TBuf {
public:
    template <typename T>
    LocalTensor<T> Get() {
        return part<T>(0, buffer().bytes);
    }

    template <typename T>
    LocalTensor<T> Get(uint32_t elements) {
        return part<T>(0, uint64_t{elements} * sizeof(T));
    }

    template <typename T>
    LocalTensor<T> GetWithOffset(uint32_t elements, uint32_t byte_offset) {
        return part<T>(byte_offset, uint64_t{elements} * sizeof(T));
    }

    // A TBuf has one buffer and no queue: taking it is Get(), giving it back changes nothing.
    template <typename T>
    LocalTensor<T> AllocTensor() {
        return Get<T>();
    }
    template <typename T>
    void FreeTensor(LocalTensor<T>& /*tensor*/) {}

    uint32_t GetBufLen() const { return buffer_ == nullptr ? 0 : buffer_->bytes; }

    // For a buffer pool of the kernel's own.
    void InitStartBufHandle(TBufHandle startBufhandle, uint8_t num, uint32_t /*len*/) {
        if (num != 1) detail::refuse_number("InitStartBufHandle", "num", num, "1 for a TBuf");
        bind(detail::buffer_of(startBufhandle));
    }
    template <class Pool>
    void InitBufHandle(Pool* /*bufPool*/, uint32_t index, TBufHandle bufhandle,
                       uint32_t curPoolAddr, uint32_t len) {
        detail::place_buffer(detail::buffer_of(bufhandle)[index], pos, curPoolAddr, len);
    }

    // For TPipe.
    void bind(detail::Buffer* buffer) { buffer_ = buffer; }

private:
    detail::Buffer& buffer() const {
        if (buffer_ == nullptr)
            detail::refuse("TBuf::Get", "buffer", "not initialised", "a TBuf after InitBuffer");
        return *buffer_;
    }

    template <typename T>
    LocalTensor<T> part(uint32_t offset, uint64_t bytes) const {
        const detail::Buffer& whole = buffer();
        if (offset + bytes > whole.bytes) {
            detail::refuse("TBuf::Get", "end of the tensor", std::to_string(offset + bytes) + " B",
                           "up to the buffer's " + std::to_string(whole.bytes) + " B");
        }
        return LocalTensor<T>::of_buffer(buffer_, pos, whole.begin + offset,
                                         static_cast<uint32_t>(bytes));
    }

    detail::Buffer* buffer_ = nullptr;
};

}  // namespace AscendC
