// SPDX-License-Identifier: Apache-2.0
#pragma once
// The definition of an operator: parameters with their element types and formats, attributes, and
// what differs from SoC to SoC. The i-th entries of all type lists belong together.

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/types.h"
#include "register/op_impl_registry.h"

namespace ops {

enum Option { IGNORE = 0, OPTIONAL = 1, REQUIRED = 2, DYNAMIC = 3, VIRTUAL = 4 };
enum class DependScope { ALL = 0, TILING = 1 };
enum class FollowType { ALL = 0, DTYPE = 1, FORMAT = 2, SHAPE = 3 };
enum class InitValueType { INIT_VALUE_UINT64_T = 0, INIT_VALUE_FLOAT = 1 };
enum class FormatCheckOption { DEFAULT = 0, STRICT = 1 };
enum class FormatMatchMode { DEFAULT = 0, CONTAINS = 1 };
struct ScalarVar {};
union InitValueNum {
    std::uint64_t value_u64;
    float value_f32;
};

class OpParamDef {
public:
    explicit OpParamDef(std::string param) : name(std::move(param)) {}

    OpParamDef& ParamType(Option value) { return set(option, value); }
    OpParamDef& DataType(std::vector<ge::DataType> values) { return set(types, std::move(values)); }
    // Combined with every entry of the others.
    OpParamDef& DataTypeList(std::vector<ge::DataType> values) {
        return set(type_list, std::move(values));
    }
    OpParamDef& DataTypeForBinQuery(std::vector<ge::DataType>) { return *this; }
    OpParamDef& Format(std::vector<ge::Format> values) { return set(formats, std::move(values)); }
    OpParamDef& FormatList(std::vector<ge::Format> values) {
        return set(formats, std::move(values));
    }
    OpParamDef& FormatForBinQuery(std::vector<ge::Format>) { return *this; }
    OpParamDef& UnknownShapeFormat(std::vector<ge::Format>) { return *this; }
    OpParamDef& ValueDepend(Option value) {
        value_depend = value == REQUIRED || value == OPTIONAL;
        return *this;
    }
    OpParamDef& ValueDepend(Option value, DependScope) { return ValueDepend(value); }
    OpParamDef& To(const ge::DataType) { return *this; }
    OpParamDef& To(const char*) { return *this; }
    OpParamDef& Follow(const char* other) { return set(follow, std::string(other)); }
    OpParamDef& Follow(const char* other, FollowType type) {
        return type == FollowType::ALL || type == FollowType::DTYPE ? Follow(other) : *this;
    }
    OpParamDef& Scalar() { return set(scalar, true); }
    OpParamDef& ScalarList() { return set(scalar, true); }
    OpParamDef& AutoContiguous() { return *this; }
    OpParamDef& IgnoreContiguous() { return *this; }
    OpParamDef& OutputShapeDependOnCompute() { return *this; }
    OpParamDef& Version(std::uint32_t) { return *this; }
    OpParamDef& Comment(const char*) { return *this; }
    // The framework fills the output with it before the kernel runs.
    OpParamDef& InitValue(std::uint64_t value) {
        has_init = true;
        init = static_cast<double>(value);
        return *this;
    }
    template <typename T>
    OpParamDef& InitValue(const std::vector<T>&) {
        return InitValue(0);
    }

    std::string name;
    Option option = REQUIRED;
    std::vector<ge::DataType> types;
    std::vector<ge::DataType> type_list;
    std::vector<ge::Format> formats;
    std::string follow;
    bool value_depend = false;
    bool scalar = false;
    bool has_init = false;
    double init = 0;

private:
    template <typename T, typename V>
    OpParamDef& set(T& field, V value) {
        field = std::move(value);
        return *this;
    }
};

enum class AttrKind {
    kNone,
    kBool,
    kInt,
    kFloat,
    kString,
    kListBool,
    kListInt,
    kListFloat,
    kListListInt
};

class OpAttrDef {
public:
    explicit OpAttrDef(std::string attr) : name(std::move(attr)) {}

