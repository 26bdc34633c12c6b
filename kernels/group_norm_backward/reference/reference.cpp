// SPDX-License-Identifier: Apache-2.0
#include "kernels/group_norm_backward/reference/reference.h"

#include <cstring>

#include "sim/base/float16.h"

namespace davsim::gnb {
namespace {

enum Input { kGradOut, kInput, kMean, kRstd, kGamma };

// Every fp16 value, so that large tensors convert by look-up.
const std::vector<float>& fp16_values() {
    static const std::vector<float> values = [] {
        std::vector<float> table(65536);
        for (std::size_t bits = 0; bits < table.size(); ++bits) {
            table[bits] = fp16_to_float(static_cast<std::uint16_t>(bits));
        }
        return table;
    }();
    return values;
}

// Partial sums in lanes let the compiler vectorise without changing the order between machines.
constexpr std::size_t kLanes = 8;

struct RowSums {
    double db = 0;
    double dg = 0;
};

RowSums sum_row(const float* dy, const float* x, std::size_t count, double mean, double rstd) {
    double db[kLanes] = {};
    double dg[kLanes] = {};
    std::size_t i = 0;
    for (; i + kLanes <= count; i += kLanes) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            const double g = dy[i + lane];
            db[lane] += g;
            dg[lane] += g * ((static_cast<double>(x[i + lane]) - mean) * rstd);
        }
    }
    RowSums sums;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        sums.db += db[lane];
        sums.dg += dg[lane];
    }
    for (; i < count; ++i) {
        sums.db += dy[i];
        sums.dg += static_cast<double>(dy[i]) * ((static_cast<double>(x[i]) - mean) * rstd);
    }
    return sums;
}

}  // namespace

void read_floats(const HostTensor& tensor, std::size_t first, std::size_t count, float* out) {
    if (tensor.spec.dtype == DataType::kFloat32) {
        std::memcpy(out, tensor.data.data() + first * sizeof(float), count * sizeof(float));
        return;
    }
    const auto* bits = reinterpret_cast<const std::uint16_t*>(tensor.data.data()) + first;
    if (tensor.spec.dtype == DataType::kBfloat16) {
        for (std::size_t i = 0; i < count; ++i) out[i] = bf16_to_float(bits[i]);
        return;
    }
    const float* table = fp16_values().data();
    for (std::size_t i = 0; i < count; ++i) out[i] = table[bits[i]];
}

std::vector<double> to_double(const HostTensor& tensor) {
    std::vector<float> narrow(tensor.spec.elements());
    read_floats(tensor, 0, narrow.size(), narrow.data());
    return {narrow.begin(), narrow.end()};
}

std::vector<std::vector<double>> reference(const Shape& s, const std::vector<HostTensor>& inputs) {
    const auto hw = static_cast<std::size_t>(s.hxw);
    const auto d = static_cast<std::size_t>(s.channels_per_group());
    const auto channels = static_cast<std::size_t>(s.c);
    const std::vector<double> mean = to_double(inputs[kMean]);
    const std::vector<double> rstd = to_double(inputs[kRstd]);
    const std::vector<double> gamma =
        s.has_gamma ? to_double(inputs[kGamma]) : std::vector<double>(channels, 1.0);

    std::vector<std::vector<double>> out(3);
    if (s.want_dx) out[0].resize(static_cast<std::size_t>(s.elements()));
    std::vector<double> dgamma(channels, 0.0);
    std::vector<double> dbeta(channels, 0.0);
    const auto groups = s.no_data() ? 0 : static_cast<std::size_t>(s.groups());
    std::vector<float> dy(d * hw);
    std::vector<float> x(d * hw);
    for (std::size_t t = 0; t < groups; ++t) {
        const std::size_t channel0 = t % static_cast<std::size_t>(s.group) * d;
        const std::size_t first = t * d * hw;
        read_floats(inputs[kGradOut], first, d * hw, dy.data());
        read_floats(inputs[kInput], first, d * hw, x.data());
        double c1 = 0;
        double c2 = 0;
        for (std::size_t row = 0; row < d; ++row) {
            const RowSums sums = sum_row(&dy[row * hw], &x[row * hw], hw, mean[t], rstd[t]);
            dbeta[channel0 + row] += sums.db;
            dgamma[channel0 + row] += sums.dg;
            c1 += gamma[channel0 + row] * sums.db;
            c2 += gamma[channel0 + row] * sums.dg;
        }
        if (!s.want_dx) continue;
        const double inverse = 1.0 / static_cast<double>(s.group_elements());
        c1 *= inverse;
        c2 *= inverse;
        for (std::size_t row = 0; row < d; ++row) {
            const double weight = gamma[channel0 + row];
            double* target = &out[0][first + row * hw];
            for (std::size_t i = 0; i < hw; ++i) {
                const double normal = (static_cast<double>(x[row * hw + i]) - mean[t]) * rstd[t];
                target[i] =
                    rstd[t] * (weight * static_cast<double>(dy[row * hw + i]) - c1 - normal * c2);
            }
        }
    }
    if (s.want_dgamma) out[1] = std::move(dgamma);
    if (s.want_dbeta) out[2] = std::move(dbeta);
    return out;
}

}  // namespace davsim::gnb
