// SPDX-License-Identifier: Apache-2.0
#pragma once
// Short questions about the platform of a tiling or parse context.

#include "exe_graph/runtime/tiling_context.h"
#include "exe_graph/runtime/tiling_parse_context.h"
#include "log/log.h"
#include "tiling/platform/platform_ascendc.h"

namespace Ops {
namespace Base {

template <typename Context>
std::uint32_t GetAivCoreNum(const Context* context) {
    return platform_ascendc::PlatformAscendC(context->GetPlatformInfo()).GetCoreNumAiv();
}
template <typename Context>
std::uint32_t GetAicCoreNum(const Context* context) {
    return platform_ascendc::PlatformAscendC(context->GetPlatformInfo()).GetCoreNumAic();
}
template <typename Context>
std::uint32_t GetUbSize(const Context* context) {
    std::uint64_t bytes = 0;
    platform_ascendc::PlatformAscendC(context->GetPlatformInfo())
        .GetCoreMemSize(platform_ascendc::CoreMemType::UB, bytes);
    return static_cast<std::uint32_t>(bytes);
}
template <typename Context>
std::uint32_t GetWorkspaceSize(const Context* context) {
    return platform_ascendc::PlatformAscendC(context->GetPlatformInfo()).GetLibApiWorkSpaceSize();
}

// Fixed by the instruction set, in bytes.
template <typename Context>
std::uint32_t GetUbBlockSize(const Context* /*context*/) {
    return 32;
}
template <typename Context>
std::uint32_t GetVRegSize(const Context* /*context*/) {
    return 256;
}
template <typename Context>
std::uint32_t GetCacheLineSize(const Context* /*context*/) {
    return 256;
}
template <typename Context>
std::uint32_t GetSectorCacheLineSize(const Context* context) {
    return GetCacheLineSize(context) / 2;
}
template <typename Context>
std::uint32_t GetSimtMaxThreadNum(const Context* /*context*/) {
    return 2048;
}
template <typename Context>
std::uint32_t GetSimtMaxDCacheSize(const Context* /*context*/) {
    return 128 * 1024;
}
template <typename Context>
std::uint32_t GetNddmaDcacheSize(const Context* /*context*/) {
    return 8 * 1024;
}

}  // namespace Base
}  // namespace Ops
