// SPDX-License-Identifier: Apache-2.0
#include "traces/track.h"

#include <fmt/format.h>

namespace davsim::traces {
namespace {

constexpr std::array<TrackInfo, kTrackCount> kTracks = {{
    {"SCALAR", "startup", 1},
    {"MTE1", "thread_state_running", 3},
    {"CUBE", "background_memory_dump", 4},
    {"FIXP", "thread_state_unknown", 5},
    {"MTE2", "thread_state_iowait", 6},
    {"VECTOR", "cq_build_failed", 7},
    {"MTE3", "rail_response", 8},
    {"ALL", "good", 11},
    {"USERMARK", "rail_load", 12},
}};

// The vendor reserves three places an AI core: the cube, then its vector cores.
constexpr int kPlacesPerCore = 3;

std::string transfer_detail(const Record& record) {
    return fmt::format("{} bursts of {} B", record.count, record.size);
}

}  // namespace

const TrackInfo& info_of(Track track) {
    return kTracks[static_cast<std::size_t>(track)];
}

Track track_of(Pipe pipe) {
    switch (pipe) {
        case Pipe::kS: return Track::kScalar;
        case Pipe::kMte1: return Track::kMte1;
        case Pipe::kM: return Track::kCube;
        case Pipe::kFix: return Track::kFixp;
        case Pipe::kMte2: return Track::kMte2;
        case Pipe::kV: return Track::kVector;
        case Pipe::kMte3: return Track::kMte3;
        case Pipe::kAll: return Track::kAll;
    }
    return Track::kAll;
}

Track track_of(const Record& record) {
    switch (record.kind) {
        case RecordKind::kBlock: return Track::kUser;
        case RecordKind::kBarrierAll:
        case RecordKind::kSyncAll: return Track::kAll;
        default: return track_of(record.pipe);
    }
}

std::string core_name(int core, int vector_per_core) {
    return fmt::format("core{}.veccore{}", core / vector_per_core, core % vector_per_core);
}

int core_sort_index(int core, int vector_per_core) {
    return kPlacesPerCore * (core / vector_per_core) + 2 + core % vector_per_core;
}

std::string_view slice_name(const Record& record) {
    switch (record.kind) {
        case RecordKind::kInstruction: return davsim::info_of(record.opcode).mnemonic;
        case RecordKind::kSetFlag: return "SET_FLAG";
        case RecordKind::kWaitFlag: return "WAIT_FLAG";
        case RecordKind::kBarrier: return "BAR";
        case RecordKind::kBarrierAll: return "BAR_ALL";
        case RecordKind::kSyncAll: return "SYNC_ALL";
        case RecordKind::kScalarStall: return "STALL";
        case RecordKind::kBlock: return "BLOCK";
    }
    return "BLOCK";
}

std::string_view slice_colour(const Record& record) {
    if (record.kind == RecordKind::kSetFlag) return "black";
    if (record.kind == RecordKind::kWaitFlag) return "yellow";
    return info_of(track_of(record)).colour;
}

std::string slice_detail(const Record& record) {
    switch (record.kind) {
        case RecordKind::kInstruction:
            if (davsim::info_of(record.opcode).op_class == OpClass::kTransfer ||
                record.opcode == Opcode::kMoveUb) {
                return transfer_detail(record);
            }
            return fmt::format("{}, {} elements, {} repeats", davsim::name_of(record.dtype),
                               record.count, record.size);
        case RecordKind::kSetFlag:
            return fmt::format("{} to {} event {}", davsim::name_of(record.pipe),
                               davsim::name_of(record.other), record.event);
        case RecordKind::kWaitFlag:
            return fmt::format("{} to {} event {}", davsim::name_of(record.other),
                               davsim::name_of(record.pipe), record.event);
        case RecordKind::kBarrier:
            return fmt::format("barrier of {}", davsim::name_of(record.pipe));
        case RecordKind::kBarrierAll: return "barrier of all pipes";
        case RecordKind::kSyncAll: return "barrier of all cores";
        case RecordKind::kScalarStall: return std::string(davsim::name_of(record.cause));
        case RecordKind::kBlock: return fmt::format("block {}", record.block);
    }
    return {};
}

}  // namespace davsim::traces
