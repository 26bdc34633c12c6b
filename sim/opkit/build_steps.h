// SPDX-License-Identifier: Apache-2.0
#pragma once
// The steps that a build is made of: compiling, hiding a kernel's symbols, linking, and finding out
// what is missing.

#include <regex>
#include <set>
#include <string>
#include <vector>

#include "sim/opkit/compile_errors.h"
#include "sim/opkit/operator_sources.h"
#include "sim/opkit/toolchain.h"

namespace davsim::op {

struct CompileJob {
    std::string source;
    std::string object;
    std::vector<std::string> command;
};

struct CompileResult {
    std::string source;
    std::string object;
    bool ok = false;
    std::string output;
    CompileErrors errors;
};

class BuildSteps {
public:
    // `theirs`: folders of the operator's sources. Jobs of 0: what the machine has.
    BuildSteps(Toolchain tools, int jobs, std::vector<std::string> theirs);

    const Toolchain& tools() const { return tools_; }

    std::vector<CompileResult> compile(const std::vector<CompileJob>& jobs) const;
    // A source that the build wrote; Error(kInternal) if it does not compile.
    void compile_ours(const CompileJob& job) const;

    // An object in which nothing but `symbol` is visible, so that two kernels may use equal names.
    std::string seal(const std::string& object, const std::string& symbol) const;

    // Symbols that neither the objects nor the system's libraries define.
    std::vector<std::string> undefined(const std::vector<std::string>& objects,
                                       const std::string& library) const;
    void link(const std::vector<std::string>& objects, const std::string& library) const;

private:
    std::vector<std::string> link_command(const std::vector<std::string>& objects,
                                          const std::string& library) const;

    Toolchain tools_;
    int jobs_;
    std::vector<std::string> theirs_;
};

std::string demangle(const std::string& symbol);
// "GluTiling" of "optiling::GluTiling::DoTiling()" and of "vtable for optiling::GluTiling".
std::string owner_name(const std::string& demangled);
// Assembler text: functions that report their name, zeroed objects for tables.
std::string stub_source(const std::vector<std::string>& symbols);
// Host sources beside headers of other operators.
std::vector<std::string> neighbour_sources(const std::set<std::string>& dependencies,
                                           const OperatorSources& sources);
std::string registration_pattern(const std::string& type, const std::string& macro);

}  // namespace davsim::op
