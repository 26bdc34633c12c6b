// SPDX-License-Identifier: Apache-2.0
#pragma once
// Checks and reports of tiling functions; see log/log.h.

#include <sstream>
#include <string>

#include "graph/operator.h"
#include "log/log.h"

#define CUBE_INNER_ERR_REPORT(entity, ...) OP_LOGE(entity, __VA_ARGS__)
#define VECTOR_INNER_ERR_REPORT_TILIING(entity, ...) OP_LOGE(entity, __VA_ARGS__)
#define VECTOR_INNER_ERR_REPORT(entity, ...) OP_LOGE(entity, __VA_ARGS__)
#define OPS_REPORT_VECTOR_INNER_ERR(entity, ...) OP_LOGE(entity, __VA_ARGS__)
#define OPS_REPORT_CUBE_INNER_ERR(entity, ...) OP_LOGE(entity, __VA_ARGS__)
#define OPS_LOG_D(entity, ...) OP_LOGD(entity, __VA_ARGS__)
#define OPS_LOG_I(entity, ...) OP_LOGI(entity, __VA_ARGS__)
#define OPS_LOG_W(entity, ...) OP_LOGW(entity, __VA_ARGS__)
#define OPS_LOG_E(entity, ...) OP_LOGE(entity, __VA_ARGS__)
#define OPS_ERR_IF(condition, log_call, result) OP_CHECK_IF(condition, log_call, result)

template <typename T>
std::string Shape2String(const T& shape) {
    std::ostringstream out;
    out << "[";
    for (std::size_t i = 0; i < shape.GetDimNum(); ++i)
        out << (i == 0 ? "" : ", ") << shape.GetDim(i);
    return out.str() + "]";
}

#define OP_LOGE_IF(condition, result, entity, ...) \
    do {                                           \
        if (condition) {                           \
            OP_LOGE(entity, __VA_ARGS__);          \
            return result;                         \
        }                                          \
    } while (0)
#define OP_LOGI_IF_RETURN(condition, result, entity, ...) \
    do {                                                  \
        if (condition) {                                  \
            OP_LOGI(entity, __VA_ARGS__);                 \
            return result;                                \
        }                                                 \
    } while (0)
#define OP_LOGW_IF(condition, entity, ...)           \
    do {                                             \
        if (condition) OP_LOGW(entity, __VA_ARGS__); \
    } while (0)
