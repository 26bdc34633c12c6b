// SPDX-License-Identifier: Apache-2.0
// Devices, contexts, memory, options: what they do and how they refuse.

#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/acl/acl_fixture.h"

namespace davsim::acl_test {
namespace {

using testing::HasSubstr;

constexpr aclrtMemcpyKind kUp = ACL_MEMCPY_HOST_TO_DEVICE;
constexpr aclrtMemcpyKind kDown = ACL_MEMCPY_DEVICE_TO_HOST;
constexpr aclrtMemMallocPolicy kHuge = ACL_MEM_MALLOC_HUGE_FIRST;

TEST(Acl, InitCounts) {
    EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
    EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
    std::uint64_t left = 7;
    EXPECT_EQ(aclFinalizeReference(&left), ACL_SUCCESS);
    EXPECT_EQ(left, 1U);
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
    EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
}

TEST(Acl, BadEnvironmentIsTold) {
    setenv("DAVSIM_SOC", "Ascend9", 1);
    EXPECT_EQ(aclInit(nullptr), ACL_ERROR_INVALID_PARAM);
    EXPECT_THAT(recent_error(), HasSubstr("no SoC 'Ascend9', allowed is one of"));
    EXPECT_EQ(aclrtGetSocName(), nullptr);
}

TEST(Acl, EveryVariableIsChecked) {
    const char* cases[][3] = {
        {"DAVSIM_TRACE", "all", "DAVSIM_TRACE: 'all', allowed are off, sync, pipe and full"},
        {"DAVSIM_SYNC", "no", "DAVSIM_SYNC: 'no', allowed are auto and manual"},
        {"DAVSIM_JITTER", "-1", "DAVSIM_JITTER: '-1', allowed is a whole number"},
        {"DAVSIM_MAX_CYCLES", "1e3", "DAVSIM_MAX_CYCLES: '1e3', allowed is a whole number"},
        {"DAVSIM_SET", "l2.bytes=1;nothing=2", "l2.bytes: value is '1'"},
    };
    for (const auto& [name, value, text] : cases) {
        setenv(name, value, 1);
        EXPECT_EQ(aclInit(nullptr), ACL_ERROR_INVALID_PARAM) << name;
        EXPECT_THAT(recent_error(), HasSubstr(text));
        unsetenv(name);
    }
    EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
}

TEST(Acl, NeedsAContext) {
    void* block = nullptr;
    EXPECT_EQ(aclrtMalloc(&block, 8, kHuge), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtCreateStream(&block), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_THAT(recent_error(), HasSubstr("aclrtSetDevice"));
    EXPECT_EQ(recent_error(), "");  // read once
    std::int32_t device = 0;
    EXPECT_EQ(aclrtGetDevice(&device), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS);
    EXPECT_EQ(aclrtSetDevice(1), ACL_ERROR_RT_INVALID_DEVICEID);
    EXPECT_EQ(aclrtSetDevice(-1), ACL_ERROR_RT_INVALID_DEVICEID);
}

// As under valgrind, or with a limit set by ulimit -v.
TEST(Acl, ShortAddressSpaceMeansLessMemory) {
    rlimit limit{};
    ASSERT_EQ(getrlimit(RLIMIT_AS, &limit), 0);
    limit.rlim_cur = std::size_t{20} << 30U;
    ASSERT_EQ(setrlimit(RLIMIT_AS, &limit), 0);
    EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS) << recent_error();
    std::size_t left = 0;
    std::size_t total = 0;
    EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &left, &total), ACL_SUCCESS);
    EXPECT_EQ(total, std::size_t{16} << 30U);
    EXPECT_EQ(left, total);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
}

class Runtime : public AclTest {};

TEST_F(Runtime, TellsItsSoc) {
    EXPECT_STREQ(aclrtGetSocName(), "Ascend910B2");
    std::uint32_t count = 0;
    EXPECT_EQ(aclrtGetDeviceCount(&count), ACL_SUCCESS);
    EXPECT_EQ(count, 1U);
    std::int64_t value = 0;
    EXPECT_EQ(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_VECTOR_CORE_NUM, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 48);
    EXPECT_EQ(aclGetDeviceCapability(0, ACL_DEVICE_INFO_AI_CORE_NUM, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 24);
    aclrtRunMode mode = ACL_DEVICE;
    EXPECT_EQ(aclrtGetRunMode(&mode), ACL_SUCCESS);
    EXPECT_EQ(mode, ACL_HOST);
}

TEST_F(Runtime, HasNoPeer) {
    std::int32_t can = 7;
    EXPECT_EQ(aclrtDeviceCanAccessPeer(&can, 0, 0), ACL_SUCCESS);
    EXPECT_EQ(can, 0);
    EXPECT_EQ(aclrtDeviceCanAccessPeer(&can, 0, 1), ACL_ERROR_RT_INVALID_DEVICEID);
    EXPECT_EQ(aclrtDeviceCanAccessPeer(nullptr, 0, 0), ACL_ERROR_INVALID_PARAM);
}

TEST_F(Runtime, DeviceSetsCount) {
    EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtResetDevice(0), ACL_ERROR_RT_CONTEXT_NULL);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS);
}

