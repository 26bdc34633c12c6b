// SPDX-License-Identifier: Apache-2.0
#pragma once
// How an operator's cases are stated by named sizes, filled and judged, where tensors stated one by
// one and uniformly random would not do: statistics that belong to the data, indices within a
// range, tolerances that follow from the values. Lives in the operator's folder cases/; hardware
// builds do not see it.
//
//   class AddCases final : public davsim::LibraryCases { ... };   // sim/runtime/operator_case.h
//   const AddCases g_cases;
//   DAVSIM_CASES(AddCustom, g_cases);
//
// `davsim run add_custom --shape rows=3,columns=100 --dtype fp16` then finds the library
// lib<name>_<arch>.so in the folders of DAVSIM_KERNEL_PATH.

#include "sim/runtime/operator_case.h"

namespace davsim::op {

class CasesRegistrar {
public:
    CasesRegistrar(const char* type, const LibraryCases& cases);
};

}  // namespace davsim::op

#define DAVSIM_CASES(Type, object) \
    static const ::davsim::op::CasesRegistrar g_davsim_cases_##Type(#Type, object)
