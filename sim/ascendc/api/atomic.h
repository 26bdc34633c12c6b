// SPDX-License-Identifier: Apache-2.0
#pragma once
// Atomic mode of UB to GM stores: sticky state of the core. The read-modify-write happens at L2.

#include "sim/ascendc/api/core.h"
#include "sim/ascendc/api/support.h"

namespace AscendC {
namespace detail {

inline void set_atomic(davsim::AtomicOp operation, davsim::DataType type) {
    core().registers.atomic = operation;
    core().registers.atomic_type = type;
    core().spend(davsim::ScalarOp::kSpr, 1);
}

}  // namespace detail

template <typename T>
void SetAtomicAdd() {
    DAVSIM_REQUIRE("SetAtomicAdd", (detail::kAtomicAdd<T>), T);
    detail::set_atomic(davsim::AtomicOp::kAdd, detail::data_type_of<T>());
}

template <typename T>
void SetAtomicMax() {
    DAVSIM_REQUIRE("SetAtomicMax", (detail::kAtomicExtremes<T>), T);
    detail::set_atomic(davsim::AtomicOp::kMax, detail::data_type_of<T>());
}

template <typename T>
void SetAtomicMin() {
    DAVSIM_REQUIRE("SetAtomicMin", (detail::kAtomicExtremes<T>), T);
    detail::set_atomic(davsim::AtomicOp::kMin, detail::data_type_of<T>());
}

inline void SetAtomicNone() {
    detail::set_atomic(davsim::AtomicOp::kNone, detail::core().registers.atomic_type);
}
inline void DisableDmaAtomic() {
    SetAtomicNone();
}

}  // namespace AscendC
