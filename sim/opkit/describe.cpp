// SPDX-License-Identifier: Apache-2.0
#include "sim/opkit/describe.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "sim/base/error.h"
#include "sim/opkit/isolated.h"
#include "sim/opkit/loaded_operator.h"

namespace davsim::op {

using Json = nlohmann::json;

void to_json(Json& json, const ParamInfo& p) {
    json = {p.name, static_cast<int>(p.kind), p.types, p.formats, p.value_depend, p.has_init,
            p.init};
}
void from_json(const Json& json, ParamInfo& p) {
    p.name = json.at(0);
    p.kind = static_cast<ParamKind>(json.at(1).get<int>());
    p.types = json.at(2).get<std::vector<int>>();
    p.formats = json.at(3).get<std::vector<int>>();
    p.value_depend = json.at(4);
    p.has_init = json.at(5);
    p.init = json.at(6);
}

void to_json(Json& json, const AttrValue& v) {
    json = {static_cast<int>(v.type), v.number, v.real, v.text, v.numbers, v.reals, v.lists};
}
void from_json(const Json& json, AttrValue& v) {
    v.type = static_cast<AttrType>(json.at(0).get<int>());
    v.number = json.at(1);
    v.real = json.at(2);
    v.text = json.at(3);
    v.numbers = json.at(4).get<std::vector<std::int64_t>>();
    v.reals = json.at(5).get<std::vector<double>>();
    v.lists = json.at(6).get<std::vector<std::vector<std::int64_t>>>();
}

void to_json(Json& json, const AttrInfo& a) {
    json = {a.name, a.required, a.value};
}
void from_json(const Json& json, AttrInfo& a) {
    a.name = json.at(0);
    a.required = json.at(1);
    a.value = json.at(2);
}

void to_json(Json& json, const SocInfo& s) {
    json = {s.inputs, s.outputs, s.options};
}
void from_json(const Json& json, SocInfo& s) {
    s.inputs = json.at(0).get<std::vector<ParamInfo>>();
    s.outputs = json.at(1).get<std::vector<ParamInfo>>();
    s.options = json.at(2).get<std::map<std::string, std::string>>();
}

void to_json(Json& json, const Definition& d) {
    json = {d.type, d.inputs,     d.outputs,         d.attrs,
            d.socs, d.has_tiling, d.has_infer_shape, d.has_reference};
}
void from_json(const Json& json, Definition& d) {
    d.type = json.at(0);
    d.inputs = json.at(1).get<std::vector<ParamInfo>>();
    d.outputs = json.at(2).get<std::vector<ParamInfo>>();
    d.attrs = json.at(3).get<std::vector<AttrInfo>>();
    d.socs = json.at(4).get<std::map<std::string, SocInfo>>();
    d.has_tiling = json.at(5);
    d.has_infer_shape = json.at(6);
    d.has_reference = json.at(7);
}

void to_json(Json& json, const Field& f) {
    json = {f.name, f.type, f.offset, f.size, f.count, f.array, f.nested};
}
void from_json(const Json& json, Field& f) {
    f.name = json.at(0);
    f.type = json.at(1);
    f.offset = json.at(2);
    f.size = json.at(3);
    f.count = json.at(4);
    f.array = json.at(5);
    f.nested = json.at(6);
}

void to_json(Json& json, const Struct& s) {
    json = {s.name, s.size, s.fields, s.keys, s.macro};
}
void from_json(const Json& json, Struct& s) {
    s.name = json.at(0);
    s.size = json.at(1);
    s.fields = json.at(2).get<std::vector<Field>>();
    s.keys = json.at(3).get<std::vector<std::string>>();
    s.macro = json.at(4);
}

void to_json(Json& json, const TemplateParam& p) {
    json = {p.name, p.type, p.boolean, p.bound, p.parameter};
}
void from_json(const Json& json, TemplateParam& p) {
    p.name = json.at(0);
    p.type = json.at(1);
    p.boolean = json.at(2);
    p.bound = json.at(3);
    p.parameter = json.at(4);
}

void to_json(Json& json, const TemplateKey& k) {
    json = {k.key, k.arguments, k.tiling_struct};
}
void from_json(const Json& json, TemplateKey& k) {
    k.key = json.at(0);
    k.arguments = json.at(1).get<std::vector<std::uint64_t>>();
    k.tiling_struct = json.at(2);
}

std::string to_text(const Description& description) {
    const Json json = {description.definition, description.structs, description.templates.params,
                       description.templates.keys, description.problem};
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Description description_of(const std::string& text) {
    const Json json = Json::parse(text);
    Description result;
    result.definition = json.at(0);
    result.structs = json.at(1).get<std::vector<Struct>>();
    result.templates.params = json.at(2).get<std::vector<TemplateParam>>();
    result.templates.keys = json.at(3).get<std::vector<TemplateKey>>();
    result.problem = json.at(4);
    return result;
}

Description describe_library(const std::string& path) {
    constexpr double kLimit = 20;
    Isolated isolated;
    isolated.limit_seconds = kLimit;
    isolated.work = [&](std::size_t) {
        Description result;
        try {
            const LoadedOperator loaded(path);
            result.definition = loaded.definition();
            result.structs = loaded.structs();
            result.templates = loaded.library().templates();
        } catch (const std::exception& error) { result.problem = error.what(); }
        return to_text(result);
    };
    isolated.on_mishap = [&](const Mishap& mishap) {
        Description result;
        result.problem = "loading the operator's library " + mishap.text(kLimit);
        return to_text(result);
    };
    return description_of(run_isolated(1, isolated).at(0));
}

}  // namespace davsim::op
