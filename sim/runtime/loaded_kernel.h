// SPDX-License-Identifier: Apache-2.0
#pragma once
// The device side of an operator: a shared library lib<operator>_<arch>.so, compiled once an
// architecture from the kernel's source. Searched in the folders of DAVSIM_KERNEL_PATH (separated
// by ':'), then in lib/davsim of the folder that davsim is installed in.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/isa/core_port.h"
#include "sim/isa/kernel_library.h"

namespace davsim {

class LoadedKernel {
public:
    // Error(kUnsupported) when no folder has a library for this architecture, Error(kInternal) when
    // one is found that does not load or was built for another davsim.
    LoadedKernel(const std::string& op, int npu_arch);

    const std::string& path() const { return path_; }
    std::uint32_t argument_count() const { return descriptor_->arg_count; }

    // From now on, API calls of the kernel go to the core in `slot`.
    void bind(CorePort** slot) const { descriptor_->bind(slot); }
    // Runs one block on the calling core's scalar thread.
    void invoke(void* const* arguments) const { descriptor_->invoke(arguments); }

private:
    struct CloseLibrary {
        void operator()(void* handle) const;
    };

    std::string path_;
    std::unique_ptr<void, CloseLibrary> handle_;
    const KernelLibrary* descriptor_ = nullptr;
};

// Folders that are searched, in order.
std::vector<std::string> kernel_folders();

}  // namespace davsim
