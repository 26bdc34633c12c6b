// SPDX-License-Identifier: Apache-2.0
#include "sim/checks/fault_kinds.h"

#include <algorithm>

namespace davsim::checks {
namespace {

Access place(int core, std::uint32_t block, Cycles at, const void* site) {
    Access access;
    access.core = core;
    access.block = block;
    access.site = site;
    access.start = at;
    access.complete = at;
    return access;
}

bool is_wait(const BlockedWait& wait) {
    return wait.at.find("that nobody sets") != std::string::npos ||
           wait.at.find("that not all cores set") != std::string::npos;
}

Kind kind_of_deadlock(const std::vector<BlockedWait>& waits) {
    if (std::any_of(waits.begin(), waits.end(), [](const BlockedWait& w) { return w.sync_all; }))
        return Kind::kSyncAllMissed;
    if (std::any_of(waits.begin(), waits.end(), is_wait)) return Kind::kWaitWithoutSet;
    return Kind::kDeadlock;
}

// The waits that explain the rest first: those for a flag or for other blocks.
std::vector<BlockedWait> by_weight(std::vector<BlockedWait> waits) {
    std::stable_partition(waits.begin(), waits.end(),
                          [](const BlockedWait& wait) { return wait.sync_all || is_wait(wait); });
    return waits;
}

Finding deadlock(const FaultEvent& event) {
    constexpr std::size_t kShown = 8;
    Finding finding;
    finding.kind = kind_of_deadlock(event.waits);
    finding.message = event.message;
    for (const BlockedWait& wait : by_weight(event.waits)) {
        if (finding.accesses.size() == kShown) break;
        Access access = place(wait.core, wait.block, event.at, wait.site);
        access.pipe = wait.pipe;
        access.operation = wait.at;
        finding.accesses.push_back(access);
    }
    if (finding.kind == Kind::kSyncAllMissed)
        finding.hint = "every block of the launch must call SyncAll equally often";
    if (finding.kind == Kind::kWaitWithoutSet)
        finding.hint =
            "each WaitFlag needs one SetFlag of the same event and id on a path that runs";
    return finding;
}

}  // namespace

Kind kind_of(Rule rule) {
    switch (rule) {
        case Rule::kAlignment: return Kind::kMisaligned;
        case Rule::kPartialBlock: return Kind::kPartialBlock;
        case Rule::kUbBounds: return Kind::kUbOutOfBounds;
        case Rule::kUbCapacity: return Kind::kUbCapacity;
        case Rule::kGmBounds: return Kind::kGmOutOfBounds;
        case Rule::kQueue: return Kind::kQueueProtocol;
        case Rule::kEventId: return Kind::kEventId;
        case Rule::kFlagLeft: return Kind::kFlagLeft;
        case Rule::kAssert: return Kind::kAssert;
        case Rule::kWildAccess: return Kind::kWildAccess;
        case Rule::kArgument: break;
    }
    return Kind::kIllegalArgument;
}

Finding finding_of(const ViolationEvent& event) {
    Finding finding;
    finding.kind = kind_of(event.rule);
    finding.message = event.message;
    finding.accesses = {place(event.core, event.block, event.at, event.site)};
    if (finding.kind == Kind::kFlagLeft) finding.hint = "add the WaitFlag, or remove the SetFlag";
    return finding;
}

std::optional<Finding> finding_of(const FaultEvent& event) {
    if (event.fault == Fault::kDeadlock && !event.waits.empty()) return deadlock(event);
    // A wait that polls has no queue to tell of.
    const bool hang = event.fault == Fault::kDeadlock;
    if (event.fault != Fault::kKernel && !hang) return std::nullopt;
    Finding finding;
    finding.kind = hang ? Kind::kDeadlock : kind_of(event.rule);
    finding.message = event.message;
    finding.accesses = {place(event.core, event.block, event.at, event.site)};
    return finding;
}

}  // namespace davsim::checks
