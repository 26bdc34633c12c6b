// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the function that prepares an operator's compile info is given: the platform.

#include <string>

#include "exe_graph/runtime/extended_kernel_context.h"

namespace fe {
class PlatFormInfos;
}

namespace gert {

class TilingParseContext : public ExtendedKernelContext {
public:
    const char* GetCompiledJson() const { return "{}"; }
    template <typename T>
    T* GetCompiledInfo() const {
        return static_cast<T*>(compile_info);
    }
    void** GetCompiledInfo() { return &compile_info; }
    fe::PlatFormInfos* GetPlatformInfo() const { return platform; }

    // For those who set up a node.
    void* compile_info = nullptr;
    fe::PlatFormInfos* platform = nullptr;
};

class KernelContext;

}  // namespace gert
