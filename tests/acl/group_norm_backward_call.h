// SPDX-License-Identifier: Apache-2.0
#pragma once
// One call of aclnnGroupNormBackward with everything changeable, and what it should compute.

#include <array>
#include <cmath>
#include <map>
#include <memory>

#include "aclnnop/aclnn_group_norm_backward.h"
#include "sim/base/float16.h"
#include "tests/acl/acl_fixture.h"

namespace davsim::acl_test {

using Shape = std::vector<std::int64_t>;

// A tensor of a call: a view over a storage, with the values of its elements in order.
struct TensorArgument {
    bool given = true;
    aclDataType dtype = ACL_FLOAT;
    Shape shape;
    Shape strides{};  // empty: contiguous
    std::int64_t offset = 0;
    std::int64_t storage = 0;  // elements of the storage; 0: as many as the view has
};

struct CallArguments {
    std::int64_t n = 2;
    std::int64_t c = 3;
    std::int64_t hxw = 4;
    std::int64_t group = 1;
    TensorArgument grad_out{true, ACL_FLOAT, {2, 3, 4}};
    TensorArgument input{true, ACL_FLOAT, {2, 3, 4}};
    TensorArgument mean{true, ACL_FLOAT, {2, 1}};
    TensorArgument rstd{true, ACL_FLOAT, {2, 1}};
    TensorArgument gamma{true, ACL_FLOAT, {3}};
    TensorArgument grad_input{true, ACL_FLOAT, {2, 3, 4}};
    TensorArgument grad_gamma{true, ACL_FLOAT, {3}};
    TensorArgument grad_beta{true, ACL_FLOAT, {3}};
    bool null_mask = false;
    std::vector<char> mask{1, 1, 1};

    std::array<TensorArgument*, 8> tensors() {
        return {&grad_out, &input, &mean, &rstd, &gamma, &grad_input, &grad_gamma, &grad_beta};
    }
    void set_types(aclDataType data, aclDataType parameters) {
        for (TensorArgument* t : {&grad_out, &input, &grad_input}) t->dtype = data;
        for (TensorArgument* t : {&mean, &rstd, &gamma, &grad_gamma, &grad_beta})
            t->dtype = parameters;
    }
    // Sizes, and contiguous tensors to match.
    void resize(std::int64_t n_, std::int64_t c_, std::int64_t hxw_, std::int64_t group_) {
        n = n_;
        c = c_;
        hxw = hxw_;
        group = group_;
        for (TensorArgument* t : {&grad_out, &input, &grad_input}) t->shape = {n, c, hxw};
        for (TensorArgument* t : {&mean, &rstd}) t->shape = {n, group};
        for (TensorArgument* t : {&gamma, &grad_gamma, &grad_beta}) t->shape = {c};
    }
};

inline std::int64_t count_of(const Shape& shape) {
    std::int64_t count = 1;
    for (const std::int64_t extent : shape) count *= extent;
    return count;
}

class GroupNormBackwardCall : public AclTest {
protected:
    explicit GroupNormBackwardCall(const char* soc = "Ascend910B2") : AclTest(soc) {}

    // ---- Elements in and out of views.
    static Shape strides_of(const TensorArgument& t) {
        if (!t.strides.empty() || t.shape.empty()) return t.strides;
        Shape strides(t.shape.size(), 1);
        for (std::size_t i = strides.size(); i-- > 1;) strides[i - 1] = strides[i] * t.shape[i];
        return strides;
    }
    static std::int64_t storage_of(const TensorArgument& t) {
        return t.storage != 0 ? t.storage : t.offset + count_of(t.shape);
    }
    // Position in the storage of the i-th element.
    static std::int64_t place(const TensorArgument& t, std::int64_t i) {
        const Shape strides = strides_of(t);
        std::int64_t at = t.offset;
        for (std::size_t d = t.shape.size(); d-- > 0;) {
            at += i % t.shape[d] * strides[d];
            i /= t.shape[d];
        }
        return at;
    }

