// SPDX-License-Identifier: Apache-2.0
#pragma once
// 3510: the scalar of a scalar operation may be an element of a tensor in UB: Adds(dst, src,
// other[0], count). Where both operands are tensors, BinaryConfig says which of them is the scalar.
// The element is read by the scalar unit here, behind what the vector pipe has before it.

#include "sim/ascendc/api/vec_compare.h"
#include "sim/ascendc/api/vec_scalar.h"
#include "sim/ascendc/api/vec_select.h"
#include "sim/ascendc/api/vec_shift.h"

namespace AscendC {

struct BinaryConfig {
    int8_t scalarTensorIndex = 1;
};
inline constexpr BinaryConfig DEFAULT_BINARY_CONFIG = {1};
struct BinaryDefaultType {};

namespace detail {

template <typename T>
T element_of(const LocalTensor<T>& tensor) {
    const void* site = core().site;
    set_and_wait(HardEvent::V_S, site);
    const T value = tensor.GetValue(0);
    set_and_wait(HardEvent::S_V, site);
    return value;
}

}  // namespace detail

#define DAVSIM_NEEDS_950(Name)         \
    static_assert(detail::kOnly950<T>, \
                  "UNSUPPORTED: " #Name " with an element of a tensor on arch " DAVSIM_ARCH_TEXT)

#define DAVSIM_ELEMENT_OPERAND(Name)                                                            \
    template <typename Types = BinaryDefaultType, bool isSetMask = true,                        \
              const BinaryConfig& config = DEFAULT_BINARY_CONFIG, typename T, typename... Args> \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src0,                 \
                         const LocalTensor<T>& src1, const Args&... args) {                     \
        DAVSIM_NEEDS_950(Name);                                                                 \
        const detail::LibraryCall call(__builtin_return_address(0));                            \
        if constexpr (config.scalarTensorIndex == 1)                                            \
            Name<T, isSetMask>(dst, src0, detail::element_of(src1), args...);                   \
        else                                                                                    \
            Name<T, isSetMask>(dst, detail::element_of(src0), src1, args...);                   \
    }
DAVSIM_ELEMENT_OPERAND(Adds)
DAVSIM_ELEMENT_OPERAND(Muls)
DAVSIM_ELEMENT_OPERAND(Maxs)
DAVSIM_ELEMENT_OPERAND(Mins)
DAVSIM_ELEMENT_OPERAND(Subs)
DAVSIM_ELEMENT_OPERAND(Divs)
DAVSIM_ELEMENT_OPERAND(Ands)
DAVSIM_ELEMENT_OPERAND(Ors)
#undef DAVSIM_ELEMENT_OPERAND

// Bits of src0[i] ? src1[0].
template <typename T, typename U>
DAVSIM_API void Compares(const LocalTensor<U>& dst, const LocalTensor<T>& src0,
                         const LocalTensor<T>& src1, CMPMODE cmpMode, uint32_t count) {
    DAVSIM_NEEDS_950(Compares);
    const detail::LibraryCall call(__builtin_return_address(0));
    Compares(dst, src0, detail::element_of(src1), cmpMode, count);
}

template <typename Types, typename U, const BinaryConfig& config, typename T>
DAVSIM_API void Select(const LocalTensor<T>& dst, const LocalTensor<U>& selMask,
                       const LocalTensor<T>& src0, const LocalTensor<T>& src1, SELMODE selMode,
                       uint32_t count) {
    DAVSIM_NEEDS_950(Select);
    static_assert(config.scalarTensorIndex == 1,
                  "UNSUPPORTED: Select with the scalar in front on arch " DAVSIM_ARCH_TEXT);
    const detail::LibraryCall call(__builtin_return_address(0));
    Select(dst, selMask, src0, detail::element_of(src1), selMode, count);
}

#undef DAVSIM_NEEDS_950

}  // namespace AscendC
