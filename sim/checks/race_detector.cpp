// SPDX-License-Identifier: Apache-2.0
#include "sim/checks/race_detector.h"

#include <algorithm>
#include <optional>

#include "sim/checks/byte_runs.h"
#include "sim/checks/race_text.h"
#include "sim/checks/register_left.h"

namespace davsim::checks {

namespace {

std::size_t at(VectorRegister which) {
    return static_cast<std::size_t>(which);
}

}  // namespace

void RaceDetector::begin_launch(std::size_t cores) {
    // A launch is ordered behind the one before it.
    ub_.assign(cores, AccessLog(launch_.info.ub_bytes));
    registers_ = std::vector<Registers>(cores);
    gm_.clear();
    deferred_.assign(launch_.tensors.ranges().size(), {});
    written_.assign(launch_.tensors.ranges().size(), false);
}

void RaceDetector::begin_block(int core) {
    ub_[static_cast<std::size_t>(core)].clear();
    registers_[static_cast<std::size_t>(core)] = {};
}

void RaceDetector::check(CoreState& core, const Operation& operation) {
    const Footprint& footprint = operation.footprint;
    for (int i = 0; i < footprint.read_count; ++i) {
        const Region& region = footprint.reads[static_cast<std::size_t>(i)];
        // An atomic store changes memory where it is, it does not read it for the core.
        if (operation.record->atomic && region.space == Space::kGm) continue;
        touch(core, operation, region, false);
    }
    for (int i = 0; i < footprint.write_count; ++i)
        touch(core, operation, footprint.writes[static_cast<std::size_t>(i)], true);
    const std::optional<VectorRegister> left = register_left(operation.record->opcode);
    if (left) registers_[static_cast<std::size_t>(core.core)][at(*left)] = operation.record;
}

void RaceDetector::touch(CoreState& core, const Operation& operation, const Region& region,
                         bool write) {
    if (region.space == Space::kGm && defers(operation.record, region, write)) return;
    if (region.space == Space::kUb)
        return touch_ub(core, operation.record, TouchedBytes(operation.instruction, region), write);
    for_each_run(region, [&](std::uint64_t begin, std::uint64_t end) {
        if (begin == end || launch_.is_polled(begin, end)) return;
        if (write) return write_gm(core, operation.record, begin, end);
        read_gm(core, operation.record, begin, end);
    });
}

bool RaceDetector::defers(const RecordRef& record, const Region& region, bool write) {
    const GmRange* tensor = launch_.tensors.find(region.begin());
    if (tensor == nullptr) return false;
    const auto index = static_cast<std::size_t>(tensor - launch_.tensors.ranges().data());
    if (written_[index]) return false;
    if (!write) {
        deferred_[index].push_back({record, region});
        return true;
    }
    written_[index] = true;
    bring_up(index);
    return false;
}

void RaceDetector::bring_up(std::size_t tensor) {
    for (const Deferred& read : deferred_[tensor]) {
        for_each_run(read.region, [&](std::uint64_t begin, std::uint64_t end) {
            if (begin == end || launch_.is_polled(begin, end)) return;
            gm_.update(begin, end, [&](std::uint64_t, std::uint64_t, GmCell& cell) {
                add_read(cell, read.record);
            });
        });
    }
    std::vector<Deferred>().swap(deferred_[tensor]);
}

// The last read of each block and pipe is enough.
void RaceDetector::add_read(GmCell& cell, const RecordRef& record) {
    for (RecordRef& read : cell.reads) {
        if (read->block != record->block || read->pipe != record->pipe) continue;
        read = record;
        return;
    }
    cell.reads.push_back(record);
}

bool RaceDetector::races(const CoreState& core, const AccessRecord& old, bool old_write,
                         const AccessRecord& now, bool now_write) const {
    if (&old == &now) return false;
    if (old.block == now.block && old.pipe == Pipe::kS && !old_write && old.key < now.key)
        return false;  // the scalar unit had its value before it went on
    if (old.block == now.block && old.pipe == now.pipe) {
        // Pipes are in order. The vector pipe is too, but it reads before the result in front of it
        // is written, unless the hardware looks after that.
        const bool reads_result = old_write && !now_write && now.pipe == Pipe::kV;
        if (!reads_result || launch_.info.vector_ordered) return false;
    }
    return !core.order.ordered(old, now.pipe);
}

void RaceDetector::touch_ub(CoreState& core, const RecordRef& record, TouchedBytes bytes,
                            bool write) {
    if (bytes.empty()) return;
    AccessLog& log = ub_[static_cast<std::size_t>(core.core)];
    log.meet(bytes, [&](const LoggedAccess& old) {
        if ((write || old.write) && races(core, *old.record, old.write, *record, write)) {
            if (const std::optional<ByteRun> both = bytes.overlap(old.bytes)) {
                report(core, Space::kUb, {*old.record, old.write}, {*record, write}, both->begin,
                       both->end);
            }
        }
        // What arrives here first completed first; what is kept follows the program.
        const bool later = old.record->key < record->key;
        const bool stands_for = write || (!old.write && old.record->pipe == record->pipe);
        return later && stands_for && bytes.covers(old.bytes);
    });
    log.add(record, std::move(bytes), write);
}

void RaceDetector::check_gm_write(CoreState& core, const AccessRecord& old, const AccessRecord& now,
                                  bool now_write, std::uint64_t begin, std::uint64_t end) {
    if (old.atomic && now.atomic) {
        if (old.block != now.block && now.floating) report_order(core, old, now, begin, end);
    } else if (races(core, old, true, now, now_write)) {
        report(core, Space::kGm, {old, true}, {now, now_write}, begin, end);
    }
}

void RaceDetector::read_gm(CoreState& core, const RecordRef& record, std::uint64_t begin,
                           std::uint64_t end) {
    gm_.update(begin, end, [&](std::uint64_t from, std::uint64_t to, GmCell& cell) {
        if (cell.write) check_gm_write(core, *cell.write, *record, false, from, to);
        add_read(cell, record);
    });
}

void RaceDetector::write_gm(CoreState& core, const RecordRef& record, std::uint64_t begin,
                            std::uint64_t end) {
    gm_.look(begin, end, [&](std::uint64_t from, std::uint64_t to, const GmCell& cell) {
        if (cell.write) check_gm_write(core, *cell.write, *record, true, from, to);
        for (const RecordRef& read : cell.reads) {
            if (races(core, *read, false, *record, true))
                report(core, Space::kGm, {*read, false}, {*record, true}, from, to);
        }
    });
    gm_.assign(begin, end, GmCell{record, {}});
}

void RaceDetector::check_register(CoreState& core, VectorRegister which, const RecordRef& reader) {
    const RecordRef& writer = registers_[static_cast<std::size_t>(core.core)][at(which)];
    if (!writer || core.order.ordered(*writer, Pipe::kS)) return;
    log_.add(Kind::kRaceRaw, writer->site, reader->site,
             [&] { return register_race(*writer, *reader); });
}

void RaceDetector::report(CoreState& core, Space space, const Side& old, const Side& now,
                          std::uint64_t begin, std::uint64_t end) {
    const bool one_block = old.record.block == now.record.block;
    // In program order, where there is one; what arrives first here is what completed first.
    const bool turned = one_block && now.record.key < old.record.key;
    const Side& first = turned ? now : old;
    const Side& second = turned ? old : now;
    Kind kind = Kind::kBlockRace;
    if (one_block) {
        kind = first.write ? (second.write ? Kind::kRaceWaw : Kind::kRaceRaw) : Kind::kRaceWar;
    }
    const RaceTiming timing = timing_of(first.record, first.write, second.record, second.write);
    Finding& finding = log_.add(kind, first.record.site, second.record.site, [&] {
        const Place place = place_of(launch_, core, space, begin, end);
        Finding fresh;
        fresh.accesses = {
            access_of(first.record, first.write ? "writes" : "reads", space, place),
            access_of(second.record, second.write ? "writes" : "reads", space, place)};
        fresh.message = race_message(kind, fresh.accesses[0], fresh.accesses[1]);
        fresh.hint = race_hint(first.record, second.record);
        fresh.timed = true;
        fresh.manifested = timing.manifested;
        fresh.slack = timing.slack;
        return fresh;
    });
    finding.manifested |= timing.manifested;
    finding.slack = std::min(finding.slack, timing.slack);
}

void RaceDetector::report_order(CoreState& core, const AccessRecord& old, const AccessRecord& now,
                                std::uint64_t begin, std::uint64_t end) {
    if (core.order.ordered(old, now.pipe)) return;
    log_.add(Kind::kAtomicOrder, old.site, now.site, [&] {
        const Place place = place_of(launch_, core, Space::kGm, begin, end);
        Finding finding;
        finding.accesses = {access_of(old, "adds to", Space::kGm, place),
                            access_of(now, "adds to", Space::kGm, place)};
        finding.message = "blocks " + std::to_string(old.block) + " and " +
                          std::to_string(now.block) +
                          " add to the same elements in the order in which they arrive";
        finding.hint = "sum partial results in a fixed order if results must repeat bit by bit";
        return finding;
    });
}

}  // namespace davsim::checks
