// SPDX-License-Identifier: Apache-2.0
#include "sim/run/result_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <vector>

#include "sim/base/error.h"

namespace davsim {
namespace fs = std::filesystem;
namespace {

constexpr const char* kStaging = ".davsim-partial";
constexpr int kDiscardTries = 100;

[[noreturn]] void fail(const fs::path& path, const std::string& reason) {
    throw Error(Fault::kUsage, fmt::format("{}: {}", path.string(), reason));
}

// Folders that are neither committed nor discarded, for discard_unfinished().
struct Unfinished {
    std::mutex mutex;
    std::vector<ResultFolder*> folders;
};

Unfinished& unfinished() {
    static Unfinished all;
    return all;
}

// Does it hold the staging folder of a run that died, and nothing else? If a run still writes
// there: Error.
bool only_stale(const fs::path& path) {
    std::error_code code;
    for (const fs::directory_entry& entry : fs::directory_iterator(path, code)) {
        if (entry.path().filename() != kStaging || !entry.is_directory(code)) return false;
    }
    if (code) return false;
    const int descriptor = open((path / kStaging).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return false;
    const bool alive = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    close(descriptor);
    if (alive) fail(path, "another run writes its results there");
    return true;
}

void check_free(const fs::path& path) {
    std::error_code code;
    if (fs::exists(path, code) && !fs::is_directory(path, code))
        fail(path, "is a file, not a folder");
    if (!fs::is_directory(path, code)) return;
    const bool empty = fs::is_empty(path, code);
    if (code) fail(path, "cannot read: " + code.message());
    if (empty) return;
    if (!only_stale(path)) fail(path, "folder is not empty; results are never overwritten");
    fs::remove_all(path / kStaging, code);
    if (code) fail(path, "cannot remove what an interrupted run left: " + code.message());
}

}  // namespace

ResultFolder::ResultFolder(const std::optional<std::string>& wanted, const std::string& op) {
    if (wanted) {
        const fs::path path(*wanted);
        if (wanted->empty()) fail("--output", "folder name is empty");
        check_free(path);
        make(path);
        return;
    }
    std::error_code code;
    fs::path path;
    for (int n = 0; path.empty() || fs::exists(path, code); ++n)
        path = fs::path("davsim-out") / fmt::format("{}-{}", op, n);
    make(path);
}

// Made and registered in one step, so that an interruption finds either no folder or all of it.
void ResultFolder::make(const fs::path& path) {
    const std::lock_guard<std::mutex> guard(unfinished().mutex);
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
    lock();
    unfinished().folders.push_back(this);
}

// Where a file system knows no locks, nothing but the protection against a second run is lost.
void ResultFolder::lock() {
    lock_ = open((path_ / kStaging).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock_ < 0 || flock(lock_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
    close(lock_);
    fail(path_, "another run writes its results there");
}

ResultFolder::~ResultFolder() {
    const std::lock_guard<std::mutex> guard(unfinished().mutex);
    auto& folders = unfinished().folders;
    folders.erase(std::remove(folders.begin(), folders.end(), this), folders.end());
    if (!finished_) discard();
    if (lock_ >= 0) close(lock_);
}

void ResultFolder::discard() {
    finished_ = true;
    const fs::path staging = path_ / kStaging;
    const fs::path& top = first_made_.empty() ? staging : first_made_;
    std::error_code code;  // nothing to be done about a failure here
    // Another thread may still be writing when the process is interrupted: until that is gone too.
    for (int tries = 0; tries < kDiscardTries && fs::exists(top, code); ++tries) {
        fs::remove_all(staging, code);
        fs::remove_all(top, code);
    }
}

void ResultFolder::discard_unfinished() {
    unfinished().mutex.lock();  // for good: nothing may be made, committed or removed after this
    for (ResultFolder* folder : unfinished().folders) {
        if (!folder->finished_) folder->discard();
    }
}

std::string ResultFolder::staging(const std::string& subfolder) const {
    const std::lock_guard<std::mutex> guard(unfinished().mutex);
    if (finished_) fail(path_, "the run has ended");
    fs::path path = path_ / kStaging;
    if (!subfolder.empty()) path /= subfolder;
    std::error_code code;
    fs::create_directories(path, code);
    if (code) fail(path, "cannot create: " + code.message());
    return path.string();
}

void ResultFolder::commit(const std::string& last) {
    const std::lock_guard<std::mutex> guard(unfinished().mutex);
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
    finished_ = true;
}

}  // namespace davsim
