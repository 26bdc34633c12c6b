// SPDX-License-Identifier: Apache-2.0
#include "sim/checks/finding.h"

#include <array>

namespace davsim::checks {
namespace {

using D = Detector;
using S = Severity;

// In the order of Kind.
constexpr std::array<KindInfo, kKindCount> kKinds = {{
    {"gm-out-of-bounds", D::kMemcheck, S::kError,
     "access outside every allocation of global memory"},
    {"tensor-out-of-bounds", D::kMemcheck, S::kError, "access beyond the end of a tensor"},
    {"ub-out-of-bounds", D::kMemcheck, S::kError, "access beyond the unified buffer"},
    {"buffer-overrun", D::kMemcheck, S::kError, "access beyond the end of a UB buffer"},
    {"ub-unallocated", D::kMemcheck, S::kError, "access to UB that no buffer holds"},
    {"misaligned", D::kMemcheck, S::kError, "misaligned operand"},
    {"partial-block", D::kMemcheck, S::kError, "length that is not a whole number of blocks"},
    {"illegal-argument", D::kMemcheck, S::kError, "illegal argument"},
    {"ub-capacity", D::kMemcheck, S::kError, "more UB asked for than there is"},
    {"operand-overlap", D::kMemcheck, S::kError, "operands of one instruction overlap"},
    {"memory-leak", D::kMemcheck, S::kError, "device memory never freed"},
    {"wild-access", D::kMemcheck, S::kError, "the kernel's C++ crashed"},
    {"kernel-assert", D::kMemcheck, S::kError, "ASSERT of the kernel failed"},
    {"race-raw", D::kRacecheck, S::kError, "read after write without synchronisation"},
    {"race-war", D::kRacecheck, S::kError, "write after read without synchronisation"},
    {"race-waw", D::kRacecheck, S::kError, "write after write without synchronisation"},
    {"block-race", D::kRacecheck, S::kError, "two blocks meet in global memory unsynchronised"},
    {"atomic-order", D::kRacecheck, S::kInfo,
     "floating-point atomics of several blocks: results are not bit-reproducible"},
    {"uninitialised", D::kInitcheck, S::kError, "a value that was never written is used"},
    {"uninitialised-padding", D::kInitcheck, S::kInfo,
     "lanes that were never written are computed with, and dropped"},
    {"flag-left-set", D::kSynccheck, S::kError, "flag set and never waited for"},
    {"wait-without-set", D::kSynccheck, S::kError, "wait for a flag that nobody sets"},
    {"flag-set-twice", D::kSynccheck, S::kError, "flag set again before it was waited for"},
    {"event-id", D::kSynccheck, S::kError, "misuse of event ids"},
    {"queue-protocol", D::kSynccheck, S::kError, "misuse of a queue"},
    {"sync-all-missed", D::kSynccheck, S::kError, "SyncAll is not reached by all blocks"},
    {"deadlock", D::kSynccheck, S::kError, "no core can go on"},
    {"not-finite", D::kNumeric, S::kWarning, "NaN or infinity from finite operands"},
    {"fp16-overflow", D::kNumeric, S::kWarning, "fp16 overflow"},
}};

}  // namespace

const KindInfo& info_of(Kind kind) {
    return kKinds[static_cast<std::size_t>(kind)];
}

std::string_view name_of(Detector detector) {
    static constexpr std::array<std::string_view, kDetectorCount> kNames = {
        "memcheck", "racecheck", "initcheck", "synccheck", "numeric"};
    return kNames[static_cast<std::size_t>(detector)];
}

std::string_view name_of(Severity severity) {
    static constexpr std::array<std::string_view, 3> kNames = {"error", "warning", "info"};
    return kNames[static_cast<std::size_t>(severity)];
}

}  // namespace davsim::checks
