// SPDX-License-Identifier: Apache-2.0
#pragma once
// Writes report.html: one file that needs no server, no network and no viewer.

#include <string>

#include "traces/export/export_options.h"

namespace davsim::traces {

// folder/report.html. Error(kUsage) when it cannot be written.
ExportReport export_report(const StoreReader& store, const std::string& folder);

}  // namespace davsim::traces
