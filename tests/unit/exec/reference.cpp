// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/exec/reference.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "tests/support/rounding_oracle.h"

namespace davsim::test {
namespace {

template <class T>
T load(const std::uint8_t* at) {
    T value;
    std::memcpy(&value, at, sizeof(T));
    return value;
}

bool is_float(DataType dtype) {
    return dtype == DataType::kFloat32 || dtype == DataType::kFloat16 ||
           dtype == DataType::kBfloat16;
}

FloatFormat format_of(DataType dtype) {
    if (dtype == DataType::kFloat16) return kFp16;
    return dtype == DataType::kBfloat16 ? kBf16 : kFp32;
}

// Bits of a value that the format holds exactly.
std::uint32_t format_bits(long double value, FloatFormat format) {
    const int exponent_bits = format.max_exponent == 15 ? 5 : 8;
    const std::uint32_t all_ones = (1U << exponent_bits) - 1U;
    const std::uint32_t sign = (std::signbit(value) ? 1U : 0U)
                               << (format.fraction_bits + exponent_bits);
    if (std::isnan(value))
        return (all_ones << format.fraction_bits) | (1U << (format.fraction_bits - 1));
    if (std::isinf(value)) return sign | (all_ones << format.fraction_bits);
    if (value == 0) return sign;
    int exponent = 0;
    std::frexp(value, &exponent);
    exponent = std::max(exponent - 1, format.min_exponent);
    const auto significand =
        static_cast<std::uint32_t>(std::ldexp(std::fabs(value), format.fraction_bits - exponent));
    // A normal significand's leading bit adds the 1 that its exponent field lacks here.
    const auto field = static_cast<std::uint32_t>(exponent - format.min_exponent);
    return sign | ((field << format.fraction_bits) + significand);
}

long double maximum(long double a, long double b) {
    if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<long double>::quiet_NaN();
    if (a == b) return std::signbit(a) ? b : a;
    return a > b ? a : b;
}

long double minimum(long double a, long double b) {
    return -maximum(-a, -b);
}

long double rounded(long double value, DataType dtype) {
    return is_float(dtype) ? round_to_format(value, format_of(dtype), RoundMode::kRint) : value;
}

// a * b + c with enough sticky information that one later rounding is right.
long double exact_multiply_add(long double a, long double b, long double c) {
    const long double product = a * b;  // at most 48 bits
    const long double sum = product + c;
    if (!std::isfinite(sum)) return sum;
    const long double part = sum - product;
    const long double error = (product - (sum - part)) + (c - part);
    int exponent = 0;
    const bool odd =
        std::fmod(std::ldexp(std::frexp(sum, &exponent), std::numeric_limits<long double>::digits),
                  2) != 0;
    if (error == 0 || odd) return sum;
    return std::nextafter(sum, error > 0 ? std::numeric_limits<long double>::infinity()
                                         : -std::numeric_limits<long double>::infinity());
}

long double relu(long double a) {
    return a <= 0 ? 0 : a;
}

std::int64_t bits(long double a) {
    return static_cast<std::int64_t>(a);
}

long double one_source(Opcode opcode, long double a) {
    switch (opcode) {
        case Opcode::kAbs: return std::fabs(a);
        case Opcode::kExp: return std::exp(a);
        case Opcode::kLn: return std::log(a);
        case Opcode::kSqrt: return std::sqrt(a);
        case Opcode::kReciprocal: return 1 / a;
        case Opcode::kRelu: return a <= 0 ? 0 : a;
        case Opcode::kNeg: return -a;
        case Opcode::kNot: return -1 - a;
        default: return a;
    }
}

long double two_sources(Opcode opcode, long double a, long double b) {
    switch (opcode) {
        case Opcode::kAdd:
        case Opcode::kAdds: return a + b;
        case Opcode::kSub: return a - b;
        case Opcode::kMul:
        case Opcode::kMuls: return a * b;
        case Opcode::kDiv: return a / b;
        case Opcode::kSubs: return a - b;
        case Opcode::kAddRelu: return relu(a + b);
        case Opcode::kSubRelu: return relu(a - b);
        case Opcode::kAbsSub: return std::fabs(a - b);
        case Opcode::kLeakyRelu:
        case Opcode::kPrelu: return std::signbit(a) ? a * b : a;
        case Opcode::kAnd:
        case Opcode::kAnds: return bits(a) & bits(b);
        case Opcode::kOr:
        case Opcode::kOrs: return bits(a) | bits(b);
        case Opcode::kMax:
        case Opcode::kMaxs: return maximum(a, b);
        default: return minimum(a, b);
    }
}

// Operand values of one lane.
struct Lane {
    long double old = 0;
    long double a = 0;
    long double b = 0;
};

long double compute(const Instruction& ins, bool fused, const Lane& lane) {
    const DataType dtype = ins.vec.dst.dtype;
    switch (ins.opcode) {
        case Opcode::kMulAddDst:
        case Opcode::kAxpy:
            if (fused) return exact_multiply_add(lane.a, lane.b, lane.old);
            return lane.old + rounded(lane.a * lane.b, dtype);
        case Opcode::kMulAdd:
        case Opcode::kMulAddRelu: {
            const long double sum = fused ? exact_multiply_add(lane.a, lane.old, lane.b)
                                          : rounded(lane.a * lane.old, dtype) + lane.b;
            return ins.opcode == Opcode::kMulAdd ? sum : relu(sum);
        }
        case Opcode::kRsqrt: {
            // Two roundings to fp32, as documented in float_ops-inl.h.
            const long double root = rounded(std::sqrt(lane.a), DataType::kFloat32);
            return rounded(1 / root, DataType::kFloat32);
        }
        default: break;
    }
    const OpClass op_class = info_of(ins.opcode).op_class;
    if (op_class == OpClass::kUnary) return one_source(ins.opcode, lane.a);
    return two_sources(ins.opcode, lane.a, lane.b);
}

void run_repeat(const Instruction& ins, bool fused, std::size_t repeat, std::size_t lanes,
                Memory& ub) {
    const VectorPayload& vec = ins.vec;
    const OpcodeInfo& info = info_of(ins.opcode);
    const bool raw = ins.opcode == Opcode::kCopy || ins.opcode == Opcode::kDuplicate;
    const Memory before = ub;  // all lanes are read before any is written
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        if (!lane_enabled(ins, repeat, lane)) continue;
        std::uint8_t* dst = &ub[lane_address(vec.dst, repeat, lane)];
        const std::size_t src0 = info.sources > 0 ? lane_address(vec.src0, repeat, lane) : 0;
        if (raw) {
            const void* from = ins.opcode == Opcode::kCopy
                                   ? static_cast<const void*>(&before[src0])
                                   : static_cast<const void*>(&vec.scalar_bits);
            std::memcpy(dst, from, size_of(vec.dst.dtype));
            continue;
        }
        Lane values;
        values.a = decode(&before[src0], vec.src0.dtype);
        if (info.sources > 1) {
            values.b = decode(&before[lane_address(vec.src1, repeat, lane)], vec.src1.dtype);
        } else if (info.op_class == OpClass::kScalar) {
            values.b = decode(reinterpret_cast<const std::uint8_t*>(&vec.scalar_bits), ins.dtype);
        }
        if (info.accumulates) {
            values.old = decode(&before[lane_address(vec.dst, repeat, lane)], vec.dst.dtype);
        }
        encode(compute(ins, fused, values), dst, vec.dst.dtype);
    }
}

}  // namespace

