// SPDX-License-Identifier: Apache-2.0
// aclnnGroupNormBackward: codes of wrong arguments, numbers of right ones, views, executors.

#include "tests/acl/group_norm_backward_call.h"

#include <functional>

namespace davsim::acl_test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr aclnnStatus kNull = 161001;
constexpr aclnnStatus kInvalid = 161002;
constexpr aclnnStatus kInner = 561103;

struct WrongCall {
    const char* what;
    std::function<void(CallArguments&)> change;
    aclnnStatus code;
    const char* text;
};

class Backward : public GroupNormBackwardCall {
protected:
    explicit Backward(const char* soc = "Ascend910B2") : GroupNormBackwardCall(soc) {}

    void expect_codes(const std::vector<WrongCall>& calls) {
        for (const WrongCall& call : calls) {
            CallArguments a;
            call.change(a);
            create(a);
            EXPECT_EQ(phase1(a), call.code) << call.what;
            const std::string text = recent_error();
            if (call.code != OK) {
                EXPECT_THAT(text, HasSubstr(call.text)) << call.what;
            } else {
                EXPECT_EQ(aclDestroyAclOpExecutor(executor_), OK);
            }
            destroy();
        }
    }
};

using A = CallArguments;

TEST_F(Backward, WrongArguments) {
    expect_codes({
        {"nothing wrong", [](A&) {}, OK, ""},
        {"null gradOut", [](A& a) { a.grad_out.given = false; }, kNull, "gradOut"},
        {"null input", [](A& a) { a.input.given = false; }, kNull, "input"},
        {"null mean", [](A& a) { a.mean.given = false; }, kNull, "mean"},
        {"null rstd", [](A& a) { a.rstd.given = false; }, kNull, "rstd"},
        {"null gradOut before all else",
         [](A& a) {
             a.grad_out.given = false;
             a.null_mask = true;
             a.group = 0;
         },
         kNull, "gradOut"},
        {"null gamma", [](A& a) { a.gamma.given = false; }, OK, ""},
        {"null mask", [](A& a) { a.null_mask = true; }, kInvalid, "outputMask"},
        {"mask of none", [](A& a) { a.mask = {}; }, kInvalid, "outputMask"},
        {"mask of two",
         [](A& a) {
             a.mask = {1, 1};
         },
         kInvalid, "outputMask"},
        {"mask of four",
         [](A& a) {
             a.mask = {1, 1, 1, 1};
         },
         kInvalid, "outputMask"},
        {"null gradInput", [](A& a) { a.grad_input.given = false; }, kInvalid, "gradInput"},
        {"null gradGammaOut", [](A& a) { a.grad_gamma.given = false; }, kInvalid, "gradGammaOut"},
        {"null gradBetaOut", [](A& a) { a.grad_beta.given = false; }, kInvalid, "gradBetaOut"},
        {"masked outputs are not looked at",
         [](A& a) {
             a.mask = {0, 0, 1};
             a.grad_input.given = false;
             a.grad_gamma.shape = {7, 7};
             a.grad_gamma.dtype = ACL_INT8;
         },
         OK, ""},
        {"input of another type", [](A& a) { a.input.dtype = ACL_FLOAT16; }, kInvalid, "input"},
        {"mean of another type", [](A& a) { a.mean.dtype = ACL_FLOAT16; }, kInvalid, "mean"},
        {"rstd of another type", [](A& a) { a.rstd.dtype = ACL_BF16; }, kInvalid, "rstd"},
        {"gamma of another type", [](A& a) { a.gamma.dtype = ACL_FLOAT16; }, kInvalid, "gamma"},
        {"gradInput of another type", [](A& a) { a.grad_input.dtype = ACL_FLOAT16; }, kInvalid,
         "gradInput"},
        {"gradGammaOut of another type", [](A& a) { a.grad_gamma.dtype = ACL_FLOAT16; }, kInvalid,
         "gradGammaOut"},
        {"gradBetaOut of another type", [](A& a) { a.grad_beta.dtype = ACL_FLOAT16; }, kInvalid,
         "gradBetaOut"},
        {"fp16 with fp32 statistics", [](A& a) { a.set_types(ACL_FLOAT16, ACL_FLOAT); }, kInvalid,
         "mean"},
        {"group 0", [](A& a) { a.group = 0; }, kInvalid, "group"},
        {"group -1", [](A& a) { a.group = -1; }, kInvalid, "group"},
        {"group that does not divide C", [](A& a) { a.group = 2; }, kInvalid, "C"},
        {"gradOut of 9 dimensions", [](A& a) { a.grad_out.shape = {1, 1, 1, 1, 1, 1, 2, 3, 4}; },
         kInvalid, "gradOut has 9 dimensions"},
        {"gradOut of other size",
         [](A& a) {
             a.grad_out.shape = {2, 3, 5};
         },
         kInvalid, "gradOut"},
        {"input of other size",
         [](A& a) {
             a.input.shape = {2, 3, 3};
         },
         kInvalid, "input"},
        {"N that does not fit", [](A& a) { a.n = 1; }, kInvalid, "N * C * HxW"},
        {"mean of other size",
         [](A& a) {
             a.mean.shape = {2, 2};
         },
         kInvalid, "mean"},
        {"rstd of other size", [](A& a) { a.rstd.shape = {1}; }, kInvalid, "rstd"},
        {"gamma of other size", [](A& a) { a.gamma.shape = {4}; }, kInvalid, "gamma"},
        {"gradInput of other shape",
         [](A& a) {
             a.grad_input.shape = {6, 4};
         },
         kInvalid, "gradInput"},
        {"gradGammaOut of other shape",
         [](A& a) {
             a.grad_gamma.shape = {1, 3};
         },
         kInvalid, "gradGammaOut"},
        {"gradBetaOut of other shape", [](A& a) { a.grad_beta.shape = {2}; }, kInvalid,
         "gradBetaOut"},
        {"gradGammaOut is [C] without gamma",
         [](A& a) {
             a.gamma.given = false;
             a.grad_gamma.shape = {3, 1};
         },
         kInvalid, "gradGammaOut"},
        {"gamma of shape {1, C}",
         [](A& a) {
             for (TensorArgument* t : {&a.gamma, &a.grad_gamma, &a.grad_beta}) t->shape = {1, 3};
         },
         OK, ""},
        {"gradOut in 1, input in 5 dimensions",
         [](A& a) {
             a.grad_out.shape = {24};
             a.input.shape = a.grad_input.shape = {2, 3, 1, 2, 2};
             a.mean.shape = {1, 1, 2};
         },
         OK, ""},
        {"C / group above 8000", [](A& a) { a.resize(1, 8001, 1, 1); }, kInvalid, "8000"},
        {"C above 240000",
         [](A& a) {
             a.resize(1, 240008, 1, 8);
             a.group = 240008 / 7;
         },
         kInvalid, ""},
        {"negative N and HxW",
         [](A& a) {
             a.n = -2;
             a.hxw = -4;
             a.mean.shape = a.rstd.shape = {2};
         },
         kInvalid, "mean"},
    });
}

