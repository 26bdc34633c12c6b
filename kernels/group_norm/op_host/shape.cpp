// SPDX-License-Identifier: Apache-2.0
#include "kernels/group_norm/op_host/shape.h"

#include "sim/base/error.h"

namespace davsim::gn {
namespace {

constexpr int kArch910A = 1001;
constexpr double kDefaultEpsilon = 1e-5;

[[noreturn]] void refuse(const std::string& message) {
    throw Error(Fault::kUsage, "group_norm: " + message);
}

std::int64_t size(const ProblemSpec& spec, const char* name) {
    const auto found = spec.shape.find(name);
    if (found == spec.shape.end())
        refuse(std::string("shape: ") + name + " is missing, needed are N, C, HxW, group");
    if (found->second < 0)
        refuse(std::string("shape: ") + name + " is " + std::to_string(found->second) +
               ", allowed is 0 or more");
    return found->second;
}

void check_sizes(const Shape& s, const PlatformInfo& platform) {
    if (s.group <= 0)
        refuse("shape: group is " + std::to_string(s.group) + ", allowed is 1 or more");
    if (s.c % s.group != 0) {
        refuse("shape: C=" + std::to_string(s.c) +
               " is not a multiple of group=" + std::to_string(s.group));
    }
    std::int64_t bytes = 2 * static_cast<std::int64_t>(size_of(s.type));
    bool overflow = false;
    for (const std::int64_t extent : {s.n, s.c, s.hxw})
        overflow |= __builtin_mul_overflow(bytes, extent, &bytes);
    if (overflow || (platform.hbm_bytes > 0 && bytes > platform.hbm_bytes))
        refuse("the tensors do not fit into HBM of " + platform.soc);
}

bool absent(const ProblemSpec& spec, const char* name) {
    return spec.optional_absent || spec.absent.count(name) != 0;
}

}  // namespace

Shape check_shape(const ProblemSpec& spec, const PlatformInfo& platform) {
    Shape s;
    s.n = size(spec, "N");
    s.c = size(spec, "C");
    s.hxw = size(spec, "HxW");
    s.group = size(spec, "group");
    if (spec.shape.size() != 4) refuse("shape: allowed are N, C, HxW, group and nothing else");
    s.type = spec.dtype;
    if (spec.mean_dtype && *spec.mean_dtype != spec.dtype)
        refuse("mean dtype: allowed is the dtype of the data");
    if (!spec.output_mask.empty() && spec.output_mask != "111")
        refuse("output mask is '" + spec.output_mask + "', allowed is 111: all are written");
    if (s.type == DataType::kBfloat16 && platform.npu_arch == kArch910A) {
        throw Error(Fault::kUnsupported, "group_norm: bf16 is not supported on " + platform.soc +
                                             ": allowed fp32, fp16");
    }
    s.has_gamma = !absent(spec, "gamma");
    s.has_beta = !absent(spec, "beta");
    const auto epsilon = spec.attributes.find("epsilon");
    s.epsilon = epsilon == spec.attributes.end() ? kDefaultEpsilon : epsilon->second;
    if (!(s.epsilon > 0))
        refuse("epsilon is " + std::to_string(s.epsilon) + ", allowed is above 0");
    check_sizes(s, platform);
    return s;
}

}  // namespace davsim::gn
