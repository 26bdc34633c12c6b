// SPDX-License-Identifier: Apache-2.0
#include "sim/opkit/loaded_operator.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "sim/base/error.h"
#include "sim/base/install_folder.h"

namespace davsim::op {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void fail(const std::string& path, const std::string& reason) {
    throw Error(Fault::kUsage, fmt::format("{}: {}", path, reason));
}

bool serves(const Kernel& kernel, const std::vector<int>& types, std::uint64_t key) {
    if (!kernel.keys.empty() &&
        std::find(kernel.keys.begin(), kernel.keys.end(), key) == kernel.keys.end())
        return false;
    for (std::size_t i = 0; i < kernel.types.size() && i < types.size(); ++i) {
        if (kernel.types[i] >= 0 && types[i] >= 0 && kernel.types[i] != types[i]) return false;
    }
    return true;
}

std::vector<std::string> split_folders(const std::string& text) {
    std::vector<std::string> folders;
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const std::size_t end = std::min(text.find(':', begin), text.size());
        if (end > begin) folders.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return folders;
}

}  // namespace

std::vector<std::string> library_folders() {
    std::vector<std::string> folders;
    if (const char* path = std::getenv("DAVSIM_KERNEL_PATH")) folders = split_folders(path);
    const fs::path root = install_folder();
    if (!root.empty()) folders.push_back((root / "lib" / "davsim").string());
    return folders;
}

void LoadedOperator::Close::operator()(void* handle) const {
    dlclose(handle);
}

LoadedOperator::LoadedOperator(const std::string& path) : path_(path) {
    std::error_code code;
    if (!fs::is_regular_file(path, code))
        fail(path, "no such file; allowed is an operator's library");
    const std::string absolute = fs::absolute(path, code).string();
    handle_.reset(dlopen(absolute.c_str(), RTLD_NOW | RTLD_LOCAL));
    if (handle_ == nullptr) fail(path, fmt::format("cannot be loaded: {}", dlerror()));
    library_ = static_cast<const OperatorLibrary*>(dlsym(handle_.get(), kOperatorLibrarySymbol));
    if (library_ == nullptr) fail(path, "is no operator's library; `davsim op build` makes them");
    if (library_->version != kOperatorLibraryVersion) {
        fail(path,
             fmt::format("built for operator interface {}, this davsim has {}; build it again",
                         library_->version, kOperatorLibraryVersion));
    }
}

const Kernel* LoadedOperator::kernel(const std::vector<int>& types, std::uint64_t key) const {
    for (const Kernel& kernel : library_->kernels()) {
        if (serves(kernel, types, key)) return &kernel;
    }
    return nullptr;
}

std::optional<std::string> library_path(const std::string& name_or_path, int npu_arch) {
    std::error_code code;
    const fs::path path(name_or_path);
    if (path.extension() == ".so" || name_or_path.find('/') != std::string::npos)
        return name_or_path;
    const std::string file = fmt::format("lib{}_{}.so", name_or_path, npu_arch);
    for (const std::string& folder : library_folders()) {
        const fs::path candidate = fs::path(folder) / file;
        if (fs::is_regular_file(candidate, code)) return candidate.string();
    }
    return std::nullopt;
}

}  // namespace davsim::op