TEST_F(Runtime, ContextsBelongToThreads) {
    aclrtContext first = nullptr;
    EXPECT_EQ(aclrtGetCurrentContext(&first), ACL_SUCCESS);
    aclrtContext second = nullptr;
    EXPECT_EQ(aclrtCreateContext(&second, 0), ACL_SUCCESS);  // and makes it current
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_STREAM_CONTEXT);
    std::thread([&] {
        aclrtContext none = nullptr;
        EXPECT_EQ(aclrtGetCurrentContext(&none), ACL_ERROR_RT_CONTEXT_NULL);
        EXPECT_EQ(aclrtSetCurrentContext(first), ACL_SUCCESS);
        EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
    }).join();
    EXPECT_EQ(aclrtDestroyContext(second), ACL_SUCCESS);
    EXPECT_EQ(aclrtSetCurrentContext(second), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtDestroyContext(first), ACL_ERROR_RT_PARAM_INVALID);  // the device's own
    EXPECT_EQ(aclrtSetCurrentContext(first), ACL_SUCCESS);
}

TEST_F(Runtime, Memory) {
    void* block = nullptr;
    EXPECT_EQ(aclrtMalloc(nullptr, 8, kHuge), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtMalloc(&block, 0, kHuge), ACL_ERROR_INVALID_PARAM);
    EXPECT_THAT(recent_error(), HasSubstr("aclrtMalloc: argument size is 0, allowed is 1 or more"));
    EXPECT_EQ(aclrtMalloc(&block, std::size_t{1} << 50U, kHuge), ACL_ERROR_RT_MEMORY_ALLOCATION);
    std::size_t before = 0;
    std::size_t total = 0;
    EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &before, &total), ACL_SUCCESS);
    EXPECT_EQ(total, std::size_t{64} << 30U);
    EXPECT_EQ(aclrtMalloc(&block, 100, kHuge), ACL_SUCCESS);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % 64, 0U);
    std::size_t after = 0;
    EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &after, &total), ACL_SUCCESS);
    EXPECT_EQ(before - after, 128U + 32U);
    EXPECT_EQ(aclrtFree(static_cast<char*>(block) + 32), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
    EXPECT_EQ(aclrtFree(block), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_THAT(recent_error(), HasSubstr("freed already"));
    EXPECT_EQ(aclrtFree(nullptr), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtFree(&block), ACL_ERROR_RT_PARAM_INVALID);

    EXPECT_EQ(aclrtMallocWithCfg(&block, 64, kHuge, nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
    aclrtMallocAttribute attribute{ACL_RT_MEM_ATTR_MODULE_ID, {}};
    aclrtMallocConfig config{&attribute, 1};
    EXPECT_EQ(aclrtMallocWithCfg(&block, 64, kHuge, &config), ACL_SUCCESS);
    EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
    config.attrs = nullptr;
    EXPECT_EQ(aclrtMallocWithCfg(&block, 64, kHuge, &config), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtMallocWithCfg(&block, 0, kHuge, nullptr), ACL_ERROR_INVALID_PARAM);

    EXPECT_EQ(aclrtMallocHost(&block, 64), ACL_SUCCESS);
    EXPECT_EQ(aclrtFree(block), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtFreeHost(block), ACL_SUCCESS);
    EXPECT_EQ(aclrtFreeHost(block), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtMallocHost(&block, 0), ACL_ERROR_INVALID_PARAM);
}

// Address space comes back: far more than HBM is handed out in the course of a program.
TEST_F(Runtime, MemoryIsReused) {
    constexpr std::size_t kBytes = std::size_t{8} << 30U;
    void* kept = allocate(64);
    for (int i = 0; i < 20; ++i) {
        void* block = nullptr;
        ASSERT_EQ(aclrtMalloc(&block, kBytes, kHuge), ACL_SUCCESS) << i;
        void* behind = allocate(64);
        ASSERT_EQ(aclrtFree(block), ACL_SUCCESS);
        EXPECT_NE(behind, kept);
    }
}

TEST_F(Runtime, Copies) {
    std::vector<int> host(64, 5);
    auto* device = static_cast<int*>(allocate(256));
    EXPECT_EQ(aclrtMemcpy(device, 256, host.data(), 256, kUp), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemset(device, 256, 1, 8), ACL_SUCCESS);
    EXPECT_EQ(download(device, 3), (std::vector<int>{0x01010101, 0x01010101, 5}));
    EXPECT_EQ(aclrtMemcpy(nullptr, 0, nullptr, 0, kUp), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemset(nullptr, 0, 0, 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemcpy(nullptr, 4, host.data(), 4, kUp), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtMemcpy(device, 4, nullptr, 4, kUp), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtMemcpy(device, 4, host.data(), 8, kUp), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_THAT(recent_error(), HasSubstr("destMax is 4, less than count 8"));
    EXPECT_EQ(aclrtMemcpy(device, 4, host.data(), 4, static_cast<aclrtMemcpyKind>(9)),
              ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtMemcpy(device + 60, 4096, host.data(), 256, kUp), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtMemcpy(host.data(), 4096, device + 60, 256, kDown), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtMemset(device, 4, 0, 8), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtMemset(nullptr, 8, 0, 8), ACL_ERROR_INVALID_PARAM);
    // Overlapping, as if by way of a buffer.
    EXPECT_EQ(aclrtMemcpy(device + 1, 12, device, 12, ACL_MEMCPY_DEVICE_TO_DEVICE), ACL_SUCCESS);
    EXPECT_EQ(download(device, 4), (std::vector<int>{0x01010101, 0x01010101, 0x01010101, 5}));
}

TEST_F(Runtime, Copies2d) {
    const std::vector<std::int16_t> host{1, 2, 3, 4, 5, 6};
    auto* device = upload(std::vector<std::int16_t>(8, 0));
    EXPECT_EQ(aclrtMemcpy2d(device, 8, host.data(), 6, 4, 2, kUp), ACL_SUCCESS);
    EXPECT_EQ(download(device, 8), (std::vector<std::int16_t>{1, 2, 0, 0, 4, 5, 0, 0}));
    EXPECT_EQ(aclrtMemcpy2d(device, 4, host.data(), 6, 5, 2, kUp), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtMemcpy2d(device, 4, host.data(), 6, 0, 2, kUp), ACL_SUCCESS);
}

TEST_F(Runtime, Options) {
    std::int64_t value = 7;
    EXPECT_EQ(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value),
              ACL_ERROR_RT_SYSPARAMOPT_NOT_SET);
    EXPECT_EQ(aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 0);
    EXPECT_EQ(aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, 3), ACL_SUCCESS);
    EXPECT_EQ(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 3);
    EXPECT_EQ(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value), ACL_SUCCESS);
    EXPECT_EQ(value, 1);
    EXPECT_EQ(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 4), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtSetSysParamOpt(ACL_OPT_ENABLE_DEBUG_KERNEL, 2), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtSetSysParamOpt(static_cast<aclSysParamOpt>(4), 0), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, nullptr), ACL_ERROR_INVALID_PARAM);
}

