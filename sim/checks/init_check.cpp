// SPDX-License-Identifier: Apache-2.0
#include "sim/checks/init_check.h"

#include <algorithm>

#include "sim/checks/byte_runs.h"

namespace davsim::checks {
namespace {

constexpr std::uint64_t kWord = 4;
constexpr std::uint32_t kAllBits = 64;  // of a mask word

bool lane_by_lane(const Instruction& ins) {
    if (has_half_bytes(ins)) return false;
    const OpClass op_class = info_of(ins.opcode).op_class;
    return op_class == OpClass::kBinary || op_class == OpClass::kScalar ||
           op_class == OpClass::kUnary || ins.opcode == Opcode::kCopy;
}

bool is_dense(const Instruction& ins) {
    constexpr std::uint64_t kAll = ~std::uint64_t{0};
    const VectorPayload& vec = ins.vec;
    if (ins.opcode == Opcode::kCopy) return false;
    const std::uint32_t lanes = lanes_per_repeat(ins);
    const auto dense = [&](const VectorOperand& operand) {
        return operand.blk_stride == 1 &&
               operand.rep_stride * kBlockBytes == lanes * size_of(operand.dtype);
    };
    const bool full = vec.mask.lo == kAll && (lanes <= kAllBits || vec.mask.hi == kAll);
    const std::uint8_t sources = info_of(ins.opcode).sources;
    return (vec.mask.counter || full) && dense(vec.dst) && (sources < 1 || dense(vec.src0)) &&
           (sources < 2 || dense(vec.src1));
}

bool repeat_by_repeat(const Instruction& ins) {
    return ins.opcode == Opcode::kReduceAll || ins.opcode == Opcode::kReducePair ||
           ins.opcode == Opcode::kReduceBlock || ins.opcode == Opcode::kReduceAcc;
}

}  // namespace

void InitCheck::begin_launch(std::size_t cores) {
    cores_.clear();
    cores_.resize(cores);
    for (CoreBytes& bytes : cores_) {
        bytes.defined = ByteSet(launch_.info.ub_bytes);
        bytes.origins.assign(launch_.info.ub_bytes / kWord, kNeverWritten);
    }
    origins_.assign(1, {});
    origin_by_site_.clear();
    gm_undefined_.clear();
    for (const GmRange& range : launch_.info.memory) {
        if (range.role != GmRole::kOutput && range.role != GmRole::kWorkspace) continue;
        gm_undefined_.assign(range.begin, range.begin + range.padded, kNeverWritten);
    }
}

void InitCheck::begin_block(CoreState& core) {
    CoreBytes& bytes = bytes_of(core);
    bytes.defined.clear();
    bytes.accumulator = kDefined;
}

void InitCheck::trust(int core, std::uint64_t begin, std::uint64_t end) {
    cores_[static_cast<std::size_t>(core)].defined.add(begin, end);
}

void InitCheck::check(CoreState& core, const Operation& operation) {
    if (operation.instruction == nullptr) return scalar(core, operation);
    switch (operation.instruction->opcode) {
        case Opcode::kLoadGm: return load(core, operation);
        case Opcode::kStoreGm: return store(core, operation);
        default: return compute(core, operation);
    }
}

bool InitCheck::defined(const CoreBytes& bytes, const Operation& operation,
                        const Region& region) const {
    return first_undefined(bytes, operation, region) == region.end();
}

std::uint64_t InitCheck::first_undefined(const CoreBytes& bytes, const Operation& operation,
                                         const Region& region) const {
    std::uint64_t found = region.end();
    const auto visit = [&](std::uint64_t begin, std::uint64_t end) {
        if (found != region.end()) return;
        const std::uint64_t place = bytes.defined.next(begin, end, false);
        if (place != end) found = place;
    };
    if (operation.instruction != nullptr) {
        for_each_exact_run(*operation.instruction, region, visit);
    } else {
        for_each_run(region, visit);
    }
    return found;
}

void InitCheck::define_writes(CoreBytes& bytes, const Operation& operation) {
    for (int i = 0; i < operation.footprint.write_count; ++i) {
        const Region& region = operation.footprint.writes[static_cast<std::size_t>(i)];
        if (region.space != Space::kUb) continue;
        const auto visit = [&](std::uint64_t begin, std::uint64_t end) {
            bytes.defined.add(begin, end);
        };
        if (operation.instruction != nullptr) {
            for_each_exact_run(*operation.instruction, region, visit);
        } else {
            for_each_run(region, visit);
        }
    }
}

std::uint16_t InitCheck::origin_at(const CoreBytes& bytes, std::uint64_t place) const {
    return bytes.origins[place / kWord];
}

// The number under which the value at `place` is followed: where it was first read, here if nobody
// did before.
std::uint16_t InitCheck::origin_of(CoreState& core, const Operation& operation,
                                   std::uint64_t place) {
    const std::uint16_t known = origin_at(bytes_of(core), place);
    if (known != kNeverWritten) return known;
    const AccessRecord& record = *operation.record;
    const auto [entry, fresh] =
        origin_by_site_.try_emplace(record.site, static_cast<std::uint16_t>(origins_.size()));
    if (!fresh) return entry->second;
    if (origins_.size() == kDefined) return entry->second = 1;  // far too many to tell apart
    Origin origin;
    origin.first = access_of(record, "reads", Space::kUb,
                             place_of(launch_, core, Space::kUb, place, place + 1));
    origins_.push_back(origin);
    return entry->second;
}

void InitCheck::undefine(CoreBytes& bytes, std::uint64_t begin, std::uint64_t end,
                         std::uint16_t origin) {
    bytes.defined.remove(begin, end);
    for (std::uint64_t word = begin / kWord; word <= (end - 1) / kWord; ++word)
        bytes.origins[word] = origin;
}

// Undefined global memory: what was stored there undefined keeps its origin, what nobody stored is
// from here on.
std::uint16_t InitCheck::origin_of_load(CoreState& core, const Operation& operation,
                                        std::uint64_t begin, std::uint64_t end,
                                        std::uint16_t number) {
    if (number != kNeverWritten) return number;
    const AccessRecord& record = *operation.record;
    const auto [entry, fresh] =
        origin_by_site_.try_emplace(record.site, static_cast<std::uint16_t>(origins_.size()));
    if (fresh) {
        Origin origin;
        origin.first =
            access_of(record, "reads", Space::kGm, place_of(launch_, core, Space::kGm, begin, end));
        origins_.push_back(origin);
    }
    return entry->second;
}

void InitCheck::load(CoreState& core, const Operation& operation) {
    CoreBytes& bytes = bytes_of(core);
    define_writes(bytes, operation);
    if (operation.footprint.read_count == 0) return;
    const Region& source = operation.footprint.reads[0];
    if (!gm_is_undefined(source.begin(), source.end())) return;
    const DmaPayload& dma = operation.instruction->dma;
    const std::int64_t gm_pitch = static_cast<std::int64_t>(dma.burst_bytes) + dma.gm_gap;
    const std::uint64_t left = std::uint64_t{dma.left_pad} * size_of(dma.dtype);
    const std::uint64_t padded =
        dma.burst_bytes + left + std::uint64_t{dma.right_pad} * size_of(dma.dtype);
    const std::uint64_t ub_pitch =
        (padded + kBlockBytes - 1) / kBlockBytes * kBlockBytes + dma.ub_gap;
    for (std::uint32_t burst = 0; burst < dma.bursts; ++burst) {
        const std::uint64_t gm = dma.gm + static_cast<std::uint64_t>(gm_pitch * burst);
        const std::uint64_t ub = dma.ub + ub_pitch * burst + left;
        gm_undefined_.look(gm, gm + dma.burst_bytes,
                           [&](std::uint64_t begin, std::uint64_t end, std::uint16_t number) {
                               undefine(bytes, ub + (begin - gm), ub + (end - gm),
                                        origin_of_load(core, operation, begin, end, number));
                           });
    }
}

bool InitCheck::gm_is_undefined(std::uint64_t begin, std::uint64_t end) {
    if (launch_.is_polled(begin, end)) return false;
    bool undefined = false;
    gm_undefined_.look(begin, end,
                       [&](std::uint64_t, std::uint64_t, std::uint16_t) { undefined = true; });
    return undefined;
}

void InitCheck::observed(CoreState& core, const Operation& operation, std::uint64_t place,
                         const std::string& where) {
    const std::uint16_t number = origin_of(core, operation, place);
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
    const std::uint64_t ub_pitch =
        (dma.burst_bytes + kBlockBytes - 1) / kBlockBytes * kBlockBytes + dma.ub_gap;
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
    const CoreBytes& bytes = bytes_of(core);
    const std::uint64_t length = operation.instruction->dma.burst_bytes;
    if (bytes.defined.all(ub, ub + length)) return gm_undefined_.erase(gm, gm + length);
    const bool own = tensor != nullptr && tensor->role == GmRole::kWorkspace;
    std::uint64_t byte = 0;
    while (byte < length) {
        const bool is_defined = bytes.defined.has(ub + byte);
        const std::uint64_t end = bytes.defined.next(ub + byte, ub + length, !is_defined) - ub;
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
    if (!undefined) return;
    const AccessRecord& record = *operation.record;
    log_.add(Kind::kUninitialised, record.site, nullptr, [&] {
        Finding finding;
        const Place place = place_of(launch_, core, Space::kGm, region.begin(), region.end());
        finding.accesses = {access_of(record, "adds to", Space::kGm, place)};
        finding.message = "an atomic store changes global memory of " + place.owner +
                          " that nobody wrote in this launch";
        finding.hint = "clear it first: InitOutput, then SyncAll";
        return finding;
    });
}

void InitCheck::scalar(CoreState& core, const Operation& operation) {
    CoreBytes& bytes = bytes_of(core);
    for (int i = 0; i < operation.footprint.read_count; ++i) {
        const Region& region = operation.footprint.reads[static_cast<std::size_t>(i)];
        if (region.space == Space::kUb) {
            const std::uint64_t place = first_undefined(bytes, operation, region);
            if (place != region.end()) observed(core, operation, place, "the scalar unit");
            continue;
        }
        if (!gm_is_undefined(region.begin(), region.end())) continue;
        const AccessRecord& record = *operation.record;
        log_.add(Kind::kUninitialised, record.site, nullptr, [&] {
            Finding finding;
            const Place place = place_of(launch_, core, Space::kGm, region.begin(), region.end());
            finding.accesses = {access_of(record, "reads", Space::kGm, place)};
            finding.message = "the scalar unit reads global memory of " + place.owner +
                              " that nobody wrote in this launch";
            finding.hint = "write it first";
            return finding;
        });
    }
    define_writes(bytes, operation);
    for (int i = 0; i < operation.footprint.write_count; ++i) {
        const Region& region = operation.footprint.writes[static_cast<std::size_t>(i)];
        if (region.space == Space::kGm) gm_undefined_.erase(region.begin(), region.end());
    }
}

void InitCheck::check_accumulator(CoreState& core, const RecordRef& reader) {
    const std::uint16_t number = bytes_of(core).accumulator;
    if (number == kDefined) return;
    Origin& origin = origins_[number];
    origin.observed = true;
    log_.add(Kind::kUninitialised, origin.first.site, reader->site, [&] {
        Finding finding;
        Access here = access_of(*reader, "reads", Space::kUb, {"accumulator register", 0, 0});
        here.operation = "GetAccVal";
        finding.accesses = {origin.first, here};
        finding.message = "UB that nobody wrote is summed up, and the sum reaches the scalar unit";
        finding.hint = "keep the count of the reduction to the elements that were loaded";
        return finding;
    });
}

void InitCheck::compute(CoreState& core, const Operation& operation) {
    CoreBytes& bytes = bytes_of(core);
    const Instruction& ins = *operation.instruction;
    std::uint64_t place = 0;
    bool undefined = false;
    for (int i = 0; i < operation.footprint.read_count && !undefined; ++i) {
        const Region& region = operation.footprint.reads[static_cast<std::size_t>(i)];
        place = first_undefined(bytes, operation, region);
        undefined = place != region.end();
    }
    if (ins.opcode == Opcode::kReduceAcc) bytes.accumulator = kDefined;
    if (!undefined) return define_writes(bytes, operation);
    const std::uint16_t origin = origin_of(core, operation, place);
    if (lane_by_lane(ins)) return spread_lanes(core, operation, origin);
    if (repeat_by_repeat(ins)) return spread_repeats(core, operation, origin);
    if (ins.opcode == Opcode::kMoveUb) return spread_move(bytes, ins, origin);
    // What a gather or sort makes of undefined elements depends on data: not followed.
    define_writes(bytes, operation);
}

bool InitCheck::lane_undefined(const CoreBytes& bytes, const Instruction& ins, std::uint64_t repeat,
                               std::uint64_t lane) const {
    const OpcodeInfo& info = info_of(ins.opcode);
    const auto is_undefined = [&](const VectorOperand& operand) {
        const std::uint64_t place = lane_address(operand, repeat, lane);
        return !bytes.defined.all(place, place + size_of(operand.dtype));
    };
    return (info.sources > 0 && is_undefined(ins.vec.src0)) ||
           (info.sources > 1 && is_undefined(ins.vec.src1)) ||
           (info.accumulates && is_undefined(ins.vec.dst));
}

// Operands that follow each other without gaps: lanes are found from bytes, and only the undefined
// ones are visited.
void InitCheck::spread_dense(CoreState& core, const Operation& operation, std::uint16_t origin) {
    CoreBytes& bytes = bytes_of(core);
    const Instruction& ins = *operation.instruction;
    const VectorPayload& vec = ins.vec;
    const std::uint64_t lanes =
        vec.mask.counter ? vec.mask.lo : std::uint64_t{vec.repeat} * lanes_per_repeat(ins);
    std::vector<std::pair<std::uint64_t, std::uint64_t>> undefined;  // lanes
    const auto scan = [&](const VectorOperand& operand) {
        const std::uint64_t size = size_of(operand.dtype);
        const std::uint64_t end = operand.addr + lanes * size;
        std::uint64_t place = bytes.defined.next(operand.addr, end, false);
        while (place < end) {
            const std::uint64_t stop = bytes.defined.next(place, end, true);
            undefined.emplace_back((place - operand.addr) / size,
                                   (stop - operand.addr + size - 1) / size);
            place = bytes.defined.next(stop, end, false);
        }
    };
    const OpcodeInfo& info = info_of(ins.opcode);
    if (info.sources > 0) scan(vec.src0);
    if (info.sources > 1) scan(vec.src1);
    if (info.accumulates) scan(vec.dst);
    define_writes(bytes, operation);
    const std::uint64_t size = size_of(vec.dst.dtype);
    for (const auto& [begin, end] : undefined)
        undefine(bytes, vec.dst.addr + begin * size, vec.dst.addr + end * size, origin);
}

void InitCheck::spread_lanes(CoreState& core, const Operation& operation, std::uint16_t origin) {
    if (is_dense(*operation.instruction)) return spread_dense(core, operation, origin);
    CoreBytes& bytes = bytes_of(core);
    const Instruction& ins = *operation.instruction;
    const std::uint64_t size = size_of(ins.vec.dst.dtype);
    for_each_lane(ins, [&](std::uint64_t repeat, std::uint64_t lane) {
        const std::uint64_t place = lane_address(ins.vec.dst, repeat, lane);
        if (lane_undefined(bytes, ins, repeat, lane)) {
            undefine(bytes, place, place + size, origin);
        } else {
            bytes.defined.add(place, place + size);
        }
    });
}

// A reduction makes one undefined lane everybody's: of its repeat, or of its block.
void InitCheck::spread_repeats(CoreState& core, const Operation& operation, std::uint16_t origin) {
    CoreBytes& bytes = bytes_of(core);
    const Instruction& ins = *operation.instruction;
    const std::uint64_t size = size_of(ins.vec.dst.dtype);
    const bool by_block = ins.opcode == Opcode::kReduceBlock;
    const std::uint64_t results = by_block                            ? kBlocksPerRepeat
                                  : ins.opcode == Opcode::kReducePair ? kRepeatBytes / 2 / size
                                                                      : 1;
    const std::uint64_t lanes = lanes_per_repeat(ins);
    std::vector<bool> spoiled(results * repeats_of(ins));
    bool any = false;
    for_each_lane(ins, [&](std::uint64_t repeat, std::uint64_t lane) {
        if (!lane_undefined(bytes, ins, repeat, lane)) return;
        any = true;
        if (ins.opcode != Opcode::kReduceAcc)
            spoiled[repeat * results + lane * results / lanes] = true;
    });
    define_writes(bytes, operation);
    if (ins.opcode == Opcode::kReduceAcc) {
        // The accumulator holds the sum; so may dst[0].
        if (any) {
            bytes.accumulator = origin;
            undefine(bytes, ins.vec.dst.addr, ins.vec.dst.addr + size, origin);
        }
        return;
    }
    for (std::uint64_t i = 0; i < spoiled.size(); ++i) {
        if (!spoiled[i]) continue;
        const std::uint64_t place = ins.vec.dst.addr +
                                    i / results * ins.vec.dst.rep_stride * results * size +
                                    i % results * size;
        undefine(bytes, place, place + size, origin);
    }
}

void InitCheck::spread_move(CoreBytes& bytes, const Instruction& ins, std::uint16_t origin) {
    const DmaPayload& dma = ins.dma;
    const std::uint64_t length = (dma.burst_bytes + kBlockBytes - 1) / kBlockBytes * kBlockBytes;
    for (std::uint32_t burst = 0; burst < dma.bursts; ++burst) {
        const std::uint64_t from =
            dma.gm + static_cast<std::uint64_t>(
                         (static_cast<std::int64_t>(dma.burst_bytes) + dma.gm_gap) * burst);
        const std::uint64_t to = dma.ub + (length + dma.ub_gap) * burst;
        for (std::uint64_t byte = 0; byte < dma.burst_bytes; ++byte) {
            if (bytes.defined.has(from + byte)) {
                bytes.defined.add(to + byte, to + byte + 1);
            } else {
                undefine(bytes, to + byte, to + byte + 1, origin);
            }
        }
    }
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
