// SPDX-License-Identifier: Apache-2.0
#pragma once
// Shapes, strides and layouts of tensors as tuples of numbers.

#include <utility>

#include "sim/ascendc/api/std.h"

namespace AscendC {

template <typename... Ts>
using Shape = Std::tuple<Ts...>;
template <typename... Ts>
using Stride = Std::tuple<Ts...>;
template <typename... Ts>
using Coord = Std::tuple<Ts...>;

template <typename... Ts>
constexpr Shape<Ts...> MakeShape(const Ts&... extents) {
    return {extents...};
}
template <typename... Ts>
constexpr Stride<Ts...> MakeStride(const Ts&... strides) {
    return {strides...};
}
template <typename... Ts>
constexpr Coord<Ts...> MakeCoord(const Ts&... coordinates) {
    return {coordinates...};
}

template <typename ShapeType, typename StrideType>
struct Layout {
    constexpr Layout(const ShapeType& shape = {}, const StrideType& stride = {})
        : shape_(shape), stride_(stride) {}
    constexpr ShapeType& GetShape() { return shape_; }
    constexpr const ShapeType& GetShape() const { return shape_; }
    constexpr StrideType& GetStride() { return stride_; }
    constexpr const StrideType& GetStride() const { return stride_; }

private:
    ShapeType shape_;
    StrideType stride_;
};

template <typename ShapeType, typename StrideType>
constexpr Layout<ShapeType, StrideType> MakeLayout(const ShapeType& shape,
                                                   const StrideType& stride) {
    return {shape, stride};
}

template <typename T>
struct is_layout : std::false_type {};
template <typename ShapeType, typename StrideType>
struct is_layout<Layout<ShapeType, StrideType>> : std::true_type {};
template <typename T>
inline constexpr bool is_layout_v = is_layout<std::remove_cv_t<T>>::value;

}  // namespace AscendC
