// SPDX-License-Identifier: Apache-2.0
#pragma once
// Probes that are small kernels: the instruction streams that public samples describe, issued
// directly to the core. They return what a profiler shows (see ProbeBench::profile()) and more
// where noted.

#include "sim/validate/measured_rows.h"
#include "sim/validate/probe_bench.h"

namespace davsim {

// z = x + y on fp16 vectors, tile by tile. Parameters: elements (of all), blocks, tile (elements),
// buffers (1 or 2 a tensor), adds (dependent Adds a tile), queues (1: TQue, 0: bare flags), bypass
// (1: reads leave nothing in L2), apart (1: sources in different bank groups). Further quantity:
// "period", cycles a tile, and "tbps", TB/s read and written. The launch before, alike, leaves its
// traces in L2.
ProbeValues probe_add(ProbeBench& bench, ProbeParams& params);

// Loads of a matrix of 2-byte elements, a tile a DataCopyPad, two buffers. Parameters: rows,
// columns, pitch (elements from row to row), tile_rows, tile_columns, blocks, passes (1), slabs (1:
// the passes go over the whole matrix; n: over each n-th part), shared (1: every block reads all of
// it), rotated (1: and starts at a place of its own), bypass.
ProbeValues probe_copy_pad(ProbeBench& bench, ProbeParams& params);

// Streams through contiguous memory. Parameters: mode=read|write|copy, bytes (of one
// tensor), tile (bytes), blocks. Quantity "tbps": bytes read and written by the cores' time, TB/s.
ProbeValues probe_stream(ProbeBench& bench, ProbeParams& params);

// Nothing on `blocks` blocks.
ProbeValues probe_launch(ProbeBench& bench, ProbeParams& params);

}  // namespace davsim
