// SPDX-License-Identifier: Apache-2.0
#pragma once
// ASSERT and printf of kernel code. Text goes to the core, which knows who said it when.

#include <cstdio>
#include <string>

#include "sim/ascendc/api/core.h"

namespace AscendC {
namespace detail {

[[noreturn, gnu::cold, gnu::noinline]] inline void assertion_failed(const char* condition,
                                                                    const char* file, int line) {
    core().rule = davsim::Rule::kAssert;
    end_launch("ASSERT: " + std::string(condition) + " is false at " + file + ":" +
               std::to_string(line) + ", allowed is true");
}

template <typename... Args>
std::string formatted(const char* format, Args... args) {
    const int length = std::snprintf(nullptr, 0, format, args...);
    if (length < 0) return format;
    std::string text(static_cast<std::size_t>(length) + 1, '\0');
    std::snprintf(text.data(), text.size(), format, args...);
    text.pop_back();
    return text;
}

// half and bfloat16_t print as the numbers that they are.
template <typename T>
T printable(T value) {
    return value;
}
inline double printable(half value) {
    return float(value);
}
inline double printable(bfloat16_t value) {
    return float(value);
}

}  // namespace detail

template <typename... Args>
void PRINTF(const char* format, Args... args) {
    if constexpr (sizeof...(Args) == 0) {
        detail::core().print(detail::formatted("%s", format));
    } else {
        detail::core().print(detail::formatted(format, detail::printable(args)...));
    }
}

template <typename... Args>
void printf(const char* format, Args... args) {
    PRINTF(format, args...);
}

}  // namespace AscendC

// Usable in constant expressions, where a true condition costs nothing.
#define ASSERT(...)                       \
    ((__VA_ARGS__) ? static_cast<void>(0) \
                   : ::AscendC::detail::assertion_failed(#__VA_ARGS__, __FILE__, __LINE__))
