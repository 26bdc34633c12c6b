// SPDX-License-Identifier: Apache-2.0
#include "traces/core_choice.h"

#include <fmt/format.h>

#include <charconv>
#include <set>

#include "sim/base/error.h"

namespace davsim::traces {
namespace {

// The vendor reserves three places an AI core: the cube, then its vector cores.
constexpr int kPlacesPerCore = 3;

// The number of an AI core, or -1.
int number_of(const std::string& text) {
    int value = -1;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    return code == std::errc() && end == text.data() + text.size() ? value : -1;
}

}  // namespace

std::string core_name(int core, int vector_per_core) {
    return fmt::format("core{}.veccore{}", core / vector_per_core, core % vector_per_core);
}

int core_sort_index(int core, int vector_per_core) {
    return kPlacesPerCore * (core / vector_per_core) + 2 + core % vector_per_core;
}

std::vector<int> parse_cores(const std::string& text, int cores, int vector_per_core,
                             const std::string& option) {
    const int ai_cores = (cores + vector_per_core - 1) / vector_per_core;
    std::set<int> chosen;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t bar = std::min(text.find('|', at), text.size());
        const std::string part = text.substr(at, bar - at);
        at = bar + 1;
        const std::size_t before = chosen.size();
        const int number = number_of(part);
        for (int core = 0; core < cores; ++core) {
            if (core / vector_per_core == number || core_name(core, vector_per_core) == part)
                chosen.insert(core);
        }
        if (chosen.size() == before) {
            throw Error(Fault::kUsage,
                        fmt::format("{}: '{}', allowed are AI cores 0 to {} or names like {}, "
                                    "separated by |",
                                    option, part, ai_cores - 1, core_name(0, vector_per_core)));
        }
    }
    return {chosen.begin(), chosen.end()};
}

}  // namespace davsim::traces
