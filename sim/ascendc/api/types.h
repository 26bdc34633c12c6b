// SPDX-License-Identifier: Apache-2.0
#pragma once
// Element types: their place in instructions, and small type tools that kernels spell.

#include <cstdint>
#include <type_traits>

#include "sim/ascendc/api/arch.h"
#include "sim/ascendc/api/bfloat16.h"
#include "sim/ascendc/api/float8.h"
#include "sim/ascendc/api/half.h"
#include "sim/ascendc/api/int4.h"
#include "sim/ascendc/api/require.h"
#include "sim/base/data_type.h"

namespace AscendC {

template <typename T, typename U>
struct IsSameType : std::is_same<T, U> {};

template <bool condition, class T1, class T2>
using Conditional = std::conditional<condition, T1, T2>;
template <bool condition1, bool condition2, class T1, class T2, class T3, class T4>
struct ConditionalMulti {
    using type = std::conditional_t<condition1, std::conditional_t<condition2, T1, T2>,
                                    std::conditional_t<condition2, T3, T4>>;
};

// The element type of a tensor's parameter.
template <typename T>
using PrimT = T;

namespace detail {

template <typename T>
using Same = std::common_type<T>;  // Same<T>::type does not take part in deduction

// Checks of the architecture that fail where a template is used, not where it is written.
template <typename T>
inline constexpr bool kOnly950 = kIs950 && sizeof(T) > 0;
template <typename T>
inline constexpr bool kNot910 = !kIs910 && sizeof(T) > 0;

template <typename T, typename... Ts>
inline constexpr bool kOneOf = (std::is_same_v<T, Ts> || ...);

// Two elements in a byte.
template <typename T>
inline constexpr bool kHalfByte = std::is_same_v<T, int4b_t> || kNarrowPair<T>;

// What a tensor may consist of.
template <typename T>
inline constexpr bool kElement =
    (kOneOf<T, float, half, int8_t, uint8_t, bool, int16_t, uint16_t, int32_t, uint32_t, int64_t,
            uint64_t, int4b_t, double, fp8_e8m0_t> ||
     kNarrowFormat<T> != davsim::NarrowFloat::kNone || (!kIs910 && std::is_same_v<T, bfloat16_t>));

template <typename T>
constexpr davsim::DataType data_type_of() {
    DAVSIM_REQUIRE("an instruction", (kElement<T>), T);
    if constexpr (std::is_same_v<T, float>)
        return davsim::DataType::kFloat32;
    else if constexpr (std::is_same_v<T, half>)
        return davsim::DataType::kFloat16;
    else if constexpr (std::is_same_v<T, bfloat16_t>)
        return davsim::DataType::kBfloat16;
    else if constexpr (kHalfByte<T>)
        return davsim::DataType::kInt4;
    else if constexpr (std::is_same_v<T, int8_t>)
        return davsim::DataType::kInt8;
    else if constexpr (std::is_same_v<T, int16_t>)
        return davsim::DataType::kInt16;
    else if constexpr (std::is_same_v<T, uint16_t>)
        return davsim::DataType::kUint16;
    else if constexpr (std::is_same_v<T, int32_t>)
        return davsim::DataType::kInt32;
    else if constexpr (std::is_same_v<T, uint32_t>)
        return davsim::DataType::kUint32;
    else if constexpr (kOneOf<T, int64_t, double>)  // doubles are only moved
        return davsim::DataType::kInt64;
    else if constexpr (std::is_same_v<T, uint64_t>)
        return davsim::DataType::kUint64;
    else
        return davsim::DataType::kUint8;
}

// Bytes that `elements` elements take.
template <typename T, typename N>
constexpr N bytes_for(N elements) {
    if constexpr (kHalfByte<T>) return elements / 2;
    return elements * N{sizeof(T)};
}
template <typename T, typename N>
constexpr N elements_in(N bytes) {
    if constexpr (kHalfByte<T>) return bytes * 2;
    return bytes / N{sizeof(T)};
}

// One of the two elements of a byte; the other one stays.
template <typename T>
T half_of(std::uint8_t pair, std::uint64_t index) {
    T element;
    const auto bits = static_cast<std::uint8_t>(index % 2 == 0 ? pair & 0xFU : pair >> 4U);
    __builtin_memcpy(&element, &bits, 1);
    return element;
}
template <typename T>
std::uint8_t with_half(std::uint8_t pair, std::uint64_t index, T element) {
    std::uint8_t bits;
    __builtin_memcpy(&bits, &element, 1);
    return static_cast<std::uint8_t>(index % 2 == 0 ? (pair & 0xF0U) | (bits & 0xFU)
                                                    : (pair & 0xFU) | (bits & 0xFU) << 4U);
}

// The bits of an element, zero-extended.
template <typename T>
std::uint64_t bits_of(T value) {
    std::uint64_t bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(T));
    return bits;
}

template <typename T>
T from_bits(std::uint64_t bits) {
    T value;
    __builtin_memcpy(&value, &bits, sizeof(T));
    return value;
}

}  // namespace detail
}  // namespace AscendC
