// SPDX-License-Identifier: Apache-2.0
#pragma once
// The part of UB that InitBuffer has not given away: where library functions without a buffer
// argument keep their intermediate results.

#include "sim/ascendc/api/constants.h"
#include "sim/ascendc/api/local_tensor.h"
#include "sim/ascendc/api/tpipe.h"

namespace AscendC {
namespace detail {

// What library functions never take of the end of UB: on 2201 the 64 bytes of a message to the cube
// core, on 3510 the buffer of the hardware's own steps. Source: asc-devkit, PopStackBuffer.
inline constexpr uint32_t kKeptAtUbEnd = kIs910 ? 0 : kIs950 ? 8 * 1024 : 64;

}  // namespace detail

// `tensor` becomes all that is left, in whole blocks. False if there is nothing.
template <typename T, TPosition pos>
bool PopStackBuffer(LocalTensor<T>& tensor) {
    constexpr uint32_t kBlock = davsim::kBlockBytes;
    const uint32_t begin = (detail::current_pipe().ub_end() + kBlock - 1) / kBlock * kBlock;
    const uint32_t capacity = detail::core().context().ub_bytes - detail::kKeptAtUbEnd;
    if (begin >= capacity) return false;
    const uint32_t bytes = (capacity - begin) / kBlock * kBlock;
    tensor = LocalTensor<T>::of_buffer(nullptr, pos, begin, bytes);
    detail::core().note_buffer(begin, bytes, "library scratch");
    return true;
}

namespace detail {

inline LocalTensor<uint8_t> stack_buffer(const char* api) {
    LocalTensor<uint8_t> tensor;
    if (!PopStackBuffer<uint8_t, TPosition::LCM>(tensor))
        refuse(api, "UB left by InitBuffer", "0 B", "32 B or more");
    return tensor;
}

}  // namespace detail
}  // namespace AscendC
