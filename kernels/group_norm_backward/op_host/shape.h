// SPDX-License-Identifier: Apache-2.0
#pragma once
// A checked group-norm backward problem: sizes, types, what is wanted, on which SoC.

#include <cstdint>

#include "sim/runtime/operator_case.h"

namespace davsim::gnb {

struct Shape {
    std::int64_t n = 0;
    std::int64_t c = 0;
    std::int64_t hxw = 0;
    std::int64_t group = 1;
    DataType data_type = DataType::kFloat32;  // grad_out, input, grad_input
    DataType mean_type = DataType::kFloat32;  // mean, rstd, gamma, grad_gamma, grad_beta
    bool want_dx = true;
    bool want_dgamma = true;
    bool want_dbeta = true;
    bool has_gamma = true;

    std::int64_t channels_per_group() const { return c / group; }
    std::int64_t groups() const { return n * group; }  // (sample, group) pairs
    std::int64_t group_elements() const { return channels_per_group() * hxw; }
    std::int64_t elements() const { return n * c * hxw; }
    bool no_data() const { return elements() == 0; }
};

// Error(kUsage) for sizes, Error(kUnsupported) for types that the architecture has no kernel for.
Shape check_shape(const ProblemSpec& spec, const PlatformInfo& platform);

// Names that --shape gives, in order.
std::vector<std::string> shape_names();

}  // namespace davsim::gnb
