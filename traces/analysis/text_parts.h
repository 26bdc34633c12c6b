// SPDX-License-Identifier: Apache-2.0
#pragma once
// Numbers as people read them, shared by the readings.

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "traces/store/store_reader.h"

namespace davsim::traces {

std::string grouped(std::int64_t number);                              // 1 234 567
std::string time_text(const StoreReader& store, std::int64_t cycles);  // "12.3 us"
std::string bytes_text(std::uint64_t bytes);                           // "1.5 MB", decimal
double us_of(const StoreReader& store, double cycles);
std::string dumped(const nlohmann::ordered_json& json);  // with a line feed
// "demo on Ascend910B2, N=2 C=8, fp16: 12 345 cycles = 6.9 us"
std::string headline(const StoreReader& store);

}  // namespace davsim::traces
