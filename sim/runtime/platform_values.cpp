// SPDX-License-Identifier: Apache-2.0
#include "sim/runtime/platform_values.h"

#include <string>

namespace davsim {
namespace {

constexpr double kMega = 1e6;
constexpr double kTera = 1e12;

// The family that CANN names in its short SoC version.
const char* short_name(const SocConfig& config) {
    const std::string& soc = config.identity.soc;
    if (config.identity.npu_arch == 3510) return "Ascend950";
    if (config.identity.npu_arch != 2201) return "Ascend910";
    return soc.find("910_93") != std::string::npos ? "Ascend910_93" : "Ascend910B";
}

}  // namespace

PlatformValues platform_values(const SocConfig& config) {
    const auto bytes = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
    const double cycles = static_cast<double>(config.cores.clock_mhz) * kMega;
    const auto rate = [&](double tbps) {
        return static_cast<std::uint64_t>(tbps * kTera / cycles / config.cores.vector_cores());
    };
    PlatformValues to;
    to.soc = config.identity.soc.c_str();
    to.short_soc = short_name(config);
    to.npu_arch = config.identity.npu_arch;
    to.ai_cores = config.cores.ai_cores;
    to.vector_cores = config.cores.vector_cores();
    to.ub = bytes(config.memory.ub_bytes);
    to.l1 = bytes(config.memory.l1_bytes);
    to.l0a = bytes(config.memory.l0a_bytes);
    to.l0b = bytes(config.memory.l0b_bytes);
    to.l0c = bytes(config.memory.l0c_bytes);
    to.l2 = bytes(config.l2.bytes);
    to.hbm = bytes(config.hbm.bytes);
    to.system_workspace = bytes(config.memory.system_workspace);
    to.l2_rate = rate(config.l2.read_tbps);
    to.hbm_rate = rate(config.hbm.peak_tbps);
    to.clock_mhz = config.cores.clock_mhz;
    return to;
}

}  // namespace davsim
