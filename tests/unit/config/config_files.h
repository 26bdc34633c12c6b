// SPDX-License-Identifier: Apache-2.0
#pragma once
// Config files for tests: a folder that vanishes, and changed copies of what is shipped.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>

#include "sim/base/error.h"
#include "sim/config/soc_loader.h"

namespace davsim {

inline const std::string kHwconfigs = std::string(DAVSIM_SOURCE_DIR) + "/hwconfigs";

inline std::string read_file(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

// The working directory becomes a fresh folder, so that messages show short relative names.
class ScratchFolder {
public:
    ScratchFolder() : before_(std::filesystem::current_path()) {
        std::string pattern = (std::filesystem::temp_directory_path() / "davsim-XXXXXX").string();
        path_ = mkdtemp(pattern.data());
        std::filesystem::current_path(path_);
    }
    ~ScratchFolder() {
        std::filesystem::current_path(before_);
        std::filesystem::remove_all(path_);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    void write(const std::string& name, const std::string& text) const {
        std::filesystem::create_directories((path_ / name).parent_path());
        std::ofstream(path_ / name, std::ios::binary) << text;
    }

private:
    std::filesystem::path before_;
    std::filesystem::path path_;
};

// `text` with its first `from` replaced; "" when there is none, which no test accepts as a config.
inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    return at == std::string::npos ? "" : text.replace(at, from.size(), to);
}

// "config: message" of the Error that the call throws, or "no error".
template <class Call>
std::string error_of(Call call) {
    try {
        call();
    } catch (const Error& error) {
        return std::string(fault_name(error.fault())) + ": " + error.what();
    }
    return "no error";
}

inline std::string load_error(const std::string& soc, const std::vector<std::string>& sets = {}) {
    return error_of([&] { load_soc(soc, sets); });
}

}  // namespace davsim
