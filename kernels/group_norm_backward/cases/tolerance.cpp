// SPDX-License-Identifier: Apache-2.0
#include "kernels/group_norm_backward/cases/tolerance.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>
#include <utility>

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
// units in the last place of those. Matters in groups where the terms cancel (the published call
// example), and only there: each group has its own floor.
constexpr double kTermResolution = 4.0 / (1 << 23);
// A result below the smallest normal number may be off by a step of the subnormals.
constexpr double kSubnormalSteps = 2.0;

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

// Largest finite magnitudes of dy and dy * xhat, and of rstd * gamma * dy in each group.
struct Magnitudes {
    double dy = 0;
    double dy_xhat = 0;
    std::vector<double> term;
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

void raise(Magnitudes& largest, std::size_t group, const float* dy, const float* x,
           std::size_t count, const Row& row) {
    double dy_max = 0;
    double product_max = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const double g = dy[i];
        dy_max = larger(dy_max, std::fabs(g));
        product_max = larger(product_max, std::fabs(g * (static_cast<double>(x[i]) - row.mean)));
    }
    largest.dy = larger(largest.dy, dy_max);
    largest.dy_xhat = larger(largest.dy_xhat, product_max * std::fabs(row.rstd));
    double& term = largest.term[group];
    term = larger(term, dy_max * std::fabs(row.rstd * row.gamma));
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
    largest.term.assign(mean.size(), 0.0);
    for (std::size_t t = 0; t < mean.size(); ++t) {
        read_floats(inputs[kGradOut], t * d * hw, d * hw, dy.data());
        read_floats(inputs[kInput], t * d * hw, d * hw, x.data());
        for (std::size_t r = 0; r < d; ++r) {
            const Row row{mean[t], rstd[t], s.has_gamma ? gamma[(t * d + r) % channels] : 1.0};
            raise(largest, t, &dy[r * hw], &x[r * hw], hw, row);
        }
    }
    return largest;
}

}  // namespace

Tolerance tolerance(const Shape& s, std::size_t output, const std::vector<HostTensor>& inputs,
                    const std::vector<double>& golden) {
    const DataType type = output == 0 ? s.data_type : s.mean_type;
    Tolerance result;
    if (type != DataType::kFloat32) {
        result.rtol = type == DataType::kFloat16 ? kRtolFp16 : kRtolBf16;
        result.atol = kAtolB16 * std::max(1.0, rms(golden));
        result.miss_share = kMissShareB16;
        return result;
    }
    result.rtol = kRtolFp32;
    if (s.no_data()) return result;
    Magnitudes largest = magnitudes(s, inputs);
    if (output == 0) {
        result.atol = kAtolFp32 * rms(golden);
        result.floors = std::move(largest.term);
        for (double& floor : result.floors) floor *= kTermResolution;
        result.floor_span = static_cast<std::uint64_t>(s.group_elements());
    } else {
        const double summands = std::sqrt(static_cast<double>(s.n) * static_cast<double>(s.hxw));
        result.atol = kAtolFp32 * summands * (output == 1 ? largest.dy_xhat : largest.dy);
    }
    result.atol += kSubnormalSteps * std::numeric_limits<float>::denorm_min();
    return result;
}

}  // namespace davsim::gnb
