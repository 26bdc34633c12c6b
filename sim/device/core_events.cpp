// SPDX-License-Identifier: Apache-2.0
// What AiCore tells its listeners about the scalar unit.
#include "sim/device/ai_core.h"

namespace davsim {

// Fills in who, when and where.
void AiCore::tell(const ScalarEvent& what, Cycles from) {
    ScalarEvent event = what;
    event.core = index_;
    event.block = context_.block_idx;
    event.inserted = inserting_;
    event.serial = engine_.next_serial();
    event.site = site;
    event.from = from - around_.launch.base;
    event.to = engine_.clock - around_.launch.base;
    event.ub = engine_.ub();
    around_.hub.scalar(event);
}

void AiCore::tell_access(ScalarEvent::Kind kind, Space space, std::uint64_t addr,
                         std::uint64_t bytes, Cycles from) {
    ScalarEvent event;
    event.kind = kind;
    event.space = space;
    event.addr = addr;
    event.bytes = bytes;
    tell(event, from);
}

void AiCore::tell_flag(ScalarEvent::Kind kind, Pipe other, std::uint8_t id, Cycles from) {
    ScalarEvent event;
    event.kind = kind;
    event.pipe = other;
    event.event = id;
    tell(event, from);
}

void AiCore::note_buffer(std::uint32_t begin, std::uint32_t bytes, const char* what) {
    if (around_.hub.wants(interest::kBuffer)) {
        around_.hub.buffer({index_, context_.block_idx, begin, bytes, what});
    }
}

void AiCore::note_meeting(std::uint64_t gm, std::uint64_t bytes, bool leaves) {
    if (!want_scalar_) return;
    ScalarEvent event;
    event.kind = leaves ? ScalarEvent::Kind::kLeave : ScalarEvent::Kind::kArrive;
    event.space = Space::kGm;
    event.addr = checked_gm(gm, gm + bytes, "synchronisation through GM");
    event.bytes = bytes;
    event.channel = event.addr;
    tell(event, engine_.clock);
}

void AiCore::note_raw_access(std::uint32_t begin, std::uint32_t bytes) {
    if (around_.hub.wants(interest::kRawAccess)) {
        around_.hub.raw_access({index_, context_.block_idx, begin, bytes});
    }
}

}  // namespace davsim
