// SPDX-License-Identifier: Apache-2.0
#pragma once
// What held a run up, in plain words. Each finding comes from a quantity that was measured in this
// run; its gain is an upper bound that takes into account that the rest of the run still has to
// happen, never a promise.

#include <cstdint>
#include <string>
#include <vector>

#include "traces/store/store_reader.h"

namespace davsim::traces {

enum class FindingKind : std::uint8_t {
    kFewCores,        // cores without a block
    kImbalance,       // some cores work longer than others
    kLoadsWait,       // MTE2 waits until a buffer is free
    kStoresHoldUp,    // the vector unit waits until a result buffer is free
    kShortLoads,      // loads far below the rate of their pipe
    kShortStores,     // stores likewise
    kShortVector,     // vector instructions too short to pay for their start
    kBankConflicts,   // operands of vector instructions share parts of UB
    kScalarBound,     // pipes wait for instructions
    kBarriers,        // PipeBarrier and PIPE_ALL
    kSyncAll,         // waiting for other cores
    kResultReads,     // the scalar unit waits for data it reads
    kMemoryBound,     // HBM or L2 is nearly always busy
    kReadAgain,       // the same bytes are loaded more than once
    kLaunchOverhead,  // the fixed cost of a launch
};
std::string_view name_of(FindingKind kind);

struct Finding {
    FindingKind kind = FindingKind::kFewCores;
    double share = 0;       // of the launch's time, what was measured
    std::int64_t gain = 0;  // cycles of the launch that it would save at most
    std::string text;       // one sentence: what, how much, what to do
};

// Those that could save a noticeable part, largest gain first.
std::vector<Finding> findings_of(const StoreReader& store);

std::string explain_text(const StoreReader& store);
std::string explain_json(const StoreReader& store);

}  // namespace davsim::traces
