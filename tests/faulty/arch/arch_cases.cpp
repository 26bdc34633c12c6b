// SPDX-License-Identifier: Apache-2.0
// The part of the corpus that each architecture compiles.
#include "kernel_operator.h"

using namespace AscendC;

#include "tests/faulty/kernels/arch.h"
#include "tests/faulty/kernels/races.h"

#include "tests/faulty/case_table.h"

namespace faulty {

const std::vector<Case>& cases() {
    using davsim::checks::Kind;
    static const std::vector<Case> kCases = {
        {FAULTY(EventIdBeyondTheLast), Kind::kEventId, "allowed is 0.."},
        {FAULTY(MoreThanAnyUnifiedBuffer), Kind::kUbCapacity, "InitBuffer"},
        {FAULTY(LanesOfNobody), Kind::kUninitialised, "reaches global memory (z)"},
        {FAULTY(MissingMte2ToV), Kind::kRaceRaw, "pipe V reads 1024 bytes that pipe MTE2 writes"},
        {FAULTY(MissingVToMte3), Kind::kRaceRaw, "pipe MTE3 reads 1024 bytes that pipe V writes"},
        {FAULTY(MissingSToV), Kind::kRaceRaw, "pipe V reads 4 bytes that the scalar unit writes"},
        {FAULTY(MissingVToS), Kind::kRaceRaw, "the scalar unit reads 4 bytes that pipe V writes"},
        {FAULTY(EarlyFree), Kind::kRaceWar, "pipe MTE2 writes 1024 bytes that pipe V reads"},
        {FAULTY(ReadBackTooEarly), Kind::kRaceRaw, "pipe MTE2 reads 1024 bytes that pipe MTE3"},
        {FAULTY(TwoBlocksOneRange), Kind::kBlockRace, "bytes of global memory that block", 2},
        {FAULTY(PartialSumsTooEarly), Kind::kBlockRace, "bytes of global memory that block", 2},
#if __NPU_ARCH__ != 3510
        {FAULTY(VectorAfterVector), Kind::kRaceRaw, "pipe V reads 1024 bytes that pipe V"},
#endif
    };
    return kCases;
}

}  // namespace faulty
