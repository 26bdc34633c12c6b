// SPDX-License-Identifier: Apache-2.0
#pragma once
// Registers an operator's host functions: IMPL_OP_OPTILING(Add).Tiling(f).TilingParse<Info>(g);

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "exe_graph/runtime/infer_datatype_context.h"
#include "exe_graph/runtime/infer_shape_context.h"
#include "exe_graph/runtime/infer_shape_range_context.h"
#include "exe_graph/runtime/tiling_context.h"
#include "exe_graph/runtime/tiling_parse_context.h"
#include "graph/ge_error_codes.h"
#include "platform/platform_infos_def.h"
#include "securec.h"

namespace gert {

using InferShapeFunction = ge::graphStatus (*)(InferShapeContext*);
using InferDataTypeFunction = ge::graphStatus (*)(InferDataTypeContext*);
using InferShapeRangeFunction = ge::graphStatus (*)(InferShapeRangeContext*);
using TilingFunction = ge::graphStatus (*)(TilingContext*);
using TilingParseFunction = ge::graphStatus (*)(TilingParseContext*);

struct OpImpl {
    InferShapeFunction infer_shape = nullptr;
    InferDataTypeFunction infer_datatype = nullptr;
    TilingFunction tiling = nullptr;
    TilingParseFunction tiling_parse = nullptr;
    void* (*make_compile_info)() = nullptr;
    void (*drop_compile_info)(void*) = nullptr;
    std::set<std::size_t> infer_depends;   // inputs whose values infer-shape reads
    std::set<std::size_t> tiling_depends;  // inputs whose values the tiling reads
};

// Of this library, by operator type.
OpImpl& op_impl_of(const std::string& type);

class OpImplRegisterV2 {
public:
    explicit OpImplRegisterV2(const char* type) : impl_(&op_impl_of(type)) {}

    OpImplRegisterV2& InferShape(InferShapeFunction function) {
        impl_->infer_shape = function;
        return *this;
    }
    OpImplRegisterV2& InferDataType(InferDataTypeFunction function) {
        impl_->infer_datatype = function;
        return *this;
    }
    OpImplRegisterV2& InferShapeRange(InferShapeRangeFunction /*function*/) { return *this; }
    template <typename T>
    OpImplRegisterV2& InferFormat(T /*function*/) {
        return *this;
    }
    OpImplRegisterV2& Tiling(TilingFunction function, std::size_t /*max_size*/ = 2048) {
        impl_->tiling = function;
        return *this;
    }
    template <typename CompileInfo>
    OpImplRegisterV2& TilingParse(TilingParseFunction function) {
        impl_->tiling_parse = function;
        impl_->make_compile_info = []() -> void* { return new CompileInfo(); };
        impl_->drop_compile_info = [](void* info) { delete static_cast<CompileInfo*>(info); };
        return *this;
    }
    OpImplRegisterV2& InputsDataDependency(std::initializer_list<std::int32_t> inputs) {
        for (const std::int32_t i : inputs)
            impl_->infer_depends.insert(static_cast<std::size_t>(i));
        return TilingInputsDataDependency(inputs);
    }
    OpImplRegisterV2& TilingInputsDataDependency(std::initializer_list<std::int32_t> inputs) {
        for (const std::int32_t i : inputs)
            impl_->tiling_depends.insert(static_cast<std::size_t>(i));
        return *this;
    }
    template <typename Placements>
    OpImplRegisterV2& TilingInputsDataDependency(std::initializer_list<std::int32_t> inputs,
                                                 const Placements& /*placements*/) {
        return TilingInputsDataDependency(inputs);
    }
    template <typename... Args>
    OpImplRegisterV2& PrivateAttr(Args&&... /*args*/) {
        return *this;
    }
    template <typename T>
    OpImplRegisterV2& GenSimplifiedKey(T /*function*/) {
        return *this;
    }
    template <typename... Args>
    OpImplRegisterV2& OutputShapeDependOnCompute(Args&&... /*args*/) {
        return *this;
    }
    OpImplRegisterV2& OutputShapeDependOnCompute(std::initializer_list<std::int32_t>) {
        return *this;
    }

private:
    OpImpl* impl_;
};
using OpImplRegister = OpImplRegisterV2;

}  // namespace gert

#define DAVSIM_IMPL_JOIN_(a, b) a##b
#define DAVSIM_IMPL_JOIN(a, b) DAVSIM_IMPL_JOIN_(a, b)
#define IMPL_OP(Type)                                                        \
    [[maybe_unused]] static const ::gert::OpImplRegisterV2 DAVSIM_IMPL_JOIN( \
        g_davsim_impl_, __COUNTER__) = ::gert::OpImplRegisterV2(#Type)
#define IMPL_OP_OPTILING(Type) IMPL_OP(Type)
#define IMPL_OP_INFERSHAPE(Type) IMPL_OP(Type)
#define IMPL_OP_DEFAULT() IMPL_OP(DefaultImpl)
