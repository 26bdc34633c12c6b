// SPDX-License-Identifier: Apache-2.0
#include "sim/opkit/attr_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "sim/base/error.h"

namespace davsim::op {
namespace {

using Json = nlohmann::json;

const char* type_name(AttrType type) {
    switch (type) {
        case AttrType::kBool: return "true or false";
        case AttrType::kInt: return "a whole number";
        case AttrType::kFloat: return "a number";
        case AttrType::kString: return "a text";
        case AttrType::kBools: return "a list like [true,false]";
        case AttrType::kInts: return "a list like [1,2]";
        case AttrType::kFloats: return "a list like [1.5,2]";
        case AttrType::kIntLists: return "a list of lists like [[1,2],[3]]";
    }
    return "";
}

std::int64_t as_int(const Json& json) {
    if (json.is_boolean()) return json.get<bool>() ? 1 : 0;
    if (!json.is_number_integer()) throw std::invalid_argument("no whole number");
    return json.get<std::int64_t>();
}

double as_real(const Json& json) {
    if (!json.is_number()) throw std::invalid_argument("no number");
    return json.get<double>();
}

std::vector<std::int64_t> as_ints(const Json& json) {
    if (!json.is_array()) throw std::invalid_argument("no list");
    std::vector<std::int64_t> values;
    for (const Json& item : json) values.push_back(as_int(item));
    return values;
}

void parse(const std::string& text, AttrValue& value) {
    if (value.type == AttrType::kString) {
        value.text = text;
        return;
    }
    const Json json = Json::parse(text);
    switch (value.type) {
        case AttrType::kBool:
        case AttrType::kInt: value.number = as_int(json); break;
        case AttrType::kFloat: value.real = as_real(json); break;
        case AttrType::kBools:
        case AttrType::kInts: value.numbers = as_ints(json); break;
        case AttrType::kFloats: {
            if (!json.is_array()) throw std::invalid_argument("no list");
            value.reals.clear();
            for (const Json& item : json) value.reals.push_back(as_real(item));
            break;
        }
        case AttrType::kIntLists: {
            if (!json.is_array()) throw std::invalid_argument("no list");
            value.lists.clear();
            for (const Json& row : json) value.lists.push_back(as_ints(row));
            break;
        }
        case AttrType::kString: break;
    }
}

}  // namespace

std::vector<AttrValue> attributes_of(const Definition& definition,
                                     const std::map<std::string, std::string>& given) {
    std::vector<AttrValue> values;
    std::vector<std::string> names;
    for (const AttrInfo& attr : definition.attrs) {
        names.push_back(attr.name);
        AttrValue value = attr.value;
        const auto found = given.find(attr.name);
        if (found == given.end()) {
            if (attr.required) {
                throw Error(Fault::kUsage, fmt::format("attribute {} is missing: --attr {}=VALUE",
                                                       attr.name, attr.name));
            }
        } else {
            try {
                parse(found->second, value);
            } catch (const std::exception&) {
                throw Error(Fault::kUsage, fmt::format("--attr {}: '{}' is not {}", attr.name,
                                                       found->second, type_name(value.type)));
            }
        }
        values.push_back(std::move(value));
    }
    for (const auto& entry : given) {
        if (std::find(names.begin(), names.end(), entry.first) == names.end()) {
            throw Error(
                Fault::kUsage,
                fmt::format("--attr: {} has no attribute '{}', it has {}", definition.type,
                            entry.first,
                            names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
        }
    }
    return values;
}

std::string attr_text(const AttrValue& value) {
    switch (value.type) {
        case AttrType::kBool: return value.number != 0 ? "true" : "false";
        case AttrType::kInt: return std::to_string(value.number);
        case AttrType::kFloat: return fmt::format("{}", value.real);
        case AttrType::kString: return value.text;
        case AttrType::kBools:
        case AttrType::kInts: return fmt::format("[{}]", fmt::join(value.numbers, ","));
        case AttrType::kFloats: return fmt::format("[{}]", fmt::join(value.reals, ","));
        case AttrType::kIntLists: {
            std::string text;
            for (const auto& row : value.lists)
                text += fmt::format("{}[{}]", text.empty() ? "" : ",", fmt::join(row, ","));
            return "[" + text + "]";
        }
    }
    return "";
}

}  // namespace davsim::op
