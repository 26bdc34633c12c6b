// SPDX-License-Identifier: Apache-2.0
// docs/intrinsics.md.
#include <algorithm>

#include "tests/ascendc/intrinsics/table.h"

namespace davsim::intrinsics {
namespace {

constexpr const char* kHead = R"(# Intrinsics

<!-- Written by `cmake --build .build/release --target intrinsics_page` from docs/intrinsics/*.yaml. A test compiles
every call and type of the tables against the headers, and what the tables leave out must be refused. -->

What a kernel source can call, and what each call becomes. Names, argument orders and defaults are Ascend C's; the
headers are in `sim/ascendc`. Arch 1001 is Ascend 910, 2201 is Atlas A2 and A3, 3510 is Ascend 950.

What an architecture lacks does not compile: the message starts with `UNSUPPORTED:` and names the API and the
architecture. What breaks a rule at run time ends the launch (`error[kernel]`, exit 3) with the API, the operand,
its value and what is allowed.

Types: `h` half, `f` float, `b` bfloat16_t, `i8` to `u64` integers, `i4` int4b_t; `h<f`: half from float. In the calls,
`d` is the destination, `a`, `b`, `c` are sources, `w` is a work tensor (all LocalTensor), `g` a GlobalTensor, `x` a scalar, `n` a
count, `m` a mask as a number of lanes, `ma` a mask as bits, `r` a repeat count, `up` and `bp` UnaryRepeatParams and
BinaryRepeatParams. A form with a count writes mode and mask twice (4 scalar operations) and leaves all lanes
enabled; `<T, false>` uses the mask that was set before.
)";

std::string types_text(const Row& row, int arch) {
    if (!row.typed) return row.present.at(arch) ? "yes" : "–";
    const std::vector<TypePair>& pairs = row.types.at(arch);
    if (pairs.empty()) return "–";
    std::string text;
    for (const TypePair& pair : pairs) {
        text += text.empty() ? "" : " ";
        text += pair.first == pair.second ? pair.first : pair.first + "<" + pair.second;
    }
    return text;
}

// A "|" would end the cell.
std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) result += c == '|' ? "\\|" : std::string(1, c);
    return result;
}

std::string names_text(const std::string& api) {
    std::string text = "`";
    for (const char c : api) text += c == ',' ? "`," : c == ' ' ? " `" : std::string(1, c);
    return text + "`";
}

std::string row_text(const Row& row) {
    std::string calls;
    for (const std::string& call : row.calls)
        calls += (calls.empty() ? "`" : "<br>`") + escaped(call) + "`";
    std::string text = "| " + names_text(row.api) + " | " + calls + " | ";
    for (const int arch : kArchs) text += types_text(row, arch) + " | ";
    std::string what = row.lowers;
    if (!row.note.empty()) what += (what.empty() ? "" : "; ") + row.note;
    return text + escaped(what) + " | " + (row.pipe.empty() ? "–" : row.pipe) + " |\n";
}

}  // namespace

std::string page_text(const std::vector<Section>& sections) {
    std::string text = kHead;
    for (const Section& section : sections) {
        text += "\n## " + section.title + "\n";
        if (!section.text.empty())
            text += "\n" + section.text + (section.text.back() == '\n' ? "" : "\n");
        if (section.rows.empty()) continue;
        text +=
            "\n| API | calls | 1001 | 2201 | 3510 | what it does | pipe "
            "|\n|---|---|---|---|---|---|---|\n";
        for (const Row& row : section.rows) text += row_text(row);
    }
    return text;
}

}  // namespace davsim::intrinsics
