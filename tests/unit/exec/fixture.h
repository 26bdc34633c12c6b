// SPDX-License-Identifier: Apache-2.0
#pragma once
// Building instructions and filling memory for the tests of sim/exec.

#include <gtest/gtest.h>

#include <random>

#include "tests/unit/exec/reference.h"

namespace davsim::test {

using Random = std::mt19937_64;

// Makes the loops of one SIMD target run while it lives. `target` is one of Highway's HWY_* bits.
class TargetScope {
public:
    explicit TargetScope(std::int64_t target);
    ~TargetScope();
    TargetScope(const TargetScope&) = delete;
    TargetScope& operator=(const TargetScope&) = delete;
};

// The SIMD targets that this machine can run and sim/exec is built for.
std::vector<std::int64_t> targets();

// An instruction with all operands of one type, blocks and repeats dense, addresses 0, 8 K and 16 K
// (dst, src0, src1), in counter mode over `count` elements.
Instruction make(Opcode opcode, DataType dtype, std::uint64_t count = 0);

// Sets a normal-mode mask of the first `lanes` lanes and a repeat count.
void set_first(Instruction& instruction, std::size_t lanes, std::uint16_t repeat);

// Bits of a scalar operand.
std::uint32_t scalar_bits(double value, DataType dtype);

// One element: special values (zeros, infinities, NaN, subnormals, extremes), arbitrary bits, or a
// tame number, a third each.
std::uint64_t random_bits(DataType dtype, Random& random);

// Fills `bytes` from `begin` with elements.
void fill(Memory& ub, std::size_t begin, std::size_t bytes, DataType dtype, Random& random);

// Runs the instruction on `ub` as the device does.
bool run(const Instruction& instruction, Memory& ub, bool fused = false,
         VectorRegisters* registers = nullptr);

// Byte equality, except that any NaN equals any NaN of the type.
void expect_same(const Memory& expected, const Memory& actual, DataType dtype,
                 const std::string& what);

std::string describe(const Instruction& instruction);

}  // namespace davsim::test
