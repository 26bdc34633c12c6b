// SPDX-License-Identifier: Apache-2.0
// y[i] = x[i] * scale for a list of tensors; bf16 on its own column.
#include "register/op_def_registry.h"

namespace ops {

class ScaledList : public OpDef {
public:
    explicit ScaledList(const char* name) : OpDef(name) {
        const std::vector<ge::DataType> types = {ge::DT_FLOAT16, ge::DT_FLOAT};
        const std::vector<ge::Format> formats(types.size(), ge::FORMAT_ND);
        this->Input("x").ParamType(DYNAMIC).DataType(types).Format(formats);
        this->Input("bias").ParamType(OPTIONAL).DataType(types).Format(formats);
        this->Output("y").ParamType(DYNAMIC).DataType(types).Format(formats);
        this->Attr("scale").AttrType(REQUIRED).Float();
        this->Attr("weights").AttrType(OPTIONAL).ListInt({1, 2});
        this->AICore().AddConfig("ascend910b");
    }
};

OP_ADD(ScaledList);

}  // namespace ops
