// SPDX-License-Identifier: Apache-2.0
// The float64 reference for the operator's library.

#include "davsim/reference.h"
#include "kernels/group_norm_backward/op_host/shape.h"
#include "kernels/group_norm_backward/reference/reference.h"

namespace davsim::gnb {
namespace {

void compute(const op::ReferenceCall& call, std::vector<op::ReferenceTensor>& out) {
    const std::vector<std::int64_t>& extents = call.inputs[1].shape;
    Shape shape;
    shape.n = extents[0];
    shape.c = extents[1];
    shape.hxw = 1;
    for (std::size_t i = 2; i < extents.size(); ++i) shape.hxw *= extents[i];
    shape.group = call.attrs.at("group").number;
    shape.has_gamma = call.inputs[4].present;
    std::vector<HostTensor> inputs;
    for (const op::ReferenceTensor& input : call.inputs)
        inputs.push_back(op::single_precision(input));
    std::vector<std::vector<double>> values = reference(shape, inputs);
    for (std::size_t i = 0; i < out.size(); ++i) out[i].values = std::move(values[i]);
}

DAVSIM_REFERENCE(GroupNormBackward, compute);

}  // namespace
}  // namespace davsim::gnb
