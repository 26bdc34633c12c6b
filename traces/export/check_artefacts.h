// SPDX-License-Identifier: Apache-2.0
#pragma once
// Checks a trace file of any tool, or all artefacts of a run: each trace.json by the rules of
// trace_check.h, and the sums in traces and CSV files against summary.json.

#include <cstdint>
#include <string>
#include <vector>

namespace davsim::traces {

struct CheckedFile {
    std::string path;
    std::uint64_t events = 0;
    std::vector<std::string> problems;
};

struct CheckReport {
    std::vector<CheckedFile> files;

    bool fine() const;
};

// A file *.json or *.json.gz, or a result folder. Error(kUsage) when there is nothing to check.
CheckReport check_artefacts(const std::string& path);

std::string to_text(const CheckReport& report);
std::string to_json(const CheckReport& report);

}  // namespace davsim::traces
