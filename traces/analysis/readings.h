// SPDX-License-Identifier: Apache-2.0
#pragma once
// What `davsim trace ...` prints, as text for people and as JSON for scripts.

#include <string>

#include "traces/store/store_reader.h"

namespace davsim::traces {

std::string info_text(const StoreReader& store);
std::string info_json(const StoreReader& store);

// The table that a colleague pastes into a mail.
std::string summary_table(const StoreReader& store);
std::string summary_table_json(const StoreReader& store);

std::string gaps_text(const StoreReader& store);
std::string gaps_json(const StoreReader& store);

std::string critical_text(const StoreReader& store);
std::string critical_json(const StoreReader& store);

std::string diff_text(const StoreReader& a, const StoreReader& b);
std::string diff_json(const StoreReader& a, const StoreReader& b);

}  // namespace davsim::traces
