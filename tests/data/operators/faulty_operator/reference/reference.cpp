// SPDX-License-Identifier: Apache-2.0
#include "davsim/reference.h"

namespace {

void add_one(const davsim::op::ReferenceCall& call, std::vector<davsim::op::ReferenceTensor>& out) {
    for (std::size_t i = 0; i < out[0].values.size(); ++i)
        out[0].values[i] = call.inputs[0].values[i] + 1;
}

DAVSIM_REFERENCE(FaultyOperator, add_one);

}  // namespace