long double decode(const std::uint8_t* at, DataType dtype) {
    switch (dtype) {
        case DataType::kFloat32: return decode_format(load<std::uint32_t>(at), kFp32);
        case DataType::kFloat16: return decode_format(load<std::uint16_t>(at), kFp16);
        case DataType::kBfloat16: return decode_format(load<std::uint16_t>(at), kBf16);
        case DataType::kInt8: return load<std::int8_t>(at);
        case DataType::kUint8: return load<std::uint8_t>(at);
        case DataType::kInt16: return load<std::int16_t>(at);
        case DataType::kUint16: return load<std::uint16_t>(at);
        case DataType::kInt32: return load<std::int32_t>(at);
        case DataType::kUint32: return load<std::uint32_t>(at);
        case DataType::kInt64: return load<std::int64_t>(at);
        case DataType::kUint64: return load<std::uint64_t>(at);
        case DataType::kInt4: break;  // two in a byte: see special_test.cpp
    }
    return 0;
}

void encode(long double value, std::uint8_t* at, DataType dtype) {
    if (is_float(dtype)) {
        const std::uint32_t bits = format_bits(rounded(value, dtype), format_of(dtype));
        std::memcpy(at, &bits, size_of(dtype));
        return;
    }
    // Products of 32-bit integers fit one of the two.
    const std::uint64_t bits = value < 0
                                   ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value))
                                   : static_cast<std::uint64_t>(value);
    std::memcpy(at, &bits, size_of(dtype));
}

std::size_t lanes_of(const Instruction& ins) {
    std::size_t width = size_of(ins.vec.dst.dtype);
    if (info_of(ins.opcode).sources > 0) width = std::max(width, size_of(ins.vec.src0.dtype));
    return 256 / width;
}

std::size_t repeats_of_reference(const Instruction& ins) {
    if (!ins.vec.mask.counter || ins.opcode == Opcode::kCopy) return ins.vec.repeat;
    const std::size_t lanes = lanes_of(ins);
    return (ins.vec.mask.lo + lanes - 1) / lanes;
}

bool lane_enabled(const Instruction& ins, std::size_t repeat, std::size_t lane) {
    const VectorMask& mask = ins.vec.mask;
    if (!mask.counter) return (((lane < 64 ? mask.lo : mask.hi) >> (lane % 64)) & 1U) != 0;
    if (ins.opcode == Opcode::kCopy) return lane < mask.lo;
    return repeat * lanes_of(ins) + lane < mask.lo;
}

std::size_t lane_address(const VectorOperand& operand, std::size_t repeat, std::size_t lane) {
    const std::size_t size = size_of(operand.dtype);
    const std::size_t per_block = 32 / size;
    return operand.addr +
           32 * (repeat * operand.rep_stride + lane / per_block * operand.blk_stride) +
           lane % per_block * size;
}

void run_reference(const Instruction& ins, bool fused, Memory& ub) {
    const bool counter_copy = ins.opcode == Opcode::kCopy && ins.vec.mask.counter;
    const std::size_t lanes = counter_copy ? ins.vec.mask.lo : lanes_of(ins);
    const std::size_t repeats = repeats_of_reference(ins);
    for (std::size_t repeat = 0; repeat < repeats; ++repeat)
        run_repeat(ins, fused, repeat, lanes, ub);
}

}  // namespace davsim::test
