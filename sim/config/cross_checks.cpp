// SPDX-License-Identifier: Apache-2.0
#include "sim/config/cross_checks.h"

#include <fmt/format.h>

#include <array>
#include <cstdlib>

namespace davsim {
namespace {

class Checker {
public:
    explicit Checker(const std::vector<ConfigEntry>& entries) : entries_(entries) {}

    void demand(bool holds, const char* path, const std::string& allowed) const {
        if (holds) return;
        for (const ConfigEntry& entry : entries_) {
            if (entry.key->path != path) continue;
            config_error(entry.place, path,
                         fmt::format("value is '{}', allowed is {}", entry.value, allowed));
        }
    }

private:
    const std::vector<ConfigEntry>& entries_;
};

void check_identity(const SocConfig& config, const Checker& check) {
    struct Pair {
        const char* compiler_arch;
        int npu_arch;
    };
    constexpr std::array<Pair, 3> kPairs = {
        {{"dav-c100", 1001}, {"dav-c220", 2201}, {"dav-c310", 3510}}};
    for (const Pair& pair : kPairs) {
        if (config.identity.compiler_arch != pair.compiler_arch) continue;
        check.demand(config.identity.npu_arch == pair.npu_arch, "identity.npu_arch",
                     fmt::format("{}, because identity.compiler_arch is {}", pair.npu_arch,
                                 pair.compiler_arch));
    }
    const int units = config.cores.coupled ? 1 : 2;
    check.demand(config.cores.vector_per_core == units, "cores.vector_per_core",
                 fmt::format("{}, because cores.coupled is {}", units, config.cores.coupled));
}

void check_memory(const SocConfig& config, const Checker& check) {
    const MemoryConfig& memory = config.memory;
    const std::int64_t banks =
        memory.ub_banks.bank_bytes * memory.ub_banks.groups * memory.ub_banks.banks_per_group;
    check.demand(memory.ub_bytes <= banks, "memory.ub",
                 fmt::format("at most {}, the bytes of all memory.ub_banks", banks));
    check.demand(
        memory.ub_bytes % memory.ub_banks.row_bytes == 0, "memory.ub",
        fmt::format("a multiple of memory.ub_banks.row_bytes ({})", memory.ub_banks.row_bytes));
    check.demand(memory.ub_reserved_for_api < memory.ub_bytes, "memory.ub_reserved_for_api",
                 fmt::format("less than memory.ub ({})", memory.ub_bytes));
    const std::int64_t set_bytes = config.l2.line_bytes * config.l2.ways;
    check.demand(config.l2.bytes % set_bytes == 0, "l2.bytes",
                 fmt::format("a multiple of l2.line_bytes x l2.ways ({})", set_bytes));
}

void check_vector(const SocConfig& config, const Checker& check) {
    for (int i = 0; i < kDataTypeCount; ++i) {
        const auto type = static_cast<DataType>(i);
        check.demand(
            config.vector.dtypes.contains(type) || !config.vector.arith_dtypes.contains(type),
            "vector.arith_dtypes", "a part of vector.dtypes");
    }
}

}  // namespace

void check_across(const SocConfig& config, const std::vector<ConfigEntry>& entries) {
    const Checker check(entries);
    check_identity(config, check);
    check_memory(config, check);
    check_vector(config, check);
}

}  // namespace davsim
