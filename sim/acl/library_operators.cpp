// SPDX-License-Identifier: Apache-2.0
#include "sim/acl/library_operators.h"

#include <map>
#include <memory>

#include "sim/base/error.h"

namespace davsim::acl {
namespace {

using Operators = std::map<std::string, std::unique_ptr<const op::NamedOperator>>;

// Never destroyed: programs call acl functions from their own exit handlers.
Operators& operators() {
    static auto* all = new Operators;
    return *all;
}

}  // namespace

const op::NamedOperator& library_operator(const std::string& name, const SocConfig& soc) {
    std::unique_ptr<const op::NamedOperator>& slot = operators()[name];
    if (!slot)
        slot = std::make_unique<const op::NamedOperator>(name, soc, op::HostCalls::kInProcess);
    return *slot;
}

void open_library_operators(const SocConfig& soc) {
    for (const char* name : {kGroupNorm, kGroupNormBackward}) {
        try {
            library_operator(name, soc);
        } catch (const Error&) { operators().erase(name); }
    }
}

}  // namespace davsim::acl
