// SPDX-License-Identifier: Apache-2.0
#include "sim/base/numbers.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "sim/base/float16.h"

namespace davsim {
namespace {

template <class T>
double load(const std::uint8_t* element) {
    T value;
    std::memcpy(&value, element, sizeof value);
    return static_cast<double>(value);
}

template <class T>
void store(std::uint8_t* element, T value) {
    std::memcpy(element, &value, sizeof value);
}

template <class T>
void store_integer(std::uint8_t* element, double value) {
    // The upper limits of 64-bit types are not doubles; their successors are.
    const double upper = std::ldexp(1.0, std::numeric_limits<T>::digits);
    const auto lowest = static_cast<double>(std::numeric_limits<T>::lowest());
    if (std::isnan(value)) return store<T>(element, 0);
    if (value >= upper) return store(element, std::numeric_limits<T>::max());
    if (value <= lowest) return store(element, std::numeric_limits<T>::lowest());
    store(element, static_cast<T>(value));
}

}  // namespace

double load_number(const std::uint8_t* element, DataType type) {
    switch (type) {
        case DataType::kFloat32: return load<float>(element);
        case DataType::kFloat16: {
            std::uint16_t bits = 0;
            std::memcpy(&bits, element, sizeof bits);
            return static_cast<double>(fp16_to_float(bits));
        }
        case DataType::kBfloat16: {
            std::uint16_t bits = 0;
            std::memcpy(&bits, element, sizeof bits);
            return static_cast<double>(bf16_to_float(bits));
        }
        case DataType::kInt4:  // the byte of a pair: equal pairs are equal numbers
        case DataType::kInt8: return load<std::int8_t>(element);
        case DataType::kUint8: return load<std::uint8_t>(element);
        case DataType::kInt16: return load<std::int16_t>(element);
        case DataType::kUint16: return load<std::uint16_t>(element);
        case DataType::kInt32: return load<std::int32_t>(element);
        case DataType::kUint32: return load<std::uint32_t>(element);
        case DataType::kInt64: return load<std::int64_t>(element);
        case DataType::kUint64: return load<std::uint64_t>(element);
    }
    return 0;
}

void store_number(std::uint8_t* element, DataType type, double value) {
    switch (type) {
        case DataType::kFloat32: return store(element, static_cast<float>(value));
        case DataType::kFloat16: return store(element, float_to_fp16(static_cast<float>(value)));
        case DataType::kBfloat16: return store(element, float_to_bf16(static_cast<float>(value)));
        case DataType::kInt4:
        case DataType::kInt8: return store_integer<std::int8_t>(element, value);
        case DataType::kUint8: return store_integer<std::uint8_t>(element, value);
        case DataType::kInt16: return store_integer<std::int16_t>(element, value);
        case DataType::kUint16: return store_integer<std::uint16_t>(element, value);
        case DataType::kInt32: return store_integer<std::int32_t>(element, value);
        case DataType::kUint32: return store_integer<std::uint32_t>(element, value);
        case DataType::kInt64: return store_integer<std::int64_t>(element, value);
        case DataType::kUint64: return store_integer<std::uint64_t>(element, value);
    }
}

}  // namespace davsim
