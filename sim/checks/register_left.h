// SPDX-License-Identifier: Apache-2.0
#pragma once
// Which register of the vector unit an instruction leaves a result in for the scalar unit.

#include <optional>
#include <string_view>

#include "sim/isa/instruction.h"

namespace davsim::checks {

constexpr std::optional<VectorRegister> register_left(Opcode opcode) {
    switch (opcode) {
        case Opcode::kReduceAcc: return VectorRegister::kAccumulator;
        case Opcode::kReduceMax:
        case Opcode::kReduceMin: return VectorRegister::kExtreme;
        case Opcode::kMergeSort: return VectorRegister::kMerged;
        case Opcode::kGatherMask: return VectorRegister::kKept;
        default: return std::nullopt;
    }
}

// For people, and the call that reads it.
constexpr std::string_view register_name(VectorRegister which) {
    switch (which) {
        case VectorRegister::kAccumulator: return "accumulator register";
        case VectorRegister::kExtreme: return "register of the largest or smallest element";
        case VectorRegister::kMerged: return "register of merged records";
        case VectorRegister::kKept: return "register of kept elements";
        default: return "compare mask register";
    }
}

constexpr std::string_view register_reader(VectorRegister which) {
    switch (which) {
        case VectorRegister::kAccumulator: return "GetAccVal";
        case VectorRegister::kExtreme: return "GetReduceMaxMinCount";
        case VectorRegister::kMerged: return "GetMrgSortResult";
        case VectorRegister::kKept: return "GetGatherMaskRemainCount";
        default: return "GetCmpMask";
    }
}

}  // namespace davsim::checks
