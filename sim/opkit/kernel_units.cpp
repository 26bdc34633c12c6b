// SPDX-License-Identifier: Apache-2.0
#include "sim/opkit/kernel_units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "sim/opkit/ge_types.h"

namespace davsim::op {
namespace {

// A kernel's own code is many instances of few templates: to optimise it takes several times as
// long as all else, while a run spends its time in what that code calls, which is optimised.
constexpr const char* kUnoptimised =
    "#include \"kernel_operator.h\"\n#include \"sim/op_host_api/kernel_glue.h\"\n"
    "#pragma GCC optimize(\"O0\")\n";

std::string upper(std::string text) {
    for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

std::vector<const ParamInfo*> parameters(const SocInfo& soc) {
    std::vector<const ParamInfo*> all;
    for (const ParamInfo& param : soc.inputs) all.push_back(&param);
    for (const ParamInfo& param : soc.outputs) all.push_back(&param);
    return all;
}

bool told_apart(const ParamInfo& param, const KernelText& text) {
    const std::string name = upper(param.name);
    return text.mentions("DTYPE_" + name) || text.mentions("ORIG_DTYPE_" + name) ||
           text.mentions("FORMAT_" + name);
}

// The combinations of types that the kernel can tell apart, each once; -1: it does not matter.
std::vector<std::vector<int>> combinations(const SocInfo& soc, const KernelText& text,
                                           const std::vector<TemplateParam>& templates) {
    const std::vector<const ParamInfo*> all = parameters(soc);
    std::size_t columns = 1;
    for (const ParamInfo* param : all) columns = std::max(columns, param->types.size());
    std::vector<std::vector<int>> result;
    for (std::size_t column = 0; column < columns; ++column) {
        std::vector<int> types;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const auto& of = all[i]->types;
            const int index = i < soc.inputs.size() ? static_cast<int>(i)
                                                    : TemplateParam::kFirstOutput +
                                                          static_cast<int>(i - soc.inputs.size());
            const bool bound = std::any_of(
                templates.begin(), templates.end(),
                [index](const TemplateParam& t) { return t.bound && t.parameter == index; });
            const bool matters = !of.empty() && (bound || told_apart(*all[i], text));
            types.push_back(matters ? of[std::min(column, of.size() - 1)] : -1);
        }
        if (std::find(result.begin(), result.end(), types) == result.end()) result.push_back(types);
    }
    return result;
}

std::string type_macros(const SocInfo& soc, const std::vector<int>& types) {
    std::string text;
    const std::vector<const ParamInfo*> all = parameters(soc);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (types[i] < 0) continue;
        const std::string name = upper(all[i]->name);
        const GeType* type = ge_type(types[i]);
        text += fmt::format("#define DTYPE_{} {}\n#define ORIG_DTYPE_{} {}\n#define FORMAT_{} {}\n",
                            name, type == nullptr ? "void" : type->kernel_type, name,
                            type == nullptr ? std::to_string(types[i]) : type->ge_name, name,
                            all[i]->formats.empty() ? 2 : all[i]->formats[0]);
    }
    return text;
}

// Kernels compare with these in #if, so they are macros.
std::string number_macros() {
    std::string text;
    for (const GeType& type : ge_types())
        text += fmt::format("#define {} {}\n", type.ge_name, type.number);
    for (const auto& [name, number] : std::map<std::string, int>{{"FORMAT_NCHW", 0},
                                                                 {"FORMAT_NHWC", 1},
                                                                 {"FORMAT_ND", 2},
                                                                 {"FORMAT_NC1HWC0", 3},
                                                                 {"FORMAT_FRACTAL_Z", 4},
                                                                 {"FORMAT_FRACTAL_Z_C04", 13},
                                                                 {"FORMAT_HWCN", 16},
                                                                 {"FORMAT_NDHWC", 27},
                                                                 {"FORMAT_FRACTAL_NZ", 29},
                                                                 {"FORMAT_NCDHW", 30},
                                                                 {"FORMAT_DHWCN", 31},
                                                                 {"FORMAT_NDC1HWC0", 32},
                                                                 {"FORMAT_FRACTAL_Z_3D", 33},
                                                                 {"FORMAT_NC", 35},
                                                                 {"FORMAT_NCL", 47}})
        text += fmt::format("#define {} {}\n", name, number);
    return text;
}

// Which struct GET_TILING_DATA means, and for which keys; the one for all other keys comes last.
struct DefaultStruct {
    std::string name;
    std::vector<std::uint64_t> keys;
};

std::vector<DefaultStruct> default_structs(const Description& description, const KernelText& text) {
    const std::string& type = description.definition.type;
    std::string fallback;
    std::map<std::string, std::vector<std::uint64_t>> keyed;
    bool complete = true;
    const std::set<std::string> literals = text.literal_keys(complete);
    for (const Struct& s : description.structs) {
        for (const std::string& key : s.keys) {
            if (key == type) fallback = s.name;
            if (key.compare(0, type.size() + 1, type + "_") != 0) continue;
            const std::string number = key.substr(type.size() + 1);
            if (number.empty() || !std::all_of(number.begin(), number.end(), [](unsigned char c) {
                    return std::isdigit(c) != 0;
                }))
                continue;
            if (complete && !literals.empty() && literals.count(number) == 0) continue;
            keyed[s.name].push_back(std::stoull(number));
        }
    }
    std::vector<DefaultStruct> result;
    if (text.mentions("REGISTER_TILING_DEFAULT")) return {{"", {}}};
    if (text.mentions("GET_TILING_DATA")) {
        for (const auto& [name, keys] : keyed) {
            if (name != fallback) result.push_back({name, keys});
        }
    }
    if (!fallback.empty() || result.empty()) result.push_back({fallback, {}});
    return result;
}

std::string template_arguments(const Templates& templates, const TemplateKey& key) {
    std::string text;
    for (std::size_t i = 0; i < templates.params.size(); ++i) {
        if (i > 0) text += ", ";
        const std::uint64_t value = key.arguments[i];
        if (templates.params[i].type) {
            const GeType* type = ge_type(static_cast<int>(value));
            text += type == nullptr ? "void" : type->kernel_type;
        } else if (templates.params[i].boolean) {
            text += value != 0 ? "true" : "false";
        } else {
            text += std::to_string(value);
        }
    }
    return text;
}

// Does a template argument that follows a tensor's type fit the unit's types?
bool fits(const Templates& templates, const TemplateKey& key, const std::vector<int>& types,
          std::size_t inputs) {
    for (std::size_t i = 0; i < templates.params.size(); ++i) {
        const TemplateParam& param = templates.params[i];
        if (!param.bound) continue;
        const std::size_t index =
            param.parameter >= TemplateParam::kFirstOutput
                ? inputs + static_cast<std::size_t>(param.parameter - TemplateParam::kFirstOutput)
                : static_cast<std::size_t>(param.parameter);
        if (index < types.size() && types[index] >= 0 &&
            types[index] != static_cast<int>(key.arguments[i]))
            return false;
    }
    return true;
}

std::string export_text(const Description& description, const KernelUnit& unit,
                        const KernelEntry& entry, std::size_t inputs) {
    if (!entry.is_template)
        return fmt::format("DAVSIM_KERNEL_PART({}, {})\n", unit.symbol, entry.name);
    std::string cases;
    std::string first;
    for (const TemplateKey& key : description.templates.keys) {
        if (!fits(description.templates, key, unit.types, inputs)) continue;
        const std::string instance =
            fmt::format("{}<{}>", entry.name, template_arguments(description.templates, key));
        if (first.empty()) first = instance;
        cases +=
            fmt::format("        case {}ULL: return ::AscendC::detail::call_entry(&{}, args);\n",
                        key.key, instance);
    }
    return fmt::format(
        "static void davsim_invoke(void* const* args) {{\n"
        "    switch (::AscendC::detail::core().context().tiling_key) {{\n{}    }}\n"
        "    ::AscendC::detail::end_launch(\"the tiling key selects no instance of the kernel's "
        "template\");\n}}\n"
        "static constexpr auto davsim_instance = &{};\n"
        "DAVSIM_TEMPLATE_KERNEL_PART({}, *davsim_instance, davsim_invoke)\n",
        cases, first, unit.symbol);
}

std::string label_of(const SocInfo& soc, const std::vector<int>& types) {
    std::string label;
    const std::vector<const ParamInfo*> all = parameters(soc);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (types[i] >= 0)
            label +=
                fmt::format("{}{}={}", label.empty() ? "" : " ", all[i]->name, type_text(types[i]));
    }
    return label;
}

