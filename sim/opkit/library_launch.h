// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a launch of an operator's library needs: the tiling that its host function decides, and the
// kernel for it.

#include <memory>
#include <string>
#include <vector>

#include "sim/opkit/loaded_operator.h"
#include "sim/runtime/kernel_code.h"
#include "sim/runtime/operator_case.h"

namespace davsim::op {

// Where the operator's host functions run: in a process of their own, whose end is an Error here,
// or in this one, where what they break is broken.
enum class HostCalls { kIsolated, kInProcess };

// All errors of a refusal in one line, the most telling (first) one in front.
std::string reason_of(const std::vector<std::string>& messages);

// Error(kTiling): the function refuses, asks for no blocks, or `overrides` name unknown fields.
TilingResult tile(const LoadedOperator& loaded, const Question& question,
                  const TilingOverrides& overrides, HostCalls calls);

// Error(kUnsupported) if the library has no kernel for the element types and this key.
std::unique_ptr<KernelCode> kernel_of(std::shared_ptr<const LoadedOperator> loaded,
                                      const Question& question, std::uint64_t key);

}  // namespace davsim::op
