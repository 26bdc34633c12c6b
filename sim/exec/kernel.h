// SPDX-License-Identifier: Apache-2.0
#pragma once
// Inside of sim/exec: a kernel is one SIMD loop over a contiguous run of elements. An instruction
// looks its kernel up once and then feeds it runs; no decision is taken per element.

#include <cstddef>
#include <cstdint>

#include "sim/base/data_type.h"
#include "sim/base/rounding.h"
#include "sim/isa/instruction.h"

namespace davsim::exec {

// `dst` may equal any source exactly if the elements have the same size; other overlaps are not
// allowed.
struct Run {
    std::uint8_t* dst = nullptr;
    const std::uint8_t* old_dst = nullptr;
    const std::uint8_t* src0 = nullptr;
    const std::uint8_t* src1 = nullptr;
    std::size_t count = 0;          // elements
    std::uint64_t scalar_bits = 0;  // the scalar operand, or the pattern of a fill
};

using Kernel = void (*)(const Run&);

// Each lookup returns null if the combination does not exist. The kernel belongs to the best
// instruction set of this machine.

// Float and the most frequent integer types of kAdd ... kMin and kAddRelu ... kExpSub. int8 has a
// kernel too, for atomic stores.
Kernel binary_kernel(Opcode opcode, DataType dtype);

// kAdds, kMuls, kMaxs, kMins, kLeakyRelu, kSubs, kDivs. `reversed`: the scalar is the left operand.
Kernel scalar_kernel(Opcode opcode, DataType dtype, bool reversed = false);

// All integer arithmetic, logic and shifts with one element type. `variant` as in the instruction;
// `saturate`: sums, differences and products do not wrap.
Kernel integer_kernel(Opcode opcode, DataType dtype, std::uint8_t variant, bool saturate);

// Both halves of the products of kMulFull, as a whole: dst gets the low, aux the high one.
using FullProduct = void (*)(const Run& run, std::uint8_t* aux);
FullProduct full_product_kernel(DataType dtype);

// kAddReluCast, kSubReluCast, kMulCast, kMulsCast, and kCastDequant to fp16.
Kernel fused_cast_kernel(Opcode opcode, DataType from, DataType to);

// A byte a lane, 1 where the comparison holds and 0 elsewhere. Src1 is a vector, or the scalar.
Kernel compare_kernel(CompareMode mode, DataType dtype, bool scalar, bool nan_unequal);

// dst = src0 where the byte of old_dst is 1, else src1 or the scalar.
Kernel select_kernel(std::size_t element_bytes, bool scalar);

// In place: infinities to the largest finite numbers, NaN to 0. Null for types without them.
Kernel saturate_kernel(DataType dtype);

// kMulAddDst, kMulAdd, kMulAddRelu and kAxpy: source and destination may differ in width, `scalar`
// is Axpy's scalar type.
Kernel multiply_add_kernel(Opcode opcode, DataType source, DataType target, DataType scalar,
                           bool fused, bool saturate);

// kAbs ... kRelu.
Kernel unary_kernel(Opcode opcode, DataType dtype);

// A conversion in any rounding mode that makes sense for the pair: more than what Cast offers.
// Equal types have none. The three below are its parts.
Kernel convert_kernel(DataType from, DataType to, RoundMode round);
Kernel float_convert_kernel(DataType from, DataType to, RoundMode round);  // among fp32, fp16, bf16
Kernel integer_convert_kernel(DataType from, DataType to, RoundMode round);  // integers to 32 bits
Kernel wide_convert_kernel(DataType from, DataType to, RoundMode round);     // int64; int32 to fp32

// Cast from a float type to itself: rounds to integral values.
Kernel integral_kernel(DataType dtype, RoundMode round);

// kCopy and kDuplicate for elements of 1, 2, 4 and 8 bytes.
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
