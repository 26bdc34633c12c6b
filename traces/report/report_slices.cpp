// SPDX-License-Identifier: Apache-2.0
#include "traces/report/report_slices.h"

#include <algorithm>
#include <map>
#include <utility>

#include "traces/store/bytes.h"

namespace davsim::traces {
namespace {

// One cycle a nanosecond: the report counts cycles.
constexpr std::int64_t kCycles = 1000;
constexpr std::int64_t kNoQuantum = 0;

struct Piece {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    const Slice* slice = nullptr;
    std::uint64_t count = 1;
};

// Neighbours that begin in the same stretch of time and are shorter than it become one.
std::vector<Piece> pieces_of(const Lane& lane, std::int64_t quantum) {
    std::vector<Piece> pieces;
    for (const Slice& slice : lane.slices) {
        const bool is_short = slice.end_ns - slice.begin_ns < quantum;
        if (is_short && !pieces.empty()) {
            Piece& last = pieces.back();
            if (last.end - last.begin < quantum &&
                last.begin / quantum == slice.begin_ns / quantum) {
                last.end = slice.end_ns;
                ++last.count;
                continue;
            }
        }
        pieces.push_back({slice.begin_ns, slice.end_ns, &slice});
    }
    return pieces;
}

class Packer {
public:
    Packer(const StoreReader& store, PackedSlices& result) : store_(store), result_(result) {
        result_.looks.push_back({0, SliceKind::kPlain, true});
    }

    void lane(int core, const Lane& lane, std::int64_t quantum) {
        const std::vector<Piece> pieces = pieces_of(lane, quantum);
        result_.lanes.push_back({core, lane.track, lane.number, pieces.size()});
        result_.merged += lane.slices.size() - pieces.size();
        std::int64_t end = 0;
        std::int64_t flag = 0;
        for (const Piece& piece : pieces) {
            out_.number(static_cast<std::uint64_t>(piece.begin - end));
            out_.number(static_cast<std::uint64_t>(piece.end - piece.begin));
            end = piece.end;
            if (piece.count > 1) {
                out_.number(0);
                out_.number(piece.count);
            } else {
                look(*piece.slice, flag);
            }
        }
    }

    void finish() { result_.bytes = out_.bytes(); }

private:
    void look(const Slice& slice, std::int64_t& flag) {
        const Row& row = *slice.row;
        const auto [found, added] = index_.try_emplace(
            {row.shape, slice.kind}, static_cast<std::uint32_t>(result_.looks.size()));
        if (added) result_.looks.push_back({row.shape, slice.kind});
        out_.number(found->second);
        if (row.kind == RowKind::kInstruction) {
            constexpr unsigned kCauseBits = 3;
            out_.number(row.cause == StallCause::kNone
                            ? 0
                            : static_cast<std::uint64_t>(row.waited) << kCauseBits |
                                  static_cast<std::uint64_t>(row.cause));
        } else if (row.kind == RowKind::kFlag) {
            const auto number = static_cast<std::int64_t>(slice.flag);
            out_.difference(number - flag);
            flag = number;
        } else if (row.kind == RowKind::kBlock) {
            out_.number(row.block);
        } else if (row.kind == RowKind::kScalarStall) {
            out_.number(static_cast<std::uint64_t>(row.cause));
        }
    }

    const StoreReader& store_;
    PackedSlices& result_;
    ByteWriter out_;
    std::map<std::pair<std::uint32_t, SliceKind>, std::uint32_t> index_;
};

// The stretch of time that leaves few enough slices: a lane has at most two for each.
std::int64_t quantum_for(const StoreReader& store, std::uint64_t most) {
    const std::array<std::uint64_t, kRowKindCount>& rows = store.end().rows;
    const std::uint64_t slices =
        store.end().row_count() + rows[static_cast<std::size_t>(RowKind::kFlag)];
    if (slices <= most) return kNoQuantum;
    const std::uint64_t lanes =
        std::max<std::uint64_t>(store.cores().size() * static_cast<std::uint64_t>(kTrackCount), 1);
    const std::uint64_t stretches = std::max<std::uint64_t>(most / (2 * lanes), 1);
    return store.end().span / static_cast<std::int64_t>(stretches) + 1;
}

}  // namespace

PackedSlices pack_slices(const StoreReader& store, std::uint64_t most) {
    PackedSlices result;
    Packer packer(store, result);
    const std::int64_t quantum = quantum_for(store, most);
    for (const int core : store.cores()) {
        const std::vector<Row> rows = store.rows_of(core);
        for (const Lane& lane : lay_out(rows, store.shapes(), kCycles))
            packer.lane(core, lane, quantum);
    }
    packer.finish();
    return result;
}

std::string base64(const std::string& bytes) {
    static constexpr std::string_view kLetters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    constexpr std::size_t kGroup = 3;
    constexpr unsigned kBits = 6;
    constexpr unsigned kMask = 0x3F;
    std::string text;
    text.reserve(bytes.size() / kGroup * (kGroup + 1) + kGroup + 1);
    for (std::size_t at = 0; at < bytes.size(); at += kGroup) {
        const std::size_t size = std::min(kGroup, bytes.size() - at);
        std::uint32_t word = 0;
        for (std::size_t i = 0; i < kGroup; ++i) {
            word = word << 8U;
            if (i < size) word |= static_cast<unsigned char>(bytes[at + i]);
        }
        for (std::size_t i = 0; i <= kGroup; ++i) {
            const std::uint32_t letter = word >> (kBits * (kGroup - i)) & kMask;
            text += i <= size ? kLetters[letter] : '=';
        }
    }
    return text;
}

}  // namespace davsim::traces
