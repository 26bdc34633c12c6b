// SPDX-License-Identifier: Apache-2.0
#pragma once
// Ranges of shapes that are not known when a graph is compiled. davsim runs concrete shapes, so
// functions that infer ranges are kept and never called.

#include <vector>

#include "exe_graph/runtime/extended_kernel_context.h"

namespace gert {

template <typename T>
class Range {
public:
    Range() = default;
    Range(T* min, T* max) : min_(min), max_(max) {}
    explicit Range(T* same) : min_(same), max_(same) {}
    const T* GetMin() const { return min_; }
    const T* GetMax() const { return max_; }
    T* GetMin() { return min_; }
    T* GetMax() { return max_; }
    void SetMin(T* min) { min_ = min; }
    void SetMax(T* max) { max_ = max; }

private:
    T* min_ = nullptr;
    T* max_ = nullptr;
};

class InferShapeRangeContext : public ExtendedKernelContext {
public:
    const Range<Shape>* GetInputShapeRange(std::size_t i) const {
        return i < input_ranges.size() ? &input_ranges[i] : nullptr;
    }
    const Range<Shape>* GetOptionalInputShapeRange(std::size_t ir) const {
        return GetInputShapeRange(input_index(ir, 0));
    }
    const Range<Shape>* GetDynamicInputShapeRange(std::size_t ir, std::size_t relative) const {
        return GetInputShapeRange(input_index(ir, relative));
    }
    const Range<Tensor>* GetInputTensorRange(std::size_t i) const {
        return i < tensor_ranges.size() ? &tensor_ranges[i] : nullptr;
    }
    Range<Shape>* GetOutputShapeRange(std::size_t i) {
        return i < output_ranges.size() ? &output_ranges[i] : nullptr;
    }

    // For those who set up a node.
    std::vector<Range<Shape>> input_ranges;
    std::vector<Range<Tensor>> tensor_ranges;
    std::vector<Range<Shape>> output_ranges;
};

}  // namespace gert
