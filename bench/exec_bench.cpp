// SPDX-License-Identifier: Apache-2.0
// Throughput of sim/exec on operands that stay in the host's L2: items are elements.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "sim/exec/exec.h"

namespace davsim {
namespace {

constexpr std::uint32_t kElements = 16 * 1024;  // 64 KB an fp32 operand

// Ones in every type's reading are not needed; small normal numbers are: no subnormal slow paths.
class Operands {
public:
    explicit Operands(const Instruction& instruction) : ins_(instruction) {
        for (auto* memory : {&dst_, &src0_, &src1_}) memory->assign(2 * kElements, 0x3C003C00);
        pointers_.dst = bytes(dst_);
        pointers_.old_dst = pointers_.dst;
        pointers_.src0 = bytes(src0_);
        pointers_.src1 = bytes(src1_);
    }
    void run(benchmark::State& state, std::uint64_t elements) {
        VectorRegisters registers{};
        for (auto _ : state) {
            if (!exec::run_vector(ins_, pointers_, {}, registers))
                state.SkipWithError("no such instruction");
            benchmark::ClobberMemory();
        }
        state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(elements));
        state.SetLabel(exec::simd_target());
    }

private:
    static std::uint8_t* bytes(std::vector<std::uint32_t>& memory) {
        return reinterpret_cast<std::uint8_t*>(memory.data());
    }
    Instruction ins_;
    exec::VectorPointers pointers_;
    std::vector<std::uint32_t> dst_;
    std::vector<std::uint32_t> src0_;
    std::vector<std::uint32_t> src1_;
};

Instruction make(Opcode opcode, DataType dtype, std::uint64_t count) {
    Instruction ins;
    ins.opcode = opcode;
    ins.dtype = dtype;
    ins.vec.dst.dtype = dtype;
    ins.vec.src0.dtype = dtype;
    ins.vec.src1.dtype = dtype;
    ins.vec.src0.addr = 4 * kElements;  // apart from dst, as the pointers are
    ins.vec.src1.addr = 8 * kElements;
    ins.vec.mask.counter = true;
    ins.vec.mask.lo = count;
    return ins;
}

void flat(benchmark::State& state, Opcode opcode, DataType dtype) {
    const auto count = static_cast<std::uint64_t>(state.range(0));
    Operands(make(opcode, dtype, count)).run(state, count);
}

void cast(benchmark::State& state, DataType from, DataType to, RoundMode round) {
    Instruction ins = make(Opcode::kCast, to, kElements);
    ins.vec.src0.dtype = from;
    ins.vec.round = round;
    (size_of(from) < size_of(to) ? ins.vec.src0 : ins.vec.dst).rep_stride = 4;
    Operands(ins).run(state, kElements);
}

// Rows of one repeat each, in normal mode.
void rows(benchmark::State& state, Opcode opcode, int lanes, std::uint16_t dst_rep,
          std::uint16_t src1_blk, std::uint16_t src1_rep) {
    constexpr std::uint16_t kRepeat = 128;
    Instruction ins = make(opcode, DataType::kFloat32, 0);
    ins.vec.mask.counter = false;
    ins.vec.mask.lo = lanes >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << lanes) - 1;
    ins.vec.repeat = kRepeat;
    ins.vec.dst.rep_stride = dst_rep;
    ins.vec.src0.rep_stride = dst_rep;
    ins.vec.src1.blk_stride = src1_blk;
    ins.vec.src1.rep_stride = src1_rep;
    Operands(ins).run(state, static_cast<std::uint64_t>(lanes) * kRepeat);
}

constexpr DataType kF32 = DataType::kFloat32;
constexpr DataType kF16 = DataType::kFloat16;
constexpr DataType kB16 = DataType::kBfloat16;

// One repeat shows the cost of an instruction, 16 K elements the throughput.
BENCHMARK_CAPTURE(flat, add_fp32, Opcode::kAdd, kF32)->Arg(64)->Arg(1024)->Arg(kElements);
BENCHMARK_CAPTURE(flat, add_fp16, Opcode::kAdd, kF16)->Arg(kElements);
BENCHMARK_CAPTURE(flat, max_fp32, Opcode::kMax, kF32)->Arg(kElements);
BENCHMARK_CAPTURE(flat, div_fp32, Opcode::kDiv, kF32)->Arg(kElements);
BENCHMARK_CAPTURE(flat, muls_fp32, Opcode::kMuls, kF32)->Arg(kElements);
BENCHMARK_CAPTURE(flat, muladddst_fp32, Opcode::kMulAddDst, kF32)->Arg(kElements);
BENCHMARK_CAPTURE(flat, exp_fp32, Opcode::kExp, kF32)->Arg(kElements);
BENCHMARK_CAPTURE(flat, ln_fp32, Opcode::kLn, kF32)->Arg(kElements);
BENCHMARK_CAPTURE(flat, duplicate_fp32, Opcode::kDuplicate, kF32)->Arg(kElements);
BENCHMARK_CAPTURE(flat, reduce_acc_fp32, Opcode::kReduceAcc, kF32)->Arg(64)->Arg(kElements);
BENCHMARK_CAPTURE(flat, reduce_acc_fp16, Opcode::kReduceAcc, kF16)->Arg(kElements);
BENCHMARK_CAPTURE(cast, fp16_fp32, kF16, kF32, RoundMode::kNone);
BENCHMARK_CAPTURE(cast, bf16_fp32, kB16, kF32, RoundMode::kNone);
BENCHMARK_CAPTURE(cast, fp32_fp16_rint, kF32, kF16, RoundMode::kRint);
BENCHMARK_CAPTURE(cast, fp32_fp16_round, kF32, kF16, RoundMode::kRound);
BENCHMARK_CAPTURE(cast, fp32_bf16_rint, kF32, kB16, RoundMode::kRint);
BENCHMARK_CAPTURE(cast, fp32_bf16_round, kF32, kB16, RoundMode::kRound);
BENCHMARK_CAPTURE(rows, add_gaps, Opcode::kAdd, 64, 9, 1, 9);
BENCHMARK_CAPTURE(rows, add_first_40_lanes, Opcode::kAdd, 40, 8, 1, 8);
BENCHMARK_CAPTURE(rows, mul_by_one_block_a_row, Opcode::kMul, 64, 8, 0, 1);
BENCHMARK_CAPTURE(rows, mul_by_the_same_row, Opcode::kMul, 64, 8, 1, 0);
BENCHMARK_CAPTURE(rows, add_onto_one_row, Opcode::kAdd, 64, 0, 1, 8);

}  // namespace
}  // namespace davsim

BENCHMARK_MAIN();
