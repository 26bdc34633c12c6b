// SPDX-License-Identifier: Apache-2.0
#include "kernels/group_norm/reference/reference.h"

#include <cmath>
#include <cstring>

#include "sim/base/float16.h"

namespace davsim::gn {
namespace {

double element(const HostTensor& tensor, std::size_t i) {
    if (tensor.spec.dtype == DataType::kFloat32) {
        float value = 0;
        std::memcpy(&value, tensor.data.data() + i * sizeof(value), sizeof(value));
        return value;
    }
    std::uint16_t bits = 0;
    std::memcpy(&bits, tensor.data.data() + i * sizeof(bits), sizeof(bits));
    return tensor.spec.dtype == DataType::kFloat16 ? fp16_to_float(bits) : bf16_to_float(bits);
}

}  // namespace

std::vector<std::vector<double>> reference(const Shape& s, const std::vector<HostTensor>& inputs) {
    const HostTensor& self = inputs[0];
    const auto groups = static_cast<std::size_t>(s.groups());
    const auto count = static_cast<std::size_t>(s.group_elements());
    std::vector<std::vector<double>> out(3);
    out[0].resize(static_cast<std::size_t>(s.elements()));
    for (std::size_t t = 0; t < groups; ++t) {
        double sum = 0;
        for (std::size_t i = 0; i < count; ++i) sum += element(self, t * count + i);
        const double mean = sum / static_cast<double>(count);
        double squares = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const double distance = element(self, t * count + i) - mean;
            squares += distance * distance;
        }
        const double rstd = 1.0 / std::sqrt(squares / static_cast<double>(count) + s.epsilon);
        out[1].push_back(mean);
        out[2].push_back(rstd);
        const auto first = t % static_cast<std::size_t>(s.group) *
                           static_cast<std::size_t>(s.channels_per_group());
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t channel = first + i / static_cast<std::size_t>(s.hxw);
            const double gamma = s.has_gamma ? element(inputs[1], channel) : 1.0;
            const double beta = s.has_beta ? element(inputs[2], channel) : 0.0;
            out[0][t * count + i] = (element(self, t * count + i) - mean) * rstd * gamma + beta;
        }
    }
    return out;
}

}  // namespace davsim::gn
