// SPDX-License-Identifier: Apache-2.0
// Turns ASCENDC_TPL_ARGS_DECL and ASCENDC_TPL_SEL into the list of keys that kernels exist for.

#include <algorithm>
#include <cstring>

#include "sim/op_host_api/registrations.h"
#include "tiling/template_argument.h"

namespace davsim::op {
namespace {

bool is_binding(std::uint64_t value) {
    return value >= ASCENDC_TPL_INPUT_BIAS;
}

TemplateParam describe(const TplParam& param) {
    TemplateParam result;
    result.name = param.name;
    result.type = param.kind == TplKind::kType;
    result.boolean = param.kind == TplKind::kBool;
    for (const std::uint64_t value : param.values) {
        if (!is_binding(value)) continue;
        result.bound = true;
        result.parameter =
            value >= ASCENDC_TPL_OUTPUT_BIAS
                ? TemplateParam::kFirstOutput + static_cast<int>(value - ASCENDC_TPL_OUTPUT_BIAS)
                : static_cast<int>(value - ASCENDC_TPL_INPUT_BIAS);
    }
    return result;
}

// What a selection chooses for a parameter; all that is declared where it says nothing.
std::vector<std::uint64_t> choices(const TplParam& declared, const TplSelection& selection) {
    std::vector<std::uint64_t> values = declared.values;
    for (const TplParam& chosen : selection.params) {
        if (std::strcmp(chosen.name, declared.name) == 0) values = chosen.values;
    }
    values.erase(std::remove_if(values.begin(), values.end(), is_binding), values.end());
    return values;
}

void enumerate(const std::vector<TplParam>& params, const TplSelection& selection,
               std::vector<std::uint64_t>& arguments, std::vector<TemplateKey>& keys) {
    if (arguments.size() == params.size()) {
        const std::uint64_t key = tpl_key(params, arguments);
        const bool known = std::any_of(keys.begin(), keys.end(),
                                       [key](const TemplateKey& k) { return k.key == key; });
        if (key != INVALID_TILING_KEY && !known)
            keys.push_back({key, arguments, selection.tiling_struct});
        return;
    }
    for (const std::uint64_t value : choices(params[arguments.size()], selection)) {
        arguments.push_back(value);
        enumerate(params, selection, arguments, keys);
        arguments.pop_back();
    }
}

}  // namespace

TplRegistrar::TplRegistrar(const std::vector<TplParam>& params,
                           std::vector<TplSelection> selections) {
    Templates& templates = registrations().templates;
    templates.params.clear();
    for (const TplParam& param : params) templates.params.push_back(describe(param));
    if (selections.empty()) selections.emplace_back();
    for (const TplSelection& selection : selections) {
        std::vector<std::uint64_t> arguments;
        enumerate(params, selection, arguments, templates.keys);
    }
}

}  // namespace davsim::op
