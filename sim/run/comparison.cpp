// SPDX-License-Identifier: Apache-2.0
#include "sim/run/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/base/error.h"
#include "sim/base/float16.h"
#include "sim/base/numbers.h"

namespace davsim {
namespace {

double number_at(const HostTensor& tensor, std::size_t i) {
    const DataType dtype = tensor.spec.dtype;
    if (dtype != DataType::kInt4)
        return load_number(tensor.data.data() + i * size_of(dtype), dtype);
    const int nibble = (tensor.data[i / 2] >> (i % 2 == 0 ? 0 : 4)) & 0xF;
    return nibble < 8 ? nibble : nibble - 16;
}

// What a finite value becomes that is too large for the dtype: an infinity.
double representable(double value, DataType dtype) {
    if (!is_float(dtype)) return value;
    const auto single = static_cast<float>(value);
    if (dtype == DataType::kFloat32)
        return std::isinf(single) ? static_cast<double>(single) : value;
    const float rounded = dtype == DataType::kFloat16 ? fp16_to_float(float_to_fp16(single))
                                                      : bf16_to_float(float_to_bf16(single));
    return std::isinf(rounded) ? static_cast<double>(rounded) : value;
}

// Do both agree on being NaN or an infinity?
bool specials_agree(double got, double want, DataType dtype) {
    if (std::isnan(want) || std::isnan(got)) return std::isnan(want) && std::isnan(got);
    if (std::isinf(got)) return representable(want, dtype) == got;
    return !std::isinf(want);
}

}  // namespace

Comparison compare(const HostTensor& got, const std::vector<double>& golden,
                   const Tolerance& tolerance) {
    const DataType dtype = got.spec.dtype;
    if (golden.size() != got.spec.elements()) {
        throw Error(Fault::kInternal,
                    fmt::format("output {} has {} elements, its reference {}", got.spec.name,
                                got.spec.elements(), golden.size()));
    }
    Comparison result;
    result.output = got.spec.name;
    result.elements = golden.size();
    result.tolerance = tolerance;
    for (std::size_t i = 0; i < golden.size(); ++i) {
        const double a = number_at(got, i);
        const double g = golden[i];
        bool match = specials_agree(a, g, dtype);
        if (!match) {
            ++result.misplaced_specials;
        } else if (std::isfinite(a) && std::isfinite(g)) {
            const double error = std::abs(a - g);
            result.max_abs = std::max(result.max_abs, error);
            const double atol = tolerance.atol_at(i);
            if (std::abs(g) > atol) result.max_rel = std::max(result.max_rel, error / std::abs(g));
            match = error <= atol + tolerance.rtol * std::abs(g);
        }
        if (match) continue;
        if (result.mismatches == 0) {
            result.first_index = i;
            result.first_got = a;
            result.first_want = g;
        }
        ++result.mismatches;
    }
    const double allowed = tolerance.miss_share * static_cast<double>(result.elements);
    result.pass =
        result.misplaced_specials == 0 && static_cast<double>(result.mismatches) <= allowed;
    return result;
}

}  // namespace davsim
