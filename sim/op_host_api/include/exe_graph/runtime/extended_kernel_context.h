// SPDX-License-Identifier: Apache-2.0
#pragma once
// What every host function may ask about its node. Indices: `ir` counts parameters of the
// definition, the plain ones count tensors that are present; both start at 0. What does not exist
// is a nullptr.

#include <cstdint>
#include <vector>

#include "exe_graph/runtime/compute_node_info.h"
#include "exe_graph/runtime/storage_shape.h"
#include "exe_graph/runtime/tensor.h"

namespace gert {

class ExtendedKernelContext {
public:
    const ComputeNodeInfo* GetComputeNodeInfo() const { return &node_; }
    const char* GetNodeType() const { return node_.GetNodeType(); }
    const char* GetNodeName() const { return node_.GetNodeName(); }
    const char* GetKernelName() const { return node_.GetNodeName(); }
    const char* GetKernelType() const { return node_.GetNodeType(); }
    const RuntimeAttrs* GetAttrs() const { return node_.GetAttrs(); }
    std::size_t GetComputeNodeInputNum() const { return node_.GetInputsNum(); }
    std::size_t GetComputeNodeOutputNum() const { return node_.GetOutputsNum(); }
    const AnchorInstanceInfo* GetIrInputInstanceInfo(std::size_t ir) const {
        return node_.GetInputInstanceInfo(ir);
    }
    const AnchorInstanceInfo* GetIrOutputInstanceInfo(std::size_t ir) const {
        return node_.GetOutputInstanceInfo(ir);
    }

    const CompileTimeTensorDesc* GetInputDesc(std::size_t i) const {
        return node_.GetInputTdInfo(i);
    }
    const CompileTimeTensorDesc* GetOutputDesc(std::size_t i) const {
        return node_.GetOutputTdInfo(i);
    }
    const CompileTimeTensorDesc* GetOptionalInputDesc(std::size_t ir) const {
        return GetDynamicInputDesc(ir, 0);
    }
    const CompileTimeTensorDesc* GetRequiredInputDesc(std::size_t ir) const {
        return GetDynamicInputDesc(ir, 0);
    }
    const CompileTimeTensorDesc* GetDynamicInputDesc(std::size_t ir, std::size_t relative) const {
        return node_.GetInputTdInfo(input_index(ir, relative));
    }
    const CompileTimeTensorDesc* GetDynamicOutputDesc(std::size_t ir, std::size_t relative) const {
        return node_.GetOutputTdInfo(output_index(ir, relative));
    }
    const CompileTimeTensorDesc* GetRequiredOutputDesc(std::size_t ir) const {
        return GetDynamicOutputDesc(ir, 0);
    }

    // For those who set up a node.
    ComputeNodeInfo& node() { return node_; }

protected:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    // Of the `relative`-th tensor of a parameter; kNone if there is none.
    std::size_t input_index(std::size_t ir, std::size_t relative) const {
        return index(node_.GetInputInstanceInfo(ir), relative);
    }
    std::size_t output_index(std::size_t ir, std::size_t relative) const {
        return index(node_.GetOutputInstanceInfo(ir), relative);
    }

    ComputeNodeInfo node_;

private:
    static std::size_t index(const AnchorInstanceInfo* info, std::size_t relative) {
        if (info == nullptr || relative >= info->GetInstanceNum()) return kNone;
        return info->GetInstanceStart() + relative;
    }
};

}  // namespace gert
