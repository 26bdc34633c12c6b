// SPDX-License-Identifier: Apache-2.0
#pragma once
// Inside of sim/exec: a kernel is one SIMD loop over a contiguous run of elements. An instruction
// looks its kernel up once and then feeds it runs; no decision is taken per element.

#include <cstddef>
#include <cstdint>

#include "sim/base/data_type.h"
#include "sim/base/rounding.h"
#include "sim/isa/opcode.h"

namespace davsim::exec {

// `dst` may equal any source exactly if the elements have the same size; other overlaps are not
// allowed.
struct Run {
    std::uint8_t* dst = nullptr;
    const std::uint8_t* old_dst = nullptr;
    const std::uint8_t* src0 = nullptr;
    const std::uint8_t* src1 = nullptr;
    std::size_t count = 0;          // elements
    std::uint32_t scalar_bits = 0;  // the scalar operand, or the pattern of a fill
};

using Kernel = void (*)(const Run&);

// Each lookup returns null if the combination does not exist. The kernel belongs to the best
// instruction set of this machine.

// kAdd, kSub, kMul, kDiv, kMax, kMin. int8 has a kernel too, for atomic stores.
Kernel binary_kernel(Opcode opcode, DataType dtype);

// kAdds, kMuls, kMaxs, kMins.
Kernel scalar_kernel(Opcode opcode, DataType dtype);

// kMulAddDst and kAxpy: source and destination may differ in width, `scalar` is Axpy's scalar type.
Kernel multiply_add_kernel(Opcode opcode, DataType source, DataType target, DataType scalar,
                           bool fused);

// kAbs ... kRelu.
Kernel unary_kernel(Opcode opcode, DataType dtype);

// A conversion in any rounding mode that makes sense for the pair: more than what Cast offers.
// Equal types have none. The three below are its parts.
Kernel convert_kernel(DataType from, DataType to, RoundMode round);
Kernel float_convert_kernel(DataType from, DataType to, RoundMode round);  // among fp32, fp16, bf16
Kernel integer_convert_kernel(DataType from, DataType to, RoundMode round);  // integers to 32 bits
Kernel wide_convert_kernel(DataType from, DataType to, RoundMode round);     // int64; int32 to fp32

// Cast from fp32 to fp32: rounds to integral values.
Kernel integral_kernel(RoundMode round);

// kCopy and kDuplicate for elements of 2 and 4 bytes.
Kernel copy_kernel(std::size_t element_bytes);
Kernel fill_kernel(std::size_t element_bytes);

// One level of the reduction tree: out[i] = in[2i] + in[2i+1], each sum rounded to `dtype` (fp32,
// fp16). The values travel as fp32. `in` may equal `out`; `sums` is the number of results.
using PairSums = void (*)(const std::uint8_t* in, float* out, std::size_t sums);
PairSums pair_sums_kernel(DataType dtype);

// Numbers that are ordered as integers: the larger the fp32 value, the larger its key; both zeros
// have the same, every NaN the largest. With `reversed`, the smaller the value. In place of the
// lanes that a comparison must never choose stands kNoKey.
inline constexpr std::int32_t kNoKey = INT32_MIN;
using OrderKeys = void (*)(const float* values, std::int32_t* keys, std::size_t count,
                           bool reversed);
OrderKeys order_keys_kernel();

// Where the largest key first occurs; count > 0.
using FirstLargest = std::size_t (*)(const std::int32_t* keys, std::size_t count);
FirstLargest first_largest_kernel();

}  // namespace davsim::exec
