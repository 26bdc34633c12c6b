// SPDX-License-Identifier: Apache-2.0
#pragma once
// Everything that decides a run, as the command line or a program asks for it.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "sim/checks/check_set.h"
#include "sim/config/soc_config.h"
#include "sim/isa/sync_mode.h"
#include "sim/run/trace_request.h"
#include "sim/runtime/operator.h"

namespace davsim {

struct LibraryRequest;

struct RunRequest {
    std::string op;
    SocConfig config;
    std::string command;   // as typed, for the summary
    std::string hardware;  // the config with origins as JSON, for reports; may be empty

    std::optional<std::string> case_folder;  // takes the place of `problem` and `seed`
    ProblemSpec problem;                     // with a case folder, only output_mask counts
    std::uint64_t seed = 1;

    std::shared_ptr<const Operator> named;  // `op`, opened, whose case `problem` is

    // An operator's library with its tensors one by one; takes the
    // place of all above but `config` and `seed`.
    std::shared_ptr<const LibraryRequest> library;

    TilingOverrides tiling;
    std::optional<std::string> output;
    TraceRequest trace;
    std::uint64_t max_cycles = 0;  // 0: no limit
    bool warm_l2 = false;          // the inputs are in L2 when the kernel starts

    std::optional<SyncMode> sync;              // absent: what the operator was written for
    std::optional<std::uint64_t> jitter_seed;  // absent: instructions take what the model says
    checks::CheckSet checks = checks::CheckSet::standard();
    std::optional<std::string> suppressions;  // file
    bool hazard_files = false;                // written even if there is nothing to tell
};

}  // namespace davsim
