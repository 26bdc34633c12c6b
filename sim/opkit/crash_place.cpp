// SPDX-License-Identifier: Apache-2.0
#include "sim/opkit/crash_place.h"

#include <dlfcn.h>
#include <ucontext.h>

#include <cstdint>

#include "sim/opkit/source_place.h"

namespace davsim::op {

std::string crash_place(const void* context) {
    const auto* machine = static_cast<const ucontext_t*>(context);
    const auto pc = static_cast<std::uintptr_t>(machine->uc_mcontext.gregs[REG_RIP]);
    Dl_info info{};
    if (dladdr(reinterpret_cast<void*>(pc), &info) == 0 || info.dli_fname == nullptr) return "";
    return place_of(info.dli_fname, pc - reinterpret_cast<std::uintptr_t>(info.dli_fbase));
}

}  // namespace davsim::op
