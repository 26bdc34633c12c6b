// SPDX-License-Identifier: Apache-2.0
#include "tests/faulty/cases.h"

#include "kernel_operator.h"

using namespace AscendC;

#include "tests/faulty/kernels/buffers.h"
#include "tests/faulty/kernels/cores.h"
#include "tests/faulty/kernels/memory.h"
#include "tests/faulty/kernels/races.h"
#include "tests/faulty/kernels/sync.h"
#include "tests/faulty/kernels/values.h"

#include "tests/faulty/case_table.h"

namespace faulty {

const std::vector<Case>& cases() {
    using davsim::checks::Kind;
    static const std::vector<Case> kCases = {
        {FAULTY(MissingMte2ToV), Kind::kRaceRaw, "pipe V reads 1024 bytes that pipe MTE2 writes"},
        {FAULTY(MissingVToMte3), Kind::kRaceRaw, "pipe MTE3 reads 1024 bytes that pipe V writes"},
        {FAULTY(MissingMte3ToMte2), Kind::kRaceWar, "pipe MTE2 writes 1024 bytes that pipe MTE3"},
        {FAULTY(MissingSToV), Kind::kRaceRaw, "pipe V reads 4 bytes that the scalar unit writes"},
        {FAULTY(MissingVToS), Kind::kRaceRaw, "the scalar unit reads 4 bytes that pipe V writes"},
        {FAULTY(MissingMte2ToS), Kind::kRaceRaw, "the scalar unit reads 4 bytes that pipe MTE2"},
        {FAULTY(MissingSToMte3), Kind::kRaceRaw, "pipe MTE3 reads 4 bytes that the scalar unit", 1,
         1, false},
        {FAULTY(MissingVToMte2), Kind::kRaceWar, "pipe MTE2 writes 1024 bytes that pipe V reads"},
        {FAULTY(MissingMte3ToV), Kind::kRaceWar, "pipe V writes 1024 bytes that pipe MTE3 reads"},
        {FAULTY(MissingVectorBarrier), Kind::kRaceRaw, "pipe V reads 1024 bytes that pipe V"},
        {FAULTY(ScalarOverwritesSource), Kind::kRaceWar,
         "the scalar unit writes 4 bytes that pipe"},
        {FAULTY(LoadOverResult), Kind::kRaceWaw, "pipe MTE2 writes 1024 bytes that pipe V writes"},
        {FAULTY(ReadBackTooEarly), Kind::kRaceRaw, "pipe MTE2 reads 1024 bytes that pipe MTE3"},
        {FAULTY(EarlyFree), Kind::kRaceWar, "pipe MTE2 writes 1024 bytes that pipe V reads"},
        {FAULTY(TwoBlocksOneRange), Kind::kBlockRace, "bytes of global memory that block", 2},
        {FAULTY(PartialSumsTooEarly), Kind::kBlockRace, "bytes of global memory that block", 2},
        {FAULTY(PlainStoreBesideAtomics), Kind::kBlockRace, "bytes of global memory that block", 2},

        {FAULTY(CopyTwiceTooLong), Kind::kBufferOverrun, "1024 bytes beyond the end of VECCALC"},
        {FAULTY(OffsetOfFive), Kind::kMisaligned, "at byte offset 20, allowed is a multiple of 32"},
        {FAULTY(UbOneElementTooBig), Kind::kUbCapacity, "VECCALC 98304 B at 0"},
        {FAULTY(RowsOf126), Kind::kPartialBlock, "504 B, of which the last 24 B are not moved"},
        {FAULTY(Repeat256), Kind::kIllegalArgument, "repeatTime is 256, allowed is 0..255"},
        {FAULTY(WorkOverlapsSource), Kind::kOperandOverlap, "which overlap its source"},
        {FAULTY(ShiftedInPlace), Kind::kOperandOverlap, "which overlap its source"},
        {FAULTY(WidenedInPlace), Kind::kOperandOverlap, "which overlap its source"},
        {FAULTY(GatheredPastItsBuffer), Kind::kBufferOverrun, "64 bytes beyond the end"},
        {FAULTY(PastTheTensor), Kind::kTensorOutOfBounds,
         "of x, which has 8192 bytes: 32 bytes too"},
        {FAULTY(StorePastTheTensor), Kind::kTensorOutOfBounds, "of z, which has 8192 bytes: 32"},
        {FAULTY(PastAllMemory), Kind::kGmOutOfBounds, "1024 bytes of global memory at offset"},
        {FAULTY(NullTensor), Kind::kGmOutOfBounds, "is not in global memory (a null tensor?)"},
        {FAULTY(PastTheUnifiedBuffer), Kind::kUbOutOfBounds, "up to the UB capacity of 196608 B"},
        {FAULTY(VectorOverrunsBuffer), Kind::kBufferOverrun, "32 bytes beyond the end of VECCALC"},
        {FAULTY(UbOfNobody), Kind::kUbUnallocated, "UB bytes [3072, 4096), which no buffer holds"},
        {FAULTY(NegativeCount), Kind::kIllegalArgument, "count is -8, allowed is 0 or more"},
        {FAULTY(AssertionFails), Kind::kAssert, "GetBlockNum() == 77 is false", 1, 1, false},

        {FAULTY(WaitWithoutSet), Kind::kWaitWithoutSet, "WaitFlag(V to MTE3, event 3) that nobody"},
        {FAULTY(WrongEventId), Kind::kWaitWithoutSet, "WaitFlag(MTE2 to V, event 1) that nobody"},
        {FAULTY(SetWithoutWait), Kind::kFlagLeft, "MTE3 to V event 2 is set and never waited for"},
        {FAULTY(SetTwice), Kind::kFlagSetTwice, "flag V to MTE3 event 0 is set again before"},
        {FAULTY(OneEventForBothSlots), Kind::kFlagSetTwice, "flag V to MTE2 event 0 is set again"},
        {FAULTY(CrossedWaits), Kind::kWaitWithoutSet, "WaitFlag(MTE3 to V, event 0) that nobody"},
        {FAULTY(BlocksSkipSyncAll), Kind::kSyncAllMissed, "SyncAll reached by 3 of 4 blocks", 4},
        {FAULTY(EventIdOutOfRange), Kind::kEventId, "eventID is 8, allowed is 0..7"},
        {FAULTY(EventNeverReleased), Kind::kEventId, "1 event id(s) of V to MTE3 never released"},
        {FAULTY(EventsExhausted), Kind::kEventId, "number of event ids in use is 8"},
        {FAULTY(AllocBeyondBuffers), Kind::kQueueProtocol, "0 of 1 in the VECIN queue"},
        {FAULTY(EnQueWithoutAlloc), Kind::kQueueProtocol, "not from this VECIN queue"},
        {FAULTY(DeQueOfNothing), Kind::kQueueProtocol, "0 (VECIN queue)"},
        {FAULTY(DoubleFree), Kind::kQueueProtocol, "FreeTensor: tensor is free"},
        {FAULTY(NeverFreed), Kind::kQueueProtocol, "is still dequeued when the pipe ends"},

        {FAULTY(TailLanesReachGm), Kind::kUninitialised, "reaches global memory (z)"},
        {FAULTY(TailLanesDropped), Kind::kUninitialisedPadding, "none of them leaves the core"},
        {FAULTY(StaleWorkspace), Kind::kUninitialised,
         "global memory of workspace that nobody wrote", 1, 2},
        {FAULTY(AtomicsOnNothing), Kind::kUninitialised,
         "an atomic store changes global memory of z"},
        {FAULTY(SumOverTail), Kind::kUninitialised,
         "what comes of it (accumulator register) reaches the scalar unit"},
        {FAULTY(ScalarReadsNothing), Kind::kUninitialised, "reaches the scalar unit"},
        {FAULTY(OutputReadFirst), Kind::kUninitialised, "global memory of z that nobody wrote", 1,
         1, false},
        {FAULTY(DivisionByZero), Kind::kNotFinite, "VDIV makes infinity"},
        {FAULTY(HalfOverflow), Kind::kHalfOverflow, "VMULS makes infinity (fp16"},

        {FAULTY(CoreFlagOfOneBlockOnly), Kind::kWaitWithoutSet, "CrossCoreWaitFlag(3) that not", 2},
        {FAULTY(CoreFlagNeverAwaited), Kind::kFlagLeft, "cross-core flag 4 of block 0 is set and",
         2},
        {FAULTY(CoreFlagSetBySomeOnly), Kind::kFlagLeft, "is set, but not by all cores", 2},
        {FAULTY(CoreFlagOfTheWrongPipe), Kind::kBlockRace, "bytes of global memory that block", 2},
        {FAULTY(SyncAllOnceTooOften), Kind::kSyncAllMissed, "SyncAll reached by 1 of 2 blocks", 2},
        {FAULTY(HandOverOfAnotherEvent), Kind::kDeadlock, "IBWait: nobody answers", 2},
        {FAULTY(ReadsBeforeHandOver), Kind::kBlockRace, "bytes of global memory that block", 2},
        {FAULTY(SlotsTooSmall), Kind::kBufferOverrun, "beyond the end of VECCALC", 2},
        {FAULTY(SlotsBeyondTheTensor), Kind::kTensorOutOfBounds, "of x, which has 8192 bytes", 2},
        {FAULTY(ReadBesideAtomics), Kind::kBlockRace, "bytes of global memory that block", 2},

        {FAULTY(StaticTensorsOverlap), Kind::kRaceWaw, "pipe MTE2 writes 512 bytes that pipe V"},
        {FAULTY(AllocatedTooShort), Kind::kBufferOverrun,
         "512 bytes beyond the end of static tensor"},
        {FAULTY(OffsetInBytes), Kind::kGmOutOfBounds, "of tensor x, which has 8192 bytes"},
        {FAULTY(ViewOfAnotherType), Kind::kTensorOutOfBounds, "of x, which has 8192 bytes: 32"},
        {FAULTY(BoundQueueSkipsDeQue), Kind::kRaceRaw, "pipe MTE3 reads 1024 bytes that pipe MTE2"},
        {FAULTY(EnQueTwice), Kind::kQueueProtocol, "EnQue: tensor is"},
        {FAULTY(PoolTooSmall), Kind::kUbCapacity, "InitBuffer"},
        {FAULTY(SharedPoolsWithoutWait), Kind::kRaceWar, "pipe MTE2 writes 1024 bytes that pipe"},
        {FAULTY(EventIdOf256), Kind::kEventId, "eventID is 256, allowed is 0..7"},
        {FAULTY(NegativeEventId), Kind::kEventId, "eventID is -1, allowed is 0..7"},
        {FAULTY(ComparisonOfTheTail), Kind::kUninitialised, "reaches global memory (z)"},
        {FAULTY(GatherOfTheTail), Kind::kUninitialised, "reaches global memory (z)"},
    };
    return kCases;
}

}  // namespace faulty
