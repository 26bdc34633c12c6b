// SPDX-License-Identifier: Apache-2.0
#include "sim/run/result_folder.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "sim/base/error.h"

namespace davsim {
namespace fs = std::filesystem;
namespace {

constexpr const char* kStaging = ".davsim-partial";

[[noreturn]] void fail(const fs::path& path, const std::string& reason) {
    throw Error(Fault::kUsage, fmt::format("{}: {}", path.string(), reason));
}

}  // namespace

ResultFolder::ResultFolder(const std::optional<std::string>& wanted, const std::string& op) {
    std::error_code code;
    if (wanted) {
        const fs::path path(*wanted);
        if (wanted->empty()) fail("--output", "folder name is empty");
        if (fs::exists(path, code) && !fs::is_directory(path, code))
            fail(path, "is a file, not a folder");
        if (fs::is_directory(path, code) && !fs::is_empty(path, code)) {
            fail(path, code ? "cannot read: " + code.message()
                            : "folder is not empty; results are never overwritten");
        }
        make(path);
        return;
    }
    fs::path path;
    for (int n = 0; path.empty() || fs::exists(path, code); ++n)
        path = fs::path("davsim-out") / fmt::format("{}-{}", op, n);
    make(path);
}

void ResultFolder::make(const fs::path& path) {
    std::error_code code;
    path_ = path;
    std::vector<fs::path> missing;
    for (fs::path p = path; !p.empty() && !fs::exists(p, code); p = p.parent_path()) {
        missing.push_back(p);
        if (p == p.parent_path()) break;
    }
    const fs::path top = missing.empty() ? fs::path() : missing.back();
    fs::create_directories(path / kStaging, code);
    if (code) {
        const std::string reason = code.message();
        if (!top.empty()) fs::remove_all(top, code);
        fail(path, "cannot create the output folder: " + reason);
    }
    first_made_ = top;
}

ResultFolder::~ResultFolder() {
    if (committed_) return;
    std::error_code code;  // nothing to be done about a failure here
    fs::remove_all(path_ / kStaging, code);
    if (!first_made_.empty()) fs::remove_all(first_made_, code);
}

std::string ResultFolder::staging(const std::string& subfolder) const {
    fs::path path = path_ / kStaging;
    if (!subfolder.empty()) path /= subfolder;
    std::error_code code;
    fs::create_directories(path, code);
    if (code) fail(path, "cannot create: " + code.message());
    return path.string();
}

void ResultFolder::commit(const std::string& last) {
    const fs::path from = path_ / kStaging;
    std::error_code code;
    std::vector<fs::path> names;
    for (const fs::directory_entry& entry : fs::directory_iterator(from, code)) {
        if (entry.path().filename() != last) names.push_back(entry.path().filename());
    }
    names.emplace_back(last);
    for (const fs::path& name : names) {
        fs::rename(from / name, path_ / name, code);
        if (code) fail(path_ / name, "cannot move into place: " + code.message());
    }
    fs::remove(from, code);
    committed_ = true;
}

}  // namespace davsim
