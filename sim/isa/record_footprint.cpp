// SPDX-License-Identifier: Apache-2.0
#include "sim/isa/record_footprint.h"

#include <algorithm>
#include <array>

namespace davsim {
namespace {

constexpr std::uint64_t kProposalBytes = 16;
constexpr std::uint64_t kFieldBytes = 2;
constexpr std::uint64_t kGroup = 16;        // region proposals, rows of a transposition
constexpr std::uint64_t kSortedGroup = 32;  // records that kSort32 sorts together

// What one repeat of a kRecords instruction takes from each source and leaves: `count` runs of
// `bytes`, `stride` apart.
struct Piece {
    std::uint64_t bytes = 0;
    std::uint64_t count = 1;
    std::uint64_t stride = 0;
};

Piece dense(std::uint64_t bytes) {
    return {bytes, 1, bytes};
}

struct Pieces {
    Piece src0;
    Piece src1;
    Piece dst;
    std::uint64_t elements = 0;
};

Pieces pieces_of(const Instruction& ins) {
    const Piece fields{kFieldBytes, kGroup, kProposalBytes};
    const Piece proposals = dense(kGroup * kProposalBytes);
    switch (ins.opcode) {
        case Opcode::kSort32:
            return {dense(kSortedGroup * size_of(ins.vec.src0.dtype)),
                    dense(kSortedGroup * sizeof(std::uint32_t)), dense(kRepeatBytes), kSortedGroup};
        case Opcode::kConcatProposals: return {dense(kGroup * kFieldBytes), {}, fields, kGroup};
        case Opcode::kExtractProposals: return {fields, {}, dense(kGroup * kFieldBytes), kGroup};
        case Opcode::kTranspose: {
            const Piece matrix = dense(kGroup * kBlockBytes);
            return {matrix, {}, matrix, kGroup * kGroup};
        }
        default: return {proposals, {}, proposals, kGroup};
    }
}

Region region_of(std::uint32_t addr, const Piece& piece, std::uint64_t repeat) {
    Region region;
    region.base = addr;
    region.bytes = piece.bytes;
    if (piece.stride == piece.bytes) {
        region.bytes *= piece.count * repeat;
        return region;
    }
    region.stride = static_cast<std::int64_t>(piece.stride);
    region.count = static_cast<std::uint32_t>(piece.count * repeat);
    return region;
}

Footprint records_footprint(const Instruction& ins) {
    const VectorPayload& vec = ins.vec;
    Footprint footprint;
    if (vec.repeat == 0) return footprint;
    const Pieces pieces = pieces_of(ins);
    footprint.reads[0] = region_of(vec.src0.addr, pieces.src0, vec.repeat);
    footprint.read_count = 1;
    if (pieces.src1.bytes > 0) {
        footprint.reads[1] = region_of(vec.src1.addr, pieces.src1, vec.repeat);
        footprint.read_count = 2;
    }
    footprint.writes[0] = region_of(vec.dst.addr, pieces.dst, vec.repeat);
    footprint.write_count = 1;
    return footprint;
}

std::uint64_t merged_records(const MergePayload& merge) {
    std::uint64_t records = 0;
    for (std::size_t i = 0; i < merge.lists; ++i) records += merge.length[i];
    return records;
}

Footprint merge_footprint(const MergePayload& merge) {
    Footprint footprint;
    const std::uint64_t step = merged_records(merge) * merge.record_bytes;
    if (merge.repeat == 0 || step == 0) return footprint;
    for (std::size_t i = 0; i < merge.lists; ++i) {
        Region& read = footprint.reads[i];
        read.base = merge.src[i];
        read.bytes = std::uint64_t{merge.length[i]} * merge.record_bytes;
        read.stride = static_cast<std::int64_t>(step);
        read.count = merge.repeat;
    }
    footprint.read_count = merge.lists;
    footprint.writes[0].base = merge.dst;
    footprint.writes[0].bytes = step * merge.repeat;
    footprint.write_count = 1;
    return footprint;
}

// Distance between neighbours if it is the same throughout and not negative, else -1.
std::int64_t row_step(const std::array<std::uint16_t, kGroup>& rows) {
    const int step = rows[1] - rows[0];
    for (std::size_t i = 1; i < rows.size(); ++i) {
        if (rows[i] - rows[i - 1] != step) return -1;
    }
    return step;
}

// Rows at regular distances, moved on by `rep` blocks each repeat: as runs where that is one
// pattern.
Region rows_region(const std::array<std::uint16_t, kGroup>& rows, std::uint64_t repeat,
                   std::uint64_t rep) {
    const std::uint64_t first = *std::min_element(rows.begin(), rows.end());
    const std::uint64_t last = *std::max_element(rows.begin(), rows.end());
    const std::uint64_t reach = (repeat - 1) * rep;
    Region region;
    region.base = first * kBlockBytes;
    region.bytes = (last - first + reach + 1) * kBlockBytes;
    const std::int64_t step = row_step(rows);
    if (step < 0) return region;
    if (reach == 0 || rep == 1) {  // each row grows into a run
        region.bytes = (reach + 1) * kBlockBytes;
        region.stride = step * std::int64_t{kBlockBytes};
        region.count = static_cast<std::uint32_t>(rows.size());
    } else if (step <= 1) {  // the rows lie together, the group moves
        region.bytes = (last - first + 1) * kBlockBytes;
        region.stride = static_cast<std::int64_t>(rep * kBlockBytes);
        region.count = static_cast<std::uint32_t>(repeat);
    }
    return region;
}

Footprint rows_footprint(const RowsPayload& rows) {
    Footprint footprint;
    if (rows.repeat == 0) return footprint;
    footprint.reads[0] = rows_region(rows.src, rows.repeat, rows.src_rep);
    footprint.read_count = 1;
    footprint.writes[0] = rows_region(rows.dst, rows.repeat, rows.dst_rep);
    footprint.write_count = 1;
    return footprint;
}

}  // namespace

bool handles_records(const Instruction& ins) {
    const OpClass op_class = info_of(ins.opcode).op_class;
    return op_class == OpClass::kRecords || op_class == OpClass::kMerge ||
           op_class == OpClass::kRows;
}

Footprint record_footprint(const Instruction& ins) {
    Footprint footprint = ins.opcode == Opcode::kMergeSort       ? merge_footprint(ins.merge)
                          : ins.opcode == Opcode::kTransposeRows ? rows_footprint(ins.rows)
                                                                 : records_footprint(ins);
    constexpr std::array<Operand, 4> kSources = {Operand::kSrc0, Operand::kSrc1, Operand::kSrc2,
                                                 Operand::kSrc3};
    for (std::size_t i = 0; i < kSources.size(); ++i) footprint.reads[i].operand = kSources[i];
    footprint.writes[0].operand = Operand::kDst;
    return footprint;
}

std::uint32_t record_repeats(const Instruction& ins) {
    if (ins.opcode == Opcode::kTransposeRows) return ins.rows.repeat;
    if (ins.opcode != Opcode::kMergeSort) return ins.vec.repeat;
    const std::uint64_t bytes =
        merged_records(ins.merge) * ins.merge.record_bytes * ins.merge.repeat;
    return static_cast<std::uint32_t>((bytes + kRepeatBytes - 1) / kRepeatBytes);
}

std::uint64_t record_elements(const Instruction& ins) {
    if (ins.opcode == Opcode::kMergeSort) return merged_records(ins.merge) * ins.merge.repeat;
    if (ins.opcode == Opcode::kTransposeRows) {
        const std::uint64_t row = kBlockBytes / std::max<std::uint64_t>(size_of(ins.dtype), 2);
        return kGroup * row * ins.rows.repeat;
    }
    return pieces_of(ins).elements * ins.vec.repeat;
}

std::uint64_t record_bytes_moved(const Instruction& ins) {
    const Footprint footprint = record_footprint(ins);
    std::uint64_t bytes = 0;
    for (int i = 0; i < footprint.read_count; ++i) {
        const Region& region = footprint.reads[static_cast<std::size_t>(i)];
        bytes += region.bytes * region.count;
    }
    if (footprint.write_count > 0) bytes += footprint.writes[0].bytes * footprint.writes[0].count;
    return bytes;
}

}  // namespace davsim
