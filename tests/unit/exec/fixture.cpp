// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/exec/fixture.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <sstream>

#include "hwy/targets.h"
#include "sim/base/float16.h"

namespace davsim::test {
namespace {

constexpr std::uint32_t kUbBytes = 24 * 1024;

const std::vector<std::uint32_t>& specials(DataType dtype) {
    static const std::vector<std::uint32_t> kF32 = {
        0,          0x80000000, 0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000,
        0x7FC00000, 0x7F7FFFFF, 0xFF7FFFFF, 0x00800000, 0x007FFFFF, 0x00000001,
        0x80000001, 0x33800000, 0x38800000, 0x4B000001, 0x3F000000};
    static const std::vector<std::uint32_t> kF16 = {0,      0x8000, 0x3C00, 0xBC00, 0x7C00,
                                                    0xFC00, 0x7E00, 0x7BFF, 0xFBFF, 0x0400,
                                                    0x03FF, 0x0001, 0x8001, 0x3800};
    static const std::vector<std::uint32_t> kB16 = {0,      0x8000, 0x3F80, 0xBF80, 0x7F80,
                                                    0xFF80, 0x7FC0, 0x7F7F, 0xFF7F, 0x0080,
                                                    0x007F, 0x0001, 0x8001};
    static const std::vector<std::uint32_t> kInt = {0,      1,      ~0U,  0x7FFFFFFF, 0x80000000,
                                                    0x7FFF, 0x8000, 0x7F, 0x80};
    switch (dtype) {
        case DataType::kFloat32: return kF32;
        case DataType::kFloat16: return kF16;
        case DataType::kBfloat16: return kB16;
        default: return kInt;
    }
}

}  // namespace

TargetScope::TargetScope(std::int64_t target) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

TargetScope::~TargetScope() {
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

std::vector<std::int64_t> targets() {
    std::vector<std::int64_t> result;
#if HWY_ARCH_X86
    for (const std::int64_t target : {HWY_SSE4, HWY_AVX2}) {
        if ((hwy::SupportedTargets() & target) != 0) result.push_back(target);
    }
#else
    result.push_back(HWY_STATIC_TARGET);
#endif
    return result;
}

Instruction make(Opcode opcode, DataType dtype, std::uint64_t count) {
    Instruction ins;
    ins.opcode = opcode;
    ins.dtype = dtype;
    ins.vec.dst.dtype = dtype;
    ins.vec.src0.dtype = dtype;
    ins.vec.src1.dtype = dtype;
    ins.vec.src0.addr = kUbBytes / 3;
    ins.vec.src1.addr = 2 * (kUbBytes / 3);
    ins.vec.mask.counter = count > 0;
    if (count > 0) ins.vec.mask.lo = count;
    return ins;
}

void set_first(Instruction& ins, std::size_t lanes, std::uint16_t repeat) {
    const auto low = [](std::size_t n) {
        return n >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << n) - 1;
    };
    ins.vec.mask.counter = false;
    ins.vec.mask.lo = low(lanes);
    ins.vec.mask.hi = lanes > 64 ? low(lanes - 64) : 0;
    ins.vec.repeat = repeat;
}

std::uint32_t scalar_bits(double value, DataType dtype) {
    std::uint32_t bits = 0;
    encode(static_cast<long double>(value), reinterpret_cast<std::uint8_t*>(&bits), dtype);
    return bits;
}

std::uint64_t random_bits(DataType dtype, Random& random) {
    const std::vector<std::uint32_t>& table = specials(dtype);
    switch (random() % 3) {
        case 0: return table[random() % table.size()];
        case 1: return random();
        default: break;
    }
    const double tame = std::uniform_real_distribution<double>(-100, 100)(random);
    std::uint64_t bits = 0;
    encode(static_cast<long double>(tame), reinterpret_cast<std::uint8_t*>(&bits), dtype);
    return bits;
}

void fill(Memory& ub, std::size_t begin, std::size_t bytes, DataType dtype, Random& random) {
    const std::size_t size = size_of(dtype);
    for (std::size_t i = 0; i + size <= bytes; i += size) {
        const std::uint64_t bits = random_bits(dtype, random);
        std::memcpy(&ub[begin + i], &bits, size);
    }
}

namespace {

exec::VectorPointers pointers_of(const Instruction& ins, Memory& ub) {
    exec::VectorPointers pointers;
    if (info_of(ins.opcode).op_class == OpClass::kMerge) {
        pointers.dst = &ub[ins.merge.dst];
        pointers.src0 = &ub[ins.merge.src[0]];
        pointers.src1 = &ub[ins.merge.src[1]];
        pointers.src2 = &ub[ins.merge.src[2]];
        pointers.src3 = &ub[ins.merge.src[3]];
        return pointers;
    }
    if (info_of(ins.opcode).op_class == OpClass::kRows) {
        const auto lowest = [&](const auto& rows) {
            return &ub[std::size_t{kBlockBytes} * *std::min_element(rows.begin(), rows.end())];
        };
        pointers.dst = lowest(ins.rows.dst);
        pointers.src0 = lowest(ins.rows.src);
        return pointers;
    }
    pointers.dst = &ub[ins.vec.dst.addr];
    pointers.old_dst = pointers.dst;
    pointers.src0 = &ub[ins.vec.src0.addr];
    pointers.src1 = &ub[ins.vec.src1.addr];
    pointers.src2 = &ub[ins.vec.aux.addr];
    pointers.aux = &ub[ins.vec.aux.addr];
    return pointers;
}

}  // namespace

bool run(const Instruction& ins, Memory& ub, bool fused, VectorRegisters* registers) {
    exec::Semantics semantics;
    semantics.fused_multiply_add = fused;
    VectorRegisters unused{};
    return exec::run_vector(ins, pointers_of(ins, ub), semantics,
                            registers != nullptr ? *registers : unused);
}

void expect_same(const Memory& expected, const Memory& actual, DataType dtype,
                 const std::string& what) {
    ASSERT_EQ(expected.size(), actual.size());
    if (expected == actual) return;
    const std::size_t size = size_of(dtype);
    for (std::size_t i = 0; i + size <= expected.size(); i += size) {
        if (std::memcmp(&expected[i], &actual[i], size) == 0) continue;
        const long double want = decode(&expected[i], dtype);
        const long double got = decode(&actual[i], dtype);
        if (std::isnan(want) && std::isnan(got)) continue;
        FAIL() << what << ": byte " << i << ": expected " << std::hexfloat << want << ", got "
               << got;
    }
}

std::string describe(const Instruction& ins) {
    std::ostringstream out;
    const auto operand = [&](const char* name, const VectorOperand& o) {
        out << ' ' << name << '=' << name_of(o.dtype) << '@' << o.addr << '/' << o.blk_stride << '/'
            << o.rep_stride;
    };
    out << info_of(ins.opcode).key;
    operand("dst", ins.vec.dst);
    operand("src0", ins.vec.src0);
    operand("src1", ins.vec.src1);
    out << (ins.vec.mask.counter ? " counter " : " mask ") << std::hex << ins.vec.mask.hi << ':'
        << ins.vec.mask.lo << std::dec << " repeat " << ins.vec.repeat << " on "
        << exec::simd_target();
    return out.str();
}

}  // namespace davsim::test
