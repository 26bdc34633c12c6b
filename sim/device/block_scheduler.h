// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which core runs which block, and the barrier over all blocks. Block i starts on core i; further
// blocks go to cores in the order in which these become free (at one time: by core id).
//
// SyncAll can only work when all blocks are on cores at once; otherwise the launch ends in a
// deadlock, as on hardware. Driven by config sections `launch` and `sync` (sync_all,
// sync_all_per_core).

#include <cstdint>
#include <vector>

#include "sim/base/units.h"
#include "sim/config/soc_config.h"

namespace davsim {

// Decides the dispatch times of one launch.
class BlockScheduler {
public:
    explicit BlockScheduler(const SocConfig& config);

    // `cores` cores take part: every `spacing`-th, from core 0 on.
    void begin_launch(Cycles base, std::uint32_t blocks, int cores, int spacing = 1);

    // The kernel's code is in no cache when this launch begins.
    void fetch_code();

    // The block that a core starts with; false when there are more cores than blocks.
    bool first_block(int core, std::uint32_t& block, Cycles& begin) const;

    // The block that a core goes on with, having finished its last one at `free_since`; false when
    // none is left.
    bool next_block(Cycles free_since, std::uint32_t& block, Cycles& begin);

    std::uint32_t blocks() const { return blocks_; }

private:
    std::int64_t fixed_;
    std::int64_t per_block_few_;
    std::int64_t per_block_full_;  // when every core gets a block
    std::int64_t per_block_ = 0;   // of this launch
    std::int64_t prologue_;
    std::int64_t cold_code_;       // a block
    std::int64_t code_ready_ = 0;  // after the start of a block of this launch
    Cycles base_;
    std::uint32_t blocks_ = 0;
    std::uint32_t next_ = 0;
    int cores_ = 0;
    int spacing_ = 1;
};

// SyncAll: counts arrivals; the last one releases everybody.
class SyncAllBarrier {
public:
    explicit SyncAllBarrier(const SyncConfig& config) : config_(config) {}

    void begin_launch(std::uint32_t blocks) {
        blocks_ = blocks;
        arrived_ = 0;
        latest_ = Cycles(0);
    }

    // True for the last arrival; then `release` is when all blocks go on.
    bool arrive(Cycles at, Cycles& release);

    std::uint32_t arrived() const { return arrived_; }

private:
    SyncConfig config_;
    std::uint32_t blocks_ = 0;
    std::uint32_t arrived_ = 0;
    Cycles latest_;
};

}  // namespace davsim
