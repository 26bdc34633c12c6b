// SPDX-License-Identifier: Apache-2.0
#include "sim/config/key_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>
#include <type_traits>

namespace davsim {
namespace {

// All of `text` as a number, without blanks, signs other than '-', or units.
template <class Number>
bool parse_number(const std::string& text, Number& number) {
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && stop == end && !text.empty();
}

bool is_power_of_two(double value) {
    return std::exp2(std::floor(std::log2(value))) == value;
}

bool in_range(const Allowed& allowed, const std::string& text, double value) {
    if (!allowed.choices.empty()) {
        return std::find(allowed.choices.begin(), allowed.choices.end(), text) !=
               allowed.choices.end();
    }
    return std::isfinite(value) && value >= allowed.min && value <= allowed.max &&
           (!allowed.power_of_two || is_power_of_two(value));
}

// read_into: one overload a field type; true when `text` is an allowed value.
template <class Number, std::enable_if_t<std::is_arithmetic_v<Number>, int> = 0>
bool read_into(const Allowed& allowed, const std::string& text, Number* field) {
    Number number{};
    if (!parse_number(text, number)) return false;
    if (!in_range(allowed, text, static_cast<double>(number))) return false;
    *field = number;
    return true;
}

bool read_into(const Allowed& /*allowed*/, const std::string& text, bool* field) {
    if (text != "true" && text != "false") return false;
    *field = text == "true";
    return true;
}

bool read_into(const Allowed& allowed, const std::string& text, std::string* field) {
    if (text.empty() || (!allowed.choices.empty() && !in_range(allowed, text, 0))) return false;
    *field = text;
    return true;
}

std::string trimmed(const std::string& text, const char* what) {
    const std::size_t first = text.find_first_not_of(what);
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(what) - first + 1);
}

bool read_into(const Allowed& /*allowed*/, const std::string& text, DataTypeSet* field) {
    DataTypeSet set;
    std::istringstream names(trimmed(text, "[] "));
    for (std::string name; std::getline(names, name, ',');) {
        const auto type = parse_data_type(trimmed(name, " "));
        if (!type) return false;
        set.insert(*type);
    }
    if (set.has == DataTypeSet{}.has) return false;
    *field = set;
    return true;
}

std::string join_types(const DataTypeSet& set) {
    std::string text;
    for (int i = 0; i < kDataTypeCount; ++i) {
        const auto type = static_cast<DataType>(i);
        if (set.contains(type)) text += (text.empty() ? "" : ", ") + std::string(name_of(type));
    }
    return text;
}

std::string to_text(const bool* field) {
    return *field ? "true" : "false";
}
std::string to_text(const std::string* field) {
    return *field;
}
std::string to_text(const DataTypeSet* field) {
    return join_types(*field);
}
std::string to_text(const int* field) {
    return fmt::format("{}", *field);
}
std::string to_text(const std::int64_t* field) {
    return fmt::format("{}", *field);
}
std::string to_text(const double* field) {
    return fmt::format("{}", *field);
}

// The type of the field, seen on a config that nobody reads.
template <class Type>
bool has_type(const KeySpec& key) {
    SocConfig scratch;
    return std::holds_alternative<Type*>(key.slot(scratch));
}

std::string range_text(const KeySpec& key) {
    const Allowed& allowed = key.allowed;
    const char* kind = allowed.power_of_two    ? "a power of two"
                       : has_type<double>(key) ? "a number"
                                               : "a whole number";
    const auto number = [&key](double value) {
        return has_type<double>(key) ? fmt::format("{:g}", value)
                                     : fmt::format("{}", static_cast<std::int64_t>(value));
    };
    return fmt::format("{} from {} to {} ({})", kind, number(allowed.min), number(allowed.max),
                       key.unit);
}

}  // namespace

std::string assign(const KeySpec& key, const std::string& text, SocConfig& config) {
    const bool good = std::visit([&](auto* field) { return read_into(key.allowed, text, field); },
                                 key.slot(config));
    return good ? "" : fmt::format("value is '{}', allowed is {}", text, allowed_text(key));
}

std::string value_text(const KeySpec& key, const SocConfig& config) {
    // The table's accessors serve reading and writing; nothing is written through this one.
    auto& field_owner = const_cast<SocConfig&>(config);
    return std::visit([](const auto* field) { return to_text(field); }, key.slot(field_owner));
}

std::string allowed_text(const KeySpec& key) {
    if (!key.allowed.choices.empty()) {
        return fmt::format("one of {}", fmt::join(key.allowed.choices, ", "));
    }
    if (has_type<bool>(key)) return "true or false";
    if (has_type<std::string>(key)) return "a text that is not empty";
    if (has_type<DataTypeSet>(key)) {
        DataTypeSet all;
        all.has.fill(true);
        return "a list of " + join_types(all);
    }
    return range_text(key);
}

bool is_bare_in_json(const KeySpec& key) {
    return !has_type<std::string>(key) && !is_list(key);
}

bool is_list(const KeySpec& key) {
    return has_type<DataTypeSet>(key);
}

}  // namespace davsim
