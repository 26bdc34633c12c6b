// SPDX-License-Identifier: Apache-2.0
#pragma once
// From what a user names to a store.

#include <string>

namespace davsim::traces {

// `named` is a result folder or a store itself. Error(kUsage) when there is none.
std::string store_in(const std::string& named);

}  // namespace davsim::traces
