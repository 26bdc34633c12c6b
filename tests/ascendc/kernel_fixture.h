// SPDX-License-Identifier: Apache-2.0
#pragma once
// A core for one test, and shorthands to fill and read its UB. Tests are compiled once an
// architecture.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "kernel_operator.h"
#include "tests/support/functional_port.h"

// Not inside davsim: Ascend C spells RoundMode and others itself.
namespace ascendc_test {

using davsim::CorePort;
using davsim::DataType;
using davsim::Error;
using davsim::Fault;
using davsim::KernelContext;
using davsim::Opcode;
using davsim::Pipe;
using davsim::ScalarOp;
using davsim::testing::FunctionalConfig;
using davsim::testing::FunctionalPort;

inline FunctionalConfig arch_config() {
    FunctionalConfig config;
    if (__NPU_ARCH__ == 1001) config.event_ids = 4;
    config.fused_multiply_add = __NPU_ARCH__ == 3510;
    config.nan_compares_unequal = __NPU_ARCH__ == 3510;
    return config;
}

template <typename T>
double number_of(T value) {
    return static_cast<double>(static_cast<std::conditional_t<(sizeof(T) > 2), T, float>>(value));
}

class Kernel : public ::testing::Test {
protected:
    Kernel() : port_(arch_config()) { AscendC::detail::core_slot = &slot_; }

    template <typename T>
    static AscendC::LocalTensor<T> tensor(std::uint32_t addr, std::uint32_t elements) {
        return AscendC::LocalTensor<T>(AscendC::TPosition::VECCALC, addr, elements);
    }

    // A tensor whose element i is value(i); written behind the core's back.
    template <typename T>
    AscendC::LocalTensor<T> filled(std::uint32_t addr, std::uint32_t elements,
                                   const std::function<double(int)>& value) {
        auto* data = reinterpret_cast<T*>(port_.ub() + addr);
        for (std::uint32_t i = 0; i < elements; ++i) {
            if constexpr (std::is_integral_v<T>) {
                data[i] = static_cast<T>(value(static_cast<int>(i)));
            } else {
                data[i] = T(static_cast<float>(value(static_cast<int>(i))));
            }
        }
        return tensor<T>(addr, elements);
    }

    template <typename T>
    double at(const AscendC::LocalTensor<T>& tensor, std::uint32_t index) {
        return number_of(reinterpret_cast<const T*>(port_.ub() + tensor.address())[index]);
    }

    // Elements [0, count) are value(i), to the relative error of an fp16 or fp32 result.
    template <typename T>
    void expect_values(const AscendC::LocalTensor<T>& tensor, std::uint32_t count,
                       const std::function<double(int)>& value) {
        const double tolerance = sizeof(T) == 2 ? 4e-3 : 2e-6;
        for (std::uint32_t i = 0; i < count; ++i) {
            const double want = value(static_cast<int>(i));
            ASSERT_NEAR(at(tensor, i), want, tolerance * std::max(1.0, std::abs(want)))
                << "element " << i;
        }
    }

    // Steps since the last call.
    std::vector<std::string> take_steps() {
        std::vector<std::string> steps = port_.steps();
        port_.clear();
        return steps;
    }

    // The message that `body` ends the launch with.
    std::string failure(const std::function<void()>& body) {
        try {
            body();
        } catch (const Error& error) {
            EXPECT_EQ(error.fault(), Fault::kKernel);
            return error.what();
        }
        return "no failure";
    }

    FunctionalPort port_;
    CorePort* slot_ = &port_;
};

}  // namespace ascendc_test
