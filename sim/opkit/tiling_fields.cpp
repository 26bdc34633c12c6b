// SPDX-License-Identifier: Apache-2.0
#include "sim/opkit/tiling_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include "sim/base/error.h"

namespace davsim::op {
namespace {

struct Place {
    std::string name;
    std::string type;
    std::size_t offset;
    std::size_t size;
};

const Struct* find(const std::vector<Struct>& structs, const std::string& name) {
    for (const Struct& s : structs) {
        if (s.name == name) return &s;
    }
    return nullptr;
}

// Every scalar of a struct, nested ones and array elements included.
void list_places(const std::vector<Struct>& structs, const Struct& top, std::size_t base,
                 const std::string& prefix, std::vector<Place>& places) {
    for (const Field& field : top.fields) {
        const Struct* inner = field.nested ? find(structs, field.type) : nullptr;
        for (std::size_t i = 0; i < field.count; ++i) {
            const std::string name =
                prefix + field.name + (field.array ? fmt::format("[{}]", i) : "");
            const std::size_t offset = base + field.offset + i * field.size;
            if (inner != nullptr) {
                list_places(structs, *inner, offset, name + ".", places);
            } else if (!field.nested) {
                places.push_back({name, field.type, offset, field.size});
            }
        }
    }
}

template <class T>
T load(const std::uint8_t* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

bool is_unsigned(const std::string& type) {
    return type.compare(0, 4, "uint") == 0 || type == "bool";
}

std::string value_text(const Place& place, const std::uint8_t* at) {
    if (place.type == "float") return fmt::format("{}", load<float>(at));
    if (place.type == "double") return fmt::format("{}", load<double>(at));
    switch (place.size) {
        case 1:
            return is_unsigned(place.type) ? fmt::format("{}", load<std::uint8_t>(at))
                                           : fmt::format("{}", load<std::int8_t>(at));
        case 2:
            return is_unsigned(place.type) ? fmt::format("{}", load<std::uint16_t>(at))
                                           : fmt::format("{}", load<std::int16_t>(at));
        case 4:
            return is_unsigned(place.type) ? fmt::format("{}", load<std::uint32_t>(at))
                                           : fmt::format("{}", load<std::int32_t>(at));
        case 8:
            return is_unsigned(place.type) ? fmt::format("{}", load<std::uint64_t>(at))
                                           : fmt::format("{}", load<std::int64_t>(at));
        default: return "?";
    }
}

template <class T>
bool parse_into(const std::string& text, std::uint8_t* at) {
    T value{};
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size()) return false;
    std::memcpy(at, &value, sizeof value);
    return true;
}

bool store(const Place& place, const std::string& text, std::uint8_t* at) {
    if (place.type == "float") return parse_into<float>(text, at);
    if (place.type == "double") return parse_into<double>(text, at);
    const bool no_sign = is_unsigned(place.type);
    switch (place.size) {
        case 1:
            return no_sign ? parse_into<std::uint8_t>(text, at) : parse_into<std::int8_t>(text, at);
        case 2:
            return no_sign ? parse_into<std::uint16_t>(text, at)
                           : parse_into<std::int16_t>(text, at);
        case 4:
            return no_sign ? parse_into<std::uint32_t>(text, at)
                           : parse_into<std::int32_t>(text, at);
        case 8:
            return no_sign ? parse_into<std::uint64_t>(text, at)
                           : parse_into<std::int64_t>(text, at);
        default: return false;
    }
}

// "a[0]", "a[1]", ... become one "a" with a list.
void add_text(std::vector<std::pair<std::string, std::string>>& fields, const Place& place,
              const std::string& value) {
    const std::size_t bracket = place.name.rfind('[');
    if (bracket == std::string::npos || place.name.back() != ']') {
        fields.emplace_back(place.name, value);
        return;
    }
    const std::string name = place.name.substr(0, bracket);
    if (fields.empty() || fields.back().first != name) {
        fields.emplace_back(name, "[" + value + "]");
        return;
    }
    std::string& list = fields.back().second;
    list.insert(list.size() - 1, ", " + value);
}

}  // namespace

const Struct* struct_of(const std::vector<Struct>& structs, const std::string& operator_type,
                        const TilingAnswer& answer) {
    if (!answer.struct_name.empty()) {
        for (const Struct& s : structs) {
            const std::string& full = answer.struct_name;
            const bool same =
                full == s.name ||
                (full.size() > s.name.size() + 2 &&
                 full.compare(full.size() - s.name.size() - 2, 2, "::") == 0 &&
                 full.compare(full.size() - s.name.size(), s.name.size(), s.name) == 0);
            if (same) return &s;
        }
    }
    const std::string keyed = fmt::format("{}_{}", operator_type, answer.key);
    for (const std::string& wanted : {keyed, operator_type}) {
        for (const Struct& s : structs) {
            if (std::find(s.keys.begin(), s.keys.end(), wanted) != s.keys.end() &&
                s.size <= answer.data.size())
                return &s;
        }
    }
    return nullptr;
}

std::vector<std::pair<std::string, std::string>> decode(const std::vector<Struct>& structs,
                                                        const Struct& top,
                                                        const std::vector<std::uint8_t>& data) {
    std::vector<Place> places;
    list_places(structs, top, 0, "", places);
    std::vector<std::pair<std::string, std::string>> fields;
    for (const Place& place : places) {
        if (place.offset + place.size <= data.size())
            add_text(fields, place, value_text(place, data.data() + place.offset));
    }
    return fields;
}

void set_fields(const std::vector<Struct>& structs, const Struct& top,
                std::vector<std::uint8_t>& data, const std::map<std::string, std::string>& values) {
    std::vector<Place> places;
    list_places(structs, top, 0, "", places);
    for (const auto& [name, text] : values) {
        const auto found = std::find_if(places.begin(), places.end(),
                                        [&](const Place& place) { return place.name == name; });
        if (found == places.end() || found->offset + found->size > data.size()) {
            std::vector<std::string> names;
            for (const Place& place : places) names.push_back(place.name);
            throw Error(Fault::kTiling, fmt::format("--tiling: {} has no field '{}', it has {}",
                                                    top.name, name, fmt::join(names, ", ")));
        }
        if (!store(*found, text, data.data() + found->offset)) {
            throw Error(Fault::kTiling,
                        fmt::format("--tiling: {}: '{}' is no {}", name, text, found->type));
        }
    }
}

}  // namespace davsim::op
