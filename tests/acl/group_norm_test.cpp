// SPDX-License-Identifier: Apache-2.0
// aclnnGroupNorm: codes, numbers, and statistics that the backward takes.

#include "aclnnop/aclnn_group_norm.h"

#include <cmath>
#include <functional>

#include "sim/base/float16.h"
#include "tests/acl/acl_fixture.h"

namespace davsim::acl_test {
namespace {

using testing::HasSubstr;
using Shape = std::vector<std::int64_t>;

constexpr aclnnStatus kNull = 161001;
constexpr aclnnStatus kInvalid = 161002;

struct Call {
    Shape self{2, 6, 5, 2};
    Shape gamma{6};
    Shape beta{6};
    Shape out{2, 6, 5, 2};
    Shape statistics{2, 3};
    std::int64_t n = 2, c = 6, hxw = 10, group = 3;
    double eps = 1e-5;
    aclDataType type = ACL_FLOAT;
    aclFormat format = ACL_FORMAT_ND;
    bool has_gamma = true;
    bool has_beta = true;
    bool has_out = true;
    bool backwards = false;  // out lies with its dimensions turned around
};

class Forward : public AclTest {
protected:
    explicit Forward(const char* soc = "Ascend910B2") : AclTest(soc) {}

    static std::size_t count(const Shape& shape) {
        std::size_t n = 1;
        for (const std::int64_t extent : shape) n *= static_cast<std::size_t>(extent);
        return n;
    }
    static double value(std::size_t i) { return 3.0 + static_cast<double>(i * 7919 % 101) / 40.0; }

    aclTensor* make(const Call& call, const Shape& shape, bool turned = false) {
        std::vector<char> host(count(shape) * 4 + 4);
        for (std::size_t i = 0; i < count(shape); ++i) {
            if (call.type == ACL_FLOAT) {
                reinterpret_cast<float*>(host.data())[i] = static_cast<float>(value(i));
            } else {
                reinterpret_cast<std::uint16_t*>(host.data())[i] =
                    call.type == ACL_FLOAT16 ? float_to_fp16(static_cast<float>(value(i)))
                                             : float_to_bf16(static_cast<float>(value(i)));
            }
        }
        Shape strides(shape.size(), 1);
        if (turned) {
            for (std::size_t d = 1; d < shape.size(); ++d)
                strides[d] = strides[d - 1] * shape[d - 1];
        } else {
            for (std::size_t d = shape.size(); d-- > 1;) strides[d - 1] = strides[d] * shape[d];
        }
        memory_.push_back(upload(host));
        return aclCreateTensor(shape.data(), shape.size(), call.type, strides.data(), 0,
                               call.format, shape.data(), shape.size(), memory_.back());
    }

    aclnnStatus phase1(const Call& call) {
        memory_.clear();
        tensors_ = {make(call, call.self),
                    call.has_gamma ? make(call, call.gamma) : nullptr,
                    call.has_beta ? make(call, call.beta) : nullptr,
                    call.has_out ? make(call, call.out, call.backwards) : nullptr,
                    make(call, call.statistics),
                    make(call, call.statistics)};
        return aclnnGroupNormGetWorkspaceSize(tensors_[0], tensors_[1], tensors_[2], call.n, call.c,
                                              call.hxw, call.group, call.eps, tensors_[3],
                                              tensors_[4], tensors_[5], &bytes_, &executor_);
    }
    void run() {
        ASSERT_EQ(
            aclnnGroupNorm(bytes_ == 0 ? nullptr : allocate(bytes_), bytes_, executor_, stream_),
            OK);
        ASSERT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS) << recent_error();
    }
    void destroy() {
        for (const aclTensor* tensor : tensors_) aclDestroyTensor(tensor);
        tensors_.clear();
    }
    double element(const Call& call, const void* memory, std::size_t i) {
        const auto host = download(static_cast<const char*>(memory), (i + 1) * 4);
        if (call.type == ACL_FLOAT) return reinterpret_cast<const float*>(host.data())[i];
        const std::uint16_t bits = reinterpret_cast<const std::uint16_t*>(host.data())[i];
        return call.type == ACL_FLOAT16 ? fp16_to_float(bits) : bf16_to_float(bits);
    }

