// SPDX-License-Identifier: Apache-2.0
#pragma once
// A checked group normalisation problem.

#include <cstdint>

#include "sim/runtime/operator_case.h"

namespace davsim::gn {

struct Shape {
    std::int64_t n = 0;
    std::int64_t c = 0;
    std::int64_t hxw = 0;
    std::int64_t group = 1;
    DataType type = DataType::kFloat32;  // of every tensor
    bool has_gamma = true;
    bool has_beta = true;
    double epsilon = 0;  // added to the variance

    std::int64_t channels_per_group() const { return c / group; }
    std::int64_t groups() const { return n * group; }  // of all samples
    std::int64_t group_elements() const { return channels_per_group() * hxw; }
    std::int64_t elements() const { return n * c * hxw; }
};

// Error(kUsage) for sizes and attributes, Error(kUnsupported) for types that the SoC lacks.
Shape check_shape(const ProblemSpec& spec, const PlatformInfo& platform);

}  // namespace davsim::gn
