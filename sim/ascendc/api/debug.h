// SPDX-License-Identifier: Apache-2.0
#pragma once
// ASSERT, assert and printf of kernel code. Text goes to the core, which knows who said it when. A
// program that has host code in the same source calls the same names there: outside a launch they
// are the host's.

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "sim/ascendc/api/bfloat16.h"
#include "sim/ascendc/api/core.h"
#include "sim/ascendc/api/half.h"

namespace AscendC {
namespace detail {

inline bool on_core() {
    return core_slot != nullptr && *core_slot != nullptr;
}

[[noreturn, gnu::cold, gnu::noinline]] inline void assertion_failed(const char* condition,
                                                                    const char* file, int line,
                                                                    const std::string& text = {}) {
    if (!on_core()) {  // host code: what the host's assert does
        std::fprintf(stderr, "%s:%d: Assertion `%s' failed.\n", file, line, condition);
        std::abort();
    }
    core().rule = davsim::Rule::kAssert;
    end_launch("ASSERT: " + std::string(condition) + " is false at " + file + ":" +
               std::to_string(line) + ", allowed is true" + (text.empty() ? "" : ": " + text));
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

template <typename... Args>
std::string formatted(const char* format, Args... args) {
    if constexpr (sizeof...(Args) == 0) {
        return formatted("%s", format);
    } else {
        const int length = std::snprintf(nullptr, 0, format, printable(args)...);
        if (length < 0) return format;
        std::string text(static_cast<std::size_t>(length) + 1, '\0');
        std::snprintf(text.data(), text.size(), format, printable(args)...);
        text.pop_back();
        return text;
    }
}

// assert(condition) and assert(condition, format, ...).
template <typename Condition, typename... Args>
constexpr bool holds(const Condition& condition, const Args&... /*format and its arguments*/) {
    return static_cast<bool>(condition);
}
template <typename Condition>
std::string reason(const Condition& /*condition*/) {
    return {};
}
template <typename Condition, typename... Args>
std::string reason(const Condition& /*condition*/, const char* format, Args... args) {
    return formatted(format, args...);
}

inline void say(const std::string& text) {
    if (on_core()) return core().print(text);
    std::fputs(text.c_str(), stdout);
}

}  // namespace detail

template <typename... Args>
void PRINTF(const char* format, Args... args) {
    detail::say(detail::formatted(format, args...));
}

template <typename... Args>
int printf(const char* format, Args... args) {
    const std::string text = detail::formatted(format, args...);
    detail::say(text);
    return static_cast<int>(text.size());
}

// Marks the time in the kernel's output.
inline void PrintTimeStamp(uint32_t descId) {
    detail::say("PrintTimeStamp: descId=" + std::to_string(descId) +
                ", cycle=" + std::to_string(detail::core().system_counter()) + "\n");
}

}  // namespace AscendC

// Usable in constant expressions, where a true condition costs nothing.
#define ASSERT(...)                       \
    ((__VA_ARGS__) ? static_cast<void>(0) \
                   : ::AscendC::detail::assertion_failed(#__VA_ARGS__, __FILE__, __LINE__))

#define ascendc_assert(...)                                                      \
    (::AscendC::detail::holds(__VA_ARGS__)                                       \
         ? static_cast<void>(0)                                                  \
         : ::AscendC::detail::assertion_failed(#__VA_ARGS__, __FILE__, __LINE__, \
                                               ::AscendC::detail::reason(__VA_ARGS__)))
#undef assert
#define assert(...) ascendc_assert(__VA_ARGS__)

// Checks of the vendor's debug build, which `behavior` would report: not needed, wrong calls end
// the launch here.
#define ASCENDC_ASSERT(condition, behavior) static_cast<void>(0)
#define ASCENDC_DEBUG_ASSERT(condition, behavior) static_cast<void>(0)
#define KERNEL_LOG(level, ...) static_cast<void>(0)
