// SPDX-License-Identifier: Apache-2.0
#include "sim/checks/init_check.h"

#include <algorithm>

#include "sim/checks/byte_runs.h"
#include "sim/checks/init_spread.h"
#include "sim/checks/register_left.h"

namespace davsim::checks {
namespace {

// Does what an instruction computes depend on the compare mask register?
bool reads_mask(const Instruction& ins) {
    if (ins.opcode == Opcode::kGetCompareMask) return true;
    if (ins.opcode != Opcode::kSelect) return false;
    const auto mode = static_cast<SelectMode>(ins.vec.variant);
    return mode == SelectMode::kRegister || mode == SelectMode::kRegisterScalar;
}

// Calls visit(begin, end) for the runs of bytes that an operation really touches.
template <class Visit>
void for_each_touched(const Operation& operation, const Region& region, Visit visit) {
    if (operation.instruction != nullptr)
        return for_each_exact_run(*operation.instruction, region, visit);
    for_each_run(region, visit);
}

void define_writes(UbShadow& shadow, const Operation& operation) {
    for (int i = 0; i < operation.footprint.write_count; ++i) {
        const Region& region = operation.footprint.writes[static_cast<std::size_t>(i)];
        if (region.space != Space::kUb) continue;
        for_each_touched(operation, region, [&](std::uint64_t begin, std::uint64_t end) {
            shadow.define(begin, end);
        });
    }
}

}  // namespace

void InitCheck::begin_launch(std::size_t cores) {
    shadows_.assign(cores, UbShadow(launch_.info.ub_bytes));
    origins_.assign(1, {});
    origin_by_site_.clear();
    gm_undefined_.clear();
    for (const GmRange& range : launch_.info.memory) {
        if (range.role != GmRole::kOutput && range.role != GmRole::kWorkspace) continue;
        gm_undefined_.assign(range.begin, range.begin + range.padded, kNeverWritten);
    }
}

void InitCheck::begin_block(CoreState& core) {
    shadow_of(core).clear();
}

void InitCheck::trust(int core, std::uint64_t begin, std::uint64_t end) {
    shadows_[static_cast<std::size_t>(core)].define(begin, end);
}

void InitCheck::check(CoreState& core, const Operation& operation) {
    if (operation.instruction == nullptr) return scalar(core, operation);
    switch (operation.instruction->opcode) {
        case Opcode::kLoadGm: return load(core, operation);
        case Opcode::kStoreGm: return store(core, operation);
        default: return compute(core, operation);
    }
}

// The first undefined byte or bit of what it reads.
std::optional<InitCheck::Source> InitCheck::undefined_source(const UbShadow& shadow,
                                                             const Operation& operation) const {
    for (int i = 0; i < operation.footprint.read_count; ++i) {
        const Region& region = operation.footprint.reads[static_cast<std::size_t>(i)];
        std::optional<Source> found;
        for_each_touched(operation, region, [&](std::uint64_t begin, std::uint64_t end) {
            if (found) return;
            const std::uint64_t place = shadow.next_undefined_bit(begin, end);
            if (place != end) found = Source{false, place};
        });
        if (found) return found;
    }
    if (reads_mask(*operation.instruction) && !shadow.mask_defined()) return Source{true, 0};
    return std::nullopt;
}

// The number under which the value at `place` is followed: where it was first read, here if nobody
// did before.
UbShadow::Origin InitCheck::origin_of(CoreState& core, const Operation& operation,
                                      std::uint64_t place) {
    const UbShadow::Origin known = shadow_of(core).origin(place);
    if (known != kNeverWritten) return known;
    const AccessRecord& record = *operation.record;
    const auto [entry, fresh] =
        origin_by_site_.try_emplace(record.site, static_cast<UbShadow::Origin>(origins_.size()));
    if (!fresh) return entry->second;
    if (origins_.size() == kDefined) return entry->second = 1;  // far too many to tell apart
    Origin origin;
    origin.first = access_of(record, "reads", Space::kUb,
                             place_of(launch_, core, Space::kUb, place, place + 1));
    origins_.push_back(origin);
    return entry->second;
}

// Undefined global memory: what was stored there undefined keeps its origin, what nobody stored is
// from here on.
UbShadow::Origin InitCheck::origin_of_load(CoreState& core, const Operation& operation,
                                           std::uint64_t begin, std::uint64_t end,
                                           UbShadow::Origin number) {
    if (number != kNeverWritten) return number;
    const AccessRecord& record = *operation.record;
    const auto [entry, fresh] =
        origin_by_site_.try_emplace(record.site, static_cast<UbShadow::Origin>(origins_.size()));
    if (fresh) {
        Origin origin;
        origin.first =
            access_of(record, "reads", Space::kGm, place_of(launch_, core, Space::kGm, begin, end));
        origins_.push_back(origin);
    }
    return entry->second;
}

void InitCheck::load(CoreState& core, const Operation& operation) {
    UbShadow& shadow = shadow_of(core);
    define_writes(shadow, operation);
    if (operation.footprint.read_count == 0) return;
    const Region& source = operation.footprint.reads[0];
    if (!gm_is_undefined(source.begin(), source.end())) return;
    const DmaPayload& dma = operation.instruction->dma;
    const std::int64_t gm_pitch = static_cast<std::int64_t>(dma.burst_bytes) + dma.gm_gap;
    const std::uint64_t left = std::uint64_t{dma.left_pad} * size_of(dma.dtype);
    const std::uint64_t ub_pitch = ub_extent(dma, padded_burst(dma)) + dma.ub_gap;
    for (std::uint32_t burst = 0; burst < dma.bursts; ++burst) {
        const std::uint64_t gm = dma.gm + static_cast<std::uint64_t>(gm_pitch * burst);
        const std::uint64_t ub = dma.ub + ub_pitch * burst + left;
        gm_undefined_.look(gm, gm + dma.burst_bytes,
                           [&](std::uint64_t begin, std::uint64_t end, UbShadow::Origin number) {
                               shadow.undefine(ub + (begin - gm), ub + (end - gm),
                                               origin_of_load(core, operation, begin, end, number));
                           });
    }
}

bool InitCheck::gm_is_undefined(std::uint64_t begin, std::uint64_t end) {
    if (launch_.is_polled(begin, end)) return false;
    bool undefined = false;
    gm_undefined_.look(begin, end,
                       [&](std::uint64_t, std::uint64_t, UbShadow::Origin) { undefined = true; });
    return undefined;
}

void InitCheck::observed(CoreState& core, const Operation& operation, std::uint64_t place,
                         const std::string& where) {
    const UbShadow::Origin number = origin_of(core, operation, place);
    Origin& origin = origins_[number];
    origin.observed = true;
    const AccessRecord& record = *operation.record;
    log_.add(Kind::kUninitialised, origin.first.site, record.site, [&] {
        Finding finding;
        Access here = access_of(record, "reads", Space::kUb,
                                place_of(launch_, core, Space::kUb, place, place + 1));
        const bool direct = origin.first.site == record.site;
        finding.accesses = {origin.first};
        if (!direct) finding.accesses.push_back(here);
        const bool from_gm = origin.first.space == Space::kGm;
        finding.message =
            (from_gm
                 ? "global memory of " + origin.first.owner + " that nobody wrote in this launch"
                 : std::string("UB that nobody wrote")) +
            " is read" + (direct ? "" : ", and what comes of it") + " reaches " + where;
        finding.hint = from_gm ? "clear it first (InitOutput, then SyncAll) or write all of it"
                               : "write it first (Duplicate), or keep counts and masks to the "
                                 "elements that were loaded";
        return finding;
    });
}

void InitCheck::store(CoreState& core, const Operation& operation) {
    const Footprint& footprint = operation.footprint;
    if (footprint.write_count == 0) return;
    const Region& target = footprint.writes[0];
    if (operation.record->atomic) atomic_on_undefined(core, operation, target);
    const GmRange* tensor = launch_.tensors.find(target.begin());
    const DmaPayload& dma = operation.instruction->dma;
    const std::uint64_t ub_pitch = ub_extent(dma, dma.burst_bytes) + dma.ub_gap;
    const std::int64_t gm_pitch = static_cast<std::int64_t>(dma.burst_bytes) + dma.gm_gap;
    for (std::uint32_t burst = 0; burst < dma.bursts; ++burst) {
        store_burst(core, operation, tensor, dma.ub + ub_pitch * burst,
                    dma.gm + static_cast<std::uint64_t>(gm_pitch * burst));
    }
}

// The workspace is the kernel's own: what it keeps there may be padding still. Anything else is
// seen by others.
void InitCheck::store_burst(CoreState& core, const Operation& operation, const GmRange* tensor,
                            std::uint64_t ub, std::uint64_t gm) {
    const UbShadow& shadow = shadow_of(core);
    const std::uint64_t length = operation.instruction->dma.burst_bytes;
    if (shadow.defined(ub, ub + length)) return gm_undefined_.erase(gm, gm + length);
    const bool own = tensor != nullptr && tensor->role == GmRole::kWorkspace;
    std::uint64_t byte = 0;
    while (byte < length) {
        const std::uint64_t at = ub + byte;
        const bool is_defined = shadow.next_undefined(at, ub + length) != at;
        const std::uint64_t end = (is_defined ? shadow.next_undefined(at, ub + length)
                                              : shadow.next_defined(at, ub + length)) -
                                  ub;
        if (is_defined || !own) {
            gm_undefined_.erase(gm + byte, gm + end);
        } else {
            gm_undefined_.assign(gm + byte, gm + end, origin_of(core, operation, ub + byte));
        }
        if (!is_defined && !own) {
            observed(core, operation, ub + byte,
                     tensor == nullptr ? "global memory" : "global memory (" + tensor->name + ")");
        }
        byte = end;
    }
}

void InitCheck::atomic_on_undefined(CoreState& core, const Operation& operation,
                                    const Region& region) {
    bool undefined = false;
    for_each_run(region, [&](std::uint64_t begin, std::uint64_t end) {
        undefined |= gm_is_undefined(begin, end);
    });
    if (undefined)
        undefined_gm(
            core, operation, region,
            {"adds to", "an atomic store changes", "clear it first: InitOutput, then SyncAll"});
}

void InitCheck::undefined_gm(CoreState& core, const Operation& operation, const Region& region,
                             const GmUse& use) {
    const AccessRecord& record = *operation.record;
    log_.add(Kind::kUninitialised, record.site, nullptr, [&] {
        Finding finding;
        const Place place = place_of(launch_, core, Space::kGm, region.begin(), region.end());
        finding.accesses = {access_of(record, use.verb, Space::kGm, place)};
        finding.message = std::string(use.happening) + " global memory of " + place.owner +
                          " that nobody wrote in this launch";
        finding.hint = use.hint;
        return finding;
    });
}

void InitCheck::scalar(CoreState& core, const Operation& operation) {
    UbShadow& shadow = shadow_of(core);
    for (int i = 0; i < operation.footprint.read_count; ++i) {
        const Region& region = operation.footprint.reads[static_cast<std::size_t>(i)];
        if (region.space == Space::kUb) {
            const std::uint64_t place = shadow.next_undefined(region.begin(), region.end());
            if (place != region.end()) observed(core, operation, place, "the scalar unit");
            continue;
        }
        if (gm_is_undefined(region.begin(), region.end()))
            undefined_gm(core, operation, region,
                         {"reads", "the scalar unit reads", "write it first"});
    }
    define_writes(shadow, operation);
    for (int i = 0; i < operation.footprint.write_count; ++i) {
        const Region& region = operation.footprint.writes[static_cast<std::size_t>(i)];
        if (region.space == Space::kGm) gm_undefined_.erase(region.begin(), region.end());
    }
}

void InitCheck::check_register(CoreState& core, VectorRegister which, const RecordRef& reader) {
    const bool low = which == VectorRegister::kCompareMaskLow;
    const bool mask = low || which == VectorRegister::kCompareMaskHigh;
    UbShadow& shadow = shadow_of(core);
    if (mask && shadow.mask_bits[low ? 0 : 1] == 0) return;
    const UbShadow::Origin number = shadow.of(mask ? VectorRegister::kCompareMaskLow : which);
    if (number == kDefined) return;
    Origin& origin = origins_[number];
    origin.observed = true;
    log_.add(Kind::kUninitialised, origin.first.site, reader->site, [&] {
        Finding finding;
        Access here =
            access_of(*reader, "reads", Space::kUb, {std::string(register_name(which)), 0, 0});
        here.operation = register_reader(which);
        finding.accesses = {origin.first, here};
        finding.message = "UB that nobody wrote is computed with, and what comes of it (" +
                          std::string(register_name(which)) + ") reaches the scalar unit";
        finding.hint = "keep counts and masks to the elements that were loaded";
        return finding;
    });
}

void InitCheck::compute(CoreState& core, const Operation& operation) {
    UbShadow& shadow = shadow_of(core);
    const std::optional<Source> source = undefined_source(shadow, operation);
    const Completed completed{*operation.instruction, operation.footprint, operation.ub,
                              *operation.registers};
    InitSpread spread(shadow, completed, [&] {
        return source->from_register ? shadow.of(VectorRegister::kCompareMaskLow)
                                     : origin_of(core, operation, source->place);
    });
    if (source) return spread.run();
    spread.define_results();
}

void InitCheck::end_launch() {
    for (std::size_t i = 1; i < origins_.size(); ++i) {
        const Origin& origin = origins_[i];
        if (origin.observed) continue;
        log_.add(Kind::kUninitialisedPadding, origin.first.site, nullptr, [&] {
            Finding finding;
            finding.accesses = {origin.first};
            finding.message =
                origin.first.operation +
                " computes with elements that nobody wrote; none of them leaves the core";
            return finding;
        });
    }
}

}  // namespace davsim::checks
