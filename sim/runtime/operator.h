// SPDX-License-Identifier: Apache-2.0
#pragma once
// An operator as the runtime sees it: cases, its host tiling, its kernel. sim/opkit makes one of an
// operator's library.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/isa/sync_mode.h"
#include "sim/runtime/kernel_code.h"
#include "sim/runtime/operator_case.h"

namespace davsim {

// One concrete problem on one SoC: a case, and the operator's code for it.
class Problem : public OperatorCase {
public:
    // Error(kTiling) with the reason if the overrides (or the SoC) do not allow a run.
    virtual TilingResult tile(const TilingOverrides& overrides) const = 0;

    // The device side for what tile() decided.
    virtual std::unique_ptr<KernelCode> kernel(const TilingResult& tiling) const = 0;
};

class Operator {
public:
    virtual ~Operator() = default;
    virtual std::string_view name() const = 0;

    // Who orders dependent instructions of one core, unless the user says otherwise: what the
    // kernel was written for.
    virtual SyncMode sync() const = 0;

    // Names that --shape must give, in order.
    virtual std::vector<std::string> shape_keys() const = 0;

    // Error(kUsage) for bad shapes, Error(kUnsupported) for what the operator's SoC cannot do. The
    // operator outlives its problems.
    virtual std::unique_ptr<Problem> problem(const ProblemSpec& spec) const = 0;
};

}  // namespace davsim