std::string list_text(const std::vector<std::uint64_t>& values) {
    std::string text;
    for (const std::uint64_t value : values) text += std::to_string(value) + "ULL, ";
    return text;
}

}  // namespace

std::vector<std::string> soc_families(int npu_arch) {
    if (npu_arch == 1001) return {"ascend910", "ascend910a"};
    if (npu_arch == 2201) return {"ascend910b", "ascend910_93"};
    return {"ascend950", "ascend910_95"};
}

SocInfo soc_info(const Definition& definition, int npu_arch, bool& declared) {
    for (const std::string& family : soc_families(npu_arch)) {
        const auto found = definition.socs.find(family);
        declared = found != definition.socs.end();
        if (declared) return found->second;
    }
    SocInfo info;
    info.inputs = definition.inputs;
    info.outputs = definition.outputs;
    // A definition for other SoCs only may still say which file its kernel is in.
    if (definition.socs.size() == 1) info.options = definition.socs.begin()->second.options;
    return info;
}

const char* library_header(const std::string& name) {
    static const std::map<std::string, const char*> kHeaders{
        {"SoftMaxTiling", "softmax_types.h"},    {"LogSoftMaxTiling", "softmax_types.h"},
        {"LayerNormTiling", "norm_types.h"},     {"LayerNormSeparateTiling", "norm_types.h"},
        {"LayerNormGradTiling", "norm_types.h"}, {"LayerNormGradBetaTiling", "norm_types.h"},
        {"RmsNormTiling", "norm_types.h"},       {"DeepNormTiling", "norm_types.h"},
        {"BatchNormTiling", "norm_types.h"},     {"GroupNormTiling", "norm_types.h"},
        {"TopkTiling", "layout_types.h"},        {"PadTiling", "layout_types.h"},
        {"UnPadTiling", "layout_types.h"},       {"ConfusionTransposeTiling", "layout_types.h"},
    };
    const auto found = kHeaders.find(name);
    return found == kHeaders.end() ? nullptr : found->second;
}

