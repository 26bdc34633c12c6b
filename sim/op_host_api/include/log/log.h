// SPDX-License-Identifier: Apache-2.0
#pragma once
// Messages of host functions. Errors are kept as the reason why a shape was refused; the others
// are formatted only when someone listens.

#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "exe_graph/runtime/shape.h"
#include "graph/ascend_string.h"
#include "graph/types.h"
#include "graph/utils/type_utils.h"
#include "securec.h"

#ifndef likely
#define likely(x) __builtin_expect(static_cast<bool>(x), 1)
#endif
#ifndef unlikely
#define unlikely(x) __builtin_expect(static_cast<bool>(x), 0)
#endif

namespace davsim {
namespace op {

enum class Level { kDebug, kInfo, kWarning, kError };

// Who speaks: a node's name, a string, or a context.
inline std::string speaker(const char* name) {
    return name == nullptr ? "" : name;
}
inline std::string speaker(const std::string& name) {
    return name;
}
inline std::string speaker(const ge::AscendString& name) {
    return name.GetString();
}
inline std::string speaker(std::nullptr_t) {
    return {};
}
template <typename Context>
auto speaker(const Context* context) -> decltype(std::string(context->GetNodeName())) {
    return context == nullptr ? std::string() : std::string(context->GetNodeName());
}

bool listening(Level level);
void log(Level level, const std::string& who, const char* format, ...);

template <typename Entity, typename... Arguments>
void say(Level level, const Entity& entity, const char* format, Arguments... arguments) {
    log(level, speaker(entity), format, arguments...);
}
// Nobody is named: the text alone.
template <typename Text>
void say(Level level, const Text& text) {
    log(level, std::string(), "%s", speaker(text).c_str());
}

inline std::string text(const char* part) {
    return part == nullptr ? "" : part;
}
inline std::string text(const std::string& part) {
    return part;
}
template <typename T>
auto text(const T& number) -> decltype(std::to_string(number)) {
    return std::to_string(number);
}
// "SwiGlu: shape of x is [3, 5]: the last axis must be even"
void report_invalid(const char* what, const std::vector<std::string>& parts);
template <typename Entity, typename... Parts>
void invalid(const char* what, const Entity& entity, const Parts&... parts) {
    report_invalid(what, {speaker(entity), text(parts)...});
}

}  // namespace op
}  // namespace davsim

namespace Ops {
namespace Base {

std::string ToString(const gert::Shape& shape);
std::string ToString(const gert::Shape* shape);
std::string ToString(const ge::DataType& type);
std::string ToString(const ge::Format& format);
template <typename T>
std::string ToString(const std::vector<T>& values) {
    std::ostringstream out;
    for (std::size_t i = 0; i < values.size(); ++i) out << (i == 0 ? "[" : ", ") << values[i];
    return values.empty() ? "[]" : out.str() + "]";
}
template <typename T>
std::string GetOpInfo(const T& entity) {
    return ::davsim::op::speaker(entity);
}
inline const char* GetSafeStr(const std::string& name) {
    return name.c_str();
}
inline const char* GetSafeStr(const char* name) {
    return name == nullptr ? "nil" : name;
}

}  // namespace Base
}  // namespace Ops

#define DAVSIM_OP_LOG(level, ...)                                       \
    do {                                                                \
        if (::davsim::op::listening(::davsim::op::Level::level))        \
            ::davsim::op::say(::davsim::op::Level::level, __VA_ARGS__); \
    } while (0)

#define OP_LOGE(...) DAVSIM_OP_LOG(kError, __VA_ARGS__)
#define OP_LOGW(...) DAVSIM_OP_LOG(kWarning, __VA_ARGS__)
#define OP_LOGI(...) DAVSIM_OP_LOG(kInfo, __VA_ARGS__)
#define OP_LOGD(...) DAVSIM_OP_LOG(kDebug, __VA_ARGS__)
#define OP_LOGV(...) DAVSIM_OP_LOG(kDebug, __VA_ARGS__)
#define OP_LOGD_FULL(entity, ...) OP_LOGD(entity, __VA_ARGS__)
#define OP_LOGI_FULL(entity, ...) OP_LOGI(entity, __VA_ARGS__)
#define OP_LOGE_WITHOUT_REPORT(entity, ...) OP_LOGE(entity, __VA_ARGS__)
#define OP_EVENT(entity, ...) OP_LOGI(entity, __VA_ARGS__)
#define D_OP_LOGE(entity, ...) OP_LOGE(entity, __VA_ARGS__)
#define D_OP_LOGW(entity, ...) OP_LOGW(entity, __VA_ARGS__)
#define D_OP_LOGI(entity, ...) OP_LOGI(entity, __VA_ARGS__)
#define D_OP_LOGD(entity, ...) OP_LOGD(entity, __VA_ARGS__)
#define D_OP_LOGV(entity, ...) OP_LOGD(entity, __VA_ARGS__)

// The text is logged beside it.
#define REPORT_INNER_ERR_MSG(...) static_cast<void>(0)
#define REPORT_INNER_ERROR(...) static_cast<void>(0)
#define REPORT_CALL_ERROR(...) static_cast<void>(0)
#define REPORT_INPUT_ERROR(...) static_cast<void>(0)
#define REPORT_ENV_ERROR(...) static_cast<void>(0)
#define REPORT_PREDEFINED_ERR_MSG(...) static_cast<void>(0)

