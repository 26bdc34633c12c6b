// SPDX-License-Identifier: Apache-2.0
#include "sim/op_host_api/kernel_glue.h"

#include "securec.h"
#include "tests/ascendc/kernel_fixture.h"

namespace ascendc_test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;

struct Tiling {
    uint32_t count = 0;
    float scale = 0;
    uint16_t list[3] = {};
};

class Kernels : public Kernel {};

TEST_F(Kernels, TilingIsOneCopyOfTheStruct) {
    Tiling host{7, 0.5F, {1, 2, 3}};
    GM_ADDR gm = reinterpret_cast<GM_ADDR>(&host);
    REGISTER_TILING_DEFAULT(Tiling);
    GET_TILING_DATA(all, gm);
    GET_TILING_DATA_WITH_STRUCT(Tiling, named, gm);
    GET_TILING_DATA_MEMBER(Tiling, scale, scale, gm);
    GET_TILING_DATA_PTR_WITH_STRUCT(Tiling, pointer, gm);
    EXPECT_EQ(all.list[2], 3);
    EXPECT_EQ(named.count, 7U);
    EXPECT_EQ(scale, 0.5F);
    EXPECT_EQ(pointer->count, 7U);
    const std::string whole = "LOAD_GM +" + std::to_string(sizeof(Tiling));
    EXPECT_THAT(take_steps(), ElementsAre(whole, whole, "LOAD_GM +4"));
}

TEST_F(Kernels, TilingKeyAndBlockAreTheLaunchs) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);
    KERNEL_TASK_TYPE(3, KERNEL_TYPE_AIV_ONLY);
    REGISTER_NONE_TILING;
    KernelContext& context = port_.mutable_context();
    context.tiling_key = 12;
    context.block_idx = 3;
    context.block_num = 20;
    context.sub_block_idx = 1;
    context.sub_block_num = 2;
    context.system_workspace = 2;
    EXPECT_TRUE(TILING_KEY_IS(12));
    EXPECT_FALSE(TILING_KEY_IS(1));
    EXPECT_EQ(GetBlockIdx(), 3);
    EXPECT_EQ(GetBlockNum(), 20);
    EXPECT_EQ(GetSubBlockIdx(), 1);
    EXPECT_EQ(GetTaskRation(), 2);
    uint8_t workspace[4] = {};
    EXPECT_EQ(GetUserWorkspace(workspace), workspace + 2);
    EXPECT_EQ(GetSystemCycle(), 0);
}

TEST_F(Kernels, CoreKindsSelectCode) {
    bool vector = false;
    if ASCEND_IS_AIV { vector = true; }
    if ASCEND_IS_AIC { vector = false; }
    if ASCEND_IS_NOT_AIV { vector = false; }
    EXPECT_EQ(vector, __NPU_ARCH__ != 1001);  // a core of the 910 is of both kinds
    EXPECT_EQ(g_coreType, __NPU_ARCH__ == 1001 ? MIX : AIV);
}

TEST_F(Kernels, CheckedTextFunctions) {
    char text[8] = "ab";
    EXPECT_EQ(strcat_s(text, sizeof text, "cd"), EOK);
    EXPECT_STREQ(text, "abcd");
    EXPECT_EQ(strcat_s(text, sizeof text, "efgh"), ERANGE);
    EXPECT_EQ(strncpy_s(text, sizeof text, "123456789", 3), EOK);
    EXPECT_STREQ(text, "123");
    EXPECT_EQ(strncpy_s(text, sizeof text, "123456789", 9), ERANGE);
    EXPECT_EQ(sprintf_s(text, sizeof text, "%d", 1234567), 7);
    EXPECT_EQ(sprintf_s(text, sizeof text, "%d", 12345678), -1);
}

TEST_F(Kernels, PrintAndAssert) {
    AscendC::printf("%d %.1f|", 3, half(1.5F));
    PRINTF("plain %% kept");
    EXPECT_EQ(port_.printed(), "3 1.5|plain %% kept");
    ASSERT(1 + 1 == 2);
    const std::string message = failure([] { ASSERT(1 + 1 == 3); });
    EXPECT_THAT(message, ::testing::StartsWith("ASSERT: 1 + 1 == 3 is false at "));
}

