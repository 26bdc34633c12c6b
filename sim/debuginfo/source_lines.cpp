// SPDX-License-Identifier: Apache-2.0
#include "sim/debuginfo/source_lines.h"

#include <dwarf.h>
#include <elfutils/libdw.h>

#include <array>
#include <cstdlib>
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

struct FreeScopes {
    void operator()(Dwarf_Die* scopes) const { std::free(scopes); }  // libdw allocates with malloc
};

// The compilation unit around an address; compilers that write no table of addresses make us look.
Dwarf_Die* unit_of(Dwfl_Module* module, Dwarf_Addr address, Dwarf_Addr& bias) {
    Dwarf_Die* unit = dwfl_module_addrdie(module, address, &bias);
    if (unit != nullptr) return unit;
    while ((unit = dwfl_module_nextcu(module, unit, &bias)) != nullptr) {
        if (dwarf_haspc(unit, address - bias) == 1) return unit;
    }
    return nullptr;
}

// The chain of scopes around an address, innermost first, as the code was inlined.
std::vector<Dwarf_Die> scopes_around(Dwarf_Die* unit, Dwarf_Addr address) {
    Dwarf_Die* raw = nullptr;
    if (dwarf_getscopes(unit, address, &raw) <= 0) return {};
    const std::unique_ptr<Dwarf_Die, FreeScopes> innermost(raw);
    Dwarf_Die* chain = nullptr;
    const int count = dwarf_getscopes_die(innermost.get(), &chain);
    if (count <= 0) return {};
    const std::unique_ptr<Dwarf_Die, FreeScopes> owner(chain);
    return std::vector<Dwarf_Die>(chain, chain + count);
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

SourceLine look_up(Modules& modules, std::uint64_t address) {
    Dwfl_Module* module = modules.find(address);
    if (module == nullptr) return {};
    Dwarf_Addr bias = 0;
    Dwarf_Die* unit = unit_of(module, address, bias);
    if (unit == nullptr) return {};
    SourceLine line = line_at(unit, address - bias);
    const SourceLine innermost = line;
    for (Dwarf_Die& scope : scopes_around(unit, address - bias)) {
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
    std::unordered_map<const void*, SourceLine> lines;
};

SourceLines::SourceLines() : impl_(std::make_unique<Impl>()) {}
SourceLines::~SourceLines() = default;

const SourceLine& SourceLines::at(const void* site) {
    const auto [entry, fresh] = impl_->lines.try_emplace(site);
    if (fresh && site != nullptr) {
        // The return address lies behind the call, maybe on the next line.
        entry->second =
            look_up(impl_->modules, reinterpret_cast<std::uint64_t>(site) - 1);  // NOLINT
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
