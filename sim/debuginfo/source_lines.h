// SPDX-License-Identifier: Apache-2.0
#pragma once
// From a code address to the user's line. An instruction's site is the return address of its API
// call, a host address inside a kernel library or the program itself. Its debug information (DWARF,
// compile with -g) says which line that is; where code was inlined, the innermost line is taken
// that is not davsim's own headers nor the system's.
//
// Addresses are looked up in this process; a library must be loaded when one of its addresses is
// first asked for, later it may be gone. Answers are kept. Not for several threads at once.

#include <memory>
#include <string>

namespace davsim {

struct SourceLine {
    std::string file;      // as the compiler was given it; empty when unknown
    int line = 0;          // from 1; 0 when unknown
    std::string function;  // the user's function around it, as in the source; may be empty

    bool known() const { return line > 0; }
    bool operator==(const SourceLine& other) const {
        return line == other.line && file == other.file;
    }
};

class SourceLines {
public:
    SourceLines();
    ~SourceLines();
    SourceLines(const SourceLines&) = delete;
    SourceLines& operator=(const SourceLines&) = delete;

    // The line of the call that returns to `site`; not known() for null, for addresses outside all
    // libraries and where there is no debug information. Never throws. The reference stays valid.
    const SourceLine& at(const void* site);

    // "op_kernel/add.cpp:42", the file relative to the current folder where it is inside; "?" when
    // unknown.
    std::string text(const void* site);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// The file relative to the current folder where it is inside, as it is otherwise.
std::string shown_path(const std::string& file);

}  // namespace davsim
