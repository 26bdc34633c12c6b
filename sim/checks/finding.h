// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a detector says about a kernel. Sites are host addresses; reports turn them into lines.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/units.h"
#include "sim/isa/footprint.h"
#include "sim/isa/opcode.h"

namespace davsim::checks {

enum class Detector : std::uint8_t { kMemcheck, kRacecheck, kInitcheck, kSynccheck, kNumeric };
inline constexpr int kDetectorCount = 5;

enum class Severity : std::uint8_t { kError, kWarning, kInfo };

enum class Kind : std::uint8_t {
    // memcheck
    kGmOutOfBounds,
    kTensorOutOfBounds,
    kUbOutOfBounds,
    kBufferOverrun,
    kUbUnallocated,
    kMisaligned,
    kPartialBlock,
    kIllegalArgument,
    kUbCapacity,
    kOperandOverlap,
    kMemoryLeak,
    kWildAccess,
    kAssert,
    // racecheck
    kRaceRaw,
    kRaceWar,
    kRaceWaw,
    kBlockRace,
    kAtomicOrder,
    // initcheck
    kUninitialised,
    kUninitialisedPadding,
    // synccheck
    kFlagLeft,
    kWaitWithoutSet,
    kFlagSetTwice,
    kEventId,
    kQueueProtocol,
    kSyncAllMissed,
    kDeadlock,
    // numeric
    kNotFinite,
    kHalfOverflow,
};
inline constexpr int kKindCount = 29;

struct KindInfo {
    std::string_view name;  // in files: "race-raw"
    Detector detector;
    Severity severity;
    std::string_view title;  // for people: "read after write without synchronisation"
};
const KindInfo& info_of(Kind kind);

std::string_view name_of(Detector detector);
std::string_view name_of(Severity severity);

// One side of a finding: an instruction, a scalar access, or a place in the kernel.
struct Access {
    int core = 0;
    std::uint32_t block = 0;
    Pipe pipe = Pipe::kS;
    std::string operation;       // "VADD", "GetValue", "SetFlag"
    std::string_view does = {};  // "reads", "writes"; empty when it is only a place
    const void* site = nullptr;
    std::uint64_t pass = 0;  // how often the block had come through this line, from 1; 0: unknown
    Cycles start;
    Cycles complete;
    Space space = Space::kUb;
    std::uint64_t begin = 0;  // bytes touched: offset in UB, or in `owner` in GM
    std::uint64_t end = 0;
    std::string owner;  // tensor or buffer that the bytes belong to
};

struct Finding {
    Kind kind = Kind::kDeadlock;
    std::uint64_t count = 1;
    std::string message;  // what is wrong, with numbers
    std::string hint;     // what would put it right; may be empty
    // The offender first; of a race, the earlier access in program order first.
    std::vector<Access> accesses;
    bool timed = false;  // races: the two below mean something
    bool manifested = false;
    Cycles slack;  // not manifested: how far the two are apart, at least

    Severity severity() const { return info_of(kind).severity; }
};

}  // namespace davsim::checks
