// SPDX-License-Identifier: Apache-2.0
#pragma once
// LocalMemAllocator: hands out UB in the order of the calls, for kernels without TPipe. Nothing is
// ever given back; addresses are multiples of 32 bytes.

#include <cstdint>

#include "sim/ascendc/api/local_tensor.h"

namespace AscendC {

// Hardware buffers, as template argument of the allocator.
enum class Hardware : uint8_t { GM = 0, UB, L1, L0A, L0B, L0C, BIAS, FIXBUF, MAX };

template <Hardware hard = Hardware::UB>
class LocalMemAllocator {
public:
    static_assert(hard == Hardware::UB,
                  "UNSUPPORTED: LocalMemAllocator of this memory on arch " DAVSIM_ARCH_TEXT);

    LocalMemAllocator() = default;

    uint32_t GetCurAddr() const { return head_; }

    template <class T, uint32_t tileSize>
    LocalTensor<T> Alloc() {
        return Alloc<TPosition::VECCALC, T>(tileSize);
    }
    template <TPosition pos, class T, uint32_t tileSize>
    LocalTensor<T> Alloc() {
        return Alloc<pos, T>(tileSize);
    }
    template <class T>
    LocalTensor<T> Alloc(uint32_t tileSize) {
        return Alloc<TPosition::VECCALC, T>(tileSize);
    }
    template <TPosition pos, class T>
    LocalTensor<T> Alloc(uint32_t tileSize) {
        const uint64_t bytes = uint64_t{tileSize} * sizeof(T);
        const uint32_t begin = head_;
        const uint64_t end =
            begin + (bytes + davsim::kBlockBytes - 1) / davsim::kBlockBytes * davsim::kBlockBytes;
        if (end > detail::core().context().ub_bytes)
            detail::refuse_bounds("LocalMemAllocator::Alloc", "tensor", begin, end);
        head_ = static_cast<uint32_t>(end);
        detail::core().note_buffer(begin, head_ - begin, "LocalMemAllocator");
        return LocalTensor<T>(pos, begin, tileSize);
    }
    // A TensorTrait that names type, position and layout.
    template <class TensorTraitType>
    LocalTensor<TensorTraitType> Alloc() = delete;

private:
    uint32_t head_ = 0;
};

}  // namespace AscendC
