// SPDX-License-Identifier: Apache-2.0
#pragma once
// Races: two accesses to the same byte, one of them a write, that nothing orders. By happens-before
// on the path that ran, so what the model thinks anything takes does not matter; the times only say
// whether the race did its damage in this run.
//
// Of UB it keeps the accesses that may still race (access_log.h), of global memory for each byte
// the last write and the reads since, by block and pipe.

#include <array>
#include <vector>

#include "sim/checks/access_log.h"
#include "sim/checks/core_state.h"
#include "sim/checks/interval_map.h"

namespace davsim::checks {

class RaceDetector {
public:
    RaceDetector(LaunchView& launch, FindingLog& log) : launch_(launch), log_(log) {}

    void begin_launch(std::size_t cores);
    void begin_block(int core);
    void check(CoreState& core, const Operation& operation);
    // The scalar unit reads a register that the vector pipe left.
    void check_register(CoreState& core, VectorRegister which, const RecordRef& reader);

private:
    struct GmCell {
        RecordRef write;
        std::vector<RecordRef> reads;
    };
    // A read of a tensor that nobody has written yet.
    struct Deferred {
        RecordRef record;
        Region region;
    };
    struct Side {
        const AccessRecord& record;
        bool write;
    };

    void touch(CoreState& core, const Operation& operation, const Region& region, bool write);
    void touch_ub(CoreState& core, const RecordRef& record, TouchedBytes bytes, bool write);
    void read_gm(CoreState& core, const RecordRef& record, std::uint64_t begin, std::uint64_t end);
    void write_gm(CoreState& core, const RecordRef& record, std::uint64_t begin, std::uint64_t end);
    void check_gm_write(CoreState& core, const AccessRecord& old, const AccessRecord& now,
                        bool now_write, std::uint64_t begin, std::uint64_t end);
    bool defers(const RecordRef& record, const Region& region, bool write);
    void bring_up(std::size_t tensor);
    static void add_read(GmCell& cell, const RecordRef& record);
    bool races(const CoreState& core, const AccessRecord& old, bool old_write,
               const AccessRecord& now, bool now_write) const;
    void report(CoreState& core, Space space, const Side& old, const Side& now, std::uint64_t begin,
                std::uint64_t end);
    void report_order(CoreState& core, const AccessRecord& old, const AccessRecord& now,
                      std::uint64_t begin, std::uint64_t end);

    LaunchView& launch_;
    FindingLog& log_;
    std::vector<AccessLog> ub_;  // by core
    using Registers = std::array<RecordRef, static_cast<std::size_t>(VectorRegister::kCount)>;
    std::vector<Registers> registers_;  // who wrote them last, by core
    IntervalMap<GmCell> gm_;
    // Most tensors are only read. Their reads are written down, and enter shadow memory when
    // somebody writes the tensor after all. By index of the tensor.
    std::vector<std::vector<Deferred>> deferred_;
    std::vector<bool> written_;
};

}  // namespace davsim::checks
