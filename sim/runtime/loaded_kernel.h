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
#include "sim/runtime/kernel_code.h"

namespace davsim {

class LoadedKernel final : public KernelCode {
public:
    // Error(kUnsupported) when no folder has a library for this architecture, Error(kInternal) when
    // one is found that does not load or was built for another davsim.
    LoadedKernel(const std::string& op, int npu_arch);

    const std::string& path() const override { return path_; }
    std::uint32_t argument_count() const override { return descriptor_->arg_count; }
    KernelKind kind(std::uint64_t tiling_key) const override;
    void bind(CorePort** slot) const override { descriptor_->bind(slot); }
    void invoke(void* const* arguments) const override { descriptor_->invoke(arguments); }

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