    OpAttrDef& AttrType(Option value) {
        option = value;
        return *this;
    }
    OpAttrDef& Version(std::uint32_t) { return *this; }
    OpAttrDef& Comment(const char*) { return *this; }
    OpAttrDef& Bool() { return as(AttrKind::kBool); }
    OpAttrDef& Bool(bool value) { return as(AttrKind::kBool, {static_cast<double>(value)}); }
    OpAttrDef& Int() { return as(AttrKind::kInt); }
    OpAttrDef& Int(std::int64_t value) {
        as(AttrKind::kInt, {});
        ints = {value};
        return *this;
    }
    OpAttrDef& Float() { return as(AttrKind::kFloat); }
    OpAttrDef& Float(float value) { return as(AttrKind::kFloat, {static_cast<double>(value)}); }
    OpAttrDef& String() { return as(AttrKind::kString); }
    OpAttrDef& String(const char* value) {
        as(AttrKind::kString, {});
        text = value;
        return *this;
    }
    OpAttrDef& ListBool() { return as(AttrKind::kListBool); }
    OpAttrDef& ListBool(const std::vector<bool>& values) {
        as(AttrKind::kListBool, {});
        numbers.assign(values.begin(), values.end());
        return *this;
    }
    OpAttrDef& ListInt() { return as(AttrKind::kListInt); }
    OpAttrDef& ListInt(std::vector<std::int64_t> values) {
        as(AttrKind::kListInt, {});
        ints = std::move(values);
        return *this;
    }
    OpAttrDef& ListFloat() { return as(AttrKind::kListFloat); }
    OpAttrDef& ListFloat(const std::vector<float>& values) {
        as(AttrKind::kListFloat, {});
        numbers.assign(values.begin(), values.end());
        return *this;
    }
    OpAttrDef& ListListInt() { return as(AttrKind::kListListInt); }
    OpAttrDef& ListListInt(std::vector<std::vector<std::int64_t>> values) {
        as(AttrKind::kListListInt, {});
        rows = std::move(values);
        return *this;
    }

    std::string name;
    Option option = REQUIRED;
    AttrKind kind = AttrKind::kNone;
    bool has_default = false;
    std::string text;
    std::vector<std::int64_t> ints;
    std::vector<double> numbers;  // of Bool, Float and their lists
    std::vector<std::vector<std::int64_t>> rows;

private:
    OpAttrDef& as(AttrKind value) {
        kind = value;
        return *this;
    }
    OpAttrDef& as(AttrKind value, std::vector<double> defaults) {
        kind = value;
        has_default = true;
        numbers = std::move(defaults);
        return *this;
    }
};

// What one SoC has different: element types, the kernel's file name.
class OpAICoreConfig {
public:
    OpAICoreConfig() = default;
    explicit OpAICoreConfig(const char*) {}

    OpParamDef& Input(const char* name) { return find(inputs, name); }
    OpParamDef& Output(const char* name) { return find(outputs, name); }
    OpAICoreConfig& DynamicCompileStaticFlag(bool) { return *this; }
    OpAICoreConfig& DynamicFormatFlag(bool) { return *this; }
    OpAICoreConfig& DynamicRankSupportFlag(bool) { return *this; }
    OpAICoreConfig& DynamicShapeSupportFlag(bool) { return *this; }
    OpAICoreConfig& NeedCheckSupportFlag(bool) { return *this; }
    OpAICoreConfig& PrecisionReduceFlag(bool) { return *this; }
    OpAICoreConfig& Async(bool) { return *this; }
    OpAICoreConfig& ExtendCfgInfo(const char* key, const char* value) {
        extended[key] = value;
        return *this;
    }

