// SPDX-License-Identifier: Apache-2.0
#pragma once
// A question as the contexts that host functions see.

#include <deque>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "exe_graph/runtime/infer_datatype_context.h"
#include "exe_graph/runtime/infer_shape_context.h"
#include "exe_graph/runtime/tiling_context.h"
#include "exe_graph/runtime/tiling_parse_context.h"
#include "sim/op_host_api/operator_library.h"

namespace davsim::op {

// Owns what the contexts point at; must outlive them.
class Node {
public:
    Node(const Definition& definition, const Question& question);

    void set_up(gert::ExtendedKernelContext& context) const;
    // Values are there for the inputs in `depends` and those that the definition declares.
    void set_up(gert::TilingContext& context, const std::set<std::size_t>& depends) const;
    void set_up(gert::InferShapeContext& context, const std::set<std::size_t>& depends) const;

    std::size_t output_count() const { return outputs_.size(); }

private:
    struct Slot {
        const Tensor* tensor;
        std::size_t parameter;
    };
    void add_attribute(const AttrValue& value);
    const void* keep_list(const AttrValue& value);
    gert::Tensor tensor_of(const Slot& slot, const std::set<std::size_t>& depends) const;

    const Definition& definition_;
    const Question& question_;
    std::vector<Slot> inputs_;
    std::vector<Slot> outputs_;
    std::vector<gert::AnchorInstanceInfo> ir_inputs_;
    std::vector<gert::AnchorInstanceInfo> ir_outputs_;
    std::vector<const void*> attributes_;
    std::deque<std::vector<std::uint64_t>> words_;
    std::deque<std::string> texts_;
    std::deque<gert::ContinuousVector> vectors_;
    std::deque<gert::ContinuousVectorVector> lists_;
};

}  // namespace davsim::op
