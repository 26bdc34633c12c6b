// SPDX-License-Identifier: Apache-2.0
#include "sim/run/npy_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "sim/base/error.h"

namespace davsim {
namespace {

constexpr std::string_view kBlanks = " \t\n\r\f\v";
// A word or number ends here.
constexpr std::string_view kDelimiters = " \t\n\r\f\v,:(){}[]'\"";
constexpr std::uint64_t kMaxElementBytes = 16;

[[noreturn]] void fail(const std::string& reason) {
    throw Error(Fault::kUsage, "header: " + reason);
}

// Printable, and not longer than a line.
std::string quoted(std::string_view text) {
    constexpr std::size_t kShown = 40;
    std::string shown(text.substr(0, kShown));
    for (char& c : shown) {
        if (c < ' ' || c > '~') c = '?';
    }
    return "'" + shown + (text.size() > kShown ? "...'" : "'");
}

class Parser {
public:
    explicit Parser(std::string_view text) : rest_(text) {}

    NpyHeader parse() {
        expect('{', "at the begin");
        while (!take('}')) {
            entry();
            if (take('}')) break;
            expect(',', "after " + where_);
        }
        skip_blanks();
        rest_ = rest_.substr(0, rest_.find_last_not_of(kBlanks) + 1);
        if (!rest_.empty()) fail(quoted(rest_) + " after the closing '}'");
        for (const char* key : {"descr", "fortran_order", "shape"}) {
            if (seen_.count(key) == 0) fail(fmt::format("{} is missing", key));
        }
        return std::move(header_);
    }

private:
    void entry() {
        where_ = "a key";
        const std::string key = string();
        if (key != "descr" && key != "fortran_order" && key != "shape")
            fail(fmt::format("unknown key {}, allowed are descr, fortran_order, shape",
                             quoted(key)));
        if (!seen_.insert(key).second) fail(key + " is given twice");
        expect(':', "after " + key);
        where_ = key;
        if (key == "descr") {
            descr();
        } else if (key == "fortran_order") {
            order();
        } else {
            shape();
        }
    }

    // Simple element types only: "<f4". Records are lists and no string.
    void descr() {
        header_.descr = string();
        const std::string& text = header_.descr;
        const bool good = text.size() > 2 && text.find_first_of("<>|=") == 0 &&
                          std::string_view("biufc").find(text[1]) != std::string_view::npos &&
                          text.find_first_not_of("0123456789", 2) == std::string::npos;
        if (!good || header_.element_bytes() == 0 || header_.element_bytes() > kMaxElementBytes)
            fail(fmt::format("descr: {} is no element type of numbers", quoted(text)));
    }

    void order() {
        const std::string_view text = word();
        if (text != "True" && text != "False")
            fail(fmt::format("fortran_order: {}, allowed are True and False", quoted(text)));
        header_.fortran_order = text == "True";
    }

    // A Python tuple: (), (2,), (2, 3), (2, 3,).
    void shape() {
        expect('(', "at the begin of shape");
        bool comma = true;
        while (!take(')')) {
            if (!comma) fail(fmt::format("shape: {} where ',' or ')' belongs", next()));
            header_.shape.push_back(extent());
            comma = take(',');
        }
        if (header_.shape.size() == 1 && !comma)
            fail(fmt::format("shape: ({}) is no tuple", header_.shape[0]));
    }

    std::int64_t extent() {
        const std::string_view text = word();
        std::int64_t value = 0;
        const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (code == std::errc::result_out_of_range)
            fail(fmt::format("shape: {} does not fit 63 bits", quoted(text)));
        if (text.empty() || code != std::errc() || end != text.data() + text.size() || value < 0) {
            fail(fmt::format("shape: {} is not a whole number of at least 0",
                             text.empty() ? next() : quoted(text)));
        }
        return value;
    }

    void skip_blanks() {
        rest_.remove_prefix(std::min(rest_.find_first_not_of(kBlanks), rest_.size()));
    }

    bool take(char c) {
        skip_blanks();
        if (rest_.empty() || rest_.front() != c) return false;
        rest_.remove_prefix(1);
        return true;
    }

    void expect(char c, const std::string& place) {
        if (!take(c)) fail(fmt::format("{} where '{}' belongs, {}", next(), c, place));
    }

    // What comes, for messages.
    std::string next() {
        skip_blanks();
        return rest_.empty() ? "the end" : quoted(rest_.substr(0, 1));
    }

    // In single or double quotes; escapes have no place in these keys and types.
    std::string string() {
        skip_blanks();
        const char quote = rest_.empty() ? '\0' : rest_.front();
        const std::size_t end =
            quote == '\'' || quote == '"' ? rest_.find(quote, 1) : std::string_view::npos;
        if (end == std::string_view::npos)
            fail(fmt::format("{} where {} in quotes belongs", next(), where_));
        std::string text(rest_.substr(1, end - 1));
        rest_.remove_prefix(end + 1);
        return text;
    }

    std::string_view word() {
        skip_blanks();
        const std::size_t size = std::min(rest_.find_first_of(kDelimiters), rest_.size());
        const std::string_view text = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return text;
    }

    std::string_view rest_;
    std::string where_;
    std::set<std::string> seen_;
    NpyHeader header_;
};

}  // namespace

std::uint64_t NpyHeader::element_bytes() const {
    std::uint64_t bytes = 0;
    const auto [end, code] = std::from_chars(descr.data() + std::min<std::size_t>(2, descr.size()),
                                             descr.data() + descr.size(), bytes);
    return code == std::errc() && end == descr.data() + descr.size() ? bytes : 0;
}

NpyHeader parse_npy_header(std::string_view text) {
    return Parser(text).parse();
}

}  // namespace davsim
