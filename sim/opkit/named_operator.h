// SPDX-License-Identifier: Apache-2.0
#pragma once
// An operator's library under the operator's name, with cases stated by named sizes: those of
// kernels/, and any other whose library states cases (davsim/cases.h). A library is
// lib<name>_<arch>.so in a folder of DAVSIM_KERNEL_PATH (separated by ':'), or in lib/davsim of the
// folder that davsim is installed in.

#include <memory>
#include <string>
#include <vector>

#include "sim/config/soc_config.h"
#include "sim/opkit/library_launch.h"
#include "sim/opkit/loaded_operator.h"
#include "sim/runtime/operator.h"

namespace davsim::op {

class NamedOperator final : public Operator {
public:
    // Error(kUsage): no library of that name (the message lists those there are), or one that
    // states no cases or was built for another davsim or architecture.
    NamedOperator(const std::string& name, const SocConfig& config, HostCalls calls);

    std::string_view name() const override { return name_; }
    SyncMode sync() const override {
        return loaded_->library().auto_sync ? SyncMode::kAuto : SyncMode::kManual;
    }
    std::vector<std::string> shape_keys() const override;
    std::unique_ptr<Problem> problem(const ProblemSpec& spec) const override;

private:
    std::string name_;
    SocConfig config_;
    HostCalls calls_;
    std::shared_ptr<const LoadedOperator> loaded_;
};

// Names with a library for this architecture, in alphabetical order.
std::vector<std::string> operator_names(int npu_arch);

}  // namespace davsim::op
