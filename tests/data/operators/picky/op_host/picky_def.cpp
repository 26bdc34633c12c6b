// SPDX-License-Identifier: Apache-2.0
// A copy in whose host functions and kernel everything can go wrong: `fault` says what.
#include "register/op_def_registry.h"

namespace ops {

class Picky : public OpDef {
public:
    explicit Picky(const char* name) : OpDef(name) {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Attr("fault").AttrType(OPTIONAL).Int(0);
        this->AICore().AddConfig("ascend910b");
    }
};

OP_ADD(Picky);

}  // namespace ops
