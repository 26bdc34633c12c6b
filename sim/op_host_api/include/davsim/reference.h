// SPDX-License-Identifier: Apache-2.0
#pragma once
// What an operator should compute, in float64, for davsim to compare its kernel with. Lives in the
// operator's folder reference/; hardware builds do not see it.
//
//   void add(const davsim::op::ReferenceCall& call, std::vector<davsim::op::ReferenceTensor>& out)
//   {
//       for (std::size_t i = 0; i < out[0].values.size(); ++i)
//           out[0].values[i] = call.inputs[0].values[i] + call.inputs[1].values[i];
//   }
//   DAVSIM_REFERENCE(AddCustom, add);

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sim/op_host_api/operator_library.h"
#include "sim/runtime/host_tensor.h"

namespace davsim::op {

using ReferenceFunction = void (*)(const ReferenceCall& call, std::vector<ReferenceTensor>& out);

class ReferenceRegistrar {
public:
    ReferenceRegistrar(const char* type, ReferenceFunction function);
};

// The values as an fp32 tensor: what a kernel's element type holds, fp32 holds too.
HostTensor single_precision(const ReferenceTensor& tensor);

}  // namespace davsim::op

#define DAVSIM_REFERENCE(Type, function) \
    static const ::davsim::op::ReferenceRegistrar g_davsim_reference_##Type(#Type, function)