    void expect_right(const Call& call) {
        ASSERT_EQ(phase1(call), OK) << recent_error();
        run();
        const std::size_t per_group =
            count(call.self) / static_cast<std::size_t>(call.n * call.group);
        const double tolerance = call.type == ACL_FLOAT     ? 1e-4
                                 : call.type == ACL_FLOAT16 ? 6e-3
                                                            : 4e-2;
        const void* self = memory_[0];
        const void* out = memory_[memory_.size() - 3];
        for (std::size_t t = 0; t < static_cast<std::size_t>(call.n * call.group); ++t) {
            double sum = 0;
            double squares = 0;
            for (std::size_t i = 0; i < per_group; ++i)
                sum += element(call, self, t * per_group + i);
            const double mean = sum / static_cast<double>(per_group);
            for (std::size_t i = 0; i < per_group; ++i)
                squares += std::pow(element(call, self, t * per_group + i) - mean, 2);
            const double rstd = 1 / std::sqrt(squares / static_cast<double>(per_group) + call.eps);
            ASSERT_NEAR(element(call, memory_[memory_.size() - 2], t), mean,
                        tolerance * std::abs(mean));
            ASSERT_NEAR(element(call, memory_.back(), t), rstd, tolerance * rstd);
            for (std::size_t i = 0; i < per_group; i += 3) {
                const std::size_t at = t * per_group + i;
                const std::size_t channel =
                    at / static_cast<std::size_t>(call.hxw) % static_cast<std::size_t>(call.c);
                double want = (element(call, self, at) - mean) * rstd;
                if (call.has_gamma) want *= element(call, memory_[1], channel);
                if (call.has_beta) want += element(call, memory_[call.has_gamma ? 2 : 1], channel);
                std::size_t place = at;
                if (call.backwards) {
                    place = 0;
                    std::size_t rest = at;
                    for (std::size_t d = call.out.size(); d-- > 0;) {
                        const auto extent = static_cast<std::size_t>(call.out[d]);
                        std::size_t stride = 1;
                        for (std::size_t e = 0; e < d; ++e)
                            stride *= static_cast<std::size_t>(call.out[e]);
                        place += rest % extent * stride;
                        rest /= extent;
                    }
                }
                ASSERT_NEAR(element(call, out, place), want,
                            tolerance * std::max(4.0, std::abs(want)))
                    << "element " << at;
            }
        }
        destroy();
    }

    std::vector<void*> memory_;
    std::vector<aclTensor*> tensors_;
    std::uint64_t bytes_ = 0;
    aclOpExecutor* executor_ = nullptr;
};

TEST_F(Forward, WrongArguments) {
    const struct {
        std::function<void(Call&)> change;
        aclnnStatus code;
        const char* text;
    } kCases[] = {
        {[](Call& c) { c.has_out = false; }, kNull, "out"},
        {[](Call& c) { c.group = 0; }, kInvalid, "group"},
        {[](Call& c) { c.group = 4; }, kInvalid, "C is 6"},
        {[](Call& c) { c.eps = 0; }, kInvalid, "eps"},
        {[](Call& c) { c.self = {12}; }, kInvalid, "self has 1 dimensions"},
        {[](Call& c) {
             c.out = {2, 6, 10};
         },
         kInvalid, "out"},
        {[](Call& c) { c.statistics = {6}; }, kInvalid, "meanOut"},
        {[](Call& c) {
             c.n = 1;
             c.statistics = {1, 3};
         },
         kInvalid, "self"},
        {[](Call& c) { c.hxw = 5; }, kInvalid, "HxW"},
        {[](Call& c) {
             c.gamma = {1, 6};
         },
         kInvalid, "gamma"},
        {[](Call& c) { c.beta = {5}; }, kInvalid, "beta"},
        {[](Call& c) { c.format = ACL_FORMAT_NHWC; }, kInvalid, "format"},
        {[](Call&) {}, OK, ""},
    };
    for (const auto& c : kCases) {
        Call call;
        c.change(call);
        EXPECT_EQ(phase1(call), c.code) << c.text;
        if (c.code == OK) {
            EXPECT_EQ(aclDestroyAclOpExecutor(executor_), OK);
        } else {
            EXPECT_THAT(recent_error(), HasSubstr(c.text));
        }
        destroy();
    }
}

TEST_F(Forward, Numbers) {
    Call call;
    expect_right(call);
    call.has_gamma = false;
    expect_right(call);
    call.has_beta = false;
    call.backwards = true;
    expect_right(call);
    Call pixels;
    pixels.self = pixels.out = {3, 6};
    pixels.n = 3;
    pixels.hxw = 1;
    pixels.statistics = {3, 3};
    expect_right(pixels);
    Call longer;
    longer.self = longer.out = {1, 6, 9001};
    longer.n = 1;
    longer.hxw = 9001;
    longer.statistics = {1, 3};
    for (const aclDataType type : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
        call.type = type;
        expect_right(call);
    }
    ASSERT_EQ(phase1(longer), OK);
    run();
    destroy();
}

TEST_F(Forward, EmptyTensors) {
    Call call;
    call.self = call.out = {2, 6, 0};
    call.hxw = 0;
    ASSERT_EQ(phase1(call), OK) << recent_error();
    EXPECT_EQ(bytes_, 0U);
    run();
    EXPECT_EQ(element(call, memory_[memory_.size() - 2], 5), 0.0);
    EXPECT_TRUE(std::isnan(element(call, memory_.back(), 5)));
    destroy();
}

class ForwardOn950 : public Forward {
protected:
    ForwardOn950() : Forward("Ascend950PR") {}
};

TEST_F(ForwardOn950, Numbers) {
    Call call;
    expect_right(call);
    call.type = ACL_BF16;
    expect_right(call);
}

class ForwardOn910 : public Forward {
protected:
    ForwardOn910() : Forward("Ascend910A") {}
};

TEST_F(ForwardOn910, Numbers) {
    Call call;
    call.type = ACL_BF16;
    EXPECT_EQ(phase1(call), kInvalid);
    destroy();
    for (const aclDataType type : {ACL_FLOAT, ACL_FLOAT16}) {
        call.type = type;
        expect_right(call);
    }
}

}  // namespace
}  // namespace davsim::acl_test
