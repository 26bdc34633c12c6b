// SPDX-License-Identifier: Apache-2.0
// The operator as a project defines it, for `davsim op build kernels/group_norm_backward`.

#include "register/op_def_registry.h"

namespace ops {

class GroupNormBackward : public OpDef {
public:
    explicit GroupNormBackward(const char* name) : OpDef(name) {
        // The last two columns, statistics in fp32, are the 950's.
        const std::vector<ge::DataType> data = {ge::DT_FLOAT, ge::DT_FLOAT16, ge::DT_BF16,
                                                ge::DT_FLOAT16, ge::DT_BF16};
        const std::vector<ge::DataType> mean = {ge::DT_FLOAT, ge::DT_FLOAT16, ge::DT_BF16,
                                                ge::DT_FLOAT, ge::DT_FLOAT};
        const std::vector<ge::Format> formats(data.size(), ge::FORMAT_ND);
        this->Input("grad_out").ParamType(REQUIRED).DataType(data).Format(formats);
        this->Input("input").ParamType(REQUIRED).DataType(data).Format(formats);
        this->Input("mean").ParamType(REQUIRED).DataType(mean).Format(formats);
        this->Input("rstd").ParamType(REQUIRED).DataType(mean).Format(formats);
        this->Input("gamma").ParamType(OPTIONAL).DataType(mean).Format(formats);
        this->Output("grad_input").ParamType(REQUIRED).DataType(data).Format(formats);
        this->Output("grad_gamma").ParamType(REQUIRED).DataType(mean).Format(formats);
        this->Output("grad_beta").ParamType(REQUIRED).DataType(mean).Format(formats);
        this->Attr("group").AttrType(REQUIRED).Int();
        this->Attr("output_mask").AttrType(OPTIONAL).ListBool({true, true, true});
        this->Attr("tiling").AttrType(OPTIONAL).String("");  // wishes: "buffers=3,tile_rows=2"
        for (const char* soc : {"ascend910", "ascend910b", "ascend910_93", "ascend950"})
            this->AICore().AddConfig(soc);
    }
};

OP_ADD(GroupNormBackward);

}  // namespace ops