TEST(Acl, DataTypes) {
    EXPECT_EQ(aclDataTypeSize(ACL_FLOAT), 4U);
    EXPECT_EQ(aclDataTypeSize(ACL_BF16), 2U);
    EXPECT_EQ(aclDataTypeSize(ACL_COMPLEX128), 16U);
    EXPECT_EQ(aclDataTypeSize(ACL_STRING), 0U);
    EXPECT_EQ(aclFloat16ToFloat(0x3C00), 1.0F);
    EXPECT_EQ(aclFloatToFloat16(-2.0F), 0xC000);
}

// A program that takes device memory and gives it back or not, as it ends.
void leave_memory(const std::string& output, bool free_it, bool reset_it) {
    setenv("DAVSIM_OUTPUT", output.c_str(), 1);
    aclInit(nullptr);
    aclrtSetDevice(0);
    void* memory = nullptr;
    aclrtMalloc(&memory, 100, kHuge);
    if (free_it) aclrtFree(memory);
    if (reset_it) aclrtResetDevice(0);
    std::exit(0);
}

TEST(Leaks, AreReportedHoweverTheProgramEnds) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("davsim-leaks-" + std::to_string(getpid()));
    for (const bool reset_it : {false, true}) {
        for (const bool free_it : {false, true}) {
            std::filesystem::create_directories(folder);
            EXPECT_EXIT(leave_memory(folder, free_it, reset_it), testing::ExitedWithCode(0), "");
            std::ifstream report(folder / "hazards.txt");
            const std::string text{std::istreambuf_iterator<char>(report), {}};
            if (free_it) {
                EXPECT_EQ(text, "");
            } else {
                EXPECT_THAT(text, testing::AllOf(HasSubstr("memory-leak"), HasSubstr("100 bytes")))
                    << reset_it;
            }
            std::filesystem::remove_all(folder);
        }
    }
}

}  // namespace
}  // namespace davsim::acl_test