#define OP_CHECK_IF(condition, log_call, result) \
    do {                                         \
        if (condition) {                         \
            log_call;                            \
            result;                              \
        }                                        \
    } while (0)
#define OP_CHECK(condition, log_call, result) OP_CHECK_IF(condition, log_call, result)
#define OP_TILING_CHECK(condition, log_call, result) OP_CHECK_IF(condition, log_call, result)
#define OP_CHECK_NULL_WITH_CONTEXT(context, pointer)                   \
    do {                                                               \
        if ((pointer) == nullptr) {                                    \
            OP_LOGE((context)->GetNodeName(), "%s is null", #pointer); \
            return ge::GRAPH_FAILED;                                   \
        }                                                              \
    } while (0)
#define OP_CHECK_NULL_WITH_CONTEXT_RET(context, pointer, result)       \
    do {                                                               \
        if ((pointer) == nullptr) {                                    \
            OP_LOGE((context)->GetNodeName(), "%s is null", #pointer); \
            return result;                                             \
        }                                                              \
    } while (0)
#define OP_CHECK_NULL(pointer, result)                   \
    do {                                                 \
        if ((pointer) == nullptr) {                      \
            OP_LOGE("operator", "%s is null", #pointer); \
            return result;                               \
        }                                                \
    } while (0)
#define OPS_CHECK_NULL_WITH_CONTEXT(context, pointer) OP_CHECK_NULL_WITH_CONTEXT(context, pointer)
#define OPS_CHECK_NULL_WITH_CONTEXT_RET(context, pointer, result) \
    OP_CHECK_NULL_WITH_CONTEXT_RET(context, pointer, result)

// Refusals by kind: entity, parameter, what was given, what is wanted or why it is wrong.
#define OP_LOGE_FOR_INVALID_VALUE(...) ::davsim::op::invalid("value", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_VALUE_WITH_REASON(...) ::davsim::op::invalid("value", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_VALUES_WITH_REASON(...) ::davsim::op::invalid("values", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_DTYPE(...) ::davsim::op::invalid("dtype", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_DTYPE_WITH_REASON(...) ::davsim::op::invalid("dtype", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_DTYPES_WITH_REASON(...) ::davsim::op::invalid("dtypes", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_FORMAT(...) ::davsim::op::invalid("format", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_FORMAT_WITH_REASON(...) ::davsim::op::invalid("format", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_FORMATS_WITH_REASON(...) ::davsim::op::invalid("formats", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_SHAPE(...) ::davsim::op::invalid("shape", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_SHAPE_WITH_REASON(...) ::davsim::op::invalid("shape", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_SHAPES_WITH_REASON(...) ::davsim::op::invalid("shapes", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_SHAPEDIM(...) ::davsim::op::invalid("rank", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_SHAPEDIM_WITH_REASON(...) ::davsim::op::invalid("rank", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_SHAPEDIMS_WITH_REASON(...) ::davsim::op::invalid("ranks", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_SHAPESIZE(...) ::davsim::op::invalid("size", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_SHAPESIZE_WITH_REASON(...) ::davsim::op::invalid("size", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_SHAPESIZES_WITH_REASON(...) ::davsim::op::invalid("sizes", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_LISTSIZE(...) ::davsim::op::invalid("list length", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_LISTSIZE_WITH_REASON(...) \
    ::davsim::op::invalid("list length", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_TENSORNUM(...) ::davsim::op::invalid("number of tensors", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_TENSORNUM_WITH_REASON(...) \
    ::davsim::op::invalid("number of tensors", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_TENSORNUMS_WITH_REASON(...) \
    ::davsim::op::invalid("numbers of tensors", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_STRIDE(...) ::davsim::op::invalid("stride", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_STRIDE_WITH_REASON(...) ::davsim::op::invalid("stride", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_CONFIG_WITH_REASON(...) ::davsim::op::invalid("config", __VA_ARGS__)
#define OP_LOGE_FOR_INVALID_ARGUMENT_WITH_REASON(...) ::davsim::op::invalid("argument", __VA_ARGS__)
#define OP_LOGE_WITH_INVALID_INPUT(...) ::davsim::op::invalid("input", __VA_ARGS__)
#define OP_LOGE_WITH_INVALID_INPUT_SIZE(...) ::davsim::op::invalid("number of inputs", __VA_ARGS__)
#define OP_LOGE_WITH_INVALID_INPUT_DTYPE(...) ::davsim::op::invalid("dtype", __VA_ARGS__)
#define OP_LOGE_WITH_INVALID_INPUT_FORMAT(...) ::davsim::op::invalid("format", __VA_ARGS__)
#define OP_LOGE_WITH_INVALID_INPUT_SHAPE(...) ::davsim::op::invalid("shape", __VA_ARGS__)
#define OP_LOGE_WITH_INVALID_INPUT_SHAPESIZE(...) ::davsim::op::invalid("size", __VA_ARGS__)
#define OP_LOGE_WITH_INVALID_INPUT_SHAPEDIM(...) ::davsim::op::invalid("rank", __VA_ARGS__)
#define OP_LOGE_WITH_INVALID_ATTR(...) ::davsim::op::invalid("attribute", __VA_ARGS__)
#define OP_LOGE_WITH_INVALID_ATTR_SIZE(...) ::davsim::op::invalid("attribute length", __VA_ARGS__)
