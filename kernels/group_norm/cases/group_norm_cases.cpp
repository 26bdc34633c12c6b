// SPDX-License-Identifier: Apache-2.0
// Cases by N, C, HxW and group: seeded inputs, float64 results, how far the kernel may be off.

#include <cstdio>
#include <cstring>

#include "davsim/cases.h"
#include "kernels/group_norm/op_host/shape.h"
#include "kernels/group_norm/op_kernel/group_norm_tiling_data.h"
#include "kernels/group_norm/reference/reference.h"
#include "sim/base/float16.h"

namespace davsim::gn {
namespace {

constexpr double kTolerance32 = 1e-4;
constexpr double kTolerance16 = 4e-3;
constexpr double kToleranceBf16 = 1.6e-2;

void store(HostTensor& tensor, std::size_t i, float value) {
    if (tensor.spec.dtype == DataType::kFloat32) {
        std::memcpy(tensor.data.data() + i * sizeof(value), &value, sizeof(value));
        return;
    }
    const std::uint16_t bits =
        tensor.spec.dtype == DataType::kFloat16 ? float_to_fp16(value) : float_to_bf16(value);
    std::memcpy(tensor.data.data() + i * sizeof(bits), &bits, sizeof(bits));
}

class GroupNormCase final : public LibraryCase {
public:
    explicit GroupNormCase(const Shape& shape) : s_(shape) {}

    std::vector<TensorSpec> inputs() const override {
        return {{"self", s_.type, {s_.n, s_.c, s_.hxw}, true},
                {"gamma", s_.type, {s_.c}, s_.has_gamma},
                {"beta", s_.type, {s_.c}, s_.has_beta}};
    }
    std::vector<TensorSpec> outputs() const override {
        return {{"out", s_.type, {s_.n, s_.c, s_.hxw}, true},
                {"mean", s_.type, {s_.n, s_.group}, true},
                {"rstd", s_.type, {s_.n, s_.group}, true}};
    }
    std::string shape_text() const override {
        return "N=" + std::to_string(s_.n) + " C=" + std::to_string(s_.c) +
               " HxW=" + std::to_string(s_.hxw) + " group=" + std::to_string(s_.group);
    }
    bool empty() const override { return s_.elements() == 0; }

    // splitmix64; the values are uniform in (-2, 2) around 0.5.
    void fill(std::vector<HostTensor>& inputs, std::uint64_t seed) const override {
        for (HostTensor& tensor : inputs) {
            if (!tensor.spec.present) continue;
            tensor.data.resize(tensor.spec.bytes());
            for (std::size_t i = 0; i < tensor.spec.elements(); ++i) {
                std::uint64_t z = (seed += 0x9E3779B97F4A7C15U);
                z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
                z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
                const auto bits = static_cast<float>((z ^ (z >> 31U)) >> 40U);
                constexpr float kStep = 4.0F / 16777216.0F;
                store(tensor, i, bits * kStep - 1.5F);
            }
        }
    }

    std::map<std::string, std::string> attributes(const TilingOverrides& overrides) const override {
        std::string wishes;
        for (const auto& [key, value] : overrides.fields) wishes += key + "=" + value + ",";
        if (overrides.block_dim) wishes += "block_dim=" + std::to_string(*overrides.block_dim);
        // As many digits as bring back the same fp32 number.
        char epsilon[32];
        std::snprintf(epsilon, sizeof(epsilon), "%.9g", s_.epsilon);
        return {{"group", std::to_string(s_.group)}, {"eps", epsilon}, {"tiling", wishes}};
    }
    bool tiling_heeds_overrides() const override { return true; }
    void describe(TilingResult& tiling) const override {
        ::gn::TilingData data;
        std::memcpy(&data, tiling.data.data(), sizeof(data));
        tiling.strategy =
            "two-pass statistics, tiles of " + std::to_string(data.tile) + " elements";
    }

    std::vector<std::vector<double>> reference(
        const std::vector<HostTensor>& inputs) const override {
        return gn::reference(s_, inputs);
    }
    Tolerance tolerance(std::size_t /*output*/, const std::vector<HostTensor>& /*inputs*/,
                        const std::vector<double>& /*golden*/) const override {
        Tolerance tolerance;
        tolerance.rtol = s_.type == DataType::kFloat32   ? kTolerance32
                         : s_.type == DataType::kFloat16 ? kTolerance16
                                                         : kToleranceBf16;
        tolerance.atol = tolerance.rtol;
        return tolerance;
    }

private:
    Shape s_;
};

class GroupNormCases final : public LibraryCases {
public:
    std::vector<std::string> shape_keys() const override { return {"N", "C", "HxW", "group"}; }
    std::unique_ptr<LibraryCase> state(const ProblemSpec& spec,
                                       const PlatformInfo& platform) const override {
        return std::make_unique<GroupNormCase>(check_shape(spec, platform));
    }
};

const GroupNormCases g_cases;
DAVSIM_CASES(GroupNorm, g_cases);

}  // namespace
}  // namespace davsim::gn
