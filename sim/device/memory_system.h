// SPDX-License-Identifier: Apache-2.0
#pragma once
// L2 and HBM, shared by all cores. A transfer walks the L2 tags once, then streams through its
// core's own path and through the shared servers (L2 read, L2 write, HBM) at the same time; the
// slowest of them ends its stream. Contention comes from the servers, it is not a constant.
//
// At one simulated time stores reach GM first, then new transfers start, in the order of core ids;
// so nothing depends on the order in which SystemC runs its processes.
//
// Driven by config sections `l2`, `hbm` and `dma`.

#include <cstdint>
#include <memory>

#include "sim/device/global_memory.h"
#include "sim/device/transfer.h"
#include "sim/events/hub.h"

namespace davsim {

struct FaultSink;

class MemorySystem {
public:
    MemorySystem(const SocConfig& config, GlobalMemory& gm, Hub& hub, FaultSink& faults);
    ~MemorySystem();
    MemorySystem(const MemorySystem&) = delete;
    MemorySystem& operator=(const MemorySystem&) = delete;

    // A launch begins: event times are counted from `base`; its kernel may start with a cold L2.
    void begin_launch(Cycles base, bool flush_l2);

    // L2 is full of changed lines of other kernels from now on.
    void fill_l2_dirty();

    // Device addresses that are in L2 from now on, clean.
    void warm_l2(std::uint64_t begin, std::uint64_t bytes);

    // A scalar unit reads a piece of a line past its data cache: is it in L2? It is from now on.
    bool scalar_read(std::uint64_t begin, std::uint64_t bytes);

    // A transfer starts now.
    void post(Transfer& transfer);

    // A load has taken its data; its GM source need not be watched any more.
    void load_done(Transfer& transfer);

    // Before anybody but a store of this memory system changes GM bytes (scalar stores).
    void about_to_write_gm(std::uint64_t begin, std::uint64_t bytes);

    GlobalMemory& gm();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace davsim
