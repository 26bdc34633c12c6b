// SPDX-License-Identifier: Apache-2.0
#include "sim/op_host_api/platform.h"

#include "platform/platform_info.h"
#include "sim/op_host_api/platform_source.h"
#include "tiling/platform/platform_ascendc.h"

namespace davsim::op {
namespace {

void fill_resources(const Platform& from, fe::PlatFormInfos& to) {
    auto& r = to.resources;
    r["version.SoC_version"] = from.soc;
    r["version.Short_SoC_version"] = from.short_soc;
    r["version.NpuArch"] = std::to_string(from.npu_arch);
    r["SoCInfo.ai_core_cnt"] = std::to_string(from.ai_cores);
    r["SoCInfo.cube_core_cnt"] = std::to_string(from.ai_cores);
    r["SoCInfo.vector_core_cnt"] = std::to_string(from.vector_cores);
    r["SoCInfo.l2_size"] = std::to_string(from.l2);
    r["SoCInfo.memory_size"] = std::to_string(from.hbm);
    r["AICoreSpec.cube_freq"] = std::to_string(from.clock_mhz);
    r["AICoreSpec.vec_freq"] = std::to_string(from.clock_mhz);
    r["AICoreSpec.ub_size"] = std::to_string(from.ub);
    r["AICoreSpec.l1_size"] = std::to_string(from.l1);
    r["AICoreSpec.l0_a_size"] = std::to_string(from.l0a);
    r["AICoreSpec.l0_b_size"] = std::to_string(from.l0b);
    r["AICoreSpec.l0_c_size"] = std::to_string(from.l0c);
    r["AICoreSpec.ubblock_size"] = "32";
}

}  // namespace

fe::PlatFormInfos& current_platform() {
    static fe::PlatFormInfos infos;
    static bool asked = false;
    if (infos.soc.empty() && platform_source != nullptr && !asked) {
        asked = true;  // set_platform comes back here
        set_platform(platform_source());
    }
    return infos;
}

void set_platform(const Platform& from) {
    fe::PlatFormInfos infos;
    infos.soc = from.soc;
    infos.short_soc = from.short_soc;
    infos.npu_arch = static_cast<std::uint32_t>(from.npu_arch);
    infos.core_num = static_cast<std::uint32_t>(from.ai_cores);
    infos.cube_cores = static_cast<std::uint32_t>(from.ai_cores);
    infos.vector_cores = static_cast<std::uint32_t>(from.vector_cores);
    infos.system_workspace = from.system_workspace;
    infos.vector_register = from.npu_arch == static_cast<int>(NpuArch::DAV_3510) ? 256 : 0;
    infos.memory_bytes = {{fe::LocalMemType::UB, from.ub},    {fe::LocalMemType::L1, from.l1},
                          {fe::LocalMemType::L0_A, from.l0a}, {fe::LocalMemType::L0_B, from.l0b},
                          {fe::LocalMemType::L0_C, from.l0c}, {fe::LocalMemType::L2, from.l2},
                          {fe::LocalMemType::HBM, from.hbm}};
    infos.memory_rates = {{fe::LocalMemType::L2, from.l2_rate},
                          {fe::LocalMemType::HBM, from.hbm_rate}};
    fill_resources(from, infos);
    current_platform() = std::move(infos);
}

}  // namespace davsim::op

