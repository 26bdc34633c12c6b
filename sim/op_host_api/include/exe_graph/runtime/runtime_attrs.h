// SPDX-License-Identifier: Apache-2.0
#pragma once
// Attributes of the node, in the order of the operator's definition. An index beyond the last gives
// nullptr.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "exe_graph/runtime/continuous_vector.h"
#include "graph/types.h"

namespace gert {

class RuntimeAttrs {
public:
    RuntimeAttrs() = default;
    // Each points at its value: int64_t, float, bool, char[], ContinuousVector, ...
    explicit RuntimeAttrs(std::vector<const void*> values) : values_(std::move(values)) {}

    std::size_t GetAttrNum() const { return values_.size(); }

    template <typename T>
    const T* GetAttrPointer(std::size_t index) const {
        return index < values_.size() ? static_cast<const T*>(values_[index]) : nullptr;
    }
    const std::int64_t* GetInt(std::size_t i) const { return GetAttrPointer<std::int64_t>(i); }
    const float* GetFloat(std::size_t i) const { return GetAttrPointer<float>(i); }
    const bool* GetBool(std::size_t i) const { return GetAttrPointer<bool>(i); }
    const char* GetStr(std::size_t i) const { return GetAttrPointer<char>(i); }
    const TypedContinuousVector<std::int64_t>* GetListInt(std::size_t i) const {
        return GetAttrPointer<TypedContinuousVector<std::int64_t>>(i);
    }
    const TypedContinuousVector<float>* GetListFloat(std::size_t i) const {
        return GetAttrPointer<TypedContinuousVector<float>>(i);
    }
    const TypedContinuousVector<bool>* GetListBool(std::size_t i) const {
        return GetAttrPointer<TypedContinuousVector<bool>>(i);
    }
    const ContinuousVectorVector* GetListListInt(std::size_t i) const {
        return GetAttrPointer<ContinuousVectorVector>(i);
    }
    const ge::DataType* GetDataType(std::size_t i) const { return GetAttrPointer<ge::DataType>(i); }

private:
    std::vector<const void*> values_;
};

}  // namespace gert