std::string struct_header(const std::vector<Struct>& structs, const KernelText& text) {
    std::string result = "#pragma once\n#include <cstddef>\n#include <cstdint>\n";
    for (const Struct& s : structs) {
        for (const Field& field : s.fields) {
            const char* header = field.nested ? library_header(field.type) : nullptr;
            if (header == nullptr) continue;
            result += fmt::format("#include \"sim/ascendc/api/adv/{}\"\n", header);
            result +=
                fmt::format("static_assert(sizeof({}) == {}, \"\");\n", field.type, field.size);
        }
    }
    for (const Struct& s : structs) {
        if (library_header(s.name) != nullptr) continue;
        if (!s.macro || text.all.find("struct " + s.name + " ") != std::string::npos ||
            text.all.find("struct " + s.name + "\n") != std::string::npos)
            continue;
        result += fmt::format("struct {} {{\n", s.name);
        std::size_t at = 0;
        for (const Field& field : s.fields) {
            if (field.offset > at)
                result += fmt::format("    uint8_t davsim_gap_{}[{}];\n", at, field.offset - at);
            result += field.array
                          ? fmt::format("    {} {}[{}];\n", field.type, field.name, field.count)
                          : fmt::format("    {} {};\n", field.type, field.name);
            at = field.offset + field.size * field.count;
        }
        if (s.size > at) result += fmt::format("    uint8_t davsim_gap_{}[{}];\n", at, s.size - at);
        result += "};\n";
        if (!s.fields.empty())
            result += fmt::format("static_assert(sizeof({}) == {}, \"\");\n", s.name, s.size);
        for (const Field& field : s.fields)
            result += fmt::format("static_assert(offsetof({}, {}) == {}, \"\");\n", s.name,
                                  field.name, field.offset);
        result += fmt::format("namespace optiling {{ using ::{}; }}\n", s.name);
    }
    return result;
}

