// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/instruction_probes.h"

#include <algorithm>

#include "sim/isa/footprint.h"
#include "sim/validate/instruction_maker.h"

namespace davsim {
namespace {

constexpr std::uint32_t kCopies = 8;  // of the instruction under test

DataType type_named(ProbeParams& params, const std::string& key, const std::string& otherwise) {
    const std::string name = params.text(key, otherwise);
    const std::optional<DataType> type = parse_data_type(name);
    if (!type) params.refuse(key + " is '" + name + "', which is no element type");
    return *type;
}

std::uint16_t dense(DataType type, DataType widest) {
    return static_cast<std::uint16_t>(kBlocksPerRepeat * size_of(type) / size_of(widest));
}

bool is_integer(DataType type) {
    return type != DataType::kFloat32 && type != DataType::kFloat16 && type != DataType::kBfloat16;
}

VectorOperand operand(std::uint32_t addr, DataType type, DataType widest) {
    VectorOperand result;
    result.addr = addr;
    result.dtype = type;
    result.rep_stride = dense(type, widest);
    return result;
}

// Destination and sources a third of UB each, so that all begin at the same bank group.
Instruction vector_instruction(const SocConfig& config, ProbeParams& params) {
    const std::string name = params.text("op");
    const std::optional<Opcode> opcode = parse_opcode_key(name);
    if (!opcode || info_of(*opcode).pipe != Pipe::kV)
        params.refuse("op is '" + name + "', which is no vector instruction");
    const OpClass op_class = info_of(*opcode).op_class;
    if (op_class == OpClass::kMerge || op_class == OpClass::kRows)
        params.refuse("op is '" + name + "', which has no probe");
    const std::string both = params.text("dtype", "fp32");
    const DataType source = type_named(params, "src", both);
    const DataType result = type_named(params, "dst", both);
    const DataType widest = size_of(source) > size_of(result) ? source : result;
    const UbBanksConfig& banks = config.memory.ub_banks;
    const auto layer = static_cast<std::uint32_t>(banks.groups * banks.row_bytes);
    const auto third = static_cast<std::uint32_t>(config.memory.ub_bytes / 3) / layer * layer;

    Instruction ins;
    ins.opcode = *opcode;
    ins.dtype = widest;
    ins.vec.repeat = static_cast<std::uint16_t>(params.number("repeat"));
    ins.vec.dst = operand(2 * third, result, widest);
    ins.vec.src0 = operand(0, source, widest);
    ins.vec.src1 = operand(third, source, widest);
    if (info_of(*opcode).op_class == OpClass::kReduce) ins.vec.dst.rep_stride = 1;
    const std::string sources = params.text("sources", "same_group");
    if (sources == "apart") {
        ins.vec.src1.addr += layer / 2;
    } else if (sources != "same_group") {
        params.refuse("sources is '" + sources + "', allowed are same_group and apart");
    }
    const bool exact = size_of(source) < size_of(result) && !is_integer(result);
    ins.vec.round = source == result || exact ? RoundMode::kNone : RoundMode::kRint;
    return ins;
}

// Cycles from start to start of the instruction that `body` issues kCopies times.
template <class Body>
double start_to_start(ProbeBench& bench, Body body) {
    bench.log().enabled = true;
    bench.launch(1, body);
    bench.log().enabled = false;
    const auto& lives = bench.log().lives;
    // The first ones may still wait for the scalar unit.
    const std::size_t first = lives.size() / 2;
    return static_cast<double>(lives.back().start - lives[first].start) /
           static_cast<double>(lives.size() - 1 - first);
}

double back_to_back(ProbeBench& bench, const Instruction& instruction) {
    return start_to_start(bench, [&] {
        for (std::uint32_t i = 0; i < kCopies; ++i) bench.core().issue(instruction);
    });
}

// Alone between its flags: MTE3 stands for both neighbours and is always ahead; the barrier keeps
// the next one from starting before this one's result is there.
double between_flags(ProbeBench& bench, const Instruction& instruction) {
    constexpr std::uint32_t kAhead = 2;
    return start_to_start(bench, [&] {
        CorePort& core = bench.core();
        const auto ready = [&](std::uint32_t i) {
            core.issue(make_flag(Opcode::kSetFlag, Pipe::kMte3, Pipe::kV, i % kAhead));
        };
        for (std::uint32_t i = 0; i < kAhead; ++i) ready(i);
        for (std::uint32_t i = 0; i < kCopies; ++i) {
            core.issue(make_flag(Opcode::kWaitFlag, Pipe::kMte3, Pipe::kV, i % kAhead));
            core.issue(instruction);
            core.issue(make_barrier(Pipe::kV));
            core.issue(make_flag(Opcode::kSetFlag, Pipe::kV, Pipe::kMte3, i % kAhead));
            core.issue(make_flag(Opcode::kWaitFlag, Pipe::kV, Pipe::kMte3, i % kAhead));
            if (i + kAhead < kCopies) ready(i);
        }
    });
}

double transfer_time(ProbeBench& bench, const Instruction& instruction, bool twice) {
    bench.log().enabled = true;
    bench.launch(
        1,
        [&] {
            bench.core().issue(instruction);
            bench.core().barrier_all();
            if (twice) bench.core().issue(instruction);
        },
        true);
    bench.log().enabled = false;
    const InstructionLog::Life& life = bench.log().lives.back();
    return static_cast<double>(life.complete - life.start);
}

}  // namespace

ProbeValues probe_vector(ProbeBench& bench, ProbeParams& params) {
    const Instruction ins = vector_instruction(bench.config(), params);
    params.finish();
    return {{"cycles", back_to_back(bench, ins)}};
}

ProbeValues probe_isolated(ProbeBench& bench, ProbeParams& params) {
    const Instruction ins = vector_instruction(bench.config(), params);
    const std::string between = params.text("between");
    params.finish();
    if (between == "flags") return {{"cycles", between_flags(bench, ins)}};
    if (between != "barriers")
        params.refuse("between is '" + between + "', allowed are flags and barriers");
    return {{"cycles", start_to_start(bench, [&] {
                 for (std::uint32_t i = 0; i < kCopies; ++i) {
                     bench.core().issue(ins);
                     bench.core().issue(make_barrier(Pipe::kV));
                 }
             })}};
}

ProbeValues probe_load(ProbeBench& bench, ProbeParams& params) {
    const auto bytes = static_cast<std::uint32_t>(params.number("bytes"));
    const std::string l2 = params.text("l2");
    if (l2 != "hit" && l2 != "miss") params.refuse("l2 is '" + l2 + "', allowed are hit and miss");
    params.finish();
    const Instruction load = make_copy(Opcode::kLoadGm, bench.allocate(bytes), 0, {bytes});
    return {{"cycles", transfer_time(bench, load, l2 == "hit")}};
}

ProbeValues probe_store(ProbeBench& bench, ProbeParams& params) {
    const auto bytes = static_cast<std::uint32_t>(params.number("bytes"));
    params.finish();
    const Instruction store = make_copy(Opcode::kStoreGm, bench.allocate(bytes), 0, {bytes});
    return {{"cycles", transfer_time(bench, store, false)}};
}

ProbeValues probe_move_ub(ProbeBench& bench, ProbeParams& params) {
    const auto bytes = static_cast<std::uint32_t>(params.number("bytes"));
    params.finish();
    const auto half = static_cast<std::uint32_t>(bench.config().memory.ub_bytes / 2);
    // Longer ones overlap; contents do not matter.
    const std::uint32_t source = bytes <= half ? half : 0;
    return {{"cycles", back_to_back(bench, make_move(0, source, bytes))}};
}

ProbeValues probe_scalar_loop(ProbeBench& bench, ProbeParams& params) {
    const auto elements = static_cast<std::uint32_t>(params.number("elements"));
    params.finish();
    std::int64_t cycles = 0;
    bench.launch(1, [&] {
        CorePort& core = bench.core();
        const std::int64_t begin = core.now();
        for (std::uint32_t i = 0; i < elements; ++i) {
            std::uint16_t value = 0;
            core.load_ub(i * 2, &value, sizeof(value));
            core.load_ub(i * 2, &value, sizeof(value));
            core.store_ub(i * 2, &value, sizeof(value));
        }
        cycles = core.now() - begin;
    });
    return {{"cycles", static_cast<double>(cycles) / elements}};
}

}  // namespace davsim
