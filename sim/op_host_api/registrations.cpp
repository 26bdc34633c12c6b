// SPDX-License-Identifier: Apache-2.0
#include "sim/op_host_api/registrations.h"

#include "sim/base/numbers.h"
#include "sim/op_host_api/plain_struct.h"

namespace davsim::op {

Registrations& registrations() {
    static Registrations all;
    return all;
}

PlainStructRegistrar::PlainStructRegistrar(const char* name, std::size_t size,
                                           std::vector<Field> fields) {
    Struct result;
    result.name = name;
    result.size = size;
    result.fields = std::move(fields);
    result.macro = false;
    registrations().plain_structs.push_back(std::move(result));
}

ReferenceRegistrar::ReferenceRegistrar(const char* type, ReferenceFunction function) {
    registrations().references[type] = function;
}

HostTensor single_precision(const ReferenceTensor& tensor) {
    HostTensor result;
    result.spec.name = tensor.name;
    result.spec.shape = tensor.shape;
    result.spec.present = tensor.present;
    result.data.resize(tensor.values.size() * sizeof(float));
    for (std::size_t i = 0; i < tensor.values.size(); ++i)
        store_number(result.data.data() + i * sizeof(float), DataType::kFloat32, tensor.values[i]);
    return result;
}

CasesRegistrar::CasesRegistrar(const char* type, const LibraryCases& cases) {
    registrations().cases[type] = &cases;
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
