// SPDX-License-Identifier: Apache-2.0
#include "kernels/group_norm_backward/op_host/tolerance.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "kernels/group_norm_backward/reference/reference.h"

namespace davsim::gnb {
namespace {

constexpr double kRtolFp32 = 1e-4;
constexpr double kAtolFp32 = 1e-5;
constexpr double kRtolFp16 = 4e-3;
constexpr double kRtolBf16 = 8e-3;
constexpr double kAtolB16 = 1e-4;
constexpr double kMissShareB16 = 4e-3;
// dx is a difference of terms of the size of rstd*gamma*dy: fp32 cannot resolve it finer than a few
// units in the last place of those. Matters when the terms cancel (the published call example).
constexpr double kTermResolution = 4.0 / (1 << 23);

double rms(const std::vector<double>& values) {
    double sum = 0;
    std::size_t finite = 0;
    for (const double value : values) {
        if (!std::isfinite(value)) continue;
        sum += value * value;
        ++finite;
    }
    return finite == 0 ? 0.0 : std::sqrt(sum / static_cast<double>(finite));
}

// Largest finite magnitudes of dy, of dy * xhat, of rstd * gamma * dy.
struct Magnitudes {
    double dy = 0;
    double dy_xhat = 0;
    double term = 0;
};

// fmax-like, but what is not finite does not count. One comparison, so that the loop vectorises.
double larger(double largest, double magnitude) {
    return magnitude > largest && magnitude <= DBL_MAX ? magnitude : largest;
}

struct Row {
    double mean = 0;
    double rstd = 0;
    double gamma = 1;
};

void raise(Magnitudes& largest, const float* dy, const float* x, std::size_t count,
           const Row& row) {
    double dy_max = 0;
    double product_max = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const double g = dy[i];
        dy_max = larger(dy_max, std::fabs(g));
        product_max = larger(product_max, std::fabs(g * (static_cast<double>(x[i]) - row.mean)));
    }
    largest.dy = larger(largest.dy, dy_max);
    largest.dy_xhat = larger(largest.dy_xhat, product_max * std::fabs(row.rstd));
    largest.term = larger(largest.term, dy_max * std::fabs(row.rstd * row.gamma));
}

Magnitudes magnitudes(const Shape& s, const std::vector<HostTensor>& inputs) {
    enum { kGradOut, kInput, kMean, kRstd, kGamma };
    const std::vector<double> mean = to_double(inputs[kMean]);
    const std::vector<double> rstd = to_double(inputs[kRstd]);
    const std::vector<double> gamma =
        s.has_gamma ? to_double(inputs[kGamma]) : std::vector<double>();
    const auto hw = static_cast<std::size_t>(s.hxw);
    const auto d = static_cast<std::size_t>(s.channels_per_group());
    const auto channels = static_cast<std::size_t>(s.c);
    std::vector<float> dy(d * hw);
    std::vector<float> x(d * hw);
    Magnitudes largest;
    for (std::size_t t = 0; t < mean.size(); ++t) {
        read_floats(inputs[kGradOut], t * d * hw, d * hw, dy.data());
        read_floats(inputs[kInput], t * d * hw, d * hw, x.data());
        for (std::size_t r = 0; r < d; ++r) {
            const Row row{mean[t], rstd[t], s.has_gamma ? gamma[(t * d + r) % channels] : 1.0};
            raise(largest, &dy[r * hw], &x[r * hw], hw, row);
        }
    }
    return largest;
}

}  // namespace

Tolerance tolerance(const Shape& s, std::size_t output, const std::vector<HostTensor>& inputs,
                    const std::vector<double>& golden) {
    const DataType type = output == 0 ? s.data_type : s.mean_type;
    if (type != DataType::kFloat32) {
        const double rtol = type == DataType::kFloat16 ? kRtolFp16 : kRtolBf16;
        return {rtol, kAtolB16 * std::max(1.0, rms(golden)), kMissShareB16};
    }
    if (s.no_data()) return {kRtolFp32, 0, 0};
    const Magnitudes largest = magnitudes(s, inputs);
    if (output == 0) {
        return {kRtolFp32, std::max(kAtolFp32 * rms(golden), kTermResolution * largest.term), 0};
    }
    const double summands = std::sqrt(static_cast<double>(s.n) * static_cast<double>(s.hxw));
    return {kRtolFp32, kAtolFp32 * summands * (output == 1 ? largest.dy_xhat : largest.dy), 0};
}

}  // namespace davsim::gnb
