// SPDX-License-Identifier: Apache-2.0
#pragma once
// Judges one output against float64 values:
//
//   |a - g| <= atol + rtol * |g|, at most miss_share of all elements beyond;
//   NaN exactly where g is NaN; infinities with their sign exactly where g is infinite or too large
//   for the output's dtype. A misplaced NaN or infinity is never excused by miss_share.

#include <cstdint>
#include <string>
#include <vector>

#include "sim/runtime/host_tensor.h"
#include "sim/runtime/operator.h"

namespace davsim {

struct Comparison {
    std::string output;
    std::string golden;  // where the float64 values come from
    std::uint64_t elements = 0;
    std::uint64_t mismatches = 0;          // misplaced ones included
    std::uint64_t misplaced_specials = 0;  // NaN and infinities
    double max_abs = 0;                    // over finite pairs
    double max_rel = 0;                    // |a - g| / |g| over finite pairs with |g| > atol
    Tolerance tolerance;
    bool pass = true;

    // Of the first mismatch; meaningful when there is one.
    std::uint64_t first_index = 0;
    double first_got = 0;
    double first_want = 0;
};

// `golden` has one value an element.
Comparison compare(const HostTensor& got, const std::vector<double>& golden,
                   const Tolerance& tolerance);

}  // namespace davsim
