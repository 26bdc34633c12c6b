// SPDX-License-Identifier: Apache-2.0
#include "sim/views/launch_statistics.h"

#include <algorithm>

namespace davsim {

int LaunchStatistics::used_cores() const {
    return static_cast<int>(
        std::count_if(cores.begin(), cores.end(), [](const CoreUse& c) { return c.used(); }));
}

PipeUse LaunchStatistics::pipe_total(Pipe pipe) const {
    PipeUse total;
    for (const CoreUse& core : cores) {
        const PipeUse& use = core.pipe(pipe);
        total.busy += use.busy;
        total.instructions += use.instructions;
        total.syncs += use.syncs;
        total.bytes += use.bytes;
        total.ideal += use.ideal;
        for (std::size_t cause = 0; cause < use.waited.size(); ++cause) {
            total.waited[cause] += use.waited[cause];
        }
    }
    return total;
}

Cycles LaunchStatistics::pipe_max(Pipe pipe) const {
    Cycles longest;
    for (const CoreUse& core : cores) longest = std::max(longest, core.pipe(pipe).busy);
    return longest;
}

double LaunchStatistics::pipe_ratio(Pipe pipe) const {
    const int used = used_cores();
    if (used == 0 || span.count() == 0) return 0.0;
    return static_cast<double>(pipe_total(pipe).busy.count()) / static_cast<double>(used) /
           static_cast<double>(span.count());
}

std::uint64_t LaunchStatistics::instructions() const {
    std::uint64_t count = 0;
    for (const CoreUse& core : cores) {
        for (const PipeUse& pipe : core.pipes) count += pipe.instructions + pipe.syncs;
    }
    return count;
}

}  // namespace davsim
