// SPDX-License-Identifier: Apache-2.0
#pragma once
// Attributes as users type them: --attr dim=-1 --attr shape=[2,3] --attr alpha=1.5.

#include <map>
#include <string>
#include <vector>

#include "sim/op_host_api/operator_library.h"

namespace davsim::op {

// All attributes in the definition's order: the given ones, the others' defaults. Error(kUsage):
// an unknown name, a required one that is missing, a value of another type.
std::vector<AttrValue> attributes_of(const Definition& definition,
                                     const std::map<std::string, std::string>& given);

std::string attr_text(const AttrValue& value);

}  // namespace davsim::op
