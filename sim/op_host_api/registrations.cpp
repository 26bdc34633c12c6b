// SPDX-License-Identifier: Apache-2.0
#include "sim/op_host_api/registrations.h"

#include "tiling/template_argument.h"

namespace davsim::op {

Registrations& registrations() {
    static Registrations all;
    return all;
}

}  // namespace davsim::op

namespace gert {

OpImpl& op_impl_of(const std::string& type) {
    return davsim::op::registrations().impls[type];
}

}  // namespace gert

namespace ops {

OpDefRegistrar::OpDefRegistrar(const char* type, OpDefFactory factory) {
    davsim::op::registrations().definitions[type] = factory(type);
}

}  // namespace ops

namespace optiling {

TilingClassRegistrar::TilingClassRegistrar(const char* key, TilingDefFactory factory) {
    davsim::op::registrations().tiling_classes.push_back({key, factory});
}

}  // namespace optiling