namespace platform_ascendc {

fe::PlatFormInfos* PlatformAscendC::infos() const {
    return platform_ == nullptr ? &davsim::op::current_platform() : platform_;
}

std::uint32_t PlatformAscendC::GetCoreNum() const {
    return infos()->core_num;
}

std::uint32_t PlatformAscendC::GetCoreNumAic() const {
    return infos()->cube_cores;
}

std::uint32_t PlatformAscendC::GetCoreNumAiv() const {
    return infos()->vector_cores;
}

std::uint32_t PlatformAscendC::GetCoreNumVector() const {
    return 0;
}

std::uint32_t PlatformAscendC::CalcTschBlockDim(std::uint32_t slices, std::uint32_t aic,
                                                std::uint32_t aiv) const {
    if (aic == 0 || aiv == 0 || aic > aiv) return slices;
    const std::uint32_t ratio = aiv / aic;
    return (slices + ratio - 1) / ratio;
}

std::uint32_t PlatformAscendC::GetLibApiWorkSpaceSize() const {
    return static_cast<std::uint32_t>(infos()->system_workspace);
}

void PlatformAscendC::GetCoreMemSize(const CoreMemType& type, std::uint64_t& bytes) const {
    infos()->GetLocalMemSize(static_cast<fe::LocalMemType>(type), bytes);
    if (type == CoreMemType::UB) bytes -= bytes < reserved_ ? bytes : reserved_;
}

void PlatformAscendC::GetCoreMemBw(const CoreMemType& type, std::uint64_t& rate) const {
    infos()->GetLocalMemBw(static_cast<fe::LocalMemType>(type), rate);
}

void PlatformAscendC::ReserveLocalMemory(ReservedSize size) {
    constexpr std::uint64_t kLeast = 8 * 1024;
    reserved_ = kLeast << static_cast<unsigned>(size);
}

SocVersion PlatformAscendC::GetSocVersion() const {
    const std::string& name = infos()->short_soc;
    if (name == "Ascend910") return SocVersion::ASCEND910;
    if (name == "Ascend910B") return SocVersion::ASCEND910B;
    if (name == "Ascend910_93") return SocVersion::ASCEND910_93;
    if (name == "Ascend950") return SocVersion::ASCEND950;
    return SocVersion::RESERVED_VERSION;
}

NpuArch PlatformAscendC::GetCurNpuArch() const {
    return static_cast<NpuArch>(infos()->npu_arch);
}

std::uint32_t PlatformAscendC::GetVecRegLen() const {
    return infos()->vector_register;
}

PlatformAscendC* PlatformAscendCManager::GetInstance() {
    static PlatformAscendC platform(nullptr);
    return &platform;
}

}  // namespace platform_ascendc

namespace fe {

PlatformInfoManager& PlatformInfoManager::Instance() {
    static PlatformInfoManager manager;
    return manager;
}

std::uint32_t PlatformInfoManager::GetPlatformInfoWithOutSocVersion(PlatformInfo& info,
                                                                    OptionalInfo& optional) {
    const PlatFormInfos& now = davsim::op::current_platform();
    info.str_info.short_soc_version = now.short_soc;
    info.soc_info.ai_core_cnt = now.core_num;
    info.soc_info.vector_core_cnt = now.vector_cores;
    now.GetLocalMemSize(LocalMemType::HBM, info.soc_info.memory_size);
    now.GetLocalMemSize(LocalMemType::L2, info.soc_info.l2_size);
    now.GetLocalMemSize(LocalMemType::UB, info.ai_core_spec.ub_size);
    now.GetLocalMemSize(LocalMemType::L1, info.ai_core_spec.l1_size);
    now.GetLocalMemSize(LocalMemType::L0_A, info.ai_core_spec.l0_a_size);
    now.GetLocalMemSize(LocalMemType::L0_B, info.ai_core_spec.l0_b_size);
    now.GetLocalMemSize(LocalMemType::L0_C, info.ai_core_spec.l0_c_size);
    info.ai_core_spec.ubblock_size = 32;
    optional.soc_version = now.soc;
    optional.ai_core_num = now.core_num;
    return 0;
}

std::uint32_t PlatformInfoManager::GetPlatformInfo(const std::string& /*soc*/, PlatformInfo& info,
                                                   OptionalInfo& optional) {
    return GetPlatformInfoWithOutSocVersion(info, optional);
}

std::uint32_t PlatformInfoManager::GetPlatformInfoWithOutSocVersion(PlatFormInfos& infos,
                                                                    OptionalInfo& optional) {
    PlatformInfo info;
    infos = davsim::op::current_platform();
    return GetPlatformInfoWithOutSocVersion(info, optional);
}

std::uint32_t PlatformInfoManager::GetPlatformInstanceByDevice(std::uint32_t /*device*/,
                                                               PlatFormInfos& infos) {
    infos = davsim::op::current_platform();
    return 0;
}

}  // namespace fe
