// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where an infer-shape function reads the inputs' shapes and writes the outputs'.

#include <cstdint>
#include <vector>

#include "exe_graph/runtime/extended_kernel_context.h"

namespace gert {

class InferShapeContext : public ExtendedKernelContext {
public:
    const Shape* GetInputShape(std::size_t i) const {
        return i < input_tensors.size() ? &input_tensors[i].GetOriginShape() : nullptr;
    }
    const Shape* GetOptionalInputShape(std::size_t ir) const { return GetDynamicInputShape(ir, 0); }
    const Shape* GetRequiredInputShape(std::size_t ir) const { return GetDynamicInputShape(ir, 0); }
    const Shape* GetDynamicInputShape(std::size_t ir, std::size_t relative) const {
        return GetInputShape(input_index(ir, relative));
    }
    const Tensor* GetInputTensor(std::size_t i) const {
        return i < input_tensors.size() ? &input_tensors[i] : nullptr;
    }
    const Tensor* GetOptionalInputTensor(std::size_t ir) const {
        return GetDynamicInputTensor(ir, 0);
    }
    const Tensor* GetRequiredInputTensor(std::size_t ir) const {
        return GetDynamicInputTensor(ir, 0);
    }
    const Tensor* GetDynamicInputTensor(std::size_t ir, std::size_t relative) const {
        return GetInputTensor(input_index(ir, relative));
    }
    Shape* GetOutputShape(std::size_t i) {
        return i < output_shapes.size() ? &output_shapes[i] : nullptr;
    }
    Shape* GetRequiredOutputShape(std::size_t ir) { return GetDynamicOutputShape(ir, 0); }
    Shape* GetDynamicOutputShape(std::size_t ir, std::size_t relative) {
        return GetOutputShape(output_index(ir, relative));
    }

    // For those who set up a node.
    std::vector<Tensor> input_tensors;
    std::vector<Shape> output_shapes;
};

}  // namespace gert
