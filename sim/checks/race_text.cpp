// SPDX-License-Identifier: Apache-2.0
#include "sim/checks/race_text.h"

#include <algorithm>

#include "sim/checks/core_state.h"

namespace davsim::checks {
namespace {

std::string pipe_text(Pipe pipe) {
    return pipe == Pipe::kS ? "the scalar unit" : "pipe " + std::string(name_of(pipe));
}

std::string event_name(Pipe source, Pipe destination) {
    return std::string(name_of(source)) + "_" + std::string(name_of(destination));
}

}  // namespace

RaceTiming timing_of(const AccessRecord& first, bool first_writes, const AccessRecord& second,
                     bool second_writes) {
    // Instructions read when they start and write when they complete.
    Cycles gap;
    if (first.block != second.block) {
        gap = std::max(second.start - first.complete, first.start - second.complete);
    } else if (!first_writes) {
        gap = second.complete - first.start;
    } else {
        gap = (second_writes ? second.complete : second.start) - first.complete;
    }
    const bool manifested = first_writes ? gap < Cycles(0) : gap <= Cycles(0);
    return {manifested, std::max(gap, Cycles(0))};
}

std::string race_message(Kind kind, const Access& first, const Access& second) {
    const std::string what = bytes_text(first.end - first.begin);
    if (kind == Kind::kBlockRace) {
        return "block " + std::to_string(second.block) + " " + std::string(second.does) + " " +
               what + " of global memory that block " + std::to_string(first.block) + " " +
               std::string(first.does) + ", and nothing orders the two";
    }
    return pipe_text(second.pipe) + " " + std::string(second.does) + " " + what + " that " +
           pipe_text(first.pipe) + " " + std::string(first.does) +
           " earlier in the program, and nothing makes it wait";
}

std::string race_hint(const AccessRecord& first, const AccessRecord& second) {
    if (first.block != second.block)
        return "SyncAll() between the two, atomics, or parts that do not overlap";
    if (first.pipe == second.pipe)
        return "PipeBarrier<PIPE_" + std::string(name_of(first.pipe)) + ">() between the two";
    const std::string event = event_name(first.pipe, second.pipe);
    return "SetFlag<HardEvent::" + event + "> after the first, WaitFlag<HardEvent::" + event +
           "> before the second";
}

Finding register_race(const AccessRecord& writer, const AccessRecord& reader) {
    Finding finding;
    Access first = access_of(writer, "writes", Space::kUb, {"vector register", 0, 0});
    Access second = access_of(reader, "reads", Space::kUb, {"vector register", 0, 0});
    second.operation = "register read";
    finding.accesses = {first, second};
    finding.message =
        "the scalar unit reads a register that pipe V leaves, and nothing makes it wait";
    finding.hint = race_hint(writer, reader);
    const RaceTiming timing = timing_of(writer, true, reader, false);
    finding.timed = true;
    finding.manifested = timing.manifested;
    finding.slack = timing.slack;
    return finding;
}

}  // namespace davsim::checks
