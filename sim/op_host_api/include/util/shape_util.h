// SPDX-License-Identifier: Apache-2.0
#pragma once
// Shapes that are not known yet: rank unknown is the single extent -2, an unknown extent is -1.

#include "exe_graph/runtime/shape.h"
#include "log/log.h"
#include "util/opbase_export.h"

namespace Ops {
namespace Base {

template <typename Rank, typename Axis>
bool CheckAxisBounds(const Rank rank, const Axis axis) {
    if (rank == 0) return axis == 0;
    const auto count = static_cast<std::int64_t>(rank);
    return static_cast<std::int64_t>(axis) >= -count && static_cast<std::int64_t>(axis) < count;
}

inline void SetUnknownRank(gert::Shape& shape) {
    shape.SetDimNum(0);
    shape.AppendDim(ge::UNKNOWN_DIM_NUM);
}
inline bool IsUnknownRank(const gert::Shape& shape) {
    return shape.GetDimNum() == 1 && shape.GetDim(0) == ge::UNKNOWN_DIM_NUM;
}
inline void SetUnknownShape(std::int64_t rank, gert::Shape& shape) {
    shape.SetDimNum(0);
    for (std::int64_t i = 0; i < rank; ++i) shape.AppendDim(ge::UNKNOWN_DIM);
}
inline bool IsUnknownShape(const gert::Shape& shape) {
    for (std::size_t i = 0; i < shape.GetDimNum(); ++i) {
        if (shape.GetDim(i) == ge::UNKNOWN_DIM) return true;
    }
    return false;
}

}  // namespace Base
}  // namespace Ops
