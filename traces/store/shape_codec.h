// SPDX-License-Identifier: Apache-2.0
#pragma once
// Shapes as bytes; they stand in a store in the order of their indices.

#include "traces/store/bytes.h"
#include "traces/store/shape.h"

namespace davsim::traces {

void encode(const Shape& shape, ByteWriter& out);
// Error(kUsage) for values that no davsim of this version writes.
Shape decode_shape(ByteReader& in, std::string_view what);

}  // namespace davsim::traces
