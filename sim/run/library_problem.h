// SPDX-License-Identifier: Apache-2.0
#pragma once
// A problem for an operator's library (davsim op build): its host functions tile, its kernels run.

#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/config/soc_config.h"
#include "sim/opkit/ask.h"
#include "sim/opkit/loaded_operator.h"
#include "sim/opkit/operator_request.h"
#include "sim/runtime/operator.h"

namespace davsim {

struct GoldenValues {
    std::vector<double> values;
    bool may_be_bf16 = false;  // 16-bit words: bf16 where the output is
};

struct LibraryRequest {
    std::string path;
    op::OperatorRequest request;
    std::map<std::string, GoldenValues> goldens;  // by output
    std::optional<double> rtol;
    std::optional<double> atol;
    double lowest = -1;  // range of random floats
    double highest = 1;
};

class LibraryProblem final : public Problem {
public:
    // Asks the library for the outputs' shapes. Error(kUsage) for what was asked wrongly,
    // Error(kTiling) when infer-shape refuses, Error(kUnsupported) for element types that davsim
    // cannot hold.
    LibraryProblem(const LibraryRequest& request, const SocConfig& config);

    std::vector<TensorSpec> inputs() const override { return inputs_; }
    std::vector<TensorSpec> outputs() const override { return outputs_; }
    std::string shape_text() const override;
    bool empty() const override { return false; }
    void fill(std::vector<HostTensor>& inputs, std::uint64_t seed) const override;
    TilingResult tile(const TilingOverrides& overrides) const override;
    std::unique_ptr<KernelCode> kernel(const TilingResult& tiling) const override;
    std::vector<std::vector<double>> reference(
        const std::vector<HostTensor>& inputs) const override;
    Tolerance tolerance(std::size_t output, const std::vector<HostTensor>& inputs,
                        const std::vector<double>& golden) const override;

    const std::string& type() const { return definition().type; }
    // What the kernel was written for.
    SyncMode sync() const {
        return loaded_->library().auto_sync ? SyncMode::kAuto : SyncMode::kManual;
    }

private:
    const op::Definition& definition() const { return loaded_->definition(); }
    void convert_inputs();
    void infer(const SocConfig& config);
    void list_tensors();
    void list_changed_inputs();
    const GoldenValues* golden_of(const TensorSpec& output) const;
    void check_goldens() const;
    void compute_reference(const std::vector<HostTensor>& inputs) const;

    const LibraryRequest& request_;
    std::shared_ptr<const op::LoadedOperator> loaded_;
    op::Question question_;
    std::list<std::vector<std::uint8_t>> converted_;  // what files held in other types
    std::vector<TensorSpec> inputs_;
    std::vector<TensorSpec> outputs_;
    mutable std::vector<op::ReferenceTensor> reference_;   // once it was computed
    std::vector<const std::vector<std::uint8_t>*> given_;  // beside inputs_; nullptr: random
};

}  // namespace davsim
