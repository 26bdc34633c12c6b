// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a report is drawn from, besides slices, as JSON.

#include <string>

#include "traces/report/report_slices.h"

namespace davsim::traces {

std::string report_data(const StoreReader& store, const PackedSlices& slices);

}  // namespace davsim::traces
