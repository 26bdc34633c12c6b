// SPDX-License-Identifier: Apache-2.0
#include "traces/shape_cache.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstring>

#include "sim/debuginfo/source_lines.h"

namespace davsim::traces {
namespace {

bool is_dma(const Instruction& instruction) {
    return info_of(instruction.opcode).op_class == OpClass::kTransfer ||
           instruction.opcode == Opcode::kMoveUb;
}

// Without what differs from one run of a loop body to the next but does not matter to the shape.
Instruction key_of(const Instruction& instruction) {
    Instruction key = instruction;
    if (info_of(instruction.opcode).op_class == OpClass::kTransfer) {
        key.dma.gm = 0;
    } else if (!is_dma(instruction)) {
        key.vec.scalar_bits = 0;
    }
    return key;
}

// Padding bytes may differ between equal instructions; that costs a look-up and nothing else.
bool same(const Instruction& a, const Instruction& b) {
    return std::memcmp(static_cast<const void*>(&a), static_cast<const void*>(&b), sizeof a) == 0;
}

std::size_t place_of(const Instruction& key, std::size_t entries) {
    constexpr std::size_t kSpread = 0x9E3779B97F4A7C15;
    constexpr unsigned kHigh = 40;
    std::size_t mixed = reinterpret_cast<std::size_t>(key.site);
    mixed ^= is_dma(key) ? std::size_t{key.dma.ub} << 16U
                         : std::size_t{key.vec.dst.addr} << 16U ^ key.vec.src0.addr;
    return (mixed * kSpread >> kHigh) % entries;
}

AddressRange range_of(const Region& region, bool write) {
    AddressRange range;
    range.begin = region.space == Space::kGm ? 0 : region.begin();
    range.bytes = region.end() - region.begin();
    range.space = region.space;
    range.write = write;
    return range;
}

}  // namespace

const KnownShape& ShapeCache::of(const InstructionEvent& event, StoreWriter& store) {
    const Instruction key = key_of(*event.instruction);
    Entry& entry = entries_[place_of(key, entries_.size())];
    if (entry.filled && same(entry.key, key)) return entry.known;
    // As bytes: an assignment need not copy padding, and the comparison looks at it.
    std::memcpy(static_cast<void*>(&entry.key), static_cast<const void*>(&key), sizeof key);
    entry.filled = true;
    entry.known.shape = shape_of(event);
    entry.known.work = work_of(*event.instruction);
    if (conflicts_ && event.instruction->pipe == Pipe::kV)
        entry.known.work.conflicts = conflicts_(*event.instruction);
    entry.known.shape.conflict = entry.known.work.conflicts.all();
    entry.known.index = store.index_of(entry.known.shape);
    return entry.known;
}

Shape ShapeCache::shape_of(const InstructionEvent& event) {
    const Instruction& instruction = *event.instruction;
    Shape shape;
    shape.pipe = instruction.pipe;
    shape.opcode = instruction.opcode;
    shape.site = site(instruction.site);
    shape.bytes = event.bytes;
    shape.ideal = event.ideal.count();
    if (is_dma(instruction)) {
        shape.dtype = instruction.dma.dtype;
        shape.count = instruction.dma.bursts;
        shape.size = instruction.dma.burst_bytes;
    } else {
        shape.dtype = instruction.dtype;
        shape.count = static_cast<std::uint32_t>(active_elements(instruction));
        shape.size = repeats_of(instruction);
    }
    const Footprint footprint = footprint_of(instruction);
    std::size_t next = 0;
    const auto add = [&](const Region& region, bool write) {
        if (region.space == Space::kGm && !gm_ranges_) return;
        if (region.bytes != 0 && next < kMaxRanges) shape.ranges[next++] = range_of(region, write);
    };
    for (int i = 0; i < footprint.read_count; ++i)
        add(footprint.reads[static_cast<std::size_t>(i)], false);
    for (int i = 0; i < footprint.write_count; ++i)
        add(footprint.writes[static_cast<std::size_t>(i)], true);
    return shape;
}

std::uint32_t ShapeCache::site(const void* address) {
    if (address == nullptr) return 0;
    const auto [found, added] =
        site_index_.emplace(address, static_cast<std::uint32_t>(sites_.size() + 1));
    if (!added) return found->second;
    Site site;
    Dl_info info{};
    // Where a library lies in memory changes from run to run; where in the library does not.
    if (dladdr(address, &info) != 0 && info.dli_fname != nullptr) {
        const std::string path = info.dli_fname;
        site.module = path.substr(path.find_last_of('/') + 1);
        site.offset = static_cast<std::uint64_t>(static_cast<const char*>(address) -
                                                 static_cast<const char*>(info.dli_fbase));
    }
    sites_.push_back(site);
    addresses_.push_back(address);
    return found->second;
}

void ShapeCache::resolve_sites() {
    SourceLines lines;
    for (std::size_t i = 0; i < sites_.size(); ++i) {
        const SourceLine& line = lines.at(addresses_[i]);
        if (!line.known()) continue;
        sites_[i].file = shown_path(line.file);
        sites_[i].line = line.line;
        sites_[i].function = line.function;
    }
}

std::uint32_t ShapeCache::name(const std::string& text) {
    const auto [found, added] =
        string_index_.emplace(text, static_cast<std::uint32_t>(strings_.size()));
    if (added) strings_.push_back(text);
    return found->second;
}

}  // namespace davsim::traces
