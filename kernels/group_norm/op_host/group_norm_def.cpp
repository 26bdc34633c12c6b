// SPDX-License-Identifier: Apache-2.0
// The operator as a project defines it.

#include "register/op_def_registry.h"

namespace ops {

class GroupNorm : public OpDef {
public:
    explicit GroupNorm(const char* name) : OpDef(name) {
        const std::vector<ge::DataType> types = {ge::DT_FLOAT, ge::DT_FLOAT16, ge::DT_BF16};
        const std::vector<ge::Format> formats(types.size(), ge::FORMAT_ND);
        this->Input("self").ParamType(REQUIRED).DataType(types).Format(formats);
        this->Input("gamma").ParamType(OPTIONAL).DataType(types).Format(formats);
        this->Input("beta").ParamType(OPTIONAL).DataType(types).Format(formats);
        this->Output("out").ParamType(REQUIRED).DataType(types).Format(formats);
        this->Output("mean").ParamType(REQUIRED).DataType(types).Format(formats);
        this->Output("rstd").ParamType(REQUIRED).DataType(types).Format(formats);
        this->Attr("group").AttrType(REQUIRED).Int();
        this->Attr("eps").AttrType(OPTIONAL).Float(1e-5F);
        this->Attr("tiling").AttrType(OPTIONAL).String("");  // a wish: "block_dim=8"
        for (const char* soc : {"ascend910", "ascend910b", "ascend910_93", "ascend950"})
            this->AICore().AddConfig(soc);
    }
};

OP_ADD(GroupNorm);

}  // namespace ops
