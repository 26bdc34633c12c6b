// SPDX-License-Identifier: Apache-2.0
#include "sim/run/run_report.h"

#include <algorithm>

namespace davsim {

bool RunReport::pass() const {
    return failure.empty() && std::all_of(numerics.begin(), numerics.end(),
                                          [](const Comparison& c) { return c.pass; });
}

double RunReport::time_us() const {
    return static_cast<double>(statistics.span.count()) /
           static_cast<double>(config.cores.clock_mhz);
}

}  // namespace davsim
