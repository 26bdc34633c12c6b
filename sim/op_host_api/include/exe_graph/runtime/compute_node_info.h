// SPDX-License-Identifier: Apache-2.0
#pragma once
// The node as the graph holds it: how many tensors each parameter of the definition stands for,
// and their types and formats.

#include <cstddef>
#include <string>
#include <vector>

#include "exe_graph/runtime/runtime_attrs.h"
#include "exe_graph/runtime/storage_format.h"
#include "graph/types.h"

namespace gert {

class CompileTimeTensorDesc {
public:
    CompileTimeTensorDesc() = default;
    CompileTimeTensorDesc(ge::DataType type, const StorageFormat& format)
        : type_(type), format_(format) {}

    ge::DataType GetDataType() const { return type_; }
    void SetDataType(ge::DataType type) { type_ = type; }
    const StorageFormat& GetFormat() const { return format_; }
    ge::Format GetStorageFormat() const { return format_.GetStorageFormat(); }
    ge::Format GetOriginFormat() const { return format_.GetOriginFormat(); }
    void SetStorageFormat(ge::Format format) { format_.SetStorageFormat(format); }
    void SetOriginFormat(ge::Format format) { format_.SetOriginFormat(format); }
    ExpandDimsType GetExpandDimsType() const { return format_.GetExpandDimsType(); }

private:
    ge::DataType type_ = ge::DT_UNDEFINED;
    StorageFormat format_;
};

// Which tensors belong to one parameter: none (optional and absent), one, or many (dynamic).
class AnchorInstanceInfo {
public:
    AnchorInstanceInfo() = default;
    AnchorInstanceInfo(std::size_t start, std::size_t count) : start_(start), count_(count) {}
    std::size_t GetInstanceStart() const { return start_; }
    std::size_t GetInstanceNum() const { return count_; }

private:
    std::size_t start_ = 0;
    std::size_t count_ = 0;
};

class ComputeNodeInfo {
public:
    const char* GetNodeType() const { return type.c_str(); }
    const char* GetNodeName() const { return name.c_str(); }
    std::size_t GetIrInputsNum() const { return ir_inputs.size(); }
    std::size_t GetIrOutputsNum() const { return ir_outputs.size(); }
    std::size_t GetInputsNum() const { return inputs.size(); }
    std::size_t GetOutputsNum() const { return outputs.size(); }
    const AnchorInstanceInfo* GetInputInstanceInfo(std::size_t ir) const {
        return ir < ir_inputs.size() ? &ir_inputs[ir] : nullptr;
    }
    const AnchorInstanceInfo* GetOutputInstanceInfo(std::size_t ir) const {
        return ir < ir_outputs.size() ? &ir_outputs[ir] : nullptr;
    }
    const CompileTimeTensorDesc* GetInputTdInfo(std::size_t i) const {
        return i < inputs.size() ? &inputs[i] : nullptr;
    }
    const CompileTimeTensorDesc* GetOutputTdInfo(std::size_t i) const {
        return i < outputs.size() ? &outputs[i] : nullptr;
    }
    const RuntimeAttrs* GetAttrs() const { return &attrs; }

    std::string type;
    std::string name;
    std::vector<AnchorInstanceInfo> ir_inputs;
    std::vector<AnchorInstanceInfo> ir_outputs;
    std::vector<CompileTimeTensorDesc> inputs;
    std::vector<CompileTimeTensorDesc> outputs;
    RuntimeAttrs attrs;
};

}  // namespace gert
