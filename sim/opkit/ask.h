// SPDX-License-Identifier: Apache-2.0
#pragma once
// Questions to an operator's host functions, answered in processes of their own.

#include <string>
#include <vector>

#include "sim/op_host_api/operator_library.h"

namespace davsim::op {

inline constexpr double kAskLimit = 10;  // seconds that a host function may take

// What crashes, throws or does not return is an answer that is not ok; its message says what
// happened. Outputs without a shape (`infer`) are inferred before the tiling is asked.
struct Answer {
    InferAnswer infer;
    TilingAnswer tiling;
};
std::vector<Answer> ask(const std::string& library, const std::vector<Question>& questions,
                        bool infer, bool tile, double limit_seconds = kAskLimit);

}  // namespace davsim::op
