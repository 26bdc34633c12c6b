// SPDX-License-Identifier: Apache-2.0
#pragma once
// The files that a store can be turned into, by name.

#include <string>
#include <vector>

#include "traces/export/export_options.h"

namespace davsim::traces {

enum class Format { kJson, kPftrace, kCsv, kHtml };

// "json,csv" or "none"; Error(kUsage) with the option's name otherwise.
std::vector<Format> parse_formats(const std::string& text, const std::string& option);

// Writes below `folder` as docs/traces.md says: simulator/trace.json, ...
ExportReport export_store(const StoreReader& store, const std::vector<Format>& formats,
                          const ExportOptions& options, const std::string& folder);

}  // namespace davsim::traces
