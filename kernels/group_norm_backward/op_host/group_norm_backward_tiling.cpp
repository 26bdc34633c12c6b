// SPDX-License-Identifier: Apache-2.0
// The tiling function: reads the question, lets choose_tiling() decide, hands the struct over.

#include <cstring>
#include <sstream>

#include "kernels/group_norm_backward/op_host/shape.h"
#include "kernels/group_norm_backward/op_host/tiling.h"
#include "kernels/group_norm_backward/op_kernel/group_norm_backward_tiling_data.h"
#include "log/log.h"
#include "register/op_impl_registry.h"
#include "sim/base/error.h"
#include "tiling/platform/platform_ascendc.h"

namespace davsim::gnb {
namespace {

DataType type_of(ge::DataType type) {
    return type == ge::DT_FLOAT16 ? DataType::kFloat16
           : type == ge::DT_BF16  ? DataType::kBfloat16
                                  : DataType::kFloat32;
}

PlatformInfo platform_of(const gert::TilingContext& context) {
    const platform_ascendc::PlatformAscendC platform(context.GetPlatformInfo());
    PlatformInfo info;
    context.GetPlatformInfo()->GetPlatformRes("version", "SoC_version", info.soc);
    info.npu_arch = static_cast<int>(platform.GetCurNpuArch());
    info.vector_cores = static_cast<int>(platform.GetCoreNumAiv());
    const auto size = [&](platform_ascendc::CoreMemType type) {
        std::uint64_t bytes = 0;
        platform.GetCoreMemSize(type, bytes);
        return static_cast<std::int64_t>(bytes);
    };
    info.ub_bytes = size(platform_ascendc::CoreMemType::UB);
    info.l2_bytes = size(platform_ascendc::CoreMemType::L2);
    info.hbm_bytes = size(platform_ascendc::CoreMemType::HBM);
    return info;
}

// N and C are the first two extents, HxW all others together.
ProblemSpec problem_of(const gert::TilingContext& context) {
    const gert::Shape& shape = context.GetInputShape(1)->GetStorageShape();
    if (shape.GetDimNum() < 2) throw Error(Fault::kTiling, "input has fewer than 2 dimensions");
    std::int64_t hxw = 1;
    for (std::size_t i = 2; i < shape.GetDimNum(); ++i) hxw *= shape.GetDim(i);
    ProblemSpec spec;
    spec.shape = {{"N", shape.GetDim(0)},
                  {"C", shape.GetDim(1)},
                  {"HxW", hxw},
                  {"group", *context.GetAttrs()->GetInt(0)}};
    spec.dtype = type_of(context.GetInputDesc(1)->GetDataType());
    spec.mean_dtype = type_of(context.GetInputDesc(2)->GetDataType());
    spec.optional_absent = context.GetOptionalInputShape(4) == nullptr;
    const auto* mask = context.GetAttrs()->GetListBool(1);
    for (std::size_t i = 0; i < mask->GetSize(); ++i)
        spec.output_mask += mask->GetData()[i] ? '1' : '0';
    return spec;
}

TilingOverrides wishes_of(const gert::TilingContext& context) {
    TilingOverrides overrides;
    std::istringstream text(context.GetAttrs()->GetStr(2));
    for (std::string item; std::getline(text, item, ',');) {
        const std::size_t equals = std::min(item.find('='), item.size() - 1);
        overrides.fields[item.substr(0, equals)] = item.substr(equals + 1);
    }
    return overrides;
}

ge::graphStatus tiling(gert::TilingContext* context) {
    try {
        const PlatformInfo platform = platform_of(*context);
        const Shape shape = check_shape(problem_of(*context), platform);
        const TilingResult result = shape.no_data()
                                        ? clear_tiling(shape, platform)
                                        : choose_tiling(shape, platform, wishes_of(*context));
        auto* data = context->GetTilingData<::gnb::TilingData>();
        std::memcpy(data, result.data.data(), result.data.size());
        context->SetTilingKey(result.key);
        context->SetBlockDim(result.block_dim);
        context->SetScheduleMode(1);  // SyncAll needs all blocks on cores at once
        context->GetWorkspaceSizes(1)[0] =
            platform_ascendc::PlatformAscendC(context->GetPlatformInfo()).GetLibApiWorkSpaceSize() +
            result.workspace;
        return ge::GRAPH_SUCCESS;
    } catch (const Error& error) {
        OP_LOGE(context, "%s", error.what());
        return ge::GRAPH_FAILED;
    }
}

struct CompileInfo {};

ge::graphStatus parse(gert::TilingParseContext* /*context*/) {
    return ge::GRAPH_SUCCESS;
}

IMPL_OP_OPTILING(GroupNormBackward).Tiling(tiling).TilingParse<CompileInfo>(parse);

}  // namespace
}  // namespace davsim::gnb
