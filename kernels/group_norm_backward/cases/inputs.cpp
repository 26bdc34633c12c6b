// SPDX-License-Identifier: Apache-2.0
#include "kernels/group_norm_backward/cases/inputs.h"

#include <cmath>
#include <cstring>

#include "sim/base/float16.h"

namespace davsim::gnb {
namespace {

constexpr double kEpsilon = 1e-5;

// splitmix64 (Steele, Lea, Flood, 2014): one multiply-xorshift chain a draw.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t bits() {
        state_ += 0x9E3779B97F4A7C15U;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31U);
    }

    // Nearly normal: the sum of eight uniform 16-bit numbers, scaled to variance 1. Integer
    // arithmetic and one multiplication, where log and cos would differ between C libraries.
    float normal() {
        constexpr float kMiddle = 4 * 65535.0F;
        constexpr float kScale = 1.0F / 53509.92F;  // sqrt(8 * (2^32 - 1) / 12)
        const std::uint64_t a = bits();
        const std::uint64_t b = bits();
        std::uint32_t sum = 0;
        for (unsigned shift = 0; shift < 64; shift += 16) {
            sum += static_cast<std::uint32_t>((a >> shift) & 0xFFFFU);
            sum += static_cast<std::uint32_t>((b >> shift) & 0xFFFFU);
        }
        return (static_cast<float>(sum) - kMiddle) * kScale;
    }

private:
    std::uint64_t state_;
};

float store(HostTensor& tensor, std::size_t index, float value) {
    if (tensor.spec.dtype == DataType::kFloat32) {
        std::memcpy(tensor.data.data() + index * sizeof(float), &value, sizeof(float));
        return value;
    }
    const bool half = tensor.spec.dtype == DataType::kFloat16;
    const std::uint16_t bits = half ? float_to_fp16(value) : float_to_bf16(value);
    std::memcpy(tensor.data.data() + index * sizeof(bits), &bits, sizeof(bits));
    return half ? fp16_to_float(bits) : bf16_to_float(bits);
}

void fill_normal(HostTensor& tensor, Random& random, float mean, float deviation) {
    tensor.data.resize(tensor.spec.bytes());
    const std::size_t count = tensor.spec.elements();
    for (std::size_t i = 0; i < count; ++i) store(tensor, i, mean + deviation * random.normal());
}

// Fills input and its statistics group by group.
void fill_input(const Shape& s, HostTensor& input, HostTensor& mean, HostTensor& rstd,
                Random& random) {
    constexpr float kMean = 0.5F;
    constexpr float kDeviation = 1.5F;
    for (HostTensor* tensor : {&input, &mean, &rstd}) tensor->data.resize(tensor->spec.bytes());
    const auto count = static_cast<std::size_t>(s.group_elements());
    for (std::size_t t = 0; t < mean.spec.elements(); ++t) {
        double sum = 0;
        double squares = 0;  // around kMean, which is close to the mean
        for (std::size_t i = 0; i < count; ++i) {
            const double value = store(input, t * count + i, kMean + kDeviation * random.normal());
            const double offset = value - static_cast<double>(kMean);
            sum += offset;
            squares += offset * offset;
        }
        const double inverse = count == 0 ? 0.0 : 1.0 / static_cast<double>(count);
        const double average = sum * inverse;
        const double variance = std::fmax(squares * inverse - average * average, 0.0);
        store(mean, t, static_cast<float>(average + static_cast<double>(kMean)));
        store(rstd, t, static_cast<float>(1.0 / std::sqrt(variance + kEpsilon)));
    }
}

}  // namespace

void fill_inputs(const Shape& shape, std::vector<HostTensor>& inputs, std::uint64_t seed) {
    enum { kGradOut, kInput, kMean, kRstd, kGamma };
    // A stream a tensor, so that a change of one shape leaves the others' values alone.
    Random seeds(seed);
    Random grad_random(seeds.bits());
    Random input_random(seeds.bits());
    Random gamma_random(seeds.bits());
    fill_normal(inputs[kGradOut], grad_random, 0.0F, 1.0F);
    fill_input(shape, inputs[kInput], inputs[kMean], inputs[kRstd], input_random);
    if (inputs[kGamma].spec.present) fill_normal(inputs[kGamma], gamma_random, 1.0F, 0.5F);
}

}  // namespace davsim::gnb
