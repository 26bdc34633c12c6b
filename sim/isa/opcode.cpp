// SPDX-License-Identifier: Apache-2.0
#include "sim/isa/opcode.h"

#include <array>

namespace davsim {
namespace {

constexpr std::array<std::string_view, kPipeCount + 1> kPipeNames = {"S",    "MTE1", "M",    "FIX",
                                                                     "MTE2", "V",    "MTE3", "ALL"};

// One row an Opcode, in its order.
constexpr std::array<OpcodeInfo, kOpcodeCount> kOpcodes = {{
    {"VADD", "add", Pipe::kV, OpClass::kBinary, 2, false},
    {"VSUB", "sub", Pipe::kV, OpClass::kBinary, 2, false},
    {"VMUL", "mul", Pipe::kV, OpClass::kBinary, 2, false},
    {"VDIV", "div", Pipe::kV, OpClass::kBinary, 2, false},
    {"VMAX", "max", Pipe::kV, OpClass::kBinary, 2, false},
    {"VMIN", "min", Pipe::kV, OpClass::kBinary, 2, false},
    {"VMLA", "muladddst", Pipe::kV, OpClass::kBinary, 2, true},
    {"VADDS", "adds", Pipe::kV, OpClass::kScalar, 1, false},
    {"VMULS", "muls", Pipe::kV, OpClass::kScalar, 1, false},
    {"VMAXS", "maxs", Pipe::kV, OpClass::kScalar, 1, false},
    {"VMINS", "mins", Pipe::kV, OpClass::kScalar, 1, false},
    {"VAXPY", "axpy", Pipe::kV, OpClass::kScalar, 1, true},
    {"VABS", "abs", Pipe::kV, OpClass::kUnary, 1, false},
    {"VEXP", "exp", Pipe::kV, OpClass::kUnary, 1, false},
    {"VLN", "ln", Pipe::kV, OpClass::kUnary, 1, false},
    {"VSQRT", "sqrt", Pipe::kV, OpClass::kUnary, 1, false},
    {"VRSQRT", "rsqrt", Pipe::kV, OpClass::kUnary, 1, false},
    {"VREC", "reciprocal", Pipe::kV, OpClass::kUnary, 1, false},
    {"VRELU", "relu", Pipe::kV, OpClass::kUnary, 1, false},
    {"VCONV", "cast", Pipe::kV, OpClass::kUnary, 1, false},
    {"VCOPY", "copy", Pipe::kV, OpClass::kMove, 1, false},
    {"MOV_UB_TO_UB", "ub_to_ub", Pipe::kV, OpClass::kMove, 1, false},
    {"VDUP", "duplicate", Pipe::kV, OpClass::kMove, 0, false},
    {"VBRCB", "brcb", Pipe::kV, OpClass::kMove, 1, false},
    {"VCADD", "reduce_all", Pipe::kV, OpClass::kReduce, 1, false},
    {"VCADD", "reduce_all_acc", Pipe::kV, OpClass::kReduce, 1, false},
    {"VCGADD", "reduce_block", Pipe::kV, OpClass::kReduce, 1, false},
    {"VCPADD", "reduce_pair", Pipe::kV, OpClass::kReduce, 1, false},
    {"MOV_GM_TO_UB", "load_gm", Pipe::kMte2, OpClass::kTransfer, 1, false},
    {"MOV_UB_TO_GM", "store_gm", Pipe::kMte3, OpClass::kTransfer, 1, false},
    {"SET_FLAG", "set_flag", Pipe::kAll, OpClass::kSync, 0, false},
    {"WAIT_FLAG", "wait_flag", Pipe::kAll, OpClass::kSync, 0, false},
    {"BAR", "pipe_barrier", Pipe::kAll, OpClass::kSync, 0, false},
    {"SET_CROSS_CORE", "set_core_flag", Pipe::kAll, OpClass::kSync, 0, false},
}};

}  // namespace

std::string_view name_of(Pipe pipe) {
    return kPipeNames[static_cast<std::size_t>(pipe)];
}

const OpcodeInfo& info_of(Opcode opcode) {
    return kOpcodes[static_cast<std::size_t>(opcode)];
}

std::optional<Opcode> parse_opcode_key(std::string_view key) {
    for (std::size_t i = 0; i < kOpcodes.size(); ++i) {
        if (kOpcodes[i].key == key) return static_cast<Opcode>(i);
    }
    return std::nullopt;
}

}  // namespace davsim
