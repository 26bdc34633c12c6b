// SPDX-License-Identifier: Apache-2.0
#include "sim/runtime/loaded_kernel.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "sim/base/error.h"
#include "sim/base/install_folder.h"

namespace davsim {
namespace fs = std::filesystem;
namespace {

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

std::string find_library(const std::string& op, int npu_arch) {
    const std::string name = fmt::format("lib{}_{}.so", op, npu_arch);
    const std::vector<std::string> folders = kernel_folders();
    std::error_code code;
    for (const std::string& folder : folders) {
        const fs::path path = fs::path(folder) / name;
        if (fs::is_regular_file(path, code)) return path.string();
    }
    throw Error(
        Fault::kUnsupported,
        fmt::format("no kernel library {} in {}; folders of DAVSIM_KERNEL_PATH are searched first",
                    name, fmt::join(folders, ", ")));
}

[[noreturn]] void fail(const std::string& path, const std::string& reason) {
    throw Error(Fault::kInternal, fmt::format("{}: {}", path, reason));
}

}  // namespace

std::vector<std::string> kernel_folders() {
    std::vector<std::string> folders;
    if (const char* path = std::getenv("DAVSIM_KERNEL_PATH")) folders = split_folders(path);
    const fs::path root = install_folder();
    if (!root.empty()) folders.push_back((root / "lib" / "davsim").string());
    return folders;
}

void LoadedKernel::CloseLibrary::operator()(void* handle) const {
    dlclose(handle);
}

KernelKind LoadedKernel::kind(std::uint64_t tiling_key) const {
    KernelKind kind = KernelKind::kVectorOnly;
    for (const KernelKindRecord* record = descriptor_->kinds_begin;
         record != descriptor_->kinds_end; ++record) {
        if (record->is_default == 0 && record->key == tiling_key)
            return static_cast<KernelKind>(record->kind);
        if (record->is_default != 0) kind = static_cast<KernelKind>(record->kind);
    }
    return kind;
}

LoadedKernel::LoadedKernel(const std::string& op, int npu_arch)
    : path_(find_library(op, npu_arch)) {
    handle_.reset(dlopen(path_.c_str(), RTLD_NOW | RTLD_LOCAL));
    if (handle_ == nullptr) fail(path_, dlerror());
    descriptor_ = static_cast<const KernelLibrary*>(dlsym(handle_.get(), kKernelLibrarySymbol));
    if (descriptor_ == nullptr)
        fail(path_, fmt::format("no kernel library: symbol {} is missing", kKernelLibrarySymbol));
    if (descriptor_->version != kKernelLibraryVersion) {
        fail(path_, fmt::format("built for kernel interface {}, this davsim has {}",
                                descriptor_->version, kKernelLibraryVersion));
    }
    if (descriptor_->npu_arch != static_cast<std::uint32_t>(npu_arch)) {
        fail(path_,
             fmt::format("built for architecture {}, not {}", descriptor_->npu_arch, npu_arch));
    }
}

}  // namespace davsim
