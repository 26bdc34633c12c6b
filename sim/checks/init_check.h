// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads of bytes that nobody wrote. Undefined bytes of UB are followed through the instructions,
// lane by lane where an instruction works lane by lane: what reaches global memory or the scalar
// unit is an error, what is dropped before was padding.
//
// Undefined are: UB when a block starts, output tensors and the workspace when a launch starts.

#include <array>
#include <map>
#include <vector>

#include "sim/checks/byte_set.h"
#include "sim/checks/core_state.h"
#include "sim/checks/interval_map.h"

namespace davsim::checks {

class InitCheck {
public:
    InitCheck(LaunchView& launch, FindingLog& log) : launch_(launch), log_(log) {}

    void begin_launch(std::size_t cores);
    void begin_block(CoreState& core);
    void check(CoreState& core, const Operation& operation);
    // The scalar unit reads what a reduction left in the accumulator.
    void check_accumulator(CoreState& core, const RecordRef& reader);
    // Bytes whose content is not ours to know: raw pointers.
    void trust(int core, std::uint64_t begin, std::uint64_t end);
    // The padding findings of values that never came out.
    void end_launch();

private:
    // Where an undefined value came from: the first instruction that read it.
    struct Origin {
        Access first;
        bool observed = false;
    };
    struct CoreBytes {
        ByteSet defined;
        // Origin numbers of undefined bytes by word of 4; 0: never written.
        std::vector<std::uint16_t> origins;
        std::uint16_t accumulator = kDefined;
    };
    static constexpr std::uint16_t kNeverWritten = 0;
    static constexpr std::uint16_t kDefined = 0xFFFF;

    CoreBytes& bytes_of(const CoreState& core) {
        return cores_[static_cast<std::size_t>(core.core)];
    }
    bool defined(const CoreBytes& bytes, const Operation& operation, const Region& region) const;
    // The first undefined byte of a region; its end if there is none.
    std::uint64_t first_undefined(const CoreBytes& bytes, const Operation& operation,
                                  const Region& region) const;
    void define_writes(CoreBytes& bytes, const Operation& operation);
    void load(CoreState& core, const Operation& operation);
    void store(CoreState& core, const Operation& operation);
    void compute(CoreState& core, const Operation& operation);
    void scalar(CoreState& core, const Operation& operation);
    void store_burst(CoreState& core, const Operation& operation, const GmRange* tensor,
                     std::uint64_t ub, std::uint64_t gm);
    bool gm_is_undefined(std::uint64_t begin, std::uint64_t end);
    void atomic_on_undefined(CoreState& core, const Operation& operation, const Region& region);
    std::uint16_t origin_of_load(CoreState& core, const Operation& operation, std::uint64_t begin,
                                 std::uint64_t end, std::uint16_t number);
    void spread_dense(CoreState& core, const Operation& operation, std::uint16_t origin);
    void spread_lanes(CoreState& core, const Operation& operation, std::uint16_t origin);
    void spread_repeats(CoreState& core, const Operation& operation, std::uint16_t origin);
    void spread_move(CoreBytes& bytes, const Instruction& instruction, std::uint16_t origin);
    bool lane_undefined(const CoreBytes& bytes, const Instruction& ins, std::uint64_t repeat,
                        std::uint64_t lane) const;
    void undefine(CoreBytes& bytes, std::uint64_t begin, std::uint64_t end, std::uint16_t origin);
    std::uint16_t origin_at(const CoreBytes& bytes, std::uint64_t place) const;
    std::uint16_t origin_of(CoreState& core, const Operation& operation, std::uint64_t place);
    void observed(CoreState& core, const Operation& operation, std::uint64_t place,
                  const std::string& where);

    LaunchView& launch_;
    FindingLog& log_;
    std::vector<CoreBytes> cores_;
    std::vector<Origin> origins_;
    std::map<const void*, std::uint16_t> origin_by_site_;
    IntervalMap<std::uint16_t> gm_undefined_;  // origin numbers
};

}  // namespace davsim::checks
