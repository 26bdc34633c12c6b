// SPDX-License-Identifier: Apache-2.0
// What a kernel does to the host's processor ends the launch with one message, not davsim.

#include <cstdlib>

#include "tests/device/device_fixture.h"

namespace davsim::testing {
namespace {

class Crash : public DeviceTest {
protected:
    // The message of a kernel on two blocks, of which the second does it.
    std::string second_block(const std::function<void()>& body, Fault fault = Fault::kKernel) {
        LaunchRequest request;
        request.kernel = "wrong";
        request.blocks = 2;
        request.patience_seconds = 1;
        request.body = [&] {
            core().issue(duplicate(0, 1, 64));
            core().barrier_all();
            if (core().context().block_idx == 1) body();
        };
        try {
            device().launch(request);
        } catch (const Error& error) {
            EXPECT_EQ(error.fault(), fault) << error.what();
            return error.what();
        }
        return "no failure";
    }

    static void expect_start(const std::string& message, const std::string& start) {
        EXPECT_EQ(message.substr(0, start.size()), start);
        EXPECT_NE(message.find("(core 1, block 1, cycle "), std::string::npos) << message;
    }
};

// Not a tail call, and more than nothing on the stack.
[[gnu::noinline]] int recurse(volatile int* depth) {
    volatile char frame[256] = {};
    frame[*depth % 256] = 1;
    *depth = *depth + 1;
    return *depth < 0 ? 0 : recurse(depth) + frame[0];
}

TEST_F(Crash, EndlessRecursionIsTheKernelsFault) {
    volatile int depth = 0;
    expect_start(second_block([&] { recurse(&depth); }),
                 "kernel wrong: the stack overflowed: recursion without an end");
    EXPECT_GT(depth, 1000);
}

TEST_F(Crash, AWildWriteIsTheKernelsFault) {
    auto* wild = reinterpret_cast<volatile int*>(std::uintptr_t{0x1000});
    expect_start(second_block([&] { *wild = 1; }),
                 "kernel wrong: write to address 0x1000, which no tensor has");
}

TEST_F(Crash, AReadThroughNullIsTheKernelsFault) {
    volatile int* null = nullptr;
    volatile int value = 0;
    expect_start(second_block([&] { value = *null; }),
                 "kernel wrong: read from address 0x0, which no tensor has");
}

TEST_F(Crash, APointerBeyondTheUnifiedBufferIsTheKernelsFault) {
    expect_start(second_block([&] {
                     volatile std::uint8_t* ub = core().context().ub;
                     ub[core().context().ub_bytes - 1] = 1;
                     ub[core().context().ub_bytes] = 1;
                 }),
                 "kernel wrong: write to address ");
}

TEST_F(Crash, DivisionByZeroIsTheKernelsFault) {
    volatile int zero = 0;
    volatile int value = 1;
    expect_start(second_block([&] { value = value / zero; }),
                 "kernel wrong: integer division by zero");
}

TEST_F(Crash, AbortIsTheKernelsFault) {
    expect_start(second_block([] { std::abort(); }), "kernel wrong: abort() was called");
}

TEST_F(Crash, ATrapIsTheKernelsFault) {
    expect_start(second_block([] { __builtin_trap(); }), "kernel wrong: illegal instruction");
}

TEST_F(Crash, AnExceptionIsTheKernelsFault) {
    expect_start(second_block([] { throw std::runtime_error("no way"); }),
                 "kernel wrong: threw an exception: no way");
}

TEST_F(Crash, AnExceptionOfAnotherKindIsTheKernelsFault) {
    expect_start(second_block([] { throw 1; }), "kernel wrong: threw an exception");
}

TEST_F(Crash, ALoopWithoutAnEndIsNoHang) {
    volatile bool on = true;
    expect_start(second_block(
                     [&] {
                         while (on) continue;
                     },
                     Fault::kDeadlock),
                 "kernel wrong: no API call in 1 s of processor time: a loop without an end");
}

}  // namespace
}  // namespace davsim::testing
