// SPDX-License-Identifier: Apache-2.0
#pragma once
// AscendC::Std: the part of the standard library that device code has. The host's is the same, so
// these are its names, and the few that the standard does not have.

#include <cmath>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "sim/ascendc/api/half.h"

namespace AscendC {
namespace Std {

using std::add_const;
using std::add_const_t;
using std::add_cv;
using std::add_cv_t;
using std::add_lvalue_reference;
using std::add_lvalue_reference_t;
using std::add_pointer;
using std::add_pointer_t;
using std::add_rvalue_reference;
using std::add_rvalue_reference_t;
using std::add_volatile;
using std::add_volatile_t;
using std::bool_constant;
using std::conditional;
using std::conditional_t;
using std::decay;
using std::decay_t;
using std::declval;
using std::enable_if;
using std::enable_if_t;
using std::false_type;
using std::forward;
using std::get;
using std::ignore;
using std::index_sequence;
using std::integral_constant;
using std::is_array;
using std::is_array_v;
using std::is_base_of;
using std::is_base_of_v;
using std::is_class;
using std::is_class_v;
using std::is_const;
using std::is_const_v;
using std::is_convertible;
using std::is_convertible_v;
using std::is_function;
using std::is_function_v;
using std::is_integral;
using std::is_integral_v;
using std::is_lvalue_reference;
using std::is_lvalue_reference_v;
using std::is_pointer;
using std::is_pointer_v;
using std::is_reference;
using std::is_reference_v;
using std::is_rvalue_reference;
using std::is_rvalue_reference_v;
using std::is_same;
using std::is_same_v;
using std::is_union;
using std::is_union_v;
using std::is_void;
using std::is_void_v;
using std::make_index_sequence;
using std::make_tuple;
using std::move;
using std::remove_const;
using std::remove_const_t;
using std::remove_cv;
using std::remove_cv_t;
using std::remove_extent;
using std::remove_extent_t;
using std::remove_pointer;
using std::remove_pointer_t;
using std::remove_reference;
using std::remove_reference_t;
using std::remove_volatile;
using std::remove_volatile_t;
using std::tie;
using std::true_type;
using std::tuple;
using std::tuple_element;
using std::tuple_element_t;
using std::tuple_size;
using std::tuple_size_v;

template <std::size_t N>
using Int = std::integral_constant<std::size_t, N>;
template <std::size_t... kIndex>
using IndexSequence = std::index_sequence<kIndex...>;

template <typename T>
using remove_cvref = std::remove_cv<std::remove_reference_t<T>>;
template <typename T>
using remove_cvref_t = typename remove_cvref<T>::type;

// half counts as a floating-point type on the device.
template <typename T>
struct is_floating_point
    : std::bool_constant<std::is_floating_point_v<T> || std::is_same_v<std::remove_cv_t<T>, half>> {
};
template <typename T>
inline constexpr bool is_floating_point_v = is_floating_point<T>::value;

template <typename T, typename... Ts>
struct is_one_of : std::bool_constant<(std::is_same_v<T, Ts> || ...)> {};
template <typename T, typename... Ts>
inline constexpr bool is_one_of_v = is_one_of<T, Ts...>::value;

template <typename T>
struct is_tuple : std::false_type {};
template <typename... Ts>
struct is_tuple<std::tuple<Ts...>> : std::true_type {};
template <typename T>
inline constexpr bool is_tuple_v = is_tuple<T>::value;

// Two types: the result has that of the first.
template <typename T, typename U>
constexpr T min(const T& src0, const U& src1) {
    return src0 > static_cast<T>(src1) ? static_cast<T>(src1) : src0;
}
template <typename T, typename U>
constexpr T max(const T& src0, const U& src1) {
    return src0 < static_cast<T>(src1) ? static_cast<T>(src1) : src0;
}

template <typename T>
T sqrt(const T src) {
    return static_cast<T>(std::sqrt(static_cast<double>(src)));
}
template <typename T>
constexpr T abs(const T src) {
    return src < T(0) ? static_cast<T>(-src) : src;
}

// Of integers, a divisor of 0 gives 0.
template <typename T, typename U>
constexpr auto ceil_division(T a, U b) {
    return b == 0 ? 0 : (a + b - 1) / b;
}
template <typename T, typename U>
constexpr auto ceil_align(T a, U b) {
    return ceil_division(a, b) * b;
}

}  // namespace Std
}  // namespace AscendC
