// SPDX-License-Identifier: Apache-2.0
#pragma once
// The platform as the graph engine describes it. Values come from the SoC's hardware config.

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "graph/types.h"

// Operators' host code writes these without std:: once it has included this header.
using std::map;
using std::string;
using std::vector;

namespace fe {

enum class LocalMemType { L0_A = 0, L0_B = 1, L0_C = 2, L1 = 3, L2 = 4, UB = 5, HBM = 6, RESERVED };

class PlatFormInfos {
public:
    std::uint32_t GetCoreNum() const { return core_num; }
    std::uint32_t GetCoreNumByType(const std::string& type) const {
        return type == "VectorCore" ? vector_cores : core_num;
    }
    void SetCoreNum(std::uint32_t count) { core_num = count; }
    void SetCoreNumByCoreType(const std::string& /*type*/) {}
    void GetLocalMemSize(const LocalMemType& type, std::uint64_t& bytes) const {
        const auto found = memory_bytes.find(type);
        bytes = found == memory_bytes.end() ? 0 : found->second;
    }
    // Bytes a core cycle of one core; 0 where it is not known.
    void GetLocalMemBw(const LocalMemType& type, std::uint64_t& rate) const {
        const auto found = memory_rates.find(type);
        rate = found == memory_rates.end() ? 0 : found->second;
    }
    bool GetPlatformRes(const std::string& label, const std::string& key,
                        std::string& value) const {
        const auto found = resources.find(label + "." + key);
        if (found == resources.end()) return false;
        value = found->second;
        return true;
    }
    bool GetPlatformResWithLock(const std::string& label, const std::string& key,
                                std::string& value) const {
        return GetPlatformRes(label, key, value);
    }
    bool GetPlatformResWithLock(const std::string& label,
                                std::map<std::string, std::string>& values) const {
        values.clear();
        for (const auto& entry : resources) {
            if (entry.first.compare(0, label.size() + 1, label + ".") == 0)
                values[entry.first.substr(label.size() + 1)] = entry.second;
        }
        return !values.empty();
    }
    bool GetPlatformRes(const std::string& label,
                        std::map<std::string, std::string>& values) const {
        return GetPlatformResWithLock(label, values);
    }

    // For those who set a platform up.
    std::string soc;        // "Ascend910B2"
    std::string short_soc;  // "Ascend910B"
    std::uint32_t npu_arch = 0;
    std::uint32_t core_num = 0;      // AI cores
    std::uint32_t cube_cores = 0;    // AIC
    std::uint32_t vector_cores = 0;  // AIV
    std::uint64_t system_workspace = 0;
    std::uint32_t vector_register = 0;  // bytes, of architectures that have them
    std::map<LocalMemType, std::uint64_t> memory_bytes;
    std::map<LocalMemType, std::uint64_t> memory_rates;
    std::map<std::string, std::string> resources;  // "label.key"
};

}  // namespace fe
