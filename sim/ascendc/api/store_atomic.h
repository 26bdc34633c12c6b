// SPDX-License-Identifier: Apache-2.0
#pragma once
// The atomic mode of stores as two register fields, type and operation, and the scalar atomics of
// 3510 on one element of GM.

#include <cstdint>

#include "sim/ascendc/api/atomic.h"

namespace AscendC {

// The element type of the atomic operation that is on.
template <typename T>
void SetAtomicType() {
    DAVSIM_REQUIRE("SetAtomicType", (detail::kAtomicAdd<T>), T);
    detail::set_atomic(detail::core().registers.atomic, detail::data_type_of<T>());
}

enum class AtomicDtype {
    ATOMIC_NONE = 0,
    ATOMIC_F32,
    ATOMIC_F16,
    ATOMIC_S16,
    ATOMIC_S32,
    ATOMIC_S8,
    ATOMIC_BF16
};
enum class AtomicOp { ATOMIC_SUM = 0 };

namespace detail {

constexpr davsim::DataType atomic_type(AtomicDtype type) {
    switch (type) {
        case AtomicDtype::ATOMIC_F16: return davsim::DataType::kFloat16;
        case AtomicDtype::ATOMIC_S16: return davsim::DataType::kInt16;
        case AtomicDtype::ATOMIC_S32: return davsim::DataType::kInt32;
        case AtomicDtype::ATOMIC_S8: return davsim::DataType::kInt8;
        case AtomicDtype::ATOMIC_BF16: return davsim::DataType::kBfloat16;
        default: return davsim::DataType::kFloat32;
    }
}

}  // namespace detail

template <AtomicDtype type, AtomicOp op>
void SetStoreAtomicConfig() {
    static_assert(!detail::kIs910 || type == AtomicDtype::ATOMIC_NONE,
                  "UNSUPPORTED: SetStoreAtomicConfig on arch " DAVSIM_ARCH_TEXT);
    const bool on = type != AtomicDtype::ATOMIC_NONE;
    detail::set_atomic(on ? davsim::AtomicOp::kAdd : davsim::AtomicOp::kNone,
                       detail::atomic_type(type));
}

template <int unused = 0>
void GetStoreAtomicConfig(uint16_t& atomicType, uint16_t& atomicOp) {
    static_assert(!detail::kIs910 && unused == 0,
                  "UNSUPPORTED: GetStoreAtomicConfig on arch " DAVSIM_ARCH_TEXT);
    const davsim::CoreRegisters& registers = detail::core().registers;
    detail::core().spend(davsim::ScalarOp::kAlu, 1);
    atomicOp = 0;
    atomicType = 0;
    for (uint16_t type = 1; registers.atomic != davsim::AtomicOp::kNone && type <= 6; ++type) {
        if (detail::atomic_type(static_cast<AtomicDtype>(type)) == registers.atomic_type)
            atomicType = type;
    }
}

namespace detail {

template <typename T>
inline constexpr bool kScalarAtomic =
    __NPU_ARCH__ == 3510 && kOneOf<T, int32_t, uint32_t, float, int64_t, uint64_t>;

// Changes one element past the data cache; what it was before.
template <typename T, typename Change>
T scalar_atomic(__gm__ T* address, Change change) {
    struct Context {
        Change change;
        T old;
    } context{change, T{}};
    core().update_gm(
        reinterpret_cast<std::uint64_t>(address), sizeof(T),
        [](void* element, void* data) {
            auto& inside = *static_cast<Context*>(data);
            __builtin_memcpy(&inside.old, element, sizeof(T));
            const T changed = inside.change(inside.old);
            __builtin_memcpy(element, &changed, sizeof(T));
        },
        &context);
    return context.old;
}

}  // namespace detail

#define DAVSIM_SCALAR_ATOMIC(Name, result)                                                    \
    template <typename T>                                                                     \
    T Name(__gm__ T* address, typename detail::Same<T>::type value) {                         \
        DAVSIM_REQUIRE(#Name, (detail::kScalarAtomic<T>), T);                                 \
        return detail::scalar_atomic(address, [&](T old) { return static_cast<T>(result); }); \
    }

DAVSIM_SCALAR_ATOMIC(AtomicAdd, old + value)
DAVSIM_SCALAR_ATOMIC(AtomicMax, old < value ? value : old)
DAVSIM_SCALAR_ATOMIC(AtomicMin, old > value ? value : old)
DAVSIM_SCALAR_ATOMIC(AtomicExch, (static_cast<void>(old), value))

#undef DAVSIM_SCALAR_ATOMIC

// value2 where the element was value1.
template <typename T>
T AtomicCas(__gm__ T* address, typename detail::Same<T>::type value1,
            typename detail::Same<T>::type value2) {
    DAVSIM_REQUIRE("AtomicCas", (detail::kScalarAtomic<T>), T);
    return detail::scalar_atomic(address, [&](T old) { return old == value1 ? value2 : old; });
}

}  // namespace AscendC
