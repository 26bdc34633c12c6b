// SPDX-License-Identifier: Apache-2.0
// An OpDef as the plain definition that leaves the library.

#include "sim/op_host_api/definition.h"

#include <algorithm>

namespace davsim::op {
namespace {

using Params = std::vector<ops::OpParamDef>;

ParamInfo plain(const ops::OpParamDef& from) {
    ParamInfo to;
    to.name = from.name;
    to.kind = from.option == ops::DYNAMIC    ? ParamKind::kDynamic
              : from.option == ops::OPTIONAL ? ParamKind::kOptional
                                             : ParamKind::kRequired;
    to.types.assign(from.types.begin(), from.types.end());
    to.formats.assign(from.formats.begin(), from.formats.end());
    to.value_depend = from.value_depend;
    to.has_init = from.has_init;
    to.init = from.init;
    return to;
}

std::vector<ParamInfo> plain(const Params& from) {
    std::vector<ParamInfo> to;
    for (const ops::OpParamDef& param : from) to.push_back(plain(param));
    return to;
}

// The i-th types of all parameters belong together, except lists that combine with every column.
void expand_lists(const std::vector<std::pair<const ops::OpParamDef*, ParamInfo*>>& params) {
    std::size_t columns = 1;
    for (const auto& [def, info] : params) columns = std::max(columns, info->types.size());
    for (const auto& [def, info] : params) {
        if (def->type_list.empty()) continue;
        // Every column so far once for each type of the list.
        for (const auto& [other_def, other] : params) {
            if (other == info || other->types.empty()) continue;
            std::vector<int> wide;
            for (std::size_t i = 0; i < columns; ++i) {
                const int type = other->types[std::min(i, other->types.size() - 1)];
                wide.insert(wide.end(), def->type_list.size(), type);
            }
            other->types = std::move(wide);
        }
        info->types.clear();
        for (std::size_t i = 0; i < columns; ++i)
            info->types.insert(info->types.end(), def->type_list.begin(), def->type_list.end());
        columns *= def->type_list.size();
    }
}

void complete(const Params& in_defs, std::vector<ParamInfo>& ins, const Params& out_defs,
              std::vector<ParamInfo>& outs) {
    std::vector<std::pair<const ops::OpParamDef*, ParamInfo*>> all;
    for (std::size_t i = 0; i < ins.size(); ++i) all.emplace_back(&in_defs[i], &ins[i]);
    for (std::size_t i = 0; i < outs.size(); ++i) all.emplace_back(&out_defs[i], &outs[i]);
    expand_lists(all);
    for (const auto& [def, info] : all) {
        for (const auto& [other_def, other] : all) {
            if (!def->follow.empty() && other_def->name == def->follow) info->types = other->types;
        }
    }
}

// The parameters of the definition, with those that a SoC declares anew.
Params merged(const Params& base, const Params& changed) {
    Params result = base;
    for (ops::OpParamDef& param : result) {
        for (const ops::OpParamDef& other : changed) {
            if (other.name == param.name) param = other;
        }
    }
    return result;
}

AttrType attr_type(ops::AttrKind kind) {
    switch (kind) {
        case ops::AttrKind::kBool: return AttrType::kBool;
        case ops::AttrKind::kFloat: return AttrType::kFloat;
        case ops::AttrKind::kString: return AttrType::kString;
        case ops::AttrKind::kListBool: return AttrType::kBools;
        case ops::AttrKind::kListInt: return AttrType::kInts;
        case ops::AttrKind::kListFloat: return AttrType::kFloats;
        case ops::AttrKind::kListListInt: return AttrType::kIntLists;
        case ops::AttrKind::kInt:
        case ops::AttrKind::kNone: return AttrType::kInt;
    }
    return AttrType::kInt;
}

AttrInfo plain(const ops::OpAttrDef& from) {
    AttrInfo to;
    to.name = from.name;
    to.required = from.option == ops::REQUIRED && !from.has_default;
    to.value.type = attr_type(from.kind);
    if (!from.ints.empty()) to.value.number = from.ints[0];
    if (from.kind == ops::AttrKind::kBool && !from.numbers.empty())
        to.value.number = from.numbers[0] != 0.0 ? 1 : 0;
    if (!from.numbers.empty()) to.value.real = from.numbers[0];
    to.value.text = from.text;
    to.value.numbers = from.ints;
    if (from.kind == ops::AttrKind::kListBool) {
        for (const double value : from.numbers) to.value.numbers.push_back(value != 0.0 ? 1 : 0);
    }
    to.value.reals = from.numbers;
    to.value.lists = from.rows;
    return to;
}

}  // namespace

Definition plain_definition(const ops::OpDef& from) {
    Definition to;
    to.type = from.type;
    to.inputs = plain(from.inputs);
    to.outputs = plain(from.outputs);
    complete(from.inputs, to.inputs, from.outputs, to.outputs);
    for (const ops::OpAttrDef& attr : from.attrs) to.attrs.push_back(plain(attr));
    for (const auto& [soc, config] : from.aicore.configs) {
        const Params inputs = merged(from.inputs, config.inputs);
        const Params outputs = merged(from.outputs, config.outputs);
        SocInfo info;
        info.inputs = plain(inputs);
        info.outputs = plain(outputs);
        complete(inputs, info.inputs, outputs, info.outputs);
        info.options = config.extended;
        to.socs[soc] = std::move(info);
    }
    return to;
}

}  // namespace davsim::op
