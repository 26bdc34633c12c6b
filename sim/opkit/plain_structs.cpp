// SPDX-License-Identifier: Apache-2.0
#include "sim/opkit/plain_structs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <regex>
#include <set>

#include "sim/opkit/operator_sources.h"

namespace davsim::op {
namespace {

bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string without_comments(const std::string& text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.compare(i, 2, "//") == 0) {
            i = std::min(text.find('\n', i), text.size());
            result += '\n';
        } else if (text.compare(i, 2, "/*") == 0) {
            i = text.find("*/", i);
            if (i == std::string::npos) break;
            ++i;
        } else {
            result += text[i];
        }
    }
    return result;
}

struct Member {
    std::string type;  // last word of it
    std::string name;
};

struct FoundStruct {
    std::string full_name;  // with namespaces
    std::vector<Member> members;
};

std::string last_word(const std::string& text) {
    std::size_t end = text.size();
    while (end > 0 && !is_word(text[end - 1])) --end;
    std::size_t begin = end;
    while (begin > 0 && is_word(text[begin - 1])) --begin;
    return text.substr(begin, end - begin);
}

// The declarators of one member declaration: "uint32_t a, b[4] = {0}".
void add_members(std::string statement, std::vector<Member>& members) {
    static const std::regex kSkipped(
        R"(^\s*(using|static|typedef|friend|template|enum|struct\s*\{)|\()");
    statement =
        std::regex_replace(statement, std::regex(R"(\b(public|private|protected)\s*:)"), " ");
    if (std::regex_search(statement, kSkipped)) return;
    std::string type;
    std::size_t begin = 0;
    int depth = 0;
    for (std::size_t i = 0; i <= statement.size(); ++i) {
        const char c = i < statement.size() ? statement[i] : ',';
        if (c == '<' || c == '{' || c == '[') ++depth;
        if (c == '>' || c == '}' || c == ']') --depth;
        if (c != ',' || depth != 0) continue;
        std::string part = statement.substr(begin, i - begin);
        begin = i + 1;
        part = part.substr(0, part.find_first_of("={"));
        part = part.substr(0, part.find('['));
        const std::string name = last_word(part);
        if (name.empty()) continue;
        const std::string before = part.substr(0, part.rfind(name));
        if (type.empty()) type = last_word(before.substr(0, before.find('<')));
        if (!type.empty()) members.push_back({type, name});
    }
}

std::vector<Member> members_of(const std::string& body) {
    std::vector<Member> members;
    std::string statement;
    int depth = 0;
    for (const char c : body) {
        if (c == '{') ++depth;
        if (c == '}') --depth;
        if (c == ';' && depth == 0) {
            add_members(statement, members);
            statement.clear();
        } else {
            statement += c;
        }
    }
    return members;
}

std::size_t closing(const std::string& text, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        if (text[i] == '{') ++depth;
        if (text[i] == '}' && --depth == 0) return i;
    }
    return std::string::npos;
}

// "a::b::" of the namespaces that are open at a place.
std::string namespaces_at(const std::string& text, std::size_t place) {
    static const std::regex kPattern(R"(\bnamespace\s+([A-Za-z_0-9:]+)\s*\{)");
    std::string result;
    for (std::sregex_iterator it(text.begin(), text.end(), kPattern), end; it != end; ++it) {
        const auto open = static_cast<std::size_t>(it->position() + it->length() - 1);
        if (open > place) break;
        const std::size_t close = closing(text, open);
        if (close == std::string::npos || close > place) result += (*it)[1].str() + "::";
    }
    return result;
}

std::optional<FoundStruct> find_struct(const std::string& text, const std::string& name) {
    const std::regex pattern(fmt::format(R"(\b(?:struct|class)\s+{}\s*\{{)", name));
    std::smatch match;
    if (!std::regex_search(text, match, pattern)) return std::nullopt;
    const auto open = static_cast<std::size_t>(match.position() + match.length() - 1);
    const std::size_t close = closing(text, open);
    if (close == std::string::npos) return std::nullopt;
    return FoundStruct{namespaces_at(text, static_cast<std::size_t>(match.position())) + name,
                       members_of(text.substr(open + 1, close - open - 1))};
}

class Writer {
public:
    explicit Writer(const std::vector<std::string>& headers) {
        for (const std::string& header : headers)
            texts_.emplace_back(header, without_comments(read_text(header)));
    }

    void add(const std::string& name) {
        if (!done_.insert(name).second) return;
        for (const auto& [header, text] : texts_) {
            const std::optional<FoundStruct> found = find_struct(text, name);
            if (!found) continue;
            // Structs inside come first.
            for (const Member& member : found->members) add(member.type);
            used_.insert(header);
            body_ += fmt::format(
                "using S{0} = {1};\nstatic const davsim::op::PlainStructRegistrar "
                "g_{0}(\"{2}\", sizeof(S{0}), {{\n",
                count_, found->full_name, name);
            for (const Member& member : found->members)
                body_ += fmt::format(
                    "    davsim::op::plain_field<decltype(S{0}::{1})>(\"{1}\", "
                    "offsetof(S{0}, {1}), \"{2}\"),\n",
                    count_, member.name, member.type);
            body_ += "});\n";
            ++count_;
            return;
        }
    }

    std::string text() const {
        if (count_ == 0) return "";
        std::string result;
        for (const std::string& header : used_) result += fmt::format("#include \"{}\"\n", header);
        return result + "#include \"sim/op_host_api/plain_struct.h\"\n" + body_;
    }

private:
    std::vector<std::pair<std::string, std::string>> texts_;
    std::set<std::string> done_;
    std::set<std::string> used_;
    std::string body_;
    int count_ = 0;
};

}  // namespace

std::vector<std::string> tiling_struct_names(const std::string& text) {
    static const std::vector<std::regex> kPatterns = {
        std::regex(R"(\bREGISTER_TILING_DEFAULT\s*\(\s*([A-Za-z_0-9:]+))"),
        std::regex(
            R"(\bGET_TILING_DATA_(?:WITH_STRUCT|MEMBER|PTR_WITH_STRUCT)\s*\(\s*([A-Za-z_0-9:]+))"),
        std::regex(R"(\bREGISTER_TILING_FOR_TILINGKEY\s*\([^;]*,\s*([A-Za-z_0-9:]+)\s*\))"),
        std::regex(R"(\bASCENDC_TPL_TILING_STRUCT_SEL\s*\(\s*([A-Za-z_0-9:]+))"),
        std::regex(R"(\bGetTilingData\s*<\s*([A-Za-z_0-9:]+))"),
    };
    std::vector<std::string> names;
    for (const std::regex& pattern : kPatterns) {
        for (std::sregex_iterator it(text.begin(), text.end(), pattern), end; it != end; ++it) {
            const std::string name = last_word((*it)[1]);
            if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
        }
    }
    return names;
}

std::string plain_struct_source(const std::vector<std::string>& names,
                                const std::vector<std::string>& headers) {
    Writer writer(headers);
    for (const std::string& name : names) writer.add(name);
    return writer.text();
}

}  // namespace davsim::op
