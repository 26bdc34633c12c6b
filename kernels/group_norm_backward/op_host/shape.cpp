// SPDX-License-Identifier: Apache-2.0
#include "kernels/group_norm_backward/op_host/shape.h"

#include <algorithm>
#include <utility>

#include "sim/base/error.h"

namespace davsim::gnb {
namespace {

constexpr int kArch910A = 1001;
constexpr int kArchA2 = 2201;
constexpr int kArch950 = 3510;

// Published limits of the operator on Atlas A2 and A3.
constexpr std::int64_t kMaxChannelsPerGroup = 8000;
constexpr std::int64_t kMaxChannels = 240000;

[[noreturn]] void refuse(const std::string& message) {
    throw Error(Fault::kUsage, "group_norm_backward: " + message);
}

std::int64_t size(const ProblemSpec& spec, const std::string& name) {
    const auto found = spec.shape.find(name);
    if (found == spec.shape.end())
        refuse("shape: " + name + " is missing, needed are N, C, HxW, group");
    if (found->second < 0) {
        refuse("shape: " + name + " is " + std::to_string(found->second) +
               ", allowed is 0 or more");
    }
    return found->second;
}

void refuse_other_names(const ProblemSpec& spec) {
    const std::vector<std::string> names = shape_names();
    for (const auto& [name, value] : spec.shape) {
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            refuse("shape: '" + name + "' is unknown, allowed are N, C, HxW, group");
        }
    }
}

std::string sizes_text(const Shape& s) {
    return "N=" + std::to_string(s.n) + " C=" + std::to_string(s.c) +
           " HxW=" + std::to_string(s.hxw);
}

// Arithmetic on sizes that refuses what 64 bits cannot hold.
class Bytes {
public:
    Bytes(const Shape& shape, std::int64_t count) : shape_(shape), count_(count) {}
    Bytes times(std::int64_t factor) const {
        std::int64_t product = 0;
        check(__builtin_mul_overflow(count_, factor, &product));
        return {shape_, product};
    }
    Bytes plus(const Bytes& other) const {
        std::int64_t sum = 0;
        check(__builtin_add_overflow(count_, other.count_, &sum));
        return {shape_, sum};
    }
    std::int64_t count() const { return count_; }

private:
    void check(bool overflow) const {
        if (overflow) refuse(sizes_text(shape_) + " overflows 64 bits");
    }
    const Shape& shape_;
    std::int64_t count_;
};

// Bytes of all tensors together must fit 64 bits and the SoC's memory.
void check_memory(const Shape& s, const PlatformInfo& platform) {
    const auto data_bytes = static_cast<std::int64_t>(size_of(s.data_type));
    const auto mean_bytes = static_cast<std::int64_t>(size_of(s.mean_type));
    const Bytes data =
        Bytes(s, s.n).times(s.c).times(s.hxw).times((s.want_dx ? 3 : 2) * data_bytes);
    const Bytes statistics = Bytes(s, s.n).times(s.group).times(2 * mean_bytes);
    const Bytes parameters = Bytes(s, s.c).times(3 * mean_bytes);
    const std::int64_t total = data.plus(statistics).plus(parameters).count();
    if (platform.hbm_bytes > 0 && total > platform.hbm_bytes) {
        refuse(sizes_text(s) + " needs " + std::to_string(total) + " bytes of HBM, " +
               platform.soc + " has " + std::to_string(platform.hbm_bytes));
    }
}

void check_types(const Shape& s, const PlatformInfo& platform) {
    const auto is = [&](DataType data, DataType mean) {
        return s.data_type == data && s.mean_type == mean;
    };
    constexpr DataType kF32 = DataType::kFloat32;
    constexpr DataType kF16 = DataType::kFloat16;
    constexpr DataType kBf16 = DataType::kBfloat16;
    const bool on910 = is(kF32, kF32) || is(kF16, kF16);
    const bool on_a2 = on910 || is(kBf16, kBf16);
    const bool on950 = on_a2 || is(kF16, kF32) || is(kBf16, kF32);
    const bool ok = platform.npu_arch == kArch910A ? on910
                    : platform.npu_arch == kArchA2 ? on_a2
                                                   : on950;
    if (ok) return;
    const std::string where = platform.soc + " (arch " + std::to_string(platform.npu_arch) + ")";
    const std::string allowed = platform.npu_arch == kArch910A ? "fp32, fp16"
                                : platform.npu_arch == kArchA2
                                    ? "fp32, fp16, bf16"
                                    : "fp32, fp16, bf16, fp16/fp32, bf16/fp32";
    std::string what(name_of(s.data_type));
    if (s.mean_type != s.data_type) what += "/" + std::string(name_of(s.mean_type));
    throw Error(Fault::kUnsupported, "group_norm_backward: " + what + " is not supported on " +
                                         where + ": allowed " + allowed);
}

void read_mask(const ProblemSpec& spec, Shape& s) {
    const std::string& mask = spec.output_mask;
    if (mask.empty()) return;
    if (mask.size() != 3 || mask.find_first_not_of("01") != std::string::npos) {
        refuse("output mask is '" + mask +
               "', allowed are three of 0 and 1: grad_input, grad_gamma, grad_beta");
    }
    s.want_dx = mask[0] == '1';
    s.want_dgamma = mask[1] == '1';
    s.want_dbeta = mask[2] == '1';
}

void check_groups(const Shape& s, const PlatformInfo& platform) {
    if (s.group <= 0)
        refuse("shape: group is " + std::to_string(s.group) + ", allowed is 1 or more");
    if (s.c % s.group != 0) {
        refuse("shape: C=" + std::to_string(s.c) +
               " is not a multiple of group=" + std::to_string(s.group));
    }
    if (platform.npu_arch != kArchA2) return;
    if (s.channels_per_group() > kMaxChannelsPerGroup) {
        refuse("shape: C/group is " + std::to_string(s.channels_per_group()) + ", allowed on " +
               platform.soc + " is at most " + std::to_string(kMaxChannelsPerGroup));
    }
    if (s.c > kMaxChannels) {
        refuse("shape: C is " + std::to_string(s.c) + ", allowed on " + platform.soc +
               " is at most " + std::to_string(kMaxChannels));
    }
}

}  // namespace

std::vector<std::string> shape_names() {
    return {"N", "C", "HxW", "group"};
}

Shape check_shape(const ProblemSpec& spec, const PlatformInfo& platform) {
    if (platform.npu_arch != kArch910A && platform.npu_arch != kArchA2 &&
        platform.npu_arch != kArch950) {
        throw Error(Fault::kUnsupported, "group_norm_backward: no kernel for " + platform.soc +
                                             " (arch " + std::to_string(platform.npu_arch) +
                                             "): allowed 1001, 2201, 3510");
    }
    refuse_other_names(spec);
    Shape s;
    s.n = size(spec, "N");
    s.c = size(spec, "C");
    s.hxw = size(spec, "HxW");
    s.group = size(spec, "group");
    s.data_type = spec.dtype;
    s.mean_type = spec.mean_dtype.value_or(spec.dtype);
    s.has_gamma = !spec.optional_absent;
    read_mask(spec, s);
    check_groups(s, platform);
    check_types(s, platform);
    check_memory(s, platform);
    return s;
}

}  // namespace davsim::gnb
