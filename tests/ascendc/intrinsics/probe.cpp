// SPDX-License-Identifier: Apache-2.0
// The table as C++: every call is a function template, every promise an explicit instantiation.
#include <algorithm>

#include "tests/ascendc/intrinsics/table.h"

namespace davsim::intrinsics {
namespace {

constexpr const char* kHead = R"(#include "kernel_operator.h"
using namespace AscendC;
namespace {
template <typename T, typename U>
struct Usual {
    LocalTensor<T> d, w;
    LocalTensor<U> a, b, c;
    GlobalTensor<T> g, g2;
    U x{};
    int32_t n = 64;
    uint64_t m = 64, ma[2] = {1, 1};
    uint8_t r = 1;
    UnaryRepeatParams up;
    BinaryRepeatParams bp;
};
)";

constexpr const char* kNames =
    "    auto& d = u.d; auto& w = u.w; auto& a = u.a; auto& b = u.b; auto& c = u.c; auto& g = u.g;"
    " auto& g2 = u.g2; auto& x = u.x; auto& n = u.n; auto& m = u.m; auto& ma = u.ma; auto& r = u.r;"
    " auto& up = u.up; auto& bp = u.bp;\n"
    "    (void)d, (void)w, (void)a, (void)b, (void)c, (void)g, (void)g2, (void)x, (void)n, (void)m,"
    " (void)ma, (void)r, (void)up, (void)bp;\n";

std::string promise_text(const std::string& call, const TypePair& types) {
    return call + " of " + types.first + (types.first == types.second ? "" : "<" + types.second);
}

class Writer {
public:
    Writer() { add(kHead); }

    // The function template of one call; its name.
    std::string call(const Row& row, const std::string& call) {
        const std::string name = "call" + std::to_string(count_++);
        add("template <typename T, typename U>\nvoid " + name +
            "([[maybe_unused]] Usual<T, U>& u) {\n" + kNames);
        add("    " + row.setup + "\n");
        add("    " + call + ";\n}\n");
        return name;
    }

    void promise(const std::string& function, const TypePair& types, const std::string& what) {
        const std::string list = cpp_type(types.first) + ", " + cpp_type(types.second);
        probe_.lines[line_] = promise_text(what, types);
        add("template void " + function + "<" + list + ">(Usual<" + list + ">&);\n");
    }

    Probe finish() {
        add("}  // namespace\n");
        return probe_;
    }

private:
    void add(const std::string& text) {
        probe_.text += text;
        line_ += static_cast<int>(std::count(text.begin(), text.end(), '\n'));
    }

    Probe probe_;
    int line_ = 1;
    int count_ = 0;
};

const TypePair kAnyType{"f", "f"};

// What a row could have: its own pairs on any architecture, or all types if it has no pairs.
std::set<TypePair> universe(const Row& row) {
    std::set<TypePair> all;
    bool pairs = false;
    for (const auto& arch : row.types) {
        for (const TypePair& type : arch.second) {
            all.insert(type);
            pairs = pairs || type.first != type.second;
        }
    }
    if (pairs || !row.closed) return all;
    for (const std::string& name : whole_types()) all.insert({name, name});
    return all;
}

// The pairs of a row that the architecture must refuse; those of `only` if it names any.
std::set<TypePair> refused_types(const Row& row, int arch, const std::set<std::string>& only) {
    std::set<TypePair> refused;
    const std::vector<TypePair>& allowed = row.types.at(arch);
    for (const TypePair& type : universe(row)) {
        if (std::find(allowed.begin(), allowed.end(), type) != allowed.end()) continue;
        if (arch != 3510 && is_only_950(type)) continue;
        if (only.empty() || only.count(promise_text(row.calls.front(), type)) != 0)
            refused.insert(type);
    }
    return refused;
}

// The calls of a row without types that the architecture does not have.
void refuse_calls(Writer& writer, const Row& row, const std::set<std::string>& only) {
    for (const std::string& call : row.calls) {
        if (only.empty() || only.count(promise_text(call, kAnyType)) != 0)
            writer.promise(writer.call(row, call), kAnyType, call);
    }
}

}  // namespace

Probe accepted_probe(const std::vector<Section>& sections, int arch) {
    Writer writer;
    for (const Section& section : sections) {
        for (const Row& row : section.rows) {
            if (!row.typed && !row.present.at(arch)) continue;
            if (row.typed && row.types.at(arch).empty()) continue;
            for (const std::string& call : row.calls) {
                const std::string function = writer.call(row, call);
                if (!row.typed) writer.promise(function, kAnyType, call);
                if (!row.typed) continue;
                for (const TypePair& type : row.types.at(arch))
                    writer.promise(function, type, call);
            }
        }
    }
    return writer.finish();
}

Probe refused_probe(const std::vector<Section>& sections, int arch,
                    const std::set<std::string>& only) {
    Writer writer;
    for (const Section& section : sections) {
        for (const Row& row : section.rows) {
            if (!row.typed) {
                if (row.closed && !row.present.at(arch)) refuse_calls(writer, row, only);
                continue;
            }
            const std::set<TypePair> refused = refused_types(row, arch, only);
            if (refused.empty()) continue;
            const std::string function = writer.call(row, row.calls.front());
            for (const TypePair& type : refused) writer.promise(function, type, row.calls.front());
        }
    }
    return writer.finish();
}

}  // namespace davsim::intrinsics
