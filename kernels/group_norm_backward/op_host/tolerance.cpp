// SPDX-License-Identifier: Apache-2.0
#include "kernels/group_norm_backward/op_host/tolerance.h"

#include <algorithm>
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

void raise(double& largest, double value) {
    if (std::isfinite(value)) largest = std::max(largest, std::fabs(value));
}

Magnitudes magnitudes(const Shape& s, const std::vector<HostTensor>& inputs) {
    enum { kGradOut, kInput, kMean, kRstd, kGamma };
    const std::vector<double> dy = to_double(inputs[kGradOut]);
    const std::vector<double> x = to_double(inputs[kInput]);
    const std::vector<double> mean = to_double(inputs[kMean]);
    const std::vector<double> rstd = to_double(inputs[kRstd]);
    const std::vector<double> gamma =
        s.has_gamma ? to_double(inputs[kGamma]) : std::vector<double>();
    const auto hw = static_cast<std::size_t>(s.hxw);
    const auto d = static_cast<std::size_t>(s.channels_per_group());
    Magnitudes largest;
    for (std::size_t row = 0; row * hw < dy.size(); ++row) {
        const std::size_t t = row / d;
        const double weight = s.has_gamma ? gamma[row % static_cast<std::size_t>(s.c)] : 1.0;
        for (std::size_t i = row * hw; i < (row + 1) * hw; ++i) {
            raise(largest.dy, dy[i]);
            raise(largest.dy_xhat, dy[i] * (x[i] - mean[t]) * rstd[t]);
            raise(largest.term, rstd[t] * weight * dy[i]);
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
