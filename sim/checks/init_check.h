// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads of bytes that nobody wrote. Undefined bytes of UB are followed through the instructions
// (see init_spread.h): what reaches global memory or the scalar unit is an error, what is dropped
// before was padding.
//
// Undefined are: UB when a block starts, output tensors and the workspace when a launch starts.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/checks/core_state.h"
#include "sim/checks/interval_map.h"
#include "sim/checks/ub_shadow.h"

namespace davsim::checks {

class InitCheck {
public:
    InitCheck(LaunchView& launch, FindingLog& log) : launch_(launch), log_(log) {}

    void begin_launch(std::size_t cores);
    void begin_block(CoreState& core);
    void check(CoreState& core, const Operation& operation);
    // The scalar unit reads what an instruction left in a register of the vector unit.
    void check_register(CoreState& core, VectorRegister which, const RecordRef& reader);
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
    static constexpr UbShadow::Origin kNeverWritten = UbShadow::kNeverWritten;
    static constexpr UbShadow::Origin kDefined = UbShadow::kDefined;

    UbShadow& shadow_of(const CoreState& core) {
        return shadows_[static_cast<std::size_t>(core.core)];
    }
    void load(CoreState& core, const Operation& operation);
    void store(CoreState& core, const Operation& operation);
    void compute(CoreState& core, const Operation& operation);
    void scalar(CoreState& core, const Operation& operation);
    void store_burst(CoreState& core, const Operation& operation, const GmRange* tensor,
                     std::uint64_t ub, std::uint64_t gm);
    bool gm_is_undefined(std::uint64_t begin, std::uint64_t end);
    void atomic_on_undefined(CoreState& core, const Operation& operation, const Region& region);
    // What an access does with undefined GM, for its report.
    struct GmUse {
        const char* verb;
        const char* happening;
        const char* hint;
    };
    void undefined_gm(CoreState& core, const Operation& operation, const Region& region,
                      const GmUse& use);
    UbShadow::Origin origin_of_load(CoreState& core, const Operation& operation,
                                    std::uint64_t begin, std::uint64_t end,
                                    UbShadow::Origin number);
    // Where the first undefined thing that an instruction reads comes from.
    struct Source {
        bool from_register = false;
        std::uint64_t place = 0;
    };
    std::optional<Source> undefined_source(const UbShadow& shadow,
                                           const Operation& operation) const;
    UbShadow::Origin origin_of(CoreState& core, const Operation& operation, std::uint64_t place);
    void observed(CoreState& core, const Operation& operation, std::uint64_t place,
                  const std::string& where);

    LaunchView& launch_;
    FindingLog& log_;
    std::vector<UbShadow> shadows_;
    std::vector<Origin> origins_;
    std::map<const void*, UbShadow::Origin> origin_by_site_;
    IntervalMap<UbShadow::Origin> gm_undefined_;  // origin numbers
};

}  // namespace davsim::checks
