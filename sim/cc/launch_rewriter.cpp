// SPDX-License-Identifier: Apache-2.0
#include "sim/cc/launch_rewriter.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <vector>

#include "sim/base/error.h"
#include "sim/cc/tokens.h"

namespace davsim::cc {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

// "file:line" of an offset, by the preprocessor's line markers: # 12 "file" 1
std::string place_of(std::string_view text, std::size_t offset, std::string file) {
    long line = 1;
    for (std::size_t begin = 0; begin < offset;) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        if (end >= offset) break;
        const std::string_view row = text.substr(begin, end - begin);
        ++line;
        if (row.size() > 3 && row[0] == '#' && row[1] == ' ' && row[2] >= '0' && row[2] <= '9') {
            line = std::strtol(std::string(row.substr(2)).c_str(), nullptr, 10);
            const std::size_t open = row.find('"');
            const std::size_t close = row.rfind('"');
            if (open != kNone && close > open) file = row.substr(open + 1, close - open - 1);
        }
        begin = end + 1;
    }
    return file + ":" + std::to_string(line);
}

struct Edit {
    std::size_t begin;
    std::size_t end;
    std::string text;
};

class Rewriter {
public:
    Rewriter(std::string_view text, const std::string& file)
        : text_(text), file_(file), tokens_(tokenise(text)) {}

    Rewritten run() {
        for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
            if (!is_name(i) || !is(i + 1, '(')) continue;
            if (word(i) == "davsim_kernel_cores") cores_mark(i);
            if (word(i) == "davsim_kernel_kind") kind_mark(i);
        }
        for (std::size_t i = 0; i + 2 < tokens_.size(); ++i) {
            if (!is(i, '<') || !is(i + 1, '<') || !is(i + 2, '<')) continue;
            // operator<< <T>: the third one opens template arguments.
            if (i > 0 && word(i - 1) == "operator") continue;
            launch(i);
            i += 2;
            ++result_.launches;
        }
        apply();
        return std::move(result_);
    }

