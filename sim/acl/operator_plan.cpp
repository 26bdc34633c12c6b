// SPDX-License-Identifier: Apache-2.0
#include "sim/acl/operator_plan.h"

#include <array>
#include <cstring>

#include "sim/base/float16.h"

namespace davsim::acl {
namespace {

// Parts of the workspace start on this boundary: transfers are fastest there.
constexpr std::uint64_t kPartAlignment = 512;

std::uint64_t aligned(std::uint64_t bytes) {
    return (bytes + kPartAlignment - 1) / kPartAlignment * kPartAlignment;
}

template <typename T>
void append(std::string& key, const T& value) {
    key.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

}  // namespace

void append_key(std::string& key, const aclTensor* tensor) {
    if (tensor == nullptr) {
        key += '-';
        return;
    }
    key += '+';
    append(key, tensor->dtype);
    append(key, tensor->format);
    append(key, tensor->shape.size());
    for (const std::int64_t extent : tensor->shape) append(key, extent);
    for (const std::int64_t stride : tensor->strides) append(key, stride);
}

void plan_launch(OperatorPlan& plan, const Operator& op, const Problem& problem) {
    plan.launches = true;
    plan.sync = op.sync();
    plan.tiling = problem.tile({});
    plan.kernel = problem.kernel(plan.tiling);
    plan.remarks = {{"shape", problem.shape_text()}};
}

void place_workspace(OperatorPlan& plan, const Tensors& inputs, const Tensors& outputs,
                     std::uint64_t system_workspace) {
    std::uint64_t end = aligned(plan.tiling.data.size());
    for (const Tensors* tensors : {&inputs, &outputs}) {
        for (const aclTensor* tensor : *tensors) {
            if (tensor == nullptr || tensor->contiguous()) {
                plan.copies.emplace_back();
                continue;
            }
            plan.copies.emplace_back(end);
            end += aligned(static_cast<std::uint64_t>(tensor->elements()) *
                           aclDataTypeSize(tensor->dtype));
        }
    }
    plan.kernel_workspace = end;
    plan.workspace_bytes = end + system_workspace + aligned(plan.tiling.workspace);
}

std::shared_ptr<const OperatorPlan> PlanCache::find(const std::string& key) const {
    const auto found = plans_.find(key);
    return found == plans_.end() ? nullptr : found->second;
}

std::shared_ptr<const OperatorPlan> PlanCache::keep(const std::string& key, OperatorPlan plan) {
    // A program that calls with ever new shapes should not grow without end.
    constexpr std::size_t kMost = 4096;
    if (plans_.size() >= kMost) plans_.clear();
    return plans_[key] = std::make_shared<const OperatorPlan>(std::move(plan));
}

std::optional<DataType> data_type_of(aclDataType type) {
    switch (type) {
        case ACL_FLOAT: return DataType::kFloat32;
        case ACL_FLOAT16: return DataType::kFloat16;
        case ACL_BF16: return DataType::kBfloat16;
        default: return std::nullopt;
    }
}

void store_element(DataType type, void* place, float value) {
    if (type == DataType::kFloat32) {
        std::memcpy(place, &value, sizeof(value));
        return;
    }
    const std::uint16_t bits =
        type == DataType::kFloat16 ? float_to_fp16(value) : float_to_bf16(value);
    std::memcpy(place, &bits, sizeof(bits));
}

std::string type_text(aclDataType type) {
    constexpr std::array<std::pair<aclDataType, const char*>, 16> kNames = {
        {{ACL_FLOAT, "FLOAT"},
         {ACL_FLOAT16, "FLOAT16"},
         {ACL_BF16, "BFLOAT16"},
         {ACL_DOUBLE, "DOUBLE"},
         {ACL_INT8, "INT8"},
         {ACL_INT16, "INT16"},
         {ACL_INT32, "INT32"},
         {ACL_INT64, "INT64"},
         {ACL_UINT8, "UINT8"},
         {ACL_UINT16, "UINT16"},
         {ACL_UINT32, "UINT32"},
         {ACL_UINT64, "UINT64"},
         {ACL_BOOL, "BOOL"},
         {ACL_STRING, "STRING"},
         {ACL_COMPLEX64, "COMPLEX64"},
         {ACL_COMPLEX128, "COMPLEX128"}}};
    for (const auto& [named, name] : kNames) {
        if (named == type) return name;
    }
    return "type " + std::to_string(type);
}

}  // namespace davsim::acl
