// SPDX-License-Identifier: Apache-2.0
#include "sim/cc/tokens.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace davsim::cc {
namespace {

bool starts_name(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' ||
           (c & 0x80) != 0;
}
bool continues_name(char c) {
    return starts_name(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
}

class Lexer {
public:
    explicit Lexer(std::string_view text) : text_(text) {}

    std::vector<Token> run() {
        while (at_ < text_.size()) step();
        return std::move(tokens_);
    }

private:
    char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }

    void step() {
        const char c = peek();
        if (c == '\n') {
            line_start_ = true;
            ++at_;
        } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
            ++at_;
        } else if (c == '/' && peek(1) == '/') {
            skip_line();
        } else if (c == '/' && peek(1) == '*') {
            skip_comment();
        } else if (c == '#' && line_start_) {
            skip_directive();
        } else {
            line_start_ = false;
            token(c);
        }
    }

    void token(char c) {
        const std::size_t begin = at_;
        if (starts_name(c)) return name(begin);
        if (std::isdigit(static_cast<unsigned char>(c)) != 0 ||
            (c == '.' && std::isdigit(static_cast<unsigned char>(peek(1))) != 0)) {
            return number(begin);
        }
        if (c == '"' || c == '\'') return literal(begin);
        ++at_;
        add(Token::Kind::kCharacter, begin);
    }

    // A name, or the prefix of a literal: u8R"x(...)x", L'c'.
    void name(std::size_t begin) {
        while (continues_name(peek())) ++at_;
        const std::string_view text = text_.substr(begin, at_ - begin);
        const bool prefix = text == "u8" || text == "u" || text == "U" || text == "L";
        const bool raw =
            text == "R" || text == "u8R" || text == "uR" || text == "UR" || text == "LR";
        if (raw && peek() == '"') return raw_string(begin);
        if (prefix && (peek() == '"' || peek() == '\'')) return literal(begin);
        add(Token::Kind::kName, begin);
    }

    // Numbers as the preprocessor sees them: 1e+5, 0x1p-3, 1'000.
    void number(std::size_t begin) {
        while (at_ < text_.size()) {
            const char c = peek();
            const char before = text_[at_ == begin ? begin : at_ - 1];
            const bool exponent = before == 'e' || before == 'E' || before == 'p' || before == 'P';
            const bool separator = c == '\'' && continues_name(peek(1));
            const bool sign = (c == '+' || c == '-') && at_ > begin && exponent;
            if (!continues_name(c) && c != '.' && !separator && !sign) break;
            ++at_;
        }
        add(Token::Kind::kNumber, begin);
    }

    void literal(std::size_t begin) {
        const char quote = peek();
        ++at_;
        while (at_ < text_.size() && peek() != quote && peek() != '\n')
            at_ += peek() == '\\' ? 2 : 1;
        at_ = std::min(at_ + 1, text_.size());
        add(Token::Kind::kString, begin);
    }

    void raw_string(std::size_t begin) {
        const std::size_t open = text_.find('(', at_);
        if (open == std::string_view::npos) {
            at_ = text_.size();
        } else {
            std::string closing = ")";
            closing += text_.substr(at_ + 1, open - at_ - 1);
            closing += '"';
            const std::size_t close = text_.find(closing, open);
            at_ = close == std::string_view::npos ? text_.size() : close + closing.size();
        }
        add(Token::Kind::kString, begin);
    }

    void skip_comment() {
        const std::size_t end = text_.find("*/", at_ + 2);
        at_ = end == std::string_view::npos ? text_.size() : end + 2;
    }

    // To the end of the line; a backslash before it takes the next line in.
    void skip_line() {
        while (at_ < text_.size() && peek() != '\n') {
            const bool windows = peek() == '\\' && peek(1) == '\r' && peek(2) == '\n';
            if (peek() == '\\' && (peek(1) == '\n' || windows)) at_ += windows ? 2 : 1;
            ++at_;
        }
    }

    void skip_directive() {
        while (at_ < text_.size() && peek() != '\n') {
            if (peek() == '/' && peek(1) == '*') {
                skip_comment();
            } else if (peek() == '/' && peek(1) == '/') {
                skip_line();
            } else {
                if (peek() == '\\') ++at_;
                if (at_ < text_.size()) ++at_;
            }
        }
    }

    void add(Token::Kind kind, std::size_t begin) { tokens_.push_back({kind, begin, at_}); }

    std::string_view text_;
    std::size_t at_ = 0;
    bool line_start_ = true;
    std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenise(std::string_view text) {
    return Lexer(text).run();
}

}  // namespace davsim::cc
