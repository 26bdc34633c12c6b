// SPDX-License-Identifier: Apache-2.0
#pragma once
// One instruction as a line of text, for expectations in tests.
//
//   VADD fp32 count=100 dst=0 src0=32 src1=64          strides of 1 and 8 are not written
//   VMULS fp32 mask=0:ff rep=4 dst=0/1/0 src0=32 scalar=40000000
//   VCONV fp16<-fp32 RINT count=64 dst=0/1/4 src0=256
//   MOV_GM_TO_UB ub=0 2x128 gm_gap=64 ub_gap=32 pad=1,2:0
//   SET_FLAG MTE2>V 0      BAR V

#include <string>

#include "sim/isa/instruction.h"

namespace davsim::testing {

std::string step_text(const Instruction& instruction);

}  // namespace davsim::testing
