// SPDX-License-Identifier: Apache-2.0
// The pairs and modes of Cast on A2, A3 and 950 (Ascend C API reference, Cast, table of supported
// types). Which of them an architecture has is decided where kernels are compiled.
#include "sim/exec/cast_pairs.h"

namespace davsim::exec {
namespace {

enum Modes : unsigned {
    kN = 1,    // CAST_NONE
    kR = 2,    // RINT, FLOOR, CEIL, ROUND, TRUNC
    kOdd = 4,  // CAST_ODD
};

unsigned from_fp32(DataType to) {
    switch (to) {
        case DataType::kFloat16: return kN | kR | kOdd;
        case DataType::kBfloat16:
        case DataType::kFloat32:
        case DataType::kInt16:
        case DataType::kInt32:
        case DataType::kInt64: return kR;
        default: return 0;
    }
}

unsigned from_fp16(DataType to) {
    switch (to) {
        case DataType::kFloat32: return kN;
        case DataType::kFloat16:
        case DataType::kBfloat16:
        case DataType::kInt16:
        case DataType::kInt32: return kR;
        case DataType::kInt8:
        case DataType::kUint8: return kN | kR;
        default: return 0;
    }
}

unsigned from_int32(DataType to) {
    switch (to) {
        case DataType::kFloat32: return kN | kR;
        case DataType::kInt16:
        case DataType::kInt64: return kN;
        default: return 0;
    }
}

// 950, from the narrower or wider integer to the other.
bool is_integer_pair(DataType from, DataType to) {
    using D = DataType;
    switch (from) {
        case D::kUint8: return to == D::kUint16 || to == D::kUint32;
        case D::kInt8: return to == D::kInt16 || to == D::kInt32;
        case D::kUint16: return to == D::kUint8 || to == D::kUint32;
        case D::kInt16: return to == D::kUint8 || to == D::kUint32 || to == D::kInt32;
        case D::kUint32: return to == D::kUint8 || to == D::kUint16 || to == D::kInt16;
        case D::kInt32: return to == D::kUint8 || to == D::kUint16;
        default: return false;
    }
}

unsigned modes_of(DataType from, DataType to) {
    if (is_integer_pair(from, to)) return kN;
    switch (from) {
        case DataType::kFloat32: return from_fp32(to);
        case DataType::kFloat16: return from_fp16(to);
        case DataType::kInt32: return from_int32(to);
        case DataType::kBfloat16:
            if (to == DataType::kFloat32) return kN;
            return to == DataType::kInt32 || to == DataType::kFloat16 || to == from ? kR : 0U;
        case DataType::kInt16:
            if (to == DataType::kFloat16) return kN | kR;
            return to == DataType::kFloat32 ? kN : 0U;
        case DataType::kInt8:
        case DataType::kUint8: return to == DataType::kFloat16 ? kN : 0U;
        case DataType::kInt64:
            if (to == DataType::kInt32) return kN;
            return to == DataType::kFloat32 ? kR : 0U;
        default: return 0;
    }
}

unsigned mode_bit(RoundMode round) {
    if (round == RoundMode::kNone) return kN;
    return round == RoundMode::kOdd ? kOdd : kR;
}

}  // namespace

Kernel cast_kernel(DataType from, DataType to, RoundMode round) {
    if ((modes_of(from, to) & mode_bit(round)) == 0) return nullptr;
    return from == to ? integral_kernel(from, round) : convert_kernel(from, to, round);
}

}  // namespace davsim::exec
