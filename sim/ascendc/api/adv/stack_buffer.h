// SPDX-License-Identifier: Apache-2.0
#pragma once
// The part of UB that InitBuffer has not given away: where library functions without a buffer
// argument keep their intermediate results.

#include "sim/ascendc/api/constants.h"
#include "sim/ascendc/api/local_tensor.h"
#include "sim/ascendc/api/tpipe.h"

namespace AscendC {
// `tensor` becomes all that is left, in whole blocks. False if there is nothing.
template <typename T, TPosition pos>
bool PopStackBuffer(LocalTensor<T>& tensor) {
    constexpr uint32_t kBlock = davsim::kBlockBytes;
    const uint32_t begin = (detail::current_pipe().ub_end() + kBlock - 1) / kBlock * kBlock;
    // On 2201 the hardware's selections keep the end for themselves.
    const uint32_t all = detail::core().context().ub_bytes;
    const uint32_t capacity =
        __NPU_ARCH__ == 2201 && all > uint32_t{TMP_UB_OFFSET} ? uint32_t{TMP_UB_OFFSET} : all;
    if (begin >= capacity) return false;
    tensor = LocalTensor<T>::of_buffer(nullptr, pos, begin, (capacity - begin) / kBlock * kBlock);
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
