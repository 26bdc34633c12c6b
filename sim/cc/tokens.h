// SPDX-License-Identifier: Apache-2.0
#pragma once
// C++ text as tokens, as far as finding a kernel launch needs them: names, literals, and single
// characters. Comments and preprocessor lines are no tokens.

#include <cstddef>
#include <string_view>
#include <vector>

namespace davsim::cc {

struct Token {
    enum class Kind { kName, kNumber, kString, kCharacter };
    Kind kind = Kind::kCharacter;
    std::size_t begin = 0;  // offsets in the text
    std::size_t end = 0;
};

// Text that ends inside a literal or comment gives a last token that reaches to its end; the
// compiler will say so.
std::vector<Token> tokenise(std::string_view text);

}  // namespace davsim::cc
