// SPDX-License-Identifier: Apache-2.0
// One tensor a block.
#include "scaled_list_tiling.h"

#include "register/op_impl_registry.h"
#include "tiling/platform/platform_ascendc.h"

namespace optiling {

class ScaledListTiling : public Ops::NN::Optiling::TilingBaseClass {
public:
    explicit ScaledListTiling(gert::TilingContext* context) : TilingBaseClass(context) {}

protected:
    bool IsCapable() override { return true; }
    ge::graphStatus GetPlatformInfo() override { return ge::GRAPH_SUCCESS; }
    ge::graphStatus GetShapeAttrsInfo() override {
        tensors_ = context_->GetIrInputInstanceInfo(0)->GetInstanceNum();
        OP_CHECK_IF(tensors_ > 8, OP_LOGE(context_, "%zu tensors, at most 8", tensors_),
                    return ge::GRAPH_FAILED);
        return ge::GRAPH_SUCCESS;
    }
    ge::graphStatus DoOpTiling() override {
        uint64_t sizes[8] = {};
        for (size_t i = 0; i < tensors_; ++i)
            sizes[i] = context_->GetDynamicInputShape(0, i)->GetStorageShape().GetShapeSize();
        uint16_t marks[3] = {7, 8, 9};
        data_.set_tensors(tensors_);
        data_.set_sizes(sizes);
        data_.part.set_hasBias(context_->GetOptionalInputShape(1) != nullptr ? 1 : 0);
        data_.part.set_scale(*context_->GetAttrs()->GetFloat(0));
        data_.part.set_marks(marks);
        int64_t sum = 0;
        const auto* weights = context_->GetAttrs()->GetListInt(1);
        for (size_t i = 0; i < weights->GetSize(); ++i) sum += weights->GetData()[i];
        data_.set_weightSum(sum);
        // A library's tiling inside the operator's own.
        AscendC::SoftMaxTilingFunc(ge::Shape({3, 8}), sizeof(float), 0, data_.softmax);
        return ge::GRAPH_SUCCESS;
    }
    ge::graphStatus DoLibApiTiling() override { return ge::GRAPH_SUCCESS; }
    uint64_t GetTilingKey() const override { return 3; }
    ge::graphStatus GetWorkspaceSize() override {
        context_->GetWorkspaceSizes(1)[0] = 16 * 1024 * 1024;
        return ge::GRAPH_SUCCESS;
    }
    ge::graphStatus PostTiling() override {
        const auto* info = context_->GetCompileInfo<ScaledListCompileInfo>();
        context_->SetBlockDim(tensors_ < info->cores ? tensors_ : info->cores);
        data_.SaveToBuffer(context_->GetRawTilingData()->GetData(),
                           context_->GetRawTilingData()->GetCapacity());
        context_->GetRawTilingData()->SetDataSize(data_.GetDataSize());
        return ge::GRAPH_SUCCESS;
    }

private:
    size_t tensors_ = 0;
    ScaledListTilingData data_;
};

REGISTER_OPS_TILING_TEMPLATE(ScaledList, ScaledListTiling, 1000);

static ge::graphStatus Tiling(gert::TilingContext* context) {
    return Ops::NN::Optiling::TilingRegistry::GetInstance().DoTilingImpl(context);
}

static ge::graphStatus Parse(gert::TilingParseContext* context) {
    auto* info = context->GetCompiledInfo<ScaledListCompileInfo>();
    info->cores = platform_ascendc::PlatformAscendC(context->GetPlatformInfo()).GetCoreNumAiv();
    return ge::GRAPH_SUCCESS;
}

static ge::graphStatus InferShape(gert::InferShapeContext* context) {
    for (size_t i = 0; i < context->GetIrInputInstanceInfo(0)->GetInstanceNum(); ++i)
        *context->GetDynamicOutputShape(0, i) = *context->GetDynamicInputShape(0, i);
    return ge::GRAPH_SUCCESS;
}

IMPL_OP_OPTILING(ScaledList).Tiling(Tiling).TilingParse<ScaledListCompileInfo>(Parse);
IMPL_OP_INFERSHAPE(ScaledList).InferShape(InferShape);

}  // namespace optiling