TEST_F(Backward, Types) {
    for (const aclDataType type : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
        CallArguments a;
        a.set_types(type, type);
        create(a);
        EXPECT_EQ(phase1(a), OK) << type;
        aclDestroyAclOpExecutor(executor_);
        destroy();
    }
    for (const aclDataType type :
         {ACL_DOUBLE, ACL_UINT8, ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_BOOL, ACL_STRING,
          ACL_COMPLEX64, ACL_COMPLEX128, ACL_DT_UNDEFINED}) {
        CallArguments a;
        create(a);
        for (aclTensor* tensor : tensors_) {
            void* data = nullptr;
            ASSERT_EQ(aclGetRawTensorAddr(tensor, &data), OK);
            std::int64_t* dims = nullptr;
            std::uint64_t count = 0;
            ASSERT_EQ(aclGetViewShape(tensor, &dims, &count), OK);
            ASSERT_EQ(aclInitTensor(tensor, dims, count, type, nullptr, 0, ACL_FORMAT_ND, dims,
                                    count, data),
                      OK);
            delete[] dims;
        }
        EXPECT_EQ(phase1(a), kInvalid) << type;
        EXPECT_THAT(recent_error(), StartsWith("EZ1001")) << type;
        destroy();
    }
}

TEST_F(Backward, NullResults) {
    CallArguments a;
    create(a);
    EXPECT_EQ(aclnnGroupNormBackwardGetWorkspaceSize(nullptr, nullptr, nullptr, nullptr, nullptr, 0,
                                                     0, 0, 0, nullptr, nullptr, nullptr, nullptr,
                                                     nullptr, &executor_),
              kNull);
    EXPECT_THAT(recent_error(), HasSubstr("workspaceSize"));
    EXPECT_EQ(aclnnGroupNormBackwardGetWorkspaceSize(tensors_[0], nullptr, nullptr, nullptr,
                                                     nullptr, 0, 0, 0, 0, nullptr, nullptr, nullptr,
                                                     nullptr, &workspace_bytes_, nullptr),
              kNull);
    EXPECT_THAT(recent_error(), HasSubstr("executor"));
    destroy();
}

