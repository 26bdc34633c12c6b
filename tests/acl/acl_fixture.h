// SPDX-License-Identifier: Apache-2.0
#pragma once
// A program's beginning and end around each test: device, stream, memory that is given back.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "acl/acl.h"

namespace davsim::acl_test {

// The text of the latest error; empty without one.
inline std::string recent_error() {
    const char* text = aclGetRecentErrMsg();
    return text == nullptr ? "" : text;
}

class AclTest : public ::testing::Test {
protected:
    explicit AclTest(const char* soc = "Ascend910B2") { setenv("DAVSIM_SOC", soc, 1); }

    void SetUp() override {
        ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS) << recent_error();
        ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS) << recent_error();
        ASSERT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS);
    }
    void TearDown() override {
        for (void* block : blocks_) EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
        EXPECT_EQ(aclrtDestroyStream(stream_), ACL_SUCCESS);
        EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
        EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
    }

    void* allocate(std::size_t bytes) {
        void* block = nullptr;
        EXPECT_EQ(aclrtMalloc(&block, bytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
        blocks_.push_back(block);
        return block;
    }

    template <typename T>
    T* upload(const std::vector<T>& values) {
        const std::size_t bytes = values.size() * sizeof(T);
        void* block = allocate(bytes == 0 ? 1 : bytes);
        EXPECT_EQ(aclrtMemcpy(block, bytes, values.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE),
                  ACL_SUCCESS);
        return static_cast<T*>(block);
    }

    template <typename T>
    std::vector<T> download(const T* block, std::size_t count) {
        std::vector<T> values(count);
        const std::size_t bytes = count * sizeof(T);
        EXPECT_EQ(aclrtMemcpy(values.data(), bytes, block, bytes, ACL_MEMCPY_DEVICE_TO_HOST),
                  ACL_SUCCESS);
        return values;
    }

    aclrtStream stream_ = nullptr;
    std::vector<void*> blocks_;
};

}  // namespace davsim::acl_test
