// SPDX-License-Identifier: Apache-2.0
#pragma once
// Kernels that are compiled into the test, launched on a small device.

#include <functional>
#include <string>

#include "kernel_operator.h"
#include "tests/device/device_fixture.h"

namespace ascendc_device {

class KernelLaunch : public davsim::testing::DeviceTest {
protected:
    KernelLaunch() {
        config.scalar.alu = 1;
        config.scalar.dcache_bytes = 1024;
        config.scalar.dcache_line = 64;
        config.cores.sys_counter_mhz = 50;
    }

    // Zero at first.
    template <typename T>
    T* tensor(std::uint64_t elements) {
        auto* memory = device().memory().allocate(elements * sizeof(T), "x");
        std::memset(memory, 0, elements * sizeof(T));
        return reinterpret_cast<T*>(memory);
    }
    template <typename T>
    static GM_ADDR address(T* tensor) {
        return reinterpret_cast<GM_ADDR>(tensor);
    }

    davsim::LaunchResult run_kernel(const std::function<void()>& body, std::uint32_t blocks,
                                    davsim::BlockCores cores = {}) {
        AscendC::detail::core_slot = device().core_slot();
        davsim::LaunchRequest request;
        request.kernel = "test";
        request.body = body;
        request.blocks = blocks;
        request.cores = cores;
        return device().launch(request);
    }

    // The message of a launch that must end with this fault.
    std::string fault(const std::function<void()>& body, std::uint32_t blocks,
                      davsim::Fault expected, davsim::BlockCores cores = {}) {
        try {
            run_kernel(body, blocks, cores);
        } catch (const davsim::Error& error) {
            EXPECT_EQ(error.fault(), expected) << error.what();
            return error.what();
        }
        return "no failure";
    }
};

}  // namespace ascendc_device
