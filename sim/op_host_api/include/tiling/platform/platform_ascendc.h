// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a tiling function may know about the SoC. All values come from its hardware config.

#include <csignal>
#include <cstdint>
#include <string>

#include "platform/platform_infos_def.h"
#include "platform/soc_spec.h"

#define ASCENDC_ASSERT(condition, behavior) \
    do {                                    \
        if (!(condition)) {                 \
            behavior;                       \
            raise(SIGABRT);                 \
        }                                   \
    } while (0)

namespace platform_ascendc {

enum class CoreMemType {
    L0_A = 0,
    L0_B = 1,
    L0_C = 2,
    L1 = 3,
    L2 = 4,
    UB = 5,
    HBM = 6,
    FB = 7,
    BT = 8,
    RESERVED
};

enum class SocVersion {
    ASCEND910 = 0,
    ASCEND910B,
    ASCEND310P,
    ASCEND310B,
    ASCEND950,
    ASCEND910_55,
    ASCEND910_95 = ASCEND950,
    AS31XM1,
    ASCEND031,
    ASCEND035,
    ASCEND310,
    ASCEND610,
    ASCEND610Lite,
    ASCEND910_93,
    BS9SX1A,
    BS9SX2A,
    HI3796CV300CS,
    HI3796CV300ES,
    MC61AM21A,
    MC62,
    SD3403,
    KIRINX90,
    KIRIN9030,
    MC32DM11A,
    ASCEND350,
    RESERVED_VERSION = 99999
};

enum class ReservedSize { RESERVED_SIZE_8K, RESERVED_SIZE_16K, RESERVED_SIZE_32K };

class PlatformAscendC {
public:
    PlatformAscendC() = delete;
    explicit PlatformAscendC(fe::PlatFormInfos* platform) : platform_(platform) {}

    std::uint32_t GetCoreNum() const;        // AI cores; where vector cores are apart: cube cores
    std::uint32_t GetCoreNumAic() const;     // cube cores
    std::uint32_t GetCoreNumAiv() const;     // vector cores
    std::uint32_t GetCoreNumVector() const;  // extra vector cores of 310P, otherwise 0
    // Blocks to launch for `slices` pieces of work on the given cores.
    std::uint32_t CalcTschBlockDim(std::uint32_t slices, std::uint32_t aic,
                                   std::uint32_t aiv) const;
    std::uint32_t CalcTschNumBlocks(std::uint32_t slices, std::uint32_t aic,
                                    std::uint32_t aiv) const {
        return CalcTschBlockDim(slices, aic, aiv);
    }
    std::uint32_t GetLibApiWorkSpaceSize() const;  // bytes in front of the user's workspace
    std::uint32_t GetResCubeGroupWorkSpaceSize() const { return 0; }
    std::uint32_t GetResGroupBarrierWorkSpaceSize() const { return 0; }
    void GetCoreMemSize(const CoreMemType& type, std::uint64_t& bytes) const;
    void GetCoreMemBw(const CoreMemType& type, std::uint64_t& rate) const;  // bytes a cycle
    void ReserveLocalMemory(ReservedSize size);
    SocVersion GetSocVersion() const;
    NpuArch GetCurNpuArch() const;
    std::uint32_t GetVecRegLen() const;

private:
    fe::PlatFormInfos* infos() const;

    fe::PlatFormInfos* platform_;
    std::uint64_t reserved_ = 0;
};

// The platform of the current question.
class PlatformAscendCManager {
public:
    static PlatformAscendC* GetInstance();
    static PlatformAscendC* GetInstance(const char* /*soc*/) { return GetInstance(); }
};

}  // namespace platform_ascendc
