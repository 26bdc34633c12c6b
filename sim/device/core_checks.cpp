// SPDX-License-Identifier: Apache-2.0
// What AiCore checks before an instruction may enter a queue: that it exists on this core and stays
// inside the memories. Whatever passes cannot make the simulator touch foreign memory.
#include <string>

#include "sim/device/ai_core.h"
#include "sim/isa/footprint.h"

namespace davsim {
namespace {

bool on_this_core(Pipe pipe) {
    return pipe == Pipe::kV || pipe == Pipe::kMte2 || pipe == Pipe::kMte3;
}

std::string span_text(std::uint64_t begin, std::uint64_t end) {
    return "[" + std::to_string(begin) + ", " + std::to_string(end) + ")";
}

}  // namespace

std::string AiCore::where() const {
    return "core " + std::to_string(index_) + ", block " + std::to_string(context_.block_idx) +
           ", cycle " + std::to_string((engine_.clock - around_.launch.base).count());
}

void AiCore::list_waits(std::vector<BlockedWait>& waits) {
    const ScalarWait& wait = engine_.wait;
    const std::string flag_end = ", event " + std::to_string(wait.event) + ")";
    std::string at;
    if (in_sync_all_) {
        at = "in SyncAll";
    } else if (wait.kind == ScalarWait::Kind::kCoreFlag) {
        at = "at CrossCoreWaitFlag(" + std::to_string(wait.event) + ") that not all cores set";
    } else if (wait.kind == ScalarWait::Kind::kFlag) {
        at = "at WaitFlag(" + std::string(name_of(wait.pipe)) + " to S" + flag_end +
             " that nobody sets";
    } else if (wait.kind == ScalarWait::Kind::kFlagFree) {
        at = "at SetFlag(S to " + std::string(name_of(wait.pipe)) + flag_end +
             " whose last set nobody waits for";
    } else if (wait.kind == ScalarWait::Kind::kSpace) {
        at = "at the full queue of pipe " + std::string(name_of(wait.pipe));
    } else if (wait.kind == ScalarWait::Kind::kDrained) {
        at = "waits for all pipes";
    }
    if (!at.empty())
        waits.push_back({index_, context_.block_idx, Pipe::kS, at, site, in_sync_all_});
    engine_.list_waits(waits);
}

std::string AiCore::describe_waits() {
    std::vector<BlockedWait> waits;
    list_waits(waits);
    std::string text =
        "core " + std::to_string(index_) + ", block " + std::to_string(context_.block_idx) + ": ";
    for (const BlockedWait& wait : waits) {
        if (&wait != &waits.front()) text += ", ";
        text += wait.pipe == Pipe::kS ? "scalar unit" : std::string(name_of(wait.pipe));
        text += " " + wait.at;
    }
    return text;
}

// What a lock's last owner left is nobody's loss. Without a listener to violations any other flag
// that is left ends the launch, as what follows on hardware is undefined.
void AiCore::check_flags_left() {
    for (std::size_t i = 0; i < locks.size(); ++i) {
        const PipeLock& lock = locks[i];
        if (lock.left) engine_.take_flag(lock.pipe, static_cast<std::uint8_t>(i));
    }
    const auto left = engine_.pending_flags();
    if (left.empty()) return;
    rule = Rule::kFlagLeft;
    if (!around_.hub.wants(interest::kViolation)) {
        std::string text;
        for (const auto& [flag, set_at] : left) text += (text.empty() ? "" : ", ") + flag;
        raise_fault(Fault::kKernel, "flags set and never waited for: " + text);
    }
    for (const auto& [flag, set_at] : left)
        note_violation(Rule::kFlagLeft, "SetFlag: " + flag + " is set and never waited for",
                       set_at);
    engine_.clear_flags();
}

void AiCore::note_violation(Rule broken, const std::string& message, const void* blamed) {
    if (!around_.hub.wants(interest::kViolation)) return;
    around_.hub.violation({index_, context_.block_idx, broken, engine_.clock - around_.launch.base,
                           message, blamed == nullptr ? site : blamed});
}

void AiCore::check_ub(std::uint64_t begin, std::uint64_t end, const char* what) {
    if (end <= context_.ub_bytes) return;
    rule = Rule::kUbBounds;
    raise_fault(Fault::kKernel, std::string(what) + ": UB bytes " + span_text(begin, end) +
                                    " are beyond the unified buffer of " +
                                    std::to_string(context_.ub_bytes) + " bytes");
}

// Device address of a GM range that lies inside one allocation; of a load that at least begins in
// one (memcheck tells of the rest).
std::uint64_t AiCore::checked_gm(std::uint64_t host_begin, std::uint64_t host_end, const char* what,
                                 bool load) {
    if (!around_.gm.contains(host_begin)) {
        rule = Rule::kGmBounds;
        raise_fault(Fault::kKernel, std::string(what) + ": address " + std::to_string(host_begin) +
                                        " is not in global memory (a null tensor?)");
    }
    const std::uint64_t begin =
        around_.gm.device_address(reinterpret_cast<const std::uint8_t*>(host_begin));  // NOLINT
    const std::uint64_t bytes = host_end - host_begin;
    if (around_.gm.find(begin, bytes) != nullptr) return begin;
    if (load && around_.gm.find_read(begin, bytes) != nullptr) return begin;
    const GlobalMemory::Allocation* near = around_.gm.nearest(begin);
    std::string text =
        std::string(what) + ": " + std::to_string(bytes) + " bytes of global memory ";
    if (near == nullptr) {
        text += "before the first tensor";
    } else {
        text += "at offset " + std::to_string(begin - near->begin) + " of tensor " + near->name +
                ", which has " + std::to_string(near->bytes) + " bytes";
    }
    rule = Rule::kGmBounds;
    raise_fault(Fault::kKernel, text);
}

// Device address of the transfer's GM operand, where there is one.
std::uint64_t AiCore::checked_operands(const Instruction& instruction, const Footprint& footprint) {
    if (!on_this_core(instruction.pipe)) {
        raise_fault(Fault::kUnsupported, "pipe " + std::string(name_of(instruction.pipe)) +
                                             " is not modelled on vector cores");
    }
    std::uint64_t gm = 0;
    auto check = [&](const Region& region, bool load) {
        const char* name = info_of(instruction.opcode).mnemonic.data();
        if (region.space == Space::kUb) return check_ub(region.begin(), region.end(), name);
        gm = checked_gm(region.begin(), region.end(), name, load) +
             (instruction.dma.gm - region.begin());
    };
    for (int i = 0; i < footprint.read_count; ++i)
        check(footprint.reads[static_cast<std::size_t>(i)], true);
    for (int i = 0; i < footprint.write_count; ++i)
        check(footprint.writes[static_cast<std::size_t>(i)], false);
    return gm;
}

}  // namespace davsim
