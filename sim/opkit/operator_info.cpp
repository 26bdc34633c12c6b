// SPDX-License-Identifier: Apache-2.0
#include "sim/opkit/operator_info.h"

#include <fmt/format.h>

#include <iterator>

#include "sim/opkit/ge_types.h"
#include "sim/opkit/kernel_units.h"
#include "sim/opkit/loaded_operator.h"

namespace davsim::op {
namespace {

constexpr std::size_t kMostKeys = 16;

class Text {
public:
    explicit Text(const LoadedOperator& loaded)
        : loaded_(loaded), library_(loaded.library()), definition_(loaded.definition()) {}

    std::string write() {
        line("{}  kernel {}, architecture {}", definition_.type, library_.entry, library_.npu_arch);
        bool declared = true;
        const SocInfo soc = soc_info(definition_, static_cast<int>(library_.npu_arch), declared);
        params("inputs", soc.inputs);
        params("outputs", soc.outputs);
        attrs();
        line("  host      tiling {}, infer-shape {}", definition_.has_tiling ? "yes" : "no",
             definition_.has_infer_shape ? "yes" : "no");
        synchronisation();
        kernels(soc);
        templates();
        structs();
        return std::move(text_);
    }

private:
    template <class... Args>
    void line(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
        text_ += '\n';
    }

    static std::string types_text(const std::vector<int>& types) {
        std::string text;
        for (const int type : types) text += (text.empty() ? "" : ", ") + type_text(type);
        return text;
    }

    void params(const char* what, const std::vector<ParamInfo>& params) {
        line("  {}", what);
        for (const ParamInfo& param : params) {
            const char* kind = param.kind == ParamKind::kDynamic    ? "  (a list)"
                               : param.kind == ParamKind::kOptional ? "  (optional)"
                                                                    : "";
            line("    {:<20} {}{}{}", param.name, types_text(param.types), kind,
                 param.value_depend ? "  (the host reads its values)" : "");
        }
    }

    void attrs() {
        if (definition_.attrs.empty()) return;
        line("  attributes");
        for (const AttrInfo& attr : definition_.attrs)
            line("    {:<20} {}", attr.name, attr.required ? "required" : value_text(attr.value));
    }

    static std::string value_text(const AttrValue& value) {
        switch (value.type) {
            case AttrType::kBool: return value.number != 0 ? "bool, true" : "bool, false";
            case AttrType::kInt: return fmt::format("int, {}", value.number);
            case AttrType::kFloat: return fmt::format("float, {}", value.real);
            case AttrType::kString: return fmt::format("string, \"{}\"", value.text);
            case AttrType::kBools:
                return fmt::format("list of bool, [{}]", fmt::join(value.numbers, ","));
            case AttrType::kInts:
                return fmt::format("list of int, [{}]", fmt::join(value.numbers, ","));
            case AttrType::kFloats:
                return fmt::format("list of float, [{}]", fmt::join(value.reals, ","));
            case AttrType::kIntLists: return "list of lists of int";
        }
        return "";
    }

    void kernels(const SocInfo& soc) {
        std::size_t index = 0;
        for (const Kernel& kernel : library_.kernels()) {
            std::string what;
            for (std::size_t i = 0; i < kernel.types.size(); ++i) {
                if (kernel.types[i] < 0) continue;
                const std::string& name = i < soc.inputs.size()
                                              ? soc.inputs[i].name
                                              : soc.outputs[i - soc.inputs.size()].name;
                what += fmt::format("{}{}={}", what.empty() ? "" : " ", name,
                                    type_text(kernel.types[i]));
            }
            if (!kernel.keys.empty())
                what += fmt::format("  keys {}", fmt::join(kernel.keys, ", "));
            line("  kernel {}  {} arguments  {}", index++, kernel.arg_count,
                 what.empty() ? "all types" : what);
        }
    }

    void synchronisation() {
        line("  sync      {}", library_.auto_sync ? "auto: the vendor's compiler inserts it"
                                                  : "manual: the kernel's own alone");
    }

    void templates() {
        const Templates& templates = library_.templates();
        if (templates.keys.empty()) return;
        std::string names;
        for (const TemplateParam& param : templates.params)
            names += (names.empty() ? "" : ", ") + param.name;
        line("  tiling keys: {} for template arguments ({})", templates.keys.size(), names);
        for (std::size_t i = 0; i < templates.keys.size() && i < kMostKeys; ++i)
            line("    {:<20} {}", templates.keys[i].key,
                 fmt::join(templates.keys[i].arguments, ", "));
    }

    void structs() {
        for (const Struct& s : loaded_.structs()) {
            line("  struct {}, {} bytes{}{}", s.name, s.size, s.keys.empty() ? "" : ", for ",
                 fmt::join(s.keys, ", "));
            for (const Field& field : s.fields)
                line("    {:>6}  {:<12} {}{}", field.offset, field.type, field.name,
                     field.array ? fmt::format("[{}]", field.count) : "");
        }
    }

    const LoadedOperator& loaded_;
    const OperatorLibrary& library_;
    const Definition& definition_;
    std::string text_;
};

}  // namespace

std::string operator_info(const std::string& library) {
    const LoadedOperator loaded(library);
    return Text(loaded).write();
}

}  // namespace davsim::op
