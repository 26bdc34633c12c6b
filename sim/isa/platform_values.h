// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the host side of a kernel may ask about the SoC, as the host library tells it to a program
// that was built with davsim-cc. Values come from the SoC's config; bytes unless said otherwise.

#include <cstdint>

namespace davsim {

struct PlatformValues {
    const char* soc = "";        // "Ascend910B2"; lives as long as the program
    const char* short_soc = "";  // "Ascend910B"
    std::int32_t npu_arch = 0;
    std::int32_t ai_cores = 0;
    std::int32_t vector_cores = 0;
    std::uint64_t ub = 0;
    std::uint64_t l1 = 0;
    std::uint64_t l0a = 0;
    std::uint64_t l0b = 0;
    std::uint64_t l0c = 0;
    std::uint64_t l2 = 0;
    std::uint64_t hbm = 0;
    std::uint64_t system_workspace = 0;
    std::uint64_t l2_rate = 0;  // bytes a cycle and core
    std::uint64_t hbm_rate = 0;
    std::int64_t clock_mhz = 0;
};

}  // namespace davsim

// False, and a message as for any call of the host library, if there is no such SoC.
extern "C" bool davsim_platform_values(davsim::PlatformValues* values);