    static void store(aclDataType type, void* storage, std::int64_t at, float value) {
        if (type == ACL_FLOAT) {
            static_cast<float*>(storage)[at] = value;
        } else {
            static_cast<std::uint16_t*>(storage)[at] =
                type == ACL_FLOAT16 ? float_to_fp16(value) : float_to_bf16(value);
        }
    }
    static double load(aclDataType type, const void* storage, std::int64_t at) {
        if (type == ACL_FLOAT) return static_cast<const float*>(storage)[at];
        const std::uint16_t bits = static_cast<const std::uint16_t*>(storage)[at];
        return type == ACL_FLOAT16 ? fp16_to_float(bits) : bf16_to_float(bits);
    }

    // Device storage where everything outside the view is -77.
    aclTensor* make(const TensorArgument& t, double (*value)(std::int64_t)) {
        if (!t.given) return nullptr;
        const std::int64_t elements = storage_of(t);
        std::vector<char> host(static_cast<std::size_t>(elements) * 4 + 4);
        for (std::int64_t i = 0; i < elements; ++i) store(t.dtype, host.data(), i, kOutside);
        for (std::int64_t i = 0; i < count_of(t.shape); ++i)
            store(t.dtype, host.data(), place(t, i), static_cast<float>(value(i)));
        void* block = upload(host);
        const Shape strides = strides_of(t);
        const Shape storage{elements};
        aclTensor* tensor = aclCreateTensor(t.shape.data(), t.shape.size(), t.dtype, strides.data(),
                                            t.offset, ACL_FORMAT_ND, storage.data(), 1, block);
        storages_[tensor] = block;
        return tensor;
    }

    // ---- The call.
    void create(CallArguments& a) {
        static const auto kRandom =
            +[](std::int64_t i) { return static_cast<double>((i * 7919 + 13) % 101) / 50.0 - 1.0; };
        static const auto kOther =
            +[](std::int64_t i) { return static_cast<double>((i * 6007 + 5) % 97) / 48.0 - 1.0; };
        static const auto kPositive =
            +[](std::int64_t i) { return 0.5 + static_cast<double>(i % 5) / 8.0; };
        static const auto kOutsideValue = +[](std::int64_t) { return double{kOutside}; };
        tensors_ = {make(a.grad_out, kRandom),
                    make(a.input, kOther),
                    make(a.mean, kOther),
                    make(a.rstd, kPositive),
                    make(a.gamma, kRandom),
                    make(a.grad_input, kOutsideValue),
                    make(a.grad_gamma, kOutsideValue),
                    make(a.grad_beta, kOutsideValue)};
        std::unique_ptr<bool[]> flags(new bool[a.mask.size() + 1]);
        for (std::size_t i = 0; i < a.mask.size(); ++i) flags[i] = a.mask[i] != 0;
        mask_ = a.null_mask ? nullptr : aclCreateBoolArray(flags.get(), a.mask.size());
    }
    void destroy() {
        for (aclTensor*& tensor : tensors_) {
            aclDestroyTensor(tensor);
            tensor = nullptr;
        }
        aclDestroyBoolArray(mask_);
        mask_ = nullptr;
    }
    aclnnStatus phase1(const CallArguments& a) {
        return aclnnGroupNormBackwardGetWorkspaceSize(
            tensors_[0], tensors_[1], tensors_[2], tensors_[3], tensors_[4], a.n, a.c, a.hxw,
            a.group, mask_, tensors_[5], tensors_[6], tensors_[7], &workspace_bytes_, &executor_);
    }
    aclnnStatus phase2() {
        void* workspace = workspace_bytes_ == 0 ? nullptr : allocate(workspace_bytes_);
        return aclnnGroupNormBackward(workspace, workspace_bytes_, executor_, stream_);
    }

    // Elements of output 0 to 2 in order; nan stands for "outside of the view was changed".
    std::vector<double> output(const CallArguments& a, std::size_t i) {
        const TensorArgument& t = i == 0 ? a.grad_input : i == 1 ? a.grad_gamma : a.grad_beta;
        const std::int64_t elements = storage_of(t);
        const auto host = download(static_cast<char*>(storages_.at(tensors_[5 + i])),
                                   static_cast<std::size_t>(elements) * 4);
        std::vector<bool> inside(static_cast<std::size_t>(elements) + 1);
        std::vector<double> values;
        for (std::int64_t k = 0; k < count_of(t.shape); ++k) {
            inside[static_cast<std::size_t>(place(t, k))] = true;
            values.push_back(load(t.dtype, host.data(), place(t, k)));
        }
        for (std::int64_t k = 0; k < elements; ++k) {
            if (!inside[static_cast<std::size_t>(k)] &&
                load(t.dtype, host.data(), k) != load_outside(t.dtype)) {
                values.push_back(std::nan(""));
            }
        }
        return values;
    }
    static double load_outside(aclDataType type) {
        char bytes[4];
        store(type, bytes, 0, kOutside);
        return load(type, bytes, 0);
    }