TEST_F(Backward, NumbersOfManyShapes) {
    struct {
        std::int64_t n, c, hxw, group;
    } const kShapes[] = {{2, 3, 4, 1},   {1, 1, 1, 1},    {3, 8, 1, 4}, {2, 6, 35, 3},
                         {5, 32, 64, 8}, {1, 4, 5000, 2}, {40, 4, 9, 4}};
    for (const auto& s : kShapes) {
        CallArguments a;
        a.resize(s.n, s.c, s.hxw, s.group);
        expect_right(a, "fp32 " + std::to_string(s.n) + "," + std::to_string(s.c));
        a.set_types(ACL_FLOAT16, ACL_FLOAT16);
        expect_right(a, "fp16 " + std::to_string(s.n) + "," + std::to_string(s.c));
    }
}

TEST_F(Backward, MasksAndNullGamma) {
    for (int bits = 1; bits < 8; ++bits) {
        CallArguments a;
        a.resize(3, 8, 10, 4);
        a.mask = {static_cast<char>(bits & 1), static_cast<char>(bits >> 1 & 1),
                  static_cast<char>(bits >> 2 & 1)};
        a.grad_input.given = a.mask[0] != 0;
        a.gamma.given = bits % 2 == 0;
        expect_right(a, "mask " + std::to_string(bits));
    }
    CallArguments none;
    none.mask = {0, 0, 0};
    create(none);
    EXPECT_EQ(phase1(none), OK);
    EXPECT_EQ(workspace_bytes_, 0U);
    EXPECT_EQ(phase2(), OK);
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
    destroy();
}

// Transposed, sliced, strided, with offsets: each of the eight tensors, then all of them.
TEST_F(Backward, Views) {
    const std::function<void(CallArguments&)> views[] = {
        [](A& a) {
            a.grad_out.strides = {30, 1, 6};
            a.grad_out.offset = 3;
            a.grad_out.storage = 100;
        },
        [](A& a) {
            a.input.strides = {60, 10, 2};
            a.input.storage = 130;
        },
        [](A& a) {
            a.mean.strides = {1, 2};
        },
        [](A& a) {
            a.rstd.strides = {0, 0};
            a.rstd.storage = 1;
        },
        [](A& a) {
            a.gamma.strides = {3};
            a.gamma.offset = 1;
            a.gamma.storage = 20;
        },
        [](A& a) {
            a.grad_input.strides = {30, 1, 6};
            a.grad_input.offset = 5;
            a.grad_input.storage = 70;
        },
        [](A& a) {
            a.grad_gamma.strides = {2};
            a.grad_gamma.storage = 12;
        },
        [](A& a) {
            a.grad_beta.offset = 9;
            a.grad_beta.storage = 40;
        },
    };
    CallArguments all;
    all.resize(2, 6, 5, 3);
    for (std::size_t i = 0; i < std::size(views); ++i) {
        CallArguments a;
        a.resize(2, 6, 5, 3);
        views[i](a);
        views[i](all);
        expect_right(a, "view " + std::to_string(i));
    }
    expect_right(all, "all views");
    all.set_types(ACL_BF16, ACL_BF16);
    expect_right(all, "all views, bf16");
}

