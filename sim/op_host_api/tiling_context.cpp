// SPDX-License-Identifier: Apache-2.0
#include "davsim/tiling_context.h"

#include <algorithm>
#include <sstream>

#include "sim/base/error.h"
#include "tiling/platform/platform_ascendc.h"

namespace davsim::op {

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

DataType float_type(ge::DataType type) {
    switch (type) {
        case ge::DT_FLOAT: return DataType::kFloat32;
        case ge::DT_FLOAT16: return DataType::kFloat16;
        case ge::DT_BF16: return DataType::kBfloat16;
        default:
            throw Error(Fault::kTiling, "element type " + std::to_string(static_cast<int>(type)) +
                                            ", allowed are DT_FLOAT, DT_FLOAT16 and DT_BF16");
    }
}

TilingOverrides wishes_in(const char* text) {
    TilingOverrides wishes;
    std::istringstream items(text);
    for (std::string item; std::getline(items, item, ',');) {
        const std::size_t equals = std::min(item.find('='), item.size());
        wishes.fields[item.substr(0, equals)] = equals < item.size() ? item.substr(equals + 1) : "";
    }
    return wishes;
}

void hand_over(gert::TilingContext& context, const TilingResult& result) {
    const platform_ascendc::PlatformAscendC platform(context.GetPlatformInfo());
    context.SetTilingKey(result.key);
    context.SetBlockDim(result.block_dim);
    context.GetWorkspaceSizes(1)[0] = platform.GetLibApiWorkSpaceSize() + result.workspace;
}

}  // namespace davsim::op
