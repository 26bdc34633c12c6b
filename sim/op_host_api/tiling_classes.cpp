// SPDX-License-Identifier: Apache-2.0
// The steps of a tiling class, and the registry of such classes.

#include <tuple>

#include "op_host/tiling_templates_registry.h"

namespace Ops {
namespace Base {

ge::graphStatus TilingBaseClass::DoTiling() {
    ge::graphStatus status = GetShapeAttrsInfo();
    if (status == ge::GRAPH_SUCCESS) status = GetPlatformInfo();
    if (status != ge::GRAPH_SUCCESS) return status;
    if (!IsCapable()) return ge::GRAPH_PARAM_INVALID;
    status = DoOpTiling();
    if (status == ge::GRAPH_SUCCESS) status = DoLibApiTiling();
    if (status == ge::GRAPH_SUCCESS) status = GetWorkspaceSize();
    if (status == ge::GRAPH_SUCCESS) status = PostTiling();
    if (status != ge::GRAPH_SUCCESS) return status;
    context_->SetTilingKey(GetTilingKey());
    DumpTilingInfo();
    return ge::GRAPH_SUCCESS;
}

std::int64_t TilingBaseClass::DefaultTilingInfoDump() {
    OP_LOGD(context_, "key %llu, data %s",
            static_cast<unsigned long long>(context_->GetTilingKey()),
            GetTilingDataDebugStr().c_str());
    return 0;
}

std::string TilingBaseClass::GetTensorDebugStr(const gert::StorageShape* shape,
                                               const gert::CompileTimeTensorDesc* tensor) const {
    if (shape == nullptr || tensor == nullptr) return "nil ";
    return ToString(tensor->GetDataType()) + GetShapeDebugStr(shape->GetStorageShape()) + " ";
}

std::string TilingBaseClass::GetTilingContextDebugStr() {
    std::string text;
    for (std::size_t i = 0; i < context_->GetComputeNodeInputNum(); ++i)
        text += GetTensorDebugStr(context_->GetInputShape(i), context_->GetInputDesc(i));
    for (std::size_t i = 0; i < context_->GetComputeNodeOutputNum(); ++i)
        text += GetTensorDebugStr(context_->GetOutputShape(i), context_->GetOutputDesc(i));
    return text;
}

std::string TilingBaseClass::GetTilingDataDebugStr() const {
    const gert::TilingData* raw = context_->GetRawTilingData();
    const auto* words = static_cast<const std::int32_t*>(raw->GetData());
    std::ostringstream out;
    for (std::size_t i = 0; i < raw->GetDataSize() / sizeof(std::int32_t); ++i)
        out << (i == 0 ? "" : ", ") << words[i];
    return out.str();
}

std::map<std::int32_t, TilingClassCase>& tiling_templates(TilingScope scope,
                                                          const std::string& type,
                                                          std::int32_t key) {
    using Key = std::tuple<TilingScope, std::string, std::int32_t>;
    static std::map<Key, std::map<std::int32_t, TilingClassCase>> all;
    return all[Key(scope, type, key)];
}

namespace {

std::int32_t platform_key(TilingScope scope, gert::TilingContext* context) {
    const platform_ascendc::PlatformAscendC platform(context->GetPlatformInfo());
    if (scope == TilingScope::kSocVersion)
        return static_cast<std::int32_t>(platform.GetSocVersion());
    if (scope == TilingScope::kArch) return static_cast<std::int32_t>(platform.GetCurNpuArch());
    return 0;
}

}  // namespace

ge::graphStatus try_tiling_templates(TilingScope scope, gert::TilingContext* context,
                                     const std::vector<std::int32_t>& priorities,
                                     const std::int32_t* key) {
    const auto& cases = tiling_templates(scope, context->GetNodeType(),
                                         key == nullptr ? platform_key(scope, context) : *key);
    std::vector<std::int32_t> order = priorities;
    if (order.empty()) {
        for (const auto& entry : cases) order.push_back(entry.first);
    }
    for (const std::int32_t priority : order) {
        const auto found = cases.find(priority);
        if (found == cases.end()) continue;
        const std::unique_ptr<TilingBaseClass> tiling = found->second(context);
        const ge::graphStatus status = tiling->DoTiling();
        if (status != ge::GRAPH_PARAM_INVALID) return status;
        OP_LOGD(context, "the tiling class of priority %d hands on", priority);
    }
    OP_LOGE(context, "no registered tiling class takes this question (%zu tried)", order.size());
    return ge::GRAPH_FAILED;
}

}  // namespace Base
}  // namespace Ops
