// SPDX-License-Identifier: Apache-2.0
// Definition and tiling of an operator whose kernel is wrong; its host side is not.
#include "op_host/infershape_elewise_util.h"
#include "register/op_def_registry.h"
#include "register/op_impl_registry.h"

namespace ops {

class FaultyOperator : public OpDef {
public:
    explicit FaultyOperator(const char* name) : OpDef(name) {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->AICore().AddConfig("ascend910b");
    }
};

OP_ADD(FaultyOperator);

}  // namespace ops

namespace optiling {

static ge::graphStatus Tiling(gert::TilingContext* context) {
    context->SetBlockDim(1);
    return ge::GRAPH_SUCCESS;
}

struct FaultyCompileInfo {};
static ge::graphStatus Parse(gert::TilingParseContext*) {
    return ge::GRAPH_SUCCESS;
}

IMPL_OP_OPTILING(FaultyOperator).Tiling(Tiling).TilingParse<FaultyCompileInfo>(Parse);
IMPL_OP_INFERSHAPE(FaultyOperator).InferShape(Ops::Base::InferShape4Elewise);

}  // namespace optiling
