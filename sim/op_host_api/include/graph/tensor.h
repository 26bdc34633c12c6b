// SPDX-License-Identifier: Apache-2.0
#pragma once
// Shapes of the graph engine, which differ from gert::Shape in being of any rank.

#include <cstdint>
#include <utility>
#include <vector>

#include "graph/types.h"

namespace ge {

class Shape {
public:
    Shape() = default;
    explicit Shape(std::vector<std::int64_t> dims) : dims_(std::move(dims)) {}
    std::size_t GetDimNum() const { return dims_.size(); }
    std::int64_t GetDim(std::size_t i) const { return i < dims_.size() ? dims_[i] : 0; }
    graphStatus SetDim(std::size_t i, std::int64_t value) {
        if (i >= dims_.size()) return GRAPH_FAILED;
        dims_[i] = value;
        return GRAPH_SUCCESS;
    }
    std::vector<std::int64_t> GetDims() const { return dims_; }
    std::int64_t GetShapeSize() const {
        std::int64_t size = 1;
        for (const std::int64_t dim : dims_) size *= dim;
        return dims_.empty() ? 0 : size;
    }

private:
    std::vector<std::int64_t> dims_;
};

}  // namespace ge
