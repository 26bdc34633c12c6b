// SPDX-License-Identifier: Apache-2.0
#include "sim/debuginfo/source_lines.h"

#include <dwarf.h>
#include <elfutils/libdw.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sim/debuginfo/modules.h"

namespace davsim {
namespace fs = std::filesystem;
namespace {

// Headers that a kernel includes and does not own: davsim's, in the source tree or installed, and
// the system's.
constexpr std::array<std::string_view, 5> kForeign = {"/sim/ascendc/", "/sim/isa/", "/sim/base/",
                                                      "/usr/include/", "/usr/lib/"};

bool is_foreign(const std::string& file) {
    for (const std::string_view part : kForeign) {
        if (file.find(part) != std::string::npos) return true;
    }
    return false;
}

// The compilation unit around an address; compilers that write no table of addresses make us look.
Dwarf_Die* unit_of(Dwfl_Module* module, Dwarf_Addr address, Dwarf_Addr& bias) {
    Dwarf_Die* unit = dwfl_module_addrdie(module, address, &bias);
    if (unit != nullptr) return unit;
    while ((unit = dwfl_module_nextcu(module, unit, &bias)) != nullptr) {
        if (dwarf_haspc(unit, address - bias) == 1) return unit;
    }
    return nullptr;
}

// The functions of a unit that have code, wherever they are nested. Walked once: libdw's own search
// for scopes goes through the whole unit for every address.
void collect_functions(Dwarf_Die& parent, std::vector<Dwarf_Die>& functions) {
    Dwarf_Die child;
    for (int more = dwarf_child(&parent, &child); more == 0;
         more = dwarf_siblingof(&child, &child)) {
        switch (dwarf_tag(&child)) {
            case DW_TAG_subprogram:
                if (dwarf_hasattr(&child, DW_AT_low_pc) != 0 ||
                    dwarf_hasattr(&child, DW_AT_ranges) != 0) {
                    functions.push_back(child);
                }
                break;
            case DW_TAG_namespace:
            case DW_TAG_class_type:
            case DW_TAG_structure_type: collect_functions(child, functions); break;
            default: break;
        }
    }
}

// The inlined functions around an address within a scope, outermost first.
void descend(Dwarf_Die& scope, Dwarf_Addr address, std::vector<Dwarf_Die>& scopes) {
    Dwarf_Die child;
    for (int more = dwarf_child(&scope, &child); more == 0;
         more = dwarf_siblingof(&child, &child)) {
        const int tag = dwarf_tag(&child);
        if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_lexical_block) continue;
        if (dwarf_haspc(&child, address) != 1) continue;
        scopes.push_back(child);
        descend(child, address, scopes);
        return;
    }
}

using Functions = std::unordered_map<const void*, std::vector<Dwarf_Die>>;  // by unit

// The chain of scopes around an address, innermost first, as the code was inlined.
std::vector<Dwarf_Die> scopes_around(const std::vector<Dwarf_Die>& functions, Dwarf_Addr address) {
    std::vector<Dwarf_Die> scopes;
    for (Dwarf_Die function : functions) {
        if (dwarf_haspc(&function, address) != 1) continue;
        scopes.push_back(function);
        descend(function, address, scopes);
        break;
    }
    std::reverse(scopes.begin(), scopes.end());
    return scopes;
}

std::string function_name(Dwarf_Die& die) {
    Dwarf_Attribute attribute;
    const char* name = dwarf_formstring(dwarf_attr_integrate(&die, DW_AT_name, &attribute));
    return name == nullptr ? "" : name;
}

std::string normal(const char* path) {
    return path == nullptr ? std::string() : fs::path(path).lexically_normal().string();
}

int number(Dwarf_Die& die, unsigned int name) {
    Dwarf_Attribute attribute;
    Dwarf_Word value = 0;
    if (dwarf_formudata(dwarf_attr(&die, name, &attribute), &value) != 0) return 0;
    return static_cast<int>(value);
}

SourceLine line_at(Dwarf_Die* unit, Dwarf_Addr address) {
    SourceLine line;
    Dwarf_Line* record = dwarf_getsrc_die(unit, address);
    if (record == nullptr) return line;
    line.file = normal(dwarf_linesrc(record, nullptr, nullptr));
    dwarf_lineno(record, &line.line);
    return line;
}

// Where an inlined function was called.
SourceLine call_of(Dwarf_Die* unit, Dwarf_Die& inlined) {
    SourceLine line;
    Dwarf_Files* files = nullptr;
    if (dwarf_getsrcfiles(unit, &files, nullptr) != 0) return line;
    const auto file = static_cast<std::size_t>(number(inlined, DW_AT_call_file));
    line.file = normal(dwarf_filesrc(files, file, nullptr, nullptr));
    line.line = number(inlined, DW_AT_call_line);
    return line;
}

SourceLine look_up(Modules& modules, Functions& known, std::uint64_t address) {
    Dwfl_Module* module = modules.find(address);
    if (module == nullptr) return {};
    Dwarf_Addr bias = 0;
    Dwarf_Die* unit = unit_of(module, address, bias);
    if (unit == nullptr) return {};
    SourceLine line = line_at(unit, address - bias);
    const SourceLine innermost = line;
    // A unit's DIE lies at an address of its own in the mapped file.
    const auto [functions, fresh] = known.try_emplace(unit->addr);
    if (fresh) collect_functions(*unit, functions->second);
    for (Dwarf_Die& scope : scopes_around(functions->second, address - bias)) {
        const int tag = dwarf_tag(&scope);
        if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_subprogram) continue;
        if (!is_foreign(line.file)) {
            line.function = function_name(scope);
            return line;
        }
        if (tag == DW_TAG_subprogram) break;
        line = call_of(unit, scope);
    }
    return is_foreign(line.file) ? innermost : line;
}

}  // namespace

struct SourceLines::Impl {
    Modules modules;
    Functions functions;
    std::unordered_map<const void*, SourceLine> lines;
};

SourceLines::SourceLines() : impl_(std::make_unique<Impl>()) {}
SourceLines::~SourceLines() = default;

const SourceLine& SourceLines::at(const void* site) {
    const auto [entry, fresh] = impl_->lines.try_emplace(site);
    if (fresh && site != nullptr) {
        // The return address lies behind the call, maybe on the next line.
        entry->second = look_up(impl_->modules, impl_->functions,
                                reinterpret_cast<std::uint64_t>(site) - 1);  // NOLINT
    }
    return entry->second;
}

std::string SourceLines::text(const void* site) {
    const SourceLine& line = at(site);
    return line.known() ? shown_path(line.file) + ":" + std::to_string(line.line) : "?";
}

std::string shown_path(const std::string& file) {
    std::error_code code;
    const std::string here = fs::current_path(code).string() + "/";
    if (!code && file.compare(0, here.size(), here) == 0) return file.substr(here.size());
    return file;
}

}  // namespace davsim
