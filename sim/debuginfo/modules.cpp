// SPDX-License-Identifier: Apache-2.0
#include "sim/debuginfo/modules.h"

#include <link.h>

#include <utility>
#include <vector>

namespace davsim {
namespace {

const Dwfl_Callbacks& callbacks() {
    static const Dwfl_Callbacks kCallbacks = [] {
        Dwfl_Callbacks c{};
        c.find_debuginfo = dwfl_standard_find_debuginfo;
        c.section_address = dwfl_offline_section_address;
        return c;
    }();
    return kCallbacks;
}

struct Loaded {
    std::string path;
    std::uint64_t bias = 0;
};

int collect(dl_phdr_info* info, std::size_t /*size*/, void* out) {
    // The program itself has no name, the kernel's page of system calls no file.
    std::string path = info->dlpi_name == nullptr ? "" : info->dlpi_name;
    auto& loaded = *static_cast<std::vector<Loaded>*>(out);
    if (path.empty() && loaded.empty()) path = "/proc/self/exe";
    loaded.push_back({path, info->dlpi_addr});
    return 0;
}

}  // namespace

Modules::Modules() : dwfl_(dwfl_begin(&callbacks())) {}

void Modules::add_loaded() {
    std::vector<Loaded> loaded;
    dl_iterate_phdr(collect, &loaded);
    dwfl_report_begin_add(dwfl_.get());
    for (const Loaded& module : loaded) {
        if (module.path.empty() || module.path[0] != '/') continue;
        if (!known_.insert(module.path + "@" + std::to_string(module.bias)).second) continue;
        dwfl_report_elf(dwfl_.get(), module.path.c_str(), module.path.c_str(), -1, module.bias,
                        true);
    }
    dwfl_report_end(dwfl_.get(), nullptr, nullptr);
}

Dwfl_Module* Modules::find(std::uint64_t address) {
    if (dwfl_ == nullptr) return nullptr;
    Dwfl_Module* module = known_.empty() ? nullptr : dwfl_addrmodule(dwfl_.get(), address);
    if (module != nullptr) return module;
    add_loaded();
    return dwfl_addrmodule(dwfl_.get(), address);
}

}  // namespace davsim
