// SPDX-License-Identifier: Apache-2.0
#pragma once
// A problem for an operator's library as users state it, and the question that it makes.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/config/soc_config.h"
#include "sim/op_host_api/operator_library.h"

namespace davsim::op {

// One tensor of a parameter. What is not given follows from the definition or is inferred.
struct GivenTensor {
    std::optional<std::vector<std::int64_t>> shape;
    std::optional<int> type;         // ge number
    std::vector<std::uint8_t> data;  // its bytes; empty: random
    bool has_data = false;
    // Of the elements in `data`, where their file says it: they are converted when the problem
    // gives the tensor another type.
    std::optional<int> held;
};

struct OperatorRequest {
    std::map<std::string, std::vector<GivenTensor>> tensors;  // inputs and outputs by name
    std::optional<int> type;                   // --dtype without a name: of the first input
    std::map<std::string, std::string> attrs;  // as typed
    bool deterministic = false;
};

// The platform that the SoC's config describes.
Platform platform_of(const SocConfig& config);

// Types from the definition's columns, attributes with their defaults. Outputs have the shapes that
// were given, or none. Error(kUsage): unknown names, missing inputs, attributes that do not parse.
Question make_question(const Definition& definition, const OperatorRequest& request,
                       const SocConfig& config);

// Which outputs have no shape yet.
bool needs_shapes(const Question& question, const OperatorRequest& request,
                  const Definition& definition);

// "x=[2,3] fp16, gamma=[3] fp16; dim=-1"
std::string question_text(const Definition& definition, const Question& question);

}  // namespace davsim::op