TEST_F(Backward, EmptyTensors) {
    CallArguments a;
    a.resize(0, 4, 5, 2);
    create(a);
    EXPECT_EQ(phase1(a), OK) << recent_error();
    EXPECT_EQ(workspace_bytes_, 0U);
    EXPECT_EQ(aclnnGroupNormBackward(nullptr, 0, executor_, stream_), OK);
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
    // Parameters' gradients keep what they held.
    EXPECT_EQ(output(a, 1), std::vector<double>(4, -77.0));
    destroy();
}

TEST_F(Backward, Executors) {
    CallArguments a;
    create(a);
    EXPECT_EQ(aclnnGroupNormBackward(nullptr, 0, nullptr, stream_), kNull);
    EXPECT_THAT(recent_error(), HasSubstr("executor"));
    ASSERT_EQ(phase1(a), OK);
    EXPECT_GE(workspace_bytes_, std::uint64_t{16} << 20U);
    EXPECT_EQ(aclnnGroupNormBackward(nullptr, workspace_bytes_, executor_, stream_), kNull);
    EXPECT_THAT(recent_error(), HasSubstr("workspace"));
    // It was destroyed with that.
    EXPECT_EQ(aclnnGroupNormBackward(nullptr, 0, executor_, stream_), kInvalid);
    ASSERT_EQ(phase1(a), OK);
    EXPECT_EQ(phase2(), OK);
    EXPECT_EQ(phase2(), kInvalid);  // consumed
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);

    ASSERT_EQ(phase1(a), OK);
    EXPECT_EQ(aclSetAclOpExecutorRepeatable(executor_), OK);
    const auto want = reference(a);
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(phase2(), OK);
        EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
    }
    EXPECT_NEAR(output(a, 2)[0], want[2][0], 1e-4);
    // The next run writes elsewhere.
    auto* other = upload(std::vector<float>(3, 0));
    EXPECT_EQ(aclSetOutputTensorAddr(executor_, 2, tensors_[7], other), OK);
    EXPECT_EQ(aclSetOutputTensorAddr(executor_, 3, tensors_[7], other), kInvalid);
    EXPECT_EQ(aclSetTensorAddr(executor_, 7, tensors_[7], other), OK);
    EXPECT_EQ(aclSetInputTensorAddr(executor_, 0, nullptr, other), kNull);
    EXPECT_EQ(phase2(), OK);
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
    EXPECT_NEAR(download(other, 1)[0], want[2][0], 1e-4);
    EXPECT_EQ(aclDestroyAclOpExecutor(executor_), OK);
    EXPECT_EQ(aclDestroyAclOpExecutor(executor_), kInvalid);
    destroy();
}

// The tensors may go before the work is done, and two streams may take turns.
TEST_F(Backward, TwoStreamsInterleaved) {
    aclrtStream other = nullptr;
    ASSERT_EQ(aclrtCreateStream(&other), ACL_SUCCESS);
    CallArguments a;
    a.resize(2, 8, 12, 2);
    create(a);
    const auto want = reference(a);
    for (int i = 0; i < 4; ++i) {
        ASSERT_EQ(phase1(a), OK);
        ASSERT_EQ(aclnnGroupNormBackward(allocate(workspace_bytes_), workspace_bytes_, executor_,
                                         i % 2 == 0 ? stream_ : other),
                  OK);
    }
    EXPECT_EQ(aclrtSynchronizeStream(other), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
    const auto got = output(a, 0);
    for (std::size_t i = 0; i < got.size(); ++i) ASSERT_NEAR(got[i], want[0][i], 1e-4);
    destroy();
}

TEST_F(Backward, ResultsRepeatWithAnyDeterminism) {
    CallArguments a;
    a.resize(20, 16, 33, 4);
    std::vector<double> first;
    for (const std::int64_t mode : {0, 1}) {
        EXPECT_EQ(aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, mode), ACL_SUCCESS);
        EXPECT_EQ(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, mode), ACL_SUCCESS);
        create(a);
        ASSERT_EQ(phase1(a), OK);
        ASSERT_EQ(phase2(), OK);
        ASSERT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
        if (first.empty()) first = output(a, 1);
        EXPECT_EQ(output(a, 1), first);
        destroy();
    }
}