private:
    bool is(std::size_t i, char c) const {
        return i < tokens_.size() && tokens_[i].kind == Token::Kind::kCharacter &&
               text_[tokens_[i].begin] == c;
    }
    bool is_name(std::size_t i) const {
        return i < tokens_.size() && tokens_[i].kind == Token::Kind::kName;
    }
    std::string_view word(std::size_t i) const {
        return text_.substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin);
    }
    // Two characters that touch: "::", "->".
    bool is_pair(std::size_t i, char a, char b) const {
        return is(i, a) && is(i + 1, b) && tokens_[i].end == tokens_[i + 1].begin;
    }

    [[noreturn]] void fail(std::size_t token, const std::string& what) const {
        throw Error(Fault::kUsage,
                    place_of(text_, tokens_[token].begin, file_) + ": kernel launch: " + what);
    }

    static char partner(char closing) { return closing == ')' ? '(' : closing == ']' ? '[' : '{'; }

    // Index of the bracket that the one at `close` closes; kNone without one.
    std::size_t match_back(std::size_t close) const {
        std::string open;
        for (std::size_t i = close + 1; i-- > 0;) {
            if (tokens_[i].kind != Token::Kind::kCharacter) continue;
            const char c = text_[tokens_[i].begin];
            if (c == ')' || c == ']' || c == '}') open += partner(c);
            if (c != '(' && c != '[' && c != '{') continue;
            if (open.empty() || open.back() != c) return kNone;
            open.pop_back();
            if (open.empty()) return i;
        }
        return kNone;
    }

    // Index of the '<' of the template arguments that end at `close`.
    std::size_t match_angle_back(std::size_t close) const {
        int depth = 0;
        for (std::size_t i = close + 1; i-- > 0;) {
            if (is(i, ')') || is(i, ']') || is(i, '}')) {
                i = match_back(i);
                if (i == kNone) return kNone;
            } else if (is(i, '>') && !(i > 0 && is_pair(i - 1, '-', '>'))) {
                ++depth;
            } else if (is(i, '<')) {
                if (--depth == 0) return i;
            } else if (is(i, ';')) {
                return kNone;
            }
        }
        return kNone;
    }

    // First token of the expression that ends at `last`: ns::kernel<T, 3>, table[i], pick(x),
    // object.kernel.
    std::size_t expression_begin(std::size_t last) const {
        std::size_t begin = kNone;
        for (std::size_t i = last;;) {
            if (is(i, '>')) {
                const std::size_t open = match_angle_back(i);
                if (open == kNone || open == 0 || !is_name(open - 1)) return kNone;
                i = open - 1;
            }
            if (is(i, ')') || is(i, ']')) {
                const std::size_t open = match_back(i);
                if (open == kNone) return kNone;
                begin = open;
                // A call or subscript belongs to what stands before it.
                if (open == 0 || !continues_expression(open - 1)) return begin;
                i = open - 1;
                continue;
            }
            if (!is_name(i)) return kNone;
            begin = i;
            if (i >= 1 && word(i - 1) == "template") --i;
            if (i >= 2 && is_pair(i - 2, ':', ':')) {
                begin = i - 2;
                if (i < 3 || !(is_name(i - 3) || is(i - 3, '>'))) return begin;
                if (is_name(i - 3) && is_keyword(word(i - 3))) return begin;
                i -= 3;
            } else if (i >= 2 && is_pair(i - 2, '-', '>')) {
                i -= 3;
            } else if (i >= 2 && is(i - 1, '.')) {
                i -= 2;
            } else {
                return begin;
            }
        }
    }

    // May a postfix like (x) or [i] follow this token?
    bool continues_expression(std::size_t i) const {
        if (is(i, ')') || is(i, ']') || is(i, '>')) return true;
        return is_name(i) && !is_keyword(word(i));
    }

    static bool is_keyword(std::string_view word) {
        constexpr std::string_view kWords[] = {
            "return",   "else",      "do",        "if",  "while",  "for",  "switch",
            "case",     "throw",     "co_return", "new", "delete", "goto", "co_await",
            "co_yield", "constexpr", "not",       "and", "or"};
        return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
    }

    // Index of the first '>' of the >>> that ends the shape which starts at `i`. Template arguments
    // inside may end in '>' themselves, and comparisons may look like some.
    std::size_t shape_end(std::size_t i) const {
        std::size_t angles = 0;
        for (; i < tokens_.size(); ++i) {
            if (is(i, '(') || is(i, '[') || is(i, '{')) {
                i = match_forward(i);
                if (i == kNone) return kNone;
            } else if (is(i, ';') || is(i, ')') || is(i, '}')) {
                return kNone;
            } else if (is(i, '<')) {
                if (i > 0 && is_name(i - 1)) ++angles;
            } else if (is(i, '>') && !is_pair(i - 1, '-', '>')) {
                std::size_t run = 1;
                while (is(i + run, '>')) ++run;
                const bool arguments_follow = is(i + run, '(');
                if (arguments_follow && run >= 3 && (run == angles + 3 || angles < run))
                    return i + run - 3;
                angles -= std::min(angles, run);
                i += run - 1;
            }
        }
        return kNone;
    }

    std::size_t match_forward(std::size_t open) const {
        std::string closing;
        for (std::size_t i = open; i < tokens_.size(); ++i) {
            if (tokens_[i].kind != Token::Kind::kCharacter) continue;
            const char c = text_[tokens_[i].begin];
            if (c == '(') closing += ')';
            if (c == '[') closing += ']';
            if (c == '{') closing += '}';
            if (c != ')' && c != ']' && c != '}') continue;
            if (closing.empty() || closing.back() != c) return kNone;
            closing.pop_back();
            if (closing.empty()) return i;
        }
        return kNone;
    }

    // The source of the kernel's name as a string literal on one line.
    std::string name_literal(std::size_t begin, std::size_t end) const {
        std::string name = "\"";
        for (std::size_t i = begin; i < end; ++i) {
            if (i > begin && tokens_[i - 1].end != tokens_[i].begin && name.back() != ' ')
                name += ' ';
            for (const char c : word(i)) {
                if (c == '"' || c == '\\') name += '\\';
                name += c == '\n' ? ' ' : c;
            }
        }
        return name + "\"";
    }

    // davsim_kernel_cores(1, 2) in front of a kernel, what __mix__(1, 2) leaves: cube cores and
    // vector cores of a block. The kernel is the next name with parameters.
    void cores_mark(std::size_t mark) {
        const std::size_t end = match_forward(mark + 1);
        if (end == kNone) fail(mark, "no ) after __mix__");
        const std::string cores{
            text_.substr(tokens_[mark + 1].end, tokens_[end].begin - tokens_[mark + 1].end)};
        replace(mark, end, " ");
        for (std::size_t i = end + 1; i + 1 < tokens_.size(); ++i) {
            if (is(i, ';') || is(i, '{')) return;
            if (!is_name(i) || !is(i + 1, '(')) continue;
            if (word(i) == "__attribute__" || word(i) == "davsim_kernel_cores") {
                i = match_forward(i + 1);
                if (i == kNone) return;
                continue;
            }
            cores_[std::string(word(i))] = cores;
            return;
        }
    }

    // davsim_kernel_kind(KERNEL_TYPE_MIX_AIC_1_2) in a kernel's body, what KERNEL_TASK_TYPE leaves.
    void kind_mark(std::size_t mark) {
        const std::size_t end = match_forward(mark + 1);
        if (end == kNone) fail(mark, "no ) after KERNEL_TASK_TYPE");
        const std::string_view kind = word(end - 1);
        replace(mark, end, "static_cast<void>(0)");
        const char* cores = kind == "KERNEL_TYPE_MIX_AIC_1_1"   ? "1, 1"
                            : kind == "KERNEL_TYPE_MIX_AIC_1_2" ? "1, 2"
                                                                : nullptr;
        if (cores == nullptr) return;
        int depth = 0;
        for (std::size_t i = mark; i-- > 0;) {
            if (is(i, '}')) ++depth;
            if (!is(i, '{') || depth-- > 0) continue;
            depth = 0;
            const std::size_t open = i > 0 && is(i - 1, ')') ? match_back(i - 1) : kNone;
            if (open == kNone || open == 0 || !is_name(open - 1)) continue;
            if (!is_keyword(word(open - 1))) {
                cores_[std::string(word(open - 1))] = cores;
                return;
            }
        }
    }

    // The last name of ns::kernel<T, 3>.
    std::string kernel_name(std::size_t last) const {
        if (is(last, '>')) last = match_angle_back(last) - 1;
        return std::string(word(last));
    }

    void launch(std::size_t open) {
        if (open == 0) fail(open, "no kernel before <<<");
        const std::size_t kernel = expression_begin(open - 1);
        if (kernel == kNone) fail(open, "no kernel before <<<");
        const std::size_t close = shape_end(open + 3);
        if (close == kNone) fail(open, "no >>> with (arguments) for this <<<");
        if (close == open + 3)
            fail(open, "nothing between <<< and >>>, needed are blocks, ub, stream");
        const std::size_t arguments = close + 3;
        const std::size_t end = match_forward(arguments);
        if (end == kNone) fail(arguments, "no ) for the arguments");
        const auto cores = cores_.find(kernel_name(open - 1));
        const std::string shape_type = cores == cores_.end()
                                           ? "::davsim::LaunchShape"
                                           : "::davsim::MixedLaunchShape<" + cores->second + ">";
        edits_.push_back({tokens_[kernel].begin, tokens_[kernel].begin,
                          "::davsim::launch_kernel([=](auto... davsim_arguments) { "});
        replace(
            open, open + 2,
            "(davsim_arguments...); }, " + name_literal(kernel, open) + ", " + shape_type + "(");
        replace(close, arguments, end == arguments + 1 ? ")" : "), ");
    }

    // Tokens first..last give way to `with`; line breaks between them stay.
    void replace(std::size_t first, std::size_t last, std::string with) {
        const std::size_t begin = tokens_[first].begin;
        const std::size_t end = tokens_[last].end;
        const std::string_view old = text_.substr(begin, end - begin);
        with.append(static_cast<std::size_t>(std::count(old.begin(), old.end(), '\n')), '\n');
        edits_.push_back({begin, end, std::move(with)});
    }

    void apply() {
        std::stable_sort(edits_.begin(), edits_.end(),
                         [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
        std::size_t at = 0;
        for (const Edit& edit : edits_) {
            result_.text += text_.substr(at, edit.begin - at);
            result_.text += edit.text;
            at = edit.end;
        }
        result_.text += text_.substr(at);
    }

    std::string_view text_;
    const std::string& file_;
    std::vector<Token> tokens_;
    std::vector<Edit> edits_;
    std::map<std::string, std::string> cores_;  // of mixed kernels, by name: "cube, vector"
    Rewritten result_;
};

}  // namespace

Rewritten rewrite_launches(std::string_view text, const std::string& file) {
    return Rewriter(text, file).run();
}

}  // namespace davsim::cc