std::vector<KernelUnit> kernel_units(const Description& description, const SocInfo& soc,
                                     const KernelText& text, const KernelEntry& entry,
                                     const std::string& kernel_file,
                                     const std::string& struct_header_file) {
    std::vector<KernelUnit> units;
    for (const DefaultStruct& standard : default_structs(description, text)) {
        for (const std::vector<int>& types :
             combinations(soc, text, description.templates.params)) {
            KernelUnit unit;
            unit.symbol = fmt::format("davsim_kernel_part_{}", units.size());
            unit.types = types;
            unit.keys = standard.keys;
            unit.default_struct = standard.name;
            unit.label = label_of(soc, types);
            unit.text =
                "#if __has_include(\"davsim_prefix.h\")\n#include \"davsim_prefix.h\"\n#endif\n" +
                number_macros() + type_macros(soc, types) + kUnoptimised;
            unit.text += fmt::format("#include \"{}\"\n", struct_header_file);
            if (!standard.name.empty())
                unit.text += fmt::format("using DavsimDefaultTiling = {};\n", standard.name);
            unit.text += fmt::format("#include \"{}\"\n", kernel_file);
            unit.text += export_text(description, unit, entry, soc.inputs.size());
            units.push_back(std::move(unit));
        }
    }
    return units;
}

std::string library_source(const std::string& type, const std::vector<KernelUnit>& units,
                           int npu_arch, const std::string& entry, bool auto_sync) {
    std::string text =
        "#include \"sim/op_host_api/answer.h\"\n#include \"sim/op_host_api/kernel_part.h\"\n"
        "namespace {\nstruct Choose { Choose() { davsim::op::choose_operator(\"" +
        type + "\"); } } g_choose;\n}\n";
    for (const KernelUnit& unit : units)
        text += fmt::format("extern \"C\" const davsim::op::KernelPart {};\n", unit.symbol);
    text +=
        "static const std::vector<davsim::op::Kernel>& davsim_kernels() {\n"
        "    static const std::vector<davsim::op::Kernel> all{\n";
    for (const KernelUnit& unit : units) {
        text += fmt::format(
            "        {{{{{0}}}, {{{1}}}, {2}.arg_count, {2}.invoke, {2}.bind, "
            "{2}.kinds_begin, {2}.kinds_end}},\n",
            fmt::join(unit.types, ", "), list_text(unit.keys), unit.symbol);
    }
    text += "    };\n    return all;\n}\n";
    text += fmt::format(
        "extern \"C\" __attribute__((visibility(\"default\"))) const davsim::op::OperatorLibrary "
        "davsim_operator_library = {{\n    davsim::op::kOperatorLibraryVersion, {}, \"{}\", "
        "&davsim::op::definition,\n    &davsim::op::structs, &davsim::op::templates, "
        "&davsim::op::infer, &davsim::op::tile, &davsim::op::reference, &davsim_kernels, {}, "
        "&davsim::op::cases}};\n",
        npu_arch, entry, auto_sync);
    return text;
}

}  // namespace davsim::op
