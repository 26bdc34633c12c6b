// SPDX-License-Identifier: Apache-2.0
#include "sim/checks/init_flow.h"

namespace davsim::checks {

Flow flow_of(Opcode opcode) {
    switch (opcode) {
        case Opcode::kAdd:
        case Opcode::kSub:
        case Opcode::kMul:
        case Opcode::kDiv:
        case Opcode::kMax:
        case Opcode::kMin:
        case Opcode::kMulAddDst:
        case Opcode::kMulAdd:
        case Opcode::kMulAddRelu:
        case Opcode::kAddRelu:
        case Opcode::kSubRelu:
        case Opcode::kAddReluCast:
        case Opcode::kSubReluCast:
        case Opcode::kMulCast:
        case Opcode::kShiftLeftBy:
        case Opcode::kShiftRightBy:
        case Opcode::kPrelu:
        case Opcode::kAbsSub:
        case Opcode::kExpSub:
        case Opcode::kMulFull:
        case Opcode::kAdds:
        case Opcode::kMuls:
        case Opcode::kMaxs:
        case Opcode::kMins:
        case Opcode::kAxpy:
        case Opcode::kLeakyRelu:
        case Opcode::kShiftLeft:
        case Opcode::kShiftRight:
        case Opcode::kSubs:
        case Opcode::kDivs:
        case Opcode::kMulsCast:
        case Opcode::kAbs:
        case Opcode::kExp:
        case Opcode::kLn:
        case Opcode::kSqrt:
        case Opcode::kRsqrt:
        case Opcode::kReciprocal:
        case Opcode::kRelu:
        case Opcode::kNeg:
        case Opcode::kCast:
        case Opcode::kCastDequant:
        // Constants may clear the bits that are undefined; which, is not followed.
        case Opcode::kAnds:
        case Opcode::kOrs: return Flow::kLanes;
        case Opcode::kAnd:
        case Opcode::kOr:
        case Opcode::kNot: return Flow::kBitwise;
        case Opcode::kCompare:
        case Opcode::kCompareScalar: return Flow::kBits;
        case Opcode::kCompareMask: return Flow::kToMask;
        case Opcode::kSetCompareMask: return Flow::kSetMask;
        case Opcode::kGetCompareMask: return Flow::kGetMask;
        case Opcode::kDuplicate:
        case Opcode::kIndex: return Flow::kConstant;
        case Opcode::kSelect:
        case Opcode::kCopy:
        case Opcode::kMoveUb:
        case Opcode::kDuplicateFirst:
        case Opcode::kBrcb:
        case Opcode::kGather:
        case Opcode::kGatherBlock:
        case Opcode::kScatter:
        case Opcode::kGatherMask:
        case Opcode::kInterleave:
        case Opcode::kDeInterleave:
        case Opcode::kConcatProposals:
        case Opcode::kExtractProposals:
        case Opcode::kTranspose:
        case Opcode::kTransposeRows: return Flow::kMoves;
        case Opcode::kReduceAll:
        case Opcode::kReduceAcc:
        case Opcode::kReduceBlock:
        case Opcode::kReducePair:
        case Opcode::kReduceMax:
        case Opcode::kReduceMin:
        case Opcode::kReduceBlockMax:
        case Opcode::kReduceBlockMin: return Flow::kReduce;
        case Opcode::kSort32: return Flow::kSort;
        case Opcode::kSortProposals:
        case Opcode::kMergeSort: return Flow::kReorder;
        case Opcode::kLoadGm:
        case Opcode::kStoreGm:
        case Opcode::kSetFlag:
        case Opcode::kWaitFlag:
        case Opcode::kPipeBarrier:
        case Opcode::kSetCoreFlag:
        case Opcode::kCount: break;
    }
    return Flow::kApart;
}

}  // namespace davsim::checks
