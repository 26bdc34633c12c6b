// SPDX-License-Identifier: Apache-2.0
#pragma once
// Findings with their lines, ready to be shown: merged where kind and lines are the same, what the
// user suppresses left out. Holds no address, so it outlives the kernel library.

#include <cstdint>
#include <string>
#include <vector>

#include "sim/checks/check_set.h"
#include "sim/checks/finding.h"
#include "sim/checks/suppressions.h"
#include "sim/debuginfo/source_lines.h"

namespace davsim::checks {

struct ReportedFinding {
    Finding finding;
    std::vector<SourceLine> lines;  // one an access
};

struct HazardReport {
    CheckSet checks;
    std::vector<ReportedFinding> findings;  // errors first, in the order in which they were found
    std::uint64_t suppressed = 0;           // findings that a suppression took out

    // Different findings of a severity, whatever their count.
    std::uint64_t count(Severity severity) const;
    std::uint64_t errors() const { return count(Severity::kError); }
};

// Asks for lines now: the kernel library must still be loaded.
HazardReport make_report(CheckSet checks, const std::vector<Finding>& findings, SourceLines& lines,
                         const Suppressions& suppressions);

struct ReportOrigin {
    std::string version;  // of davsim
    std::string command;
    std::string kernel;
};

// Lines that begin with ======. `most`: findings shown, 0 for all.
std::string hazards_text(const HazardReport& report, std::size_t most = 0);
std::string hazards_json(const HazardReport& report, const ReportOrigin& origin);
// SARIF 2.1.0, as editors and code hosts read it.
std::string hazards_sarif(const HazardReport& report, const ReportOrigin& origin);

// "2 errors, 1 info"; "no hazards".
std::string count_text(const HazardReport& report);

}  // namespace davsim::checks