    std::vector<OpParamDef> inputs;
    std::vector<OpParamDef> outputs;
    std::map<std::string, std::string> extended;

private:
    static OpParamDef& find(std::vector<OpParamDef>& params, const std::string& name) {
        for (OpParamDef& param : params) {
            if (param.name == name) return param;
        }
        if (params.empty()) params.reserve(64);  // references stay good while a chain of calls runs
        params.emplace_back(name);
        return params.back();
    }
};

class OpAICoreDef {
public:
    OpAICoreDef& SetTiling(gert::TilingFunction function) {
        tiling = function;
        return *this;
    }
    template <typename T>
    OpAICoreDef& SetCheckSupport(T) {
        return *this;
    }
    template <typename T>
    OpAICoreDef& SetOpSelectFormat(T) {
        return *this;
    }
    template <typename T>
    OpAICoreDef& SetOpSupportInfo(T) {
        return *this;
    }
    template <typename T>
    OpAICoreDef& SetOpSpecInfo(T) {
        return *this;
    }
    template <typename T>
    OpAICoreDef& SetParamGeneralize(T) {
        return *this;
    }
    OpAICoreDef& AddConfig(const char* soc) { return AddConfig(soc, OpAICoreConfig()); }
    OpAICoreDef& AddConfig(const char* soc, const OpAICoreConfig& config) {
        configs[soc] = config;
        return *this;
    }

    gert::TilingFunction tiling = nullptr;
    std::map<std::string, OpAICoreConfig> configs;
};

// Communication and host-side kernels are not simulated; their settings are accepted.
class OpMC2Def {
public:
    OpMC2Def& HcclGroup(const char*) { return *this; }
    OpMC2Def& HcclGroup(const std::vector<const char*>&) { return *this; }
    template <typename... Args>
    OpMC2Def& HcclServerType(Args&&...) {
        return *this;
    }
};

class OpDef {
public:
    explicit OpDef(const char* op) : type(op) {
        inputs.reserve(64);
        outputs.reserve(64);
        attrs.reserve(64);
    }
    virtual ~OpDef() = default;

    OpParamDef& Input(const char* name) { return find(inputs, name); }
    OpParamDef& Output(const char* name) { return find(outputs, name); }
    OpAttrDef& Attr(const char* name) { return find(attrs, name); }
    OpAICoreDef& AICore() { return aicore; }
    OpMC2Def& MC2() { return mc2; }
    OpDef& SetInferShape(gert::InferShapeFunction function) {
        infer_shape = function;
        return *this;
    }
    OpDef& SetInferDataType(gert::InferDataTypeFunction function) {
        infer_datatype = function;
        return *this;
    }
    OpDef& SetInferShapeRange(gert::InferShapeRangeFunction) { return *this; }
    OpDef& Comment(const char*) { return *this; }
    template <typename T>
    OpDef& Comment(T, const char*) {
        return *this;
    }
    OpDef& FormatMatchMode(ops::FormatMatchMode) { return *this; }
    OpDef& EnableFallBack() { return *this; }

    std::string type;
    std::vector<OpParamDef> inputs;
    std::vector<OpParamDef> outputs;
    std::vector<OpAttrDef> attrs;
    OpAICoreDef aicore;
    OpMC2Def mc2;
    gert::InferShapeFunction infer_shape = nullptr;
    gert::InferDataTypeFunction infer_datatype = nullptr;

private:
    template <typename T>
    static T& find(std::vector<T>& params, const std::string& name) {
        for (T& param : params) {
            if (param.name == name) return param;
        }
        params.emplace_back(name);
        return params.back();
    }
};

using OpDefFactory = std::unique_ptr<OpDef> (*)(const char* type);

class OpDefRegistrar {
public:
    OpDefRegistrar(const char* type, OpDefFactory factory);
};

}  // namespace ops

#define OP_ADD(Type, ...)                                              \
    static const ::ops::OpDefRegistrar g_davsim_op_##Type(             \
        #Type, [](const char* type) -> std::unique_ptr<::ops::OpDef> { \
            return std::unique_ptr<::ops::OpDef>(new Type(type));      \
        })