    // ---- What it should be, in double.
    std::vector<double> elements(const TensorArgument& t, std::size_t i) {
        const auto host = download(static_cast<char*>(storages_.at(tensors_[i])),
                                   static_cast<std::size_t>(storage_of(t)) * 4);
        std::vector<double> values;
        for (std::int64_t k = 0; k < count_of(t.shape); ++k)
            values.push_back(load(t.dtype, host.data(), place(t, k)));
        return values;
    }
    std::array<std::vector<double>, 3> reference(const CallArguments& a) {
        const auto dy = elements(a.grad_out, 0);
        const auto x = elements(a.input, 1);
        const auto mean = elements(a.mean, 2);
        const auto rstd = elements(a.rstd, 3);
        const auto gamma = a.gamma.given ? elements(a.gamma, 4)
                                         : std::vector<double>(static_cast<std::size_t>(a.c), 1.0);
        std::array<std::vector<double>, 3> out;
        out[0].resize(dy.size());
        out[1].resize(gamma.size());
        out[2].resize(gamma.size());
        const std::int64_t per_group = a.c / a.group;
        for (std::int64_t t = 0; t < a.n * a.group; ++t) {
            const auto ts = static_cast<std::size_t>(t);
            double sum = 0;
            double sum_x = 0;
            const auto each = [&](auto body) {
                for (std::int64_t k = 0; k < per_group * a.hxw; ++k) {
                    const auto i = static_cast<std::size_t>(t * per_group * a.hxw + k);
                    const auto channel =
                        static_cast<std::size_t>(t % a.group * per_group + k / a.hxw);
                    body(i, channel, (x[i] - mean[ts]) * rstd[ts]);
                }
            };
            each([&](std::size_t i, std::size_t channel, double hat) {
                sum += gamma[channel] * dy[i];
                sum_x += gamma[channel] * dy[i] * hat;
                out[1][channel] += dy[i] * hat;
                out[2][channel] += dy[i];
            });
            const auto size = static_cast<double>(per_group * a.hxw);
            each([&](std::size_t i, std::size_t channel, double hat) {
                out[0][i] = rstd[ts] * (gamma[channel] * dy[i] - sum / size - hat * sum_x / size);
            });
        }
        return out;
    }

    // Runs both phases and compares every output that was asked for.
    void expect_right(CallArguments a, const std::string& what) {
        SCOPED_TRACE(what);
        create(a);
        ASSERT_EQ(phase1(a), OK) << recent_error();
        EXPECT_GE(workspace_bytes_, std::uint64_t{2} << 20U);
        const auto want = reference(a);
        ASSERT_EQ(phase2(), OK) << recent_error();
        ASSERT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS) << recent_error();
        for (std::size_t i = 0; i < 3; ++i) {
            if (a.mask[i] == 0) continue;
            const TensorArgument& t = i == 0 ? a.grad_input : i == 1 ? a.grad_gamma : a.grad_beta;
            const double relative = t.dtype == ACL_FLOAT     ? 1e-4
                                    : t.dtype == ACL_FLOAT16 ? 4e-3
                                                             : 2e-2;
            const auto got = output(a, i);
            ASSERT_EQ(got.size(), want[i].size()) << "bytes outside of output " << i << " changed";
            for (std::size_t k = 0; k < got.size(); ++k) {
                ASSERT_NEAR(got[k], want[i][k], relative * std::max(1.0, std::abs(want[i][k])))
                    << "output " << i << ", element " << k;
            }
        }
        destroy();
    }

    static constexpr float kOutside = -77.0F;
    std::array<aclTensor*, 8> tensors_{};
    std::map<const aclTensor*, void*> storages_;
    aclBoolArray* mask_ = nullptr;
    std::uint64_t workspace_bytes_ = 0;
    aclOpExecutor* executor_ = nullptr;
};

}  // namespace davsim::acl_test
