// SPDX-License-Identifier: Apache-2.0
#include "tests/support/functional_launch.h"

#include "tests/ascendc/kernel_fixture.h"

namespace ascendc_test {
namespace {

using namespace AscendC;
using ::testing::ElementsAre;

// Each block writes its number, all meet, each sums what all wrote.
TEST(Launch, BlocksMeetInSyncAll) {
    davsim::testing::FunctionalLaunch launch(arch_config(), 5, 3);
    AscendC::detail::core_slot = launch.slot();
    std::vector<int32_t> memory(5, 0);
    std::vector<int32_t> sums(5, 0);
    launch.run([&] {
        TPipe pipe;
        const auto block = static_cast<std::size_t>(GetBlockIdx());
        GlobalTensor<int32_t> gm;
        gm.SetGlobalBuffer(memory.data());
        gm.SetValue(block, block + 1);
        SyncAll();
        for (uint64_t i = 0; i < 5; ++i) sums[block] += gm.GetValue(i);
        SyncAll();
        if (TILING_KEY_IS(3)) gm.SetValue(block, 0);
    });
    EXPECT_THAT(sums, ElementsAre(15, 15, 15, 15, 15));
    EXPECT_THAT(memory, ElementsAre(0, 0, 0, 0, 0));
}

TEST(Launch, ABlockThatDoesNotCome) {
    davsim::testing::FunctionalLaunch launch(arch_config(), 2);
    AscendC::detail::core_slot = launch.slot();
    try {
        launch.run([] {
            if (GetBlockIdx() == 0) SyncAll();
        });
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.fault(), Fault::kDeadlock);
        EXPECT_STREQ(error.what(), "SyncAll: block 1 ended without it");
    }
}

}  // namespace
}  // namespace ascendc_test
