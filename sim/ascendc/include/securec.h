// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bounds-checked memory functions under the names that operator code uses.

#include <cstdarg>
#include <cstdio>
#include <cstring>

using errno_t = int;

#ifndef EOK
#define EOK 0
#endif
#ifndef EINVAL
#define EINVAL 22
#endif
#ifndef ERANGE
#define ERANGE 34
#endif

inline errno_t memset_s(void* to, std::size_t capacity, int value, std::size_t count) {
    if (to == nullptr) return EINVAL;
    if (count > capacity) return ERANGE;
    std::memset(to, value, count);
    return EOK;
}

inline errno_t memcpy_s(void* to, std::size_t capacity, const void* from, std::size_t count) {
    if (to == nullptr || from == nullptr) return EINVAL;
    if (count > capacity) return ERANGE;
    std::memmove(to, from, count);
    return EOK;
}

inline errno_t memmove_s(void* to, std::size_t capacity, const void* from, std::size_t count) {
    return memcpy_s(to, capacity, from, count);
}

inline errno_t strcpy_s(char* to, std::size_t capacity, const char* from) {
    if (to == nullptr || from == nullptr) return EINVAL;
    return memcpy_s(to, capacity, from, std::strlen(from) + 1);
}

inline errno_t strncpy_s(char* to, std::size_t capacity, const char* from, std::size_t count) {
    if (to == nullptr || from == nullptr) return EINVAL;
    const std::size_t length = strnlen(from, count);
    if (length >= capacity) return ERANGE;
    std::memcpy(to, from, length);
    to[length] = 0;
    return EOK;
}

inline errno_t strcat_s(char* to, std::size_t capacity, const char* from) {
    if (to == nullptr || from == nullptr) return EINVAL;
    const std::size_t used = strnlen(to, capacity);
    if (used == capacity) return EINVAL;
    return strcpy_s(to + used, capacity - used, from);
}

// The number of characters, or -1 when the text does not fit.
inline int vsnprintf_s(char* to, std::size_t capacity, std::size_t count, const char* format,
                       std::va_list arguments) {
    const int length =
        std::vsnprintf(to, count + 1 < capacity ? count + 1 : capacity, format, arguments);
    return length < 0 || static_cast<std::size_t>(length) > count ||
                   static_cast<std::size_t>(length) >= capacity
               ? -1
               : length;
}

inline int snprintf_s(char* to, std::size_t capacity, std::size_t count, const char* format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf_s(to, capacity, count, format, arguments);
    va_end(arguments);
    return length;
}

inline int sprintf_s(char* to, std::size_t capacity, const char* format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf_s(to, capacity, capacity, format, arguments);
    va_end(arguments);
    return length;
}
