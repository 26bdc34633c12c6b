// SPDX-License-Identifier: Apache-2.0
// Streams run in order and when somebody waits; events carry simulated time; faults of kernels come
// back as codes and the process goes on.

#include "kernel_operator.h"
#include "sim/ascendc/launch_site.h"
#include "tests/acl/acl_fixture.h"

namespace davsim::acl_test {
namespace {

using testing::HasSubstr;

// Each block writes `value` plus its index, one a 32-byte block.
void number_blocks(GM_ADDR out, std::int32_t value) {
    AscendC::GlobalTensor<std::int32_t> tensor;
    tensor.SetGlobalBuffer(reinterpret_cast<std::int32_t*>(out));
    const auto block = static_cast<std::int32_t>(AscendC::GetBlockIdx());
    tensor.SetValue(static_cast<std::uint64_t>(block) * 8, value + block);
}

void wild_pointer(GM_ADDR out) {
    if (AscendC::GetBlockIdx() == 2) *reinterpret_cast<volatile char*>(out - (1ULL << 45U)) = 1;
}

void one_waits(GM_ADDR) {
    if (AscendC::GetBlockIdx() == 0) AscendC::SyncAll();
}

void throws(GM_ADDR) {
    throw std::runtime_error("of its own");
}

class Streams : public AclTest {
protected:
    void launch(void* out, std::int32_t value, aclrtStream stream, std::uint32_t blocks = 4) {
        launch_kernel(&number_blocks, "number_blocks", LaunchShape(blocks, 0, stream),
                      static_cast<GM_ADDR>(out), value);
    }
    void launch(void (*kernel)(GM_ADDR), void* out) {
        launch_kernel(kernel, "kernel", LaunchShape(4, 0, stream_), static_cast<GM_ADDR>(out));
    }
    std::int32_t block_value(void* out, std::size_t block) {
        return download(static_cast<std::int32_t*>(out), block * 8 + 1).back();
    }
};

TEST_F(Streams, RunInOrderWhenSynchronised) {
    void* out = allocate(4096);
    EXPECT_EQ(aclrtMemsetAsync(out, 4096, 0, 4096, stream_), ACL_SUCCESS);
    launch(out, 100, stream_);
    std::int32_t copied = 0;
    EXPECT_EQ(aclrtMemcpyAsync(&copied, 4, static_cast<char*>(out) + 96, 4,
                               ACL_MEMCPY_DEVICE_TO_HOST, stream_),
              ACL_SUCCESS);
    launch(out, 200, stream_);
    EXPECT_EQ(copied, 0);
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
    EXPECT_EQ(copied, 103);
    EXPECT_EQ(block_value(out, 3), 203);
    aclrtStreamStatus status = ACL_STREAM_STATUS_NOT_READY;
    launch(out, 300, stream_);
    EXPECT_EQ(aclrtStreamQuery(stream_, &status), ACL_SUCCESS);
    EXPECT_EQ(status, ACL_STREAM_STATUS_COMPLETE);
    EXPECT_EQ(block_value(out, 3), 303);
}

TEST_F(Streams, EventsOrderStreams) {
    void* out = allocate(4096);
    aclrtStream other = nullptr;
    ASSERT_EQ(aclrtCreateStream(&other), ACL_SUCCESS);
    aclrtEvent event = nullptr;
    ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
    launch(out, 1, stream_);
    EXPECT_EQ(aclrtRecordEvent(event, stream_), ACL_SUCCESS);
    EXPECT_EQ(aclrtStreamWaitEvent(other, event), ACL_SUCCESS);
    launch(out, 2, other);
    // Only the second is waited for, and takes the first with it.
    EXPECT_EQ(aclrtSynchronizeStream(other), ACL_SUCCESS);
    EXPECT_EQ(block_value(out, 0), 2);
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
    EXPECT_EQ(block_value(out, 0), 2);
    EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyEvent(event), ACL_ERROR_RT_INVALID_HANDLE);
    EXPECT_EQ(aclrtDestroyStream(other), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyStream(other), ACL_ERROR_RT_INVALID_HANDLE);
    EXPECT_EQ(aclrtSynchronizeStream(other), ACL_ERROR_RT_INVALID_HANDLE);
}

TEST_F(Streams, AnEventThatNobodyRecordsEndsInATimeout) {
    aclrtEvent event = nullptr;
    ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
    EXPECT_EQ(aclrtStreamWaitEvent(stream_, event), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    aclrtStream other = nullptr;
    ASSERT_EQ(aclrtCreateStream(&other), ACL_SUCCESS);
    EXPECT_EQ(aclrtRecordEvent(event, other), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
}

TEST_F(Streams, EventsCarrySimulatedTime) {
    void* out = allocate(4096);
    aclrtEvent before = nullptr;
    aclrtEvent after = nullptr;
    ASSERT_EQ(aclrtCreateEvent(&before), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateEventWithFlag(&after, ACL_EVENT_TIME_LINE), ACL_SUCCESS);
    float ms = 0;
    EXPECT_EQ(aclrtEventElapsedTime(&ms, before, after), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID);
    EXPECT_EQ(aclrtRecordEvent(before, stream_), ACL_SUCCESS);
    launch(out, 1, stream_);
    EXPECT_EQ(aclrtRecordEvent(after, stream_), ACL_SUCCESS);
    aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_NOT_READY;
    EXPECT_EQ(aclrtQueryEventStatus(after, &status), ACL_SUCCESS);
    EXPECT_EQ(status, ACL_EVENT_RECORDED_STATUS_COMPLETE);
    EXPECT_EQ(aclrtEventElapsedTime(&ms, before, after), ACL_SUCCESS);
    EXPECT_GT(ms, 0.5e-3F);
    EXPECT_LT(ms, 50e-3F);
    EXPECT_EQ(aclrtEventElapsedTime(&ms, after, before), ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL);
    // The same once more, to the last bit.
    float again = 0;
    EXPECT_EQ(aclrtRecordEvent(before, stream_), ACL_SUCCESS);
    launch(out, 1, stream_);
    launch(out, 1, stream_);
    EXPECT_EQ(aclrtRecordEvent(after, stream_), ACL_SUCCESS);
    EXPECT_EQ(aclrtEventElapsedTime(&again, before, after), ACL_SUCCESS);
    EXPECT_GT(again, 1.5F * ms);
}

TEST_F(Streams, HostFunctionsTakeTheirTurn) {
    std::vector<int> order;
    static std::vector<int>* seen = nullptr;
    seen = &order;
    const auto note = [](void* number) { seen->push_back(*static_cast<int*>(number)); };
    int one = 1;
    int two = 2;
    EXPECT_EQ(aclrtLaunchCallback(note, &one, ACL_CALLBACK_BLOCK, stream_), ACL_SUCCESS);
    EXPECT_EQ(aclrtLaunchHostFunc(stream_, note, &two), ACL_SUCCESS);
    EXPECT_TRUE(order.empty());
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
    EXPECT_EQ(order, (std::vector<int>{1, 2}));
    EXPECT_EQ(aclrtLaunchHostFunc(stream_, nullptr, nullptr), ACL_ERROR_INVALID_PARAM);
}

TEST_F(Streams, FreeingMemoryRunsWhatWantsIt) {
    void* out = nullptr;
    ASSERT_EQ(aclrtMalloc(&out, 4096, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    launch(out, 1, stream_);
    EXPECT_EQ(aclrtFree(out), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
}

// A fault is told once, with its reason, and memory and the rest of the process are as before.
TEST_F(Streams, FaultsAreCodes) {
    const struct {
        void (*kernel)(GM_ADDR);
        aclError code;
        const char* text;
        const char* place;  // the line at which it went wrong
    } kCases[] = {
        {&wild_pointer, ACL_ERROR_RT_VECTOR_CORE_EXCEPTION, "block 2", "stream_test.cpp:"},
        {&one_waits, ACL_ERROR_RT_VECTOR_CORE_TIMEOUT, "SyncAll reached by 1 of 4",
         "stream_test.cpp:"},
        {&throws, ACL_ERROR_RT_VECTOR_CORE_EXCEPTION, "of its own", ""}};
    void* out = allocate(4096);
    for (const auto& c : kCases) {
        launch(c.kernel, out);
        EXPECT_EQ(aclrtSynchronizeStream(stream_), c.code);
        const std::string told = recent_error();
        EXPECT_THAT(told, HasSubstr(c.text));
        EXPECT_THAT(told, HasSubstr(c.place));
        EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
        launch(out, 5, stream_);
        EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
        EXPECT_EQ(block_value(out, 3), 8);
    }
    // Beyond an allocation, and on a stream that stops then.
    EXPECT_EQ(aclrtSetStreamFailureMode(stream_, ACL_STOP_ON_FAILURE), ACL_SUCCESS);
    launch(static_cast<char*>(out) + 4096 + 64, 1, stream_);
    launch(out, 6, stream_);
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    EXPECT_EQ(block_value(out, 3), 8);
    launch(out, 7, stream_, 0);
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_THAT(recent_error(), HasSubstr("block_dim is 0"));
}

class ShortOfCycles : public Streams {
protected:
    ShortOfCycles() { setenv("DAVSIM_MAX_CYCLES", "100", 1); }
};

TEST_F(ShortOfCycles, EndsInATimeout) {
    launch(allocate(4096), 1, stream_);
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_VECTOR_CORE_TIMEOUT);
    EXPECT_THAT(recent_error(), HasSubstr("limit of 100 cycles"));
}

class OtherArchitecture : public Streams {
protected:
    OtherArchitecture() { setenv("DAVSIM_SOC", "Ascend950PR", 1); }
};

TEST_F(OtherArchitecture, IsRefused) {
    launch(allocate(4096), 1, stream_);
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    EXPECT_THAT(recent_error(), HasSubstr("compiled for architecture 2201"));
}

}  // namespace
}  // namespace davsim::acl_test
