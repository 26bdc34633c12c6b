// SPDX-License-Identifier: Apache-2.0
#pragma once
// An operator's shared library, opened.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/op_host_api/operator_library.h"

namespace davsim::op {

class LoadedOperator {
public:
    // Error(kUsage): no such file, no operator's library, or one of another davsim.
    explicit LoadedOperator(const std::string& path);

    const std::string& path() const { return path_; }
    const OperatorLibrary& library() const { return *library_; }
    const Definition& definition() const { return library_->definition(); }
    const std::vector<Struct>& structs() const { return library_->structs(); }

    // For the element types of the inputs, then the outputs, in the definition's order (-1:
    // absent), and a tiling key. nullptr if the library has none.
    const Kernel* kernel(const std::vector<int>& types, std::uint64_t key) const;

private:
    struct Close {
        void operator()(void* handle) const;
    };

    std::string path_;
    std::unique_ptr<void, Close> handle_;
    const OperatorLibrary* library_ = nullptr;
};

// Where libraries are searched by name, in order: the folders of DAVSIM_KERNEL_PATH, then
// lib/davsim of the folder that davsim is installed in.
std::vector<std::string> library_folders();

// What holds a '/' or ends in .so is a path; a name is searched for. None: no folder has it.
std::optional<std::string> library_path(const std::string& name_or_path, int npu_arch);

}  // namespace davsim::op