TEST_F(Backward, FaultsOfDataComeBackFromSynchronise) {
    CallArguments a;
    create(a);
    aclSetRawTensorAddr(tensors_[1], nullptr);
    ASSERT_EQ(phase1(a), OK);
    ASSERT_EQ(phase2(), OK);
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    EXPECT_THAT(recent_error(), HasSubstr("not in global memory"));
    destroy();
    expect_right(CallArguments(), "afterwards");
    // A view that reaches beyond its memory.
    a.input.strides = {1000000, 10000, 100};
    a.input.storage = 24;
    a.input.strides.clear();
    create(a);
    const Shape far{1000000, 10000, 100};
    ASSERT_EQ(aclInitTensor(tensors_[1], a.input.shape.data(), 3, ACL_FLOAT, far.data(), 0,
                            ACL_FORMAT_ND, a.input.shape.data(), 3, storages_.at(tensors_[1])),
              OK);
    ASSERT_EQ(phase1(a), OK);
    ASSERT_EQ(phase2(), OK);
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    EXPECT_THAT(recent_error(), HasSubstr("not inside one allocation"));
    destroy();
}

class On950 : public Backward {
protected:
    On950() : Backward("Ascend950PR") {}
};

TEST_F(On950, TakesMixedTypes) {
    expect_codes({
        {"fp16 with fp32", [](A& a) { a.set_types(ACL_FLOAT16, ACL_FLOAT); }, OK, ""},
        {"bf16 with fp32", [](A& a) { a.set_types(ACL_BF16, ACL_FLOAT); }, OK, ""},
        {"fp32 with fp16", [](A& a) { a.set_types(ACL_FLOAT, ACL_FLOAT16); }, kInvalid, "mean"},
        {"fp16 with bf16", [](A& a) { a.set_types(ACL_FLOAT16, ACL_BF16); }, kInvalid, "mean"},
        {"gamma unlike mean",
         [](A& a) {
             a.set_types(ACL_FLOAT16, ACL_FLOAT);
             a.gamma.dtype = ACL_FLOAT16;
         },
         kInvalid, "gamma"},
        {"null gamma with mixed types",
         [](A& a) {
             a.set_types(ACL_FLOAT16, ACL_FLOAT);
             a.gamma.given = false;
         },
         kInner, "gamma"},
        {"C / group above 8000", [](A& a) { a.resize(1, 8001, 1, 1); }, kInner, "8000"},
        {"empty gradOut of 1 dimension",
         [](A& a) {
             a.resize(0, 4, 5, 2);
             a.grad_out.shape = {0};
         },
         kInner, "2 dimensions"},
    });
    CallArguments a;
    a.resize(2, 8, 12, 2);
    a.set_types(ACL_BF16, ACL_FLOAT);
    expect_right(a, "bf16 with fp32");
}

TEST_F(On950, EmptyDataClearsParameterGradients) {
    CallArguments a;
    a.resize(2, 4, 0, 2);
    create(a);
    EXPECT_EQ(phase1(a), OK) << recent_error();
    EXPECT_EQ(phase2(), OK);
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS) << recent_error();
    EXPECT_EQ(output(a, 1), std::vector<double>(4, 0.0));
    EXPECT_EQ(output(a, 2), std::vector<double>(4, 0.0));
    destroy();
}

class On910 : public Backward {
protected:
    On910() : Backward("Ascend910A") {}
};

TEST_F(On910, HasNoBfloat16AndNoLimits) {
    expect_codes({
        {"bf16", [](A& a) { a.set_types(ACL_BF16, ACL_BF16); }, kInvalid, "gradOut"},
        {"fp16", [](A& a) { a.set_types(ACL_FLOAT16, ACL_FLOAT16); }, OK, ""},
        {"C / group above 8000", [](A& a) { a.resize(1, 8001, 1, 1); }, OK, ""},
    });
    CallArguments a;
    a.resize(2, 8, 12, 2);
    a.set_types(ACL_FLOAT16, ACL_FLOAT16);
    expect_right(a, "fp16");
}

}  // namespace
}  // namespace davsim::acl_test
