// SPDX-License-Identifier: Apache-2.0
#pragma once
// Where an infer-dtype function reads the inputs' element types and writes the outputs'.

#include <vector>

#include "exe_graph/runtime/extended_kernel_context.h"

namespace gert {

class InferDataTypeContext : public ExtendedKernelContext {
public:
    ge::DataType GetInputDataType(std::size_t i) const { return type(node_.GetInputTdInfo(i)); }
    ge::DataType GetOptionalInputDataType(std::size_t ir) const {
        return GetDynamicInputDataType(ir, 0);
    }
    ge::DataType GetRequiredInputDataType(std::size_t ir) const {
        return GetDynamicInputDataType(ir, 0);
    }
    ge::DataType GetDynamicInputDataType(std::size_t ir, std::size_t relative) const {
        return type(GetDynamicInputDesc(ir, relative));
    }
    ge::DataType GetOutputDataType(std::size_t i) const {
        return i < output_types.size() ? output_types[i] : ge::DT_UNDEFINED;
    }
    ge::graphStatus SetOutputDataType(std::size_t i, ge::DataType value) {
        if (i >= output_types.size()) return ge::GRAPH_FAILED;
        output_types[i] = value;
        return ge::GRAPH_SUCCESS;
    }
    ge::graphStatus SetRequiredOutputDataType(std::size_t ir, ge::DataType value) {
        return SetDynamicOutputDataType(ir, 0, value);
    }
    ge::graphStatus SetDynamicOutputDataType(std::size_t ir, std::size_t relative,
                                             ge::DataType value) {
        return SetOutputDataType(output_index(ir, relative), value);
    }

    // For those who set up a node.
    std::vector<ge::DataType> output_types;

private:
    static ge::DataType type(const CompileTimeTensorDesc* desc) {
        return desc == nullptr ? ge::DT_UNDEFINED : desc->GetDataType();
    }
};

}  // namespace gert
