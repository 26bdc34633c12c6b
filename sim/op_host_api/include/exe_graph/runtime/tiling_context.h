// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a tiling function is asked, and where it leaves its answer: key, blocks, workspaces, bytes
// for the kernel.

#include <cstdint>
#include <memory>
#include <typeinfo>
#include <utility>
#include <vector>

#include "exe_graph/runtime/extended_kernel_context.h"
#include "exe_graph/runtime/tiling_data.h"

namespace fe {
class PlatFormInfos;
}

namespace gert {

class TilingContext : public ExtendedKernelContext {
public:
    explicit TilingContext(std::size_t capacity) : data_(capacity) {}

    // Shapes: of present tensors by plain index, of parameters by `ir`.
    const StorageShape* GetInputShape(std::size_t i) const { return shape(input_shapes, i); }
    const StorageShape* GetOptionalInputShape(std::size_t ir) const {
        return GetDynamicInputShape(ir, 0);
    }
    const StorageShape* GetRequiredInputShape(std::size_t ir) const {
        return GetDynamicInputShape(ir, 0);
    }
    const StorageShape* GetDynamicInputShape(std::size_t ir, std::size_t relative) const {
        return shape(input_shapes, input_index(ir, relative));
    }
    const StorageShape* GetOutputShape(std::size_t i) const { return shape(output_shapes, i); }
    const StorageShape* GetRequiredOutputShape(std::size_t ir) const {
        return GetDynamicOutputShape(ir, 0);
    }
    const StorageShape* GetDynamicOutputShape(std::size_t ir, std::size_t relative) const {
        return shape(output_shapes, output_index(ir, relative));
    }

    const Tensor* GetInputTensor(std::size_t i) const {
        return i < input_tensors.size() ? &input_tensors[i] : nullptr;
    }
    const Tensor* GetOptionalInputTensor(std::size_t ir) const {
        return GetDynamicInputTensor(ir, 0);
    }
    const Tensor* GetRequiredInputTensor(std::size_t ir) const {
        return GetDynamicInputTensor(ir, 0);
    }
    const Tensor* GetDynamicInputTensor(std::size_t ir, std::size_t relative) const {
        return GetInputTensor(input_index(ir, relative));
    }

    // All tensors are contiguous here.
    bool InputIsView(std::size_t /*i*/) const { return false; }
    bool OptionalInputIsView(std::size_t /*ir*/) const { return false; }
    bool RequiredInputIsView(std::size_t /*ir*/) const { return false; }
    bool DynamicInputIsView(std::size_t /*ir*/, std::size_t /*relative*/) const { return false; }
    bool OutputIsView(std::size_t /*i*/) const { return false; }
    const Stride* GetInputStride(std::size_t /*i*/) const { return nullptr; }
    const Stride* GetOptionalInputStride(std::size_t /*ir*/) const { return nullptr; }
    const Stride* GetRequiredInputStride(std::size_t /*ir*/) const { return nullptr; }
    const Stride* GetDynamicInputStride(std::size_t, std::size_t) const { return nullptr; }
    const Stride* GetOutputStride(std::size_t /*i*/) const { return nullptr; }

    fe::PlatFormInfos* GetPlatformInfo() const { return platform; }
    const void* GetCompileInfo() const { return compile_info; }
    template <typename T>
    const T* GetCompileInfo() const {
        return static_cast<const T*>(compile_info);
    }
    std::int32_t GetDeterministic() const { return deterministic; }
    std::int32_t GetDeterministicLevel() const { return deterministic; }

    TilingData* GetRawTilingData() { return &data_; }
    const TilingData* GetRawTilingData() const { return &data_; }
    // The struct in place, zeroed; nullptr if it does not fit.
    template <typename T>
    T* GetTilingData() {
        if (sizeof(T) > data_.GetCapacity()) return nullptr;
        data_.SetDataSize(sizeof(T));
        struct_name = typeid(T).name();
        return static_cast<T*>(data_.GetData());
    }

    ge::graphStatus SetTilingKey(std::uint64_t key) {
        tiling_key = key;
        return ge::GRAPH_SUCCESS;
    }
    std::uint64_t GetTilingKey() const { return tiling_key; }
    ge::graphStatus SetBlockDim(std::uint32_t blocks) {
        block_dim = blocks;
        return ge::GRAPH_SUCCESS;
    }
    std::uint32_t GetBlockDim() const { return block_dim; }
    ge::graphStatus SetNumBlocks(std::uint32_t blocks) { return SetBlockDim(blocks); }
    std::uint32_t GetNumBlocks() const { return block_dim; }
    ge::graphStatus SetAicpuBlockDim(std::uint32_t /*blocks*/) { return ge::GRAPH_SUCCESS; }
    ge::graphStatus SetNeedAtomic(bool needed) {
        need_atomic = needed;
        return ge::GRAPH_SUCCESS;
    }
    bool NeedAtomic() const { return need_atomic; }
    ge::graphStatus SetTilingCond(std::int32_t cond) {
        tiling_cond = cond;
        return ge::GRAPH_SUCCESS;
    }
    std::int32_t GetTilingCond() const { return tiling_cond; }
    ge::graphStatus SetScheduleMode(std::uint32_t mode) {
        schedule_mode = mode;
        return ge::GRAPH_SUCCESS;
    }
    std::uint32_t GetScheduleMode() const { return schedule_mode; }
    ge::graphStatus SetLocalMemorySize(std::uint32_t bytes) {
        local_memory = bytes;
        return ge::GRAPH_SUCCESS;
    }
    std::uint32_t GetLocalMemorySize() const { return local_memory; }

    // `count` sizes for the function to fill, in bytes.
    std::size_t* GetWorkspaceSizes(std::size_t count) {
        workspaces.assign(count, 0);
        return workspaces.data();
    }
    std::size_t GetWorkspaceNum() const { return workspaces.size(); }

    // The question, for those who set up a node.
    std::vector<StorageShape> input_shapes;
    std::vector<StorageShape> output_shapes;
    std::vector<Tensor> input_tensors;
    fe::PlatFormInfos* platform = nullptr;
    const void* compile_info = nullptr;
    std::int32_t deterministic = 0;
    // The answer.
    std::uint64_t tiling_key = 0;
    std::uint32_t block_dim = 0;
    std::vector<std::size_t> workspaces;
    std::uint32_t schedule_mode = 0;
    std::uint32_t local_memory = 0;
    std::int32_t tiling_cond = 0;
    bool need_atomic = false;
    const char* struct_name = nullptr;  // typeid name of what GetTilingData<T>() gave out last

private:
    static const StorageShape* shape(const std::vector<StorageShape>& shapes, std::size_t i) {
        return i < shapes.size() ? &shapes[i] : nullptr;
    }

    TilingData data_;
};

}  // namespace gert
