// SPDX-License-Identifier: Apache-2.0
#include "traces/track.h"

#include <fmt/format.h>

namespace davsim::traces {
namespace {

constexpr std::array<TrackInfo, kTrackCount> kTracks = {{
    {"SCALAR", "startup", 1, 10},
    {"MTE1", "thread_state_running", 3, 50},
    {"CUBE", "background_memory_dump", 4, 40},
    {"FIXP", "thread_state_unknown", 5, 80},
    {"MTE2", "thread_state_iowait", 6, 60},
    {"VECTOR", "cq_build_failed", 7, 30},
    {"MTE3", "rail_response", 8, 70},
    {"ALL", "good", 11, 100},
    {"USERMARK", "rail_load", 12, 120},
}};

// Marks what the kernel did not write.
constexpr const char* kInserted = ", inserted by automatic synchronisation";

bool is_copy(Opcode opcode) {
    return davsim::info_of(opcode).op_class == OpClass::kTransfer || opcode == Opcode::kMoveUb;
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

Track track_of(SliceKind kind, const Shape& shape) {
    switch (shape.kind) {
        case RowKind::kBlock: return Track::kUser;
        case RowKind::kBarrierAll:
        case RowKind::kSyncAll: return Track::kAll;
        case RowKind::kScalarStall: return Track::kScalar;
        case RowKind::kFlag:
            return track_of(kind == SliceKind::kSetFlag ? shape.pipe : shape.other);
        default: return track_of(shape.pipe);
    }
}

std::string_view slice_name(SliceKind kind, const Shape& shape) {
    switch (shape.kind) {
        case RowKind::kInstruction: return davsim::info_of(shape.opcode).mnemonic;
        case RowKind::kFlag: return kind == SliceKind::kSetFlag ? "SET_FLAG" : "WAIT_FLAG";
        case RowKind::kBarrier: return "BAR";
        case RowKind::kBarrierAll: return "BAR_ALL";
        case RowKind::kSyncAll: return "SYNC_ALL";
        case RowKind::kScalarStall: return "STALL";
        case RowKind::kBlock: return "BLOCK";
        case RowKind::kBuffer: return "BUFFER";
        case RowKind::kTransfer: return "TRANSFER";
    }
    return "BLOCK";
}

std::string_view slice_colour(SliceKind kind, const Shape& shape) {
    if (kind == SliceKind::kSetFlag) return "black";
    if (kind == SliceKind::kWaitFlag) return "yellow";
    return info_of(track_of(kind, shape)).colour;
}

std::string slice_detail(const Shape& shape) {
    switch (shape.kind) {
        case RowKind::kInstruction:
            if (is_copy(shape.opcode))
                return fmt::format("{} bursts of {} B", shape.count, shape.size);
            return fmt::format("{}, {} elements, {} repeats", davsim::name_of(shape.dtype),
                               shape.count, shape.size);
        case RowKind::kFlag:
            return fmt::format("{} to {} event {}{}", davsim::name_of(shape.pipe),
                               davsim::name_of(shape.other), shape.event,
                               shape.count == 0 ? "" : kInserted);
        case RowKind::kBarrier:
            return fmt::format("barrier of {}{}", davsim::name_of(shape.pipe),
                               shape.event == 0 ? "" : kInserted);
        case RowKind::kBarrierAll: return "barrier of all pipes";
        case RowKind::kSyncAll: return "barrier of all cores";
        default: return {};
    }
}

std::string row_detail(const Row& row) {
    if (row.kind == RowKind::kScalarStall) return std::string(davsim::name_of(row.cause));
    if (row.kind == RowKind::kBlock) return fmt::format("block {}", row.block);
    return {};
}

std::string code_of(const Site* site) {
    if (site == nullptr || site->file.empty()) return {};
    return fmt::format("{}:{}", site->file, site->line);
}

}  // namespace davsim::traces
