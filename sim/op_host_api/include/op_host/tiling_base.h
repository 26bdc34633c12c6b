// SPDX-License-Identifier: Apache-2.0
#pragma once
// The base class of tilings that are written in steps. A step that returns GRAPH_PARAM_INVALID, or
// IsCapable() being false, hands the question on to the next registered class.

#include <cstdint>
#include <memory>
#include <sstream>
#include <string>

#include "exe_graph/runtime/tiling_context.h"
#include "graph/utils/type_utils.h"
#include "log/log.h"
#include "platform/soc_spec.h"
#include "register/op_impl_registry.h"
#include "tiling/platform/platform_ascendc.h"

#ifndef ASCENDC_EXTERN_C
#define ASCENDC_EXTERN_C
#endif

namespace Ops {
namespace Base {

struct AiCoreParams {
    std::uint64_t ubSize = 0;
    std::uint64_t blockDim = 0;
    std::uint64_t numBlocks = 0;
    std::uint64_t aicNum = 0;
    std::uint64_t l1Size = 0;
    std::uint64_t l0aSize = 0;
    std::uint64_t l0bSize = 0;
    std::uint64_t l0cSize = 0;
};

struct CompileInfoCommon {
    std::uint32_t aivNum;
    std::uint32_t aicNum;
    std::uint64_t ubSize;
    std::uint64_t l1Size;
    std::uint64_t l0aSize;
    std::uint64_t l0bSize;
    std::uint64_t l0cSize;
    std::uint64_t l2CacheSize;
    std::int64_t coreNum;
    std::int32_t socVersion;
    std::uint32_t rsvd;
};

class TilingBaseClass {
public:
    explicit TilingBaseClass(gert::TilingContext* context) : context_(context) {}
    virtual ~TilingBaseClass() = default;

    ge::graphStatus DoTiling();
    virtual void Reset(gert::TilingContext* context) { context_ = context; }

protected:
    // In the order of their calls; GetShapeAttrsInfo and GetPlatformInfo come before IsCapable.
    virtual bool IsCapable() = 0;
    virtual ge::graphStatus GetPlatformInfo() = 0;
    virtual ge::graphStatus GetShapeAttrsInfo() = 0;
    virtual ge::graphStatus DoOpTiling() = 0;
    virtual ge::graphStatus DoLibApiTiling() = 0;
    virtual std::uint64_t GetTilingKey() const = 0;
    virtual ge::graphStatus GetWorkspaceSize() = 0;
    virtual ge::graphStatus PostTiling() = 0;
    virtual void DumpTilingInfo() { DefaultTilingInfoDump(); }

    std::int64_t DefaultTilingInfoDump();
    static std::uint32_t CalcTschBlockDim(std::uint32_t slices, std::uint32_t aic,
                                          std::uint32_t aiv) {
        if (aic == 0 || aiv == 0 || aic > aiv) return slices;
        const std::uint32_t ratio = aiv / aic;
        return (slices + ratio - 1) / ratio;
    }
    template <typename T>
    std::string GetShapeDebugStr(const T& shape) const {
        std::ostringstream out;
        out << "[";
        for (std::size_t i = 0; i < shape.GetDimNum(); ++i)
            out << (i == 0 ? "" : ", ") << shape.GetDim(i);
        return out.str() + "]";
    }
    std::string GetTensorDebugStr(const gert::StorageShape* shape,
                                  const gert::CompileTimeTensorDesc* tensor) const;
    std::string GetTilingContextDebugStr();
    std::string GetTilingDataDebugStr() const;

    gert::TilingContext* context_ = nullptr;
    std::unique_ptr<platform_ascendc::PlatformAscendC> ascendcPlatform_;
    std::uint32_t blockDim_ = 0;
    std::uint64_t workspaceSize_ = 0;
    std::uint64_t tilingKey_ = 0;
    AiCoreParams aicoreParams_;
};

}  // namespace Base
namespace NN {
namespace Optiling {
using Ops::Base::AiCoreParams;
using Ops::Base::CompileInfoCommon;
using Ops::Base::TilingBaseClass;
}  // namespace Optiling
}  // namespace NN
namespace Math {
namespace OpTiling {
using Ops::Base::AiCoreParams;
using Ops::Base::CompileInfoCommon;
using Ops::Base::TilingBaseClass;
}  // namespace OpTiling
}  // namespace Math
namespace Cv {
namespace OpTiling {
using Ops::Base::AiCoreParams;
using Ops::Base::CompileInfoCommon;
using Ops::Base::TilingBaseClass;
}  // namespace OpTiling
}  // namespace Cv
namespace Transformer {
namespace OpTiling {
using Ops::Base::AiCoreParams;
using Ops::Base::CompileInfoCommon;
using Ops::Base::TilingBaseClass;
}  // namespace OpTiling
}  // namespace Transformer
}  // namespace Ops
