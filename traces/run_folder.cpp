// SPDX-License-Identifier: Apache-2.0
#include "traces/run_folder.h"

#include <fmt/format.h>

#include <filesystem>

#include "sim/base/error.h"
#include "traces/store/format.h"

namespace davsim::traces {

std::string store_in(const std::string& named) {
    namespace fs = std::filesystem;
    std::error_code code;
    if (!fs::exists(named, code))
        throw Error(Fault::kUsage, fmt::format("'{}': there is no such file or folder", named));
    if (!fs::is_directory(named, code)) return named;
    const fs::path path = fs::path(named) / std::string(kStoreName);
    if (fs::exists(path, code)) return path.string();
    throw Error(Fault::kUsage,
                fmt::format("{}: no {} here: not a result folder, or a run with --trace-level off",
                            named, kStoreName));
}

}  // namespace davsim::traces
