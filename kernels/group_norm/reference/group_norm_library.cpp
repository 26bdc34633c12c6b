// SPDX-License-Identifier: Apache-2.0
// The float64 reference where tensors are stated one by one.

#include "davsim/reference.h"
#include "kernels/group_norm/op_host/shape.h"
#include "kernels/group_norm/reference/reference.h"

namespace davsim::gn {
namespace {

void compute(const op::ReferenceCall& call, std::vector<op::ReferenceTensor>& out) {
    const std::vector<std::int64_t>& extents = call.inputs[0].shape;
    Shape shape;
    shape.n = extents[0];
    shape.c = extents[1];
    shape.hxw = 1;
    for (std::size_t i = 2; i < extents.size(); ++i) shape.hxw *= extents[i];
    shape.group = call.attrs.at("group").number;
    shape.epsilon = call.attrs.at("eps").real;
    shape.has_gamma = call.inputs[1].present;
    shape.has_beta = call.inputs[2].present;
    std::vector<HostTensor> inputs;
    for (const op::ReferenceTensor& input : call.inputs)
        inputs.push_back(op::single_precision(input));
    std::vector<std::vector<double>> values = reference(shape, inputs);
    for (std::size_t i = 0; i < out.size(); ++i) out[i].values = std::move(values[i]);
}

DAVSIM_REFERENCE(GroupNorm, compute);

}  // namespace
}  // namespace davsim::gn
