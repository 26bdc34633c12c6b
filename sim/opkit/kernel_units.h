// SPDX-License-Identifier: Apache-2.0
#pragma once
// The sources that the build generates around a kernel: one for each combination of element types
// that the kernel tells apart, and for each tiling struct that GET_TILING_DATA means.

#include <map>
#include <string>
#include <vector>

#include "sim/opkit/describe.h"
#include "sim/opkit/kernel_text.h"

namespace davsim::op {

struct KernelUnit {
    std::string symbol;               // of its davsim::op::KernelPart
    std::vector<int> types;           // of inputs and outputs; -1: any
    std::vector<std::uint64_t> keys;  // served; empty: all
    std::string default_struct;       // what GET_TILING_DATA reads; empty: the kernel says
    std::string text;                 // the source
    std::string label;                // for messages: "x=fp16 y=fp16"
};

// The SoC families that the definition may name for an architecture, best first.
std::vector<std::string> soc_families(int npu_arch);
// What the definition says for an architecture; `declared` is false if it names none of its SoCs.
SocInfo soc_info(const Definition& definition, int npu_arch, bool& declared);

// Tilings of library functions, which an operator's own may hold: kernels know them already, from
// this header of the library. nullptr: an operator's own struct.
const char* library_header(const std::string& name);

// The kernel's plain structs for tiling structs in the macro form.
std::string struct_header(const std::vector<Struct>& structs, const KernelText& text);

std::vector<KernelUnit> kernel_units(const Description& description, const SocInfo& soc,
                                     const KernelText& text, const KernelEntry& entry,
                                     const std::string& kernel_file,
                                     const std::string& struct_header_file);

// The library's own source: which kernels there are, and what it exports.
std::string library_source(const std::string& type, const std::vector<KernelUnit>& units,
                           int npu_arch, const std::string& entry, bool auto_sync);

}  // namespace davsim::op
