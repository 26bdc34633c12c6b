// SPDX-License-Identifier: Apache-2.0
#pragma once
// Cross-core flags: every block has a counter (0..15) of each flag id. CrossCoreSetFlag reports
// that a core has got somewhere; once all cores of the mode have reported, the counters of all of
// them rise. CrossCoreWaitFlag takes one. What a vector core reports to its cube core (modes 2 and
// 4) is heard by nobody, since cube cores are not simulated. Source: Ascend C documentation,
// CrossCoreSetFlag.
//
// Driven by sync.sync_all, sync.sync_all_per_core (all cores) and sync.core_flag (one AI core).

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "sim/base/units.h"
#include "sim/config/soc_config.h"
#include "sim/isa/instruction.h"

namespace davsim {

class CoreFlags {
public:
    static constexpr std::uint8_t kFlags = 16;
    static constexpr std::size_t kMaxCount = 15;

    explicit CoreFlags(const SyncConfig& config) : config_(config) {}

    // `siblings`: consecutive blocks that share an AI core.
    void begin_launch(std::uint32_t blocks, std::uint32_t siblings);

    // Where a block set a flag last.
    struct Setter {
        int core = 0;
        const void* site = nullptr;
    };

    // `block` reports at time `at`. The blocks whose counters rise by this are appended to `risen`.
    // False when a counter goes beyond its maximum.
    bool set(std::uint32_t block, const SyncPayload& sync, const Setter& setter, Cycles at,
             std::vector<std::uint32_t>& risen);

    // Takes one from the counter; false when it is 0. `at` becomes the time from which it can be
    // seen.
    bool take(std::uint32_t block, std::uint8_t flag, Cycles& at);

    // A flag that a block set and nobody waited for, or that others did not set as often.
    struct Left {
        std::uint32_t block = 0;
        std::uint8_t flag = 0;
        bool answered = false;  // all cores of the mode had set it
        Setter setter;
    };
    std::vector<Left> left_over() const;

private:
    struct Counter {
        std::deque<Cycles> reports[2];  // of modes 0 and 1, not yet answered
        std::deque<Cycles> visible;     // from when each of the counter's ones can be seen
        Setter setter;
    };

    Counter& at(std::uint32_t block, std::uint8_t flag) {
        return counters_[std::size_t{block} * kFlags + flag];
    }
    bool raise(std::uint32_t first, std::uint32_t last, const SyncPayload& sync,
               std::vector<std::uint32_t>& risen);

    SyncConfig config_;
    std::uint32_t blocks_ = 0;
    std::uint32_t siblings_ = 1;
    std::vector<Counter> counters_;
};

}  // namespace davsim