TEST_F(Kernels, ScalarTools) {
    EXPECT_EQ(AlignUp(33, 32), 64U);
    EXPECT_EQ(CeilDivision(33, 32), 2);
    const int64_t wide = 33;
    EXPECT_EQ(AscendC::Ceil(wide, wide + 1), 1U);
    EXPECT_TRUE((IsSameType<float, float>::value));
    EXPECT_FALSE((IsSameType<float, half>::value));
    EXPECT_EQ((ScalarCast<float, int32_t, RoundMode::CAST_RINT>(2.5F)), 2);
    EXPECT_EQ((ScalarCast<float, int32_t, RoundMode::CAST_CEIL>(2.5F)), 3);
    EXPECT_EQ((ScalarCast<half, int32_t, RoundMode::CAST_FLOOR>(half(-2.5F))), -3);
    EXPECT_EQ((ScalarCast<float, int32_t, RoundMode::CAST_TRUNC>(1e20F)), INT32_MAX);
    EXPECT_EQ(float(ScalarCast<float, half, RoundMode::CAST_ROUND>(2049.0F)), 2050.0F);
}

TEST_F(Kernels, InitOutputFillsOnceAndStoresOften) {
    TPipe pipe;
    TBuf<> most;
    pipe.InitBuffer(most, 196608 - 64);
    std::vector<float> memory(48, -7.0F);
    GlobalTensor<float> gm;
    gm.SetGlobalBuffer(memory.data());
    port_.clear();
    InitOutput<float>(gm, 40, 2);
    EXPECT_THAT(take_steps(),
                ElementsAre("VDUP fp32 count=16 dst=196544 scalar=40000000", "SET_FLAG V>MTE3 0",
                            "WAIT_FLAG V>MTE3 0", "MOV_UB_TO_GM ub=196544 1x64",
                            "MOV_UB_TO_GM ub=196544 1x64", "MOV_UB_TO_GM ub=196544 1x32",
                            "SET_FLAG MTE3>V 0", "WAIT_FLAG MTE3>V 0"));
    EXPECT_EQ(memory[39], 2.0F);
    EXPECT_EQ(memory[40], -7.0F);
#if __NPU_ARCH__ == 1001
    EXPECT_EQ(
        failure([&] { InitOutput<float>(gm, 5, 0); }),
        "InitOutput: size is 20 B at the end, allowed is a multiple of 32 B on this architecture");
#else
    InitOutput<float>(gm, 5, 0);
    EXPECT_EQ(memory[4], 0.0F);
    EXPECT_EQ(memory[5], 2.0F);
#endif
}

TEST_F(Kernels, NoPipeIsAnError) {
    EXPECT_EQ(failure([] { GetTPipePtr(); }),
              "TPipe: none exists on this core, allowed is exactly one before this call");
}

}  // namespace
}  // namespace ascendc_test

namespace {

uint8_t* seen[3];

extern "C" __global__ __aicore__ void sample_kernel(GM_ADDR x, GM_ADDR y, GM_ADDR tiling) {
    seen[0] = x;
    seen[1] = y;
    seen[2] = tiling + AscendC::GetBlockIdx();
}

}  // namespace

DAVSIM_KERNEL_PART(sample_part, sample_kernel)

namespace ascendc_test {
namespace {

TEST_F(Kernels, PartCallsTheEntry) {
    const davsim::op::KernelPart& library = sample_part;
    ASSERT_EQ(library.arg_count, 3U);
    FunctionalPort other(arch_config(), 2, 4);
    CorePort* slot = &other;
    library.bind(&slot);
    uint8_t bytes[4] = {};
    void* const args[] = {&bytes[0], nullptr, &bytes[1]};
    library.invoke(args);
    EXPECT_EQ(seen[0], &bytes[0]);
    EXPECT_EQ(seen[1], nullptr);
    EXPECT_EQ(seen[2], &bytes[3]);
    slot = &port_;
    library.invoke(args);
    EXPECT_EQ(seen[2], &bytes[1]);
}

}  // namespace
}  // namespace ascendc_test
