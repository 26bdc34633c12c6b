// SPDX-License-Identifier: Apache-2.0
// Cross-core flags: who waits for whom, when, and what goes wrong.

#include "tests/device/device_fixture.h"

namespace davsim::testing {
namespace {

class CoreFlag : public DeviceTest {
protected:
    CoreFlag() { config.scalar.alu = 1; }

    void set(CoreFlagMode mode, std::uint8_t flag, Pipe pipe = Pipe::kMte3) {
        Instruction ins;
        ins.opcode = Opcode::kSetCoreFlag;
        ins.pipe = pipe;
        ins.sync = {pipe, Pipe::kS, flag, mode};
        core().issue(ins);
    }
    void work(std::uint32_t cycles) { core().spend(ScalarOp::kAlu, static_cast<int>(cycles)); }
    std::uint32_t block() { return core().context().block_idx; }

    LaunchResult run_mixed(const std::function<void()>& body, std::uint32_t blocks,
                           BlockCores cores) {
        LaunchRequest request;
        request.kernel = "test";
        request.body = body;
        request.blocks = blocks;
        request.cores = cores;
        return device().launch(request);
    }
};

TEST_F(CoreFlag, AllCoresGoOnAfterTheLastSet) {
    std::vector<std::int64_t> passed(4);
    run(
        [&] {
            work(100 * block());
            set(CoreFlagMode::kAllCores, 3);
            core().wait_core_flag(3);
            passed[block()] = core().now();
        },
        4);
    EXPECT_EQ(passed, std::vector<std::int64_t>(4, 300 + 500));
}

TEST_F(CoreFlag, StoresBeforeTheSetAreThereAfterTheWait) {
    std::uint8_t* x = device().memory().allocate(4096, "x");
    std::vector<float> seen(4);
    run(
        [&] {
            write_ub(0, static_cast<float>(block() + 1));
            core().issue(store(x + std::uint64_t{512} * block(), 0, 32));
            set(CoreFlagMode::kAllCores, 0);
            core().wait_core_flag(0);
            core().issue(load(1024, x + std::uint64_t{512} * ((block() + 1) % 4), 32));
            core().barrier_all();
            seen[block()] = read_ub(1024);
        },
        4);
    EXPECT_EQ(seen, (std::vector<float>{2, 3, 4, 1}));
}

// The wait holds the scalar unit only: what was issued before it goes on, a set among it.
TEST_F(CoreFlag, PipesGoOnBehindAWait) {
    std::uint8_t* x = device().memory().allocate(65536, "x");
    std::vector<std::int64_t> passed(2);
    run_mixed(
        [&] {
            core().issue(store(x + std::uint64_t{32768} * block(), 0, 16384));
            set(CoreFlagMode::kSiblings, 1);
            core().wait_core_flag(1);
            passed[block()] = core().now();
        },
        1, {2, true});
    EXPECT_EQ(passed[0], passed[1]);
    EXPECT_GE(passed[0], 150 + 16384 / 100 + 30);
}

TEST_F(CoreFlag, SiblingsShareAnAiCore) {
    std::vector<std::int64_t> passed(4);
    std::vector<std::uint32_t> sub(4);
    run_mixed(
        [&] {
            work(100 * block());
            sub[block()] = core().context().sub_block_idx;
            set(CoreFlagMode::kSiblings, 1);
            core().wait_core_flag(1);
            passed[block()] = core().now();
            EXPECT_EQ(core().context().block_num, 2U);
            EXPECT_EQ(core().context().sub_block_num, 2U);
        },
        2, {2, true});
    EXPECT_EQ(passed, (std::vector<std::int64_t>{130, 130, 330, 330}));
    EXPECT_EQ(sub, (std::vector<std::uint32_t>{0, 1, 0, 1}));
}

TEST_F(CoreFlag, OneVectorCoreABlockLeavesTheOtherIdle) {
    run_mixed([&] { EXPECT_EQ(core().context().sub_block_num, 1U); }, 2, {1, true});
    ASSERT_EQ(recorder.blocks.size(), 2U);
    EXPECT_EQ(recorder.blocks[0].core + recorder.blocks[1].core, 0 + 2);
}

TEST_F(CoreFlag, CountersCount) {
    std::int64_t passed = 0;
    run([&] {
        for (int i = 0; i < 15; ++i) set(CoreFlagMode::kAllCores, 2);
        for (int i = 0; i < 15; ++i) core().wait_core_flag(2);
        passed = core().now();
    });
    EXPECT_EQ(passed, 500);
}

TEST_F(CoreFlag, ACounterBeyondItsEndIsTheKernelsFault) {
    const std::string message = failure(
        [&] {
            for (int i = 0; i < 16; ++i) set(CoreFlagMode::kAllCores, 2);
            core().barrier_all();
        },
        Fault::kKernel);
    EXPECT_EQ(message.find("CrossCoreSetFlag: counter of flag 2 is beyond 15"), 0U) << message;
}

TEST_F(CoreFlag, FlagsThatNobodyWaitsForAreTheKernelsFault) {
    EXPECT_EQ(failure([&] { set(CoreFlagMode::kAllCores, 5); }, Fault::kKernel, 2),
              "cross-core flag 5 of block 0 is set and never waited for, cross-core flag 5 of "
              "block 1 is set and never waited for");
}

TEST_F(CoreFlag, AWaitThatNotAllCoresSetIsADeadlock) {
    EXPECT_EQ(failure(
                  [&] {
                      if (block() == 0) set(CoreFlagMode::kAllCores, 4);
                      if (block() == 0) core().wait_core_flag(4);
                  },
                  Fault::kDeadlock, 2),
              "no core can go on; core 0, block 0: scalar unit at CrossCoreWaitFlag(4) that not "
              "all cores set");
}

TEST_F(CoreFlag, WaitingForTheCubeHalfIsUnsupported) {
    try {
        run_mixed(
            [&] {
                set(CoreFlagMode::kCubeCore, 7);
                core().wait_core_flag(8);
            },
            1, {2, true});
        ADD_FAILURE() << "the launch did not fail";
    } catch (const Error& error) {
        EXPECT_EQ(error.fault(), Fault::kUnsupported);
        EXPECT_EQ(std::string(error.what()).find("the vector half waits for the cube half"), 0U);
    }
}

TEST_F(CoreFlag, MoreVectorCoresThanAnAiCoreHasIsUnsupported) {
    EXPECT_THROW(run_mixed([] {}, 1, {3, true}), Error);
}

}  // namespace
}  // namespace davsim::testing
