// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a program's environment says about the device that it runs on. `davsim run-app` sets these
// variables; without them a program gets the defaults.

#include <cstdint>
#include <optional>
#include <string>

#include "sim/checks/check_set.h"
#include "sim/checks/suppressions.h"
#include "sim/config/soc_config.h"
#include "sim/isa/sync_mode.h"
#include "sim/run/trace_request.h"

namespace davsim {

namespace environment {
inline constexpr const char* kSoc = "DAVSIM_SOC";        // name or YAML file
inline constexpr const char* kSet = "DAVSIM_SET";        // key.path=value;key.path=value
inline constexpr const char* kOutput = "DAVSIM_OUTPUT";  // folder for a result folder a launch
inline constexpr const char* kTrace = "DAVSIM_TRACE";    // off, sync, pipe, full
inline constexpr const char* kTraceFormat = "DAVSIM_TRACE_FORMAT";   // as run --trace-format
inline constexpr const char* kMaxCycles = "DAVSIM_MAX_CYCLES";       // of a launch; 0: no limit
inline constexpr const char* kSync = "DAVSIM_SYNC";                  // auto, manual
inline constexpr const char* kJitter = "DAVSIM_JITTER";              // seed of random delays
inline constexpr const char* kCheck = "DAVSIM_CHECK";                // as davsim run --check
inline constexpr const char* kSuppressions = "DAVSIM_SUPPRESSIONS";  // file
inline constexpr const char* kCommand = "DAVSIM_COMMAND";            // as typed, for the summaries
}  // namespace environment

inline constexpr const char* kDefaultSoc = "Ascend910B2";
// Of each launch. A program may launch thousands of times, and the rest can be made of the store.
inline constexpr const char* kDefaultTraceFormat = "json";
// Of one launch: over half a second of device time. A kernel that loops for ever ends here.
inline constexpr const char* kDefaultMaxCycles = "1073741824";

struct SessionOptions {
    SocConfig config;
    std::string hardware;  // the config with origins as JSON, for reports; empty without a trace
    std::string output;    // empty: nothing is written
    TraceRequest trace;
    std::uint64_t max_cycles = 0;
    std::optional<SyncMode> sync;  // absent: what each kernel was written for
    std::optional<std::uint64_t> jitter_seed;
    checks::CheckSet checks = checks::CheckSet::standard();
    checks::Suppressions suppressions;
    std::string command;
};

// Error(kConfig) naming the variable.
SessionOptions options_from_environment();

}  // namespace davsim
