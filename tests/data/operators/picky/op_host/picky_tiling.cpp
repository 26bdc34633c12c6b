// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "../op_kernel/picky_tiling_key.h"
#include "log/log.h"
#include "op_host/infershape_elewise_util.h"
#include "register/op_impl_registry.h"

namespace optiling {

static ge::graphStatus Tiling(gert::TilingContext* context) {
    const int64_t fault = *context->GetAttrs()->GetInt(0);
    OP_LOGD("nobody says this");
    if (fault == 1) return *reinterpret_cast<volatile ge::graphStatus*>(8);
    if (fault == 2) throw std::runtime_error("no idea");
    while (fault == 3) { asm volatile(""); }
    if (fault == 4) {
        OP_LOGE(context, "x is %s, which nobody likes",
                Ops::Base::ToString(context->GetInputShape(0)->GetStorageShape()).c_str());
        return ge::GRAPH_FAILED;
    }
    auto* tiling = context->GetTilingData<Test::PickyTilingData>();
    tiling->fault = static_cast<int32_t>(fault);
    tiling->count[0] = context->GetInputShape(0)->GetStorageShape().GetShapeSize();
    tiling->inner.half = 0.5F;
    context->SetBlockDim(fault == 5 ? 0 : 1);
    ASCENDC_TPL_SEL_PARAM(context, 20, fault == 6 ? 1UL : 0UL);
    return ge::GRAPH_SUCCESS;
}

struct PickyCompileInfo {};
static ge::graphStatus Parse(gert::TilingParseContext*) {
    return ge::GRAPH_SUCCESS;
}

IMPL_OP_OPTILING(Picky).Tiling(Tiling).TilingParse<PickyCompileInfo>(Parse);
IMPL_OP_INFERSHAPE(Picky).InferShape(Ops::Base::InferShape4Elewise);

}  // namespace optiling
