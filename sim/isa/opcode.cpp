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
    {"VMADD", "muladd", Pipe::kV, OpClass::kBinary, 2, true},
    {"VMADDRELU", "muladdrelu", Pipe::kV, OpClass::kBinary, 2, true},
    {"VADDRELU", "addrelu", Pipe::kV, OpClass::kBinary, 2, false},
    {"VSUBRELU", "subrelu", Pipe::kV, OpClass::kBinary, 2, false},
    {"VADDRELUCONV", "addrelucast", Pipe::kV, OpClass::kBinary, 2, false},
    {"VSUBRELUCONV", "subrelucast", Pipe::kV, OpClass::kBinary, 2, false},
    {"VMULCONV", "mulcast", Pipe::kV, OpClass::kBinary, 2, false},
    {"VAND", "and", Pipe::kV, OpClass::kBinary, 2, false},
    {"VOR", "or", Pipe::kV, OpClass::kBinary, 2, false},
    {"VSHL", "shift_left_by", Pipe::kV, OpClass::kBinary, 2, false},
    {"VSHR", "shift_right_by", Pipe::kV, OpClass::kBinary, 2, false},
    {"VPRELU", "prelu", Pipe::kV, OpClass::kBinary, 2, false},
    {"VABSDIF", "abssub", Pipe::kV, OpClass::kBinary, 2, false},
    {"VEXPDIF", "expsub", Pipe::kV, OpClass::kBinary, 2, false},
    {"VMULL", "mul_full", Pipe::kV, OpClass::kBinary, 2, false},
    {"VCMPV", "compare", Pipe::kV, OpClass::kCompare, 2, false},
    {"VCMPVS", "compare_scalar", Pipe::kV, OpClass::kCompare, 1, false},
    {"VCMP", "compare_mask", Pipe::kV, OpClass::kCompare, 2, false},
    {"VSEL", "select", Pipe::kV, OpClass::kSelect, 2, false},
    {"VADDS", "adds", Pipe::kV, OpClass::kScalar, 1, false},
    {"VMULS", "muls", Pipe::kV, OpClass::kScalar, 1, false},
    {"VMAXS", "maxs", Pipe::kV, OpClass::kScalar, 1, false},
    {"VMINS", "mins", Pipe::kV, OpClass::kScalar, 1, false},
    {"VAXPY", "axpy", Pipe::kV, OpClass::kScalar, 1, true},
    {"VLRELU", "leakyrelu", Pipe::kV, OpClass::kScalar, 1, false},
    {"VSHL", "shift_left", Pipe::kV, OpClass::kScalar, 1, false},
    {"VSHR", "shift_right", Pipe::kV, OpClass::kScalar, 1, false},
    {"VSUBS", "subs", Pipe::kV, OpClass::kScalar, 1, false},
    {"VDIVS", "divs", Pipe::kV, OpClass::kScalar, 1, false},
    {"VANDS", "ands", Pipe::kV, OpClass::kScalar, 1, false},
    {"VORS", "ors", Pipe::kV, OpClass::kScalar, 1, false},
    {"VMULSCONV", "mulscast", Pipe::kV, OpClass::kScalar, 1, false},
    {"VABS", "abs", Pipe::kV, OpClass::kUnary, 1, false},
    {"VEXP", "exp", Pipe::kV, OpClass::kUnary, 1, false},
    {"VLN", "ln", Pipe::kV, OpClass::kUnary, 1, false},
    {"VSQRT", "sqrt", Pipe::kV, OpClass::kUnary, 1, false},
    {"VRSQRT", "rsqrt", Pipe::kV, OpClass::kUnary, 1, false},
    {"VREC", "reciprocal", Pipe::kV, OpClass::kUnary, 1, false},
    {"VRELU", "relu", Pipe::kV, OpClass::kUnary, 1, false},
    {"VNOT", "not", Pipe::kV, OpClass::kUnary, 1, false},
    {"VNEG", "neg", Pipe::kV, OpClass::kUnary, 1, false},
    {"VCONV", "cast", Pipe::kV, OpClass::kUnary, 1, false},
    {"VCONV_DEQ", "castdequant", Pipe::kV, OpClass::kUnary, 1, false},
    {"VCOPY", "copy", Pipe::kV, OpClass::kMove, 1, false},
    {"MOV_UB_TO_UB", "ub_to_ub", Pipe::kV, OpClass::kMove, 1, false},
    {"VDUP", "duplicate", Pipe::kV, OpClass::kMove, 0, false},
    {"VDUP", "duplicate_first", Pipe::kV, OpClass::kMove, 1, false},
    {"VCI", "index", Pipe::kV, OpClass::kMove, 0, false},
    {"VBRCB", "brcb", Pipe::kV, OpClass::kMove, 1, false},
    {"VGATHER", "gather", Pipe::kV, OpClass::kShuffle, 2, false},
    {"VGATHERB", "gather_block", Pipe::kV, OpClass::kShuffle, 2, false},
    {"VSCATTER", "scatter", Pipe::kV, OpClass::kShuffle, 2, false},
    {"VREDUCEV2", "gather_mask", Pipe::kV, OpClass::kShuffle, 2, false},
    {"VINTLV", "interleave", Pipe::kV, OpClass::kShuffle, 2, false},
    {"VDINTLV", "deinterleave", Pipe::kV, OpClass::kShuffle, 2, false},
    {"SET_CMPMASK", "set_compare_mask", Pipe::kV, OpClass::kRegister, 1, false},
    {"GET_CMPMASK", "get_compare_mask", Pipe::kV, OpClass::kRegister, 0, false},
    {"VCADD", "reduce_all", Pipe::kV, OpClass::kReduce, 1, false},
    {"VCADD", "reduce_all_acc", Pipe::kV, OpClass::kReduce, 1, false},
    {"VCGADD", "reduce_block", Pipe::kV, OpClass::kReduce, 1, false},
    {"VCPADD", "reduce_pair", Pipe::kV, OpClass::kReduce, 1, false},
    {"VCMAX", "reduce_max", Pipe::kV, OpClass::kReduce, 1, false},
    {"VCMIN", "reduce_min", Pipe::kV, OpClass::kReduce, 1, false},
    {"VCGMAX", "reduce_block_max", Pipe::kV, OpClass::kReduce, 1, false},
    {"VCGMIN", "reduce_block_min", Pipe::kV, OpClass::kReduce, 1, false},
    {"VBITSORT", "sort32", Pipe::kV, OpClass::kRecords, 2, false},
    {"VBITSORT", "sort_proposals", Pipe::kV, OpClass::kRecords, 1, false},
    {"VCONCAT", "concat_proposals", Pipe::kV, OpClass::kRecords, 1, false},
    {"VEXTRACT", "extract_proposals", Pipe::kV, OpClass::kRecords, 1, false},
    {"VTRANSPOSE", "transpose", Pipe::kV, OpClass::kRecords, 1, false},
    {"VMRGSORT4", "merge_sort", Pipe::kV, OpClass::kMerge, 4, false},
    {"VNCHWCONV", "transpose_rows", Pipe::kV, OpClass::kRows, 1, false},
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
