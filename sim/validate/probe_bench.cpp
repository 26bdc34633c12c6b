// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/probe_bench.h"

#include <algorithm>

namespace davsim {
namespace {

constexpr double kNanosecondsPerMicrosecond = 1000.0;

Hub& with_listeners(Hub& hub, PipeStatistics& statistics, InstructionLog& log) {
    hub.add(statistics);
    hub.add(log);
    return hub;
}

}  // namespace

ProbeBench::ProbeBench(const SocConfig& config)
    : device_(config, with_listeners(hub_, statistics_, log_)) {}

ProbeBench::~ProbeBench() {
    release_all();
}

std::uint8_t* ProbeBench::allocate(std::uint64_t bytes) {
    memory_.push_back(device_.memory().allocate(bytes, "probe"));
    return memory_.back();
}

void ProbeBench::release_all() {
    for (std::uint8_t* memory : memory_) device_.memory().release(memory);
    memory_.clear();
}

LaunchResult ProbeBench::launch(std::uint32_t blocks, const std::function<void()>& body,
                                bool flush_l2) {
    LaunchRequest request;
    request.kernel = "probe";
    request.body = body;
    request.blocks = blocks;
    request.flush_l2 = flush_l2;
    return device_.launch(request);
}

double ProbeBench::microseconds(double cycles) const {
    return cycles / static_cast<double>(config().cores.clock_mhz);
}

ProbeValues ProbeBench::profile() const {
    const LaunchStatistics& use = statistics();
    Cycles longest;
    for (const CoreUse& core : use.cores) longest = std::max(longest, core.active);
    const double prologue =
        static_cast<double>(config().launch.prologue_ns) / kNanosecondsPerMicrosecond;
    const double cores = std::max(use.used_cores(), 1);
    // The counters of the profilers go on through flags, which davsim counts by themselves.
    const double flag = static_cast<double>(config().sync.set_flag + config().sync.wait_flag) / 2;
    const auto mean = [&](Pipe pipe) {
        const PipeUse total = use.pipe_total(pipe);
        const double flags = flag * static_cast<double>(total.syncs);
        return microseconds((static_cast<double>(total.busy.count()) + flags) / cores);
    };
    ProbeValues values;
    values["duration_us"] = microseconds(static_cast<double>(use.span.count()));
    values["core_us"] = microseconds(static_cast<double>(longest.count())) + prologue;
    values["launch_us"] = values["duration_us"] - values["core_us"];
    values["vector_us"] = mean(Pipe::kV);
    values["mte2_us"] = mean(Pipe::kMte2);
    values["mte3_us"] = mean(Pipe::kMte3);
    values["scalar_us"] = mean(Pipe::kS) + prologue;
    return values;
}

}  // namespace davsim
