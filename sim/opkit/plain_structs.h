// SPDX-License-Identifier: Apache-2.0
#pragma once
// Plain tiling structs, found by their text: the compiler then says where their members lie.

#include <string>
#include <vector>

namespace davsim::op {

// Names that kernels and host functions use as tiling structs (REGISTER_TILING_DEFAULT,
// GET_TILING_DATA_WITH_STRUCT, GetTilingData<...>, ...), without namespaces.
std::vector<std::string> tiling_struct_names(const std::string& text);

// A source that describes those of the structs that one of the headers defines, and the structs in
// them. Empty if there is none.
std::string plain_struct_source(const std::vector<std::string>& names,
                                const std::vector<std::string>& headers);

}  // namespace davsim::op
