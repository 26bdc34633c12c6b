// SPDX-License-Identifier: Apache-2.0
#pragma once
// The platform that the current question is about, for functions that ask a manager instead of
// their context.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "platform/platform_infos_def.h"

namespace fe {

struct OptionalInfo {
    std::string soc_version;
    std::string core_type;
    std::uint32_t ai_core_num = 0;
    std::string l1_fusion_flag;
};
using OptionalInfos = OptionalInfo;

struct StrInfo {
    std::string aic_version;
    std::string ccec_aic_version;
    std::string ccec_aiv_version;
    std::string is_support_ai_cpu_compiler;
    std::string short_soc_version;
};

struct SoCInfo {
    std::uint32_t ai_core_cnt = 0;
    std::uint32_t vector_core_cnt = 0;
    std::uint32_t ai_cpu_cnt = 0;
    std::uint64_t memory_size = 0;
    std::uint64_t l2_size = 0;
    std::uint32_t l2PageNum = 0;
};

struct AiCoreSpec {
    double cube_freq = 0;
    std::uint64_t l0_a_size = 0;
    std::uint64_t l0_b_size = 0;
    std::uint64_t l0_c_size = 0;
    std::uint64_t l1_size = 0;
    std::uint64_t ub_size = 0;
    std::uint32_t ubblock_size = 0;
};

struct PlatformInfo {
    StrInfo str_info;
    SoCInfo soc_info;
    AiCoreSpec ai_core_spec;
};

class PlatformInfoManager {
public:
    static PlatformInfoManager& Instance();
    static PlatformInfoManager& GeInstance() { return Instance(); }
    std::uint32_t InitializePlatformInfo() { return 0; }
    std::uint32_t InitRuntimePlatformInfos(const std::string& /*soc*/) { return 0; }
    std::uint32_t Finalize() { return 0; }
    std::uint32_t GetPlatformInfoWithOutSocVersion(PlatformInfo& info, OptionalInfo& optional);
    std::uint32_t GetPlatformInfo(const std::string& soc, PlatformInfo& info,
                                  OptionalInfo& optional);
    std::uint32_t GetPlatformInfoWithOutSocVersion(PlatFormInfos& infos, OptionalInfo& optional);
    std::uint32_t GetPlatformInstanceByDevice(std::uint32_t device, PlatFormInfos& infos);
    std::uint32_t GetRuntimePlatformInfosByDevice(std::uint32_t device, PlatFormInfos& infos) {
        return GetPlatformInstanceByDevice(device, infos);
    }
    void SetOptionalCompilationInfo(const OptionalInfo& /*info*/) {}
};

}  // namespace fe
