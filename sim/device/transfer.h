// SPDX-License-Identifier: Apache-2.0
#pragma once
// One DMA instruction on its way through the memory system.

#include <cstdint>
#include <vector>

#include "sim/base/units.h"
#include "sim/device/range.h"
#include "sim/isa/instruction.h"

namespace davsim {

class TransferOwner;

struct Transfer {
    TransferOwner* owner = nullptr;
    int core = 0;
    Pipe pipe = Pipe::kMte2;
    bool store = false;
    DmaPayload dma;  // gm is a device address
    Range source;    // of a store
    Cycles start;
    // Filled by the memory system.
    Cycles port_end;  // the core's own path is done
    Cycles latency;   // from the end of the stream to completion
    Cycles earliest;  // it completes no sooner
    int shares = 0;   // shared servers still working on it
    std::uint64_t line_bytes = 0;
    std::uint64_t hit_bytes = 0;
    std::uint64_t hbm_read = 0;
    std::uint64_t hbm_write = 0;
    std::uint64_t sequence = 0;  // posting order
    // Source bytes, copied only because somebody is about to overwrite them. Otherwise empty: the
    // source is read where it is when the data is needed.
    std::vector<std::uint8_t> snapshot;
    bool data_done = false;  // the copy has happened
};

// The core side of a transfer.
class TransferOwner {
public:
    virtual ~TransferOwner() = default;
    // The stream has ended at `now`: the pipe is free, results are complete at `complete`.
    virtual void transfer_streamed(Transfer& transfer, Cycles now, Cycles complete) = 0;
    // UB bytes of a store, wherever they are now; called once, when the store reaches GM.
    virtual const std::uint8_t* store_source(const Transfer& transfer) = 0;
    virtual void store_done(Transfer& transfer) = 0;
};

}  // namespace davsim
