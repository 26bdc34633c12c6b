// SPDX-License-Identifier: Apache-2.0
// InitSpread: sorted records. While all scores are defined, their order is known: the instruction
// runs again with the records' numbers in the place of their labels, and each record's undefined
// bytes go where its number went. An undefined score makes the whole order undefined.
#include <algorithm>
#include <cstring>

#include "sim/checks/init_spread.h"
#include "sim/exec/exec.h"

namespace davsim::checks {
namespace {

constexpr std::uint64_t kSortedGroup = 32;  // records of a repeat of kSort32
constexpr std::uint64_t kProposals = 16;    // of kSortProposals
constexpr std::uint64_t kRecordBytes = 8;
constexpr std::uint64_t kProposalBytes = 16;
constexpr std::uint64_t kLabelBytes = 4;

// Where records have their scores, and a field for their numbers that does not decide the order.
struct Layout {
    std::uint64_t bytes;
    std::uint64_t score;
    std::uint64_t score_bytes;
    std::uint64_t number;
    std::uint64_t number_bytes;
};

Layout layout_of(std::uint64_t record_bytes, DataType score) {
    if (record_bytes == kProposalBytes) return {kProposalBytes, 8, 2, 0, 2};
    return {kRecordBytes, 0, size_of(score), kRecordBytes - kLabelBytes, kLabelBytes};
}

std::uint64_t number_in(const std::uint8_t* record, const Layout& layout) {
    std::uint64_t number = 0;
    std::memcpy(&number, record + layout.number, layout.number_bytes);
    return number;
}

}  // namespace

// Calls visit(place of a record, source operand) for each record that is read.
template <class Visit>
void InitSpread::for_each_record(std::uint64_t record_bytes, Visit visit) const {
    for (int i = 0; i < footprint_.read_count; ++i) {
        const Region& read = footprint_.reads[static_cast<std::size_t>(i)];
        for (std::uint32_t run = 0; run < read.count; ++run) {
            const std::uint64_t begin = read.base + static_cast<std::uint64_t>(read.stride) * run;
            for (std::uint64_t at = begin; at < begin + read.bytes; at += record_bytes)
                visit(at, static_cast<std::size_t>(i));
        }
    }
}

// Scores and labels of kSort32 lie apart.
void InitSpread::sort() {
    const VectorPayload& vec = ins_.vec;
    const std::uint64_t element = size_of(vec.src0.dtype);
    std::array<std::uint32_t, kSortedGroup> numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::uint32_t>(i);
    const bool gone = overwritten(footprint_.reads[0]);
    Instruction one = ins_;
    one.vec.repeat = 1;
    for (std::uint64_t group = 0; group < vec.repeat; ++group) {
        const std::uint64_t first = group * kSortedGroup;
        const std::uint64_t scores = vec.src0.addr + first * element;
        const std::uint64_t labels = vec.src1.addr + first * kLabelBytes;
        const std::uint64_t to = vec.dst.addr + first * kRecordBytes;
        const Bits bits = shadow_.bits_of(labels, labels + kSortedGroup * kLabelBytes);
        if (gone || !shadow_.defined(scores, scores + kSortedGroup * element)) {
            shadow_.undefine(to, to + kSortedGroup * kRecordBytes, origin());
            continue;
        }
        Bits records(kSortedGroup * kRecordBytes);
        exec::VectorPointers pointers;
        pointers.dst = records.data();
        pointers.src0 = what_.ub + scores;
        pointers.src1 = reinterpret_cast<const std::uint8_t*>(numbers.data());
        VectorRegisters registers = what_.registers;
        exec::run_vector(one, pointers, {}, registers);
        shadow_.define(to, to + records.size());
        const Layout layout = layout_of(kRecordBytes, vec.src0.dtype);
        for (std::uint64_t i = 0; i < kSortedGroup; ++i) {
            const std::uint64_t from = number_in(&records[i * kRecordBytes], layout);
            for (std::uint64_t byte = 0; byte < kLabelBytes; ++byte) {
                const std::uint8_t undefined = bits[from * kLabelBytes + byte];
                if (undefined != 0)
                    shadow_.undefine_bits(to + i * kRecordBytes + layout.number + byte, undefined,
                                          origin());
            }
        }
    }
}

// Whole records in, whole records out: kSortProposals, kMergeSort.
void InitSpread::reorder() {
    if (footprint_.write_count == 0) return;
    const bool merges = ins_.opcode == Opcode::kMergeSort;
    const Layout layout = layout_of(merges ? ins_.merge.record_bytes : kProposalBytes, ins_.dtype);
    bool known = true;
    std::vector<std::uint64_t> places;
    std::vector<Bits> sources;
    for (int i = 0; i < footprint_.read_count; ++i) {
        const Region& read = footprint_.reads[static_cast<std::size_t>(i)];
        known &= !overwritten(read);
        sources.emplace_back(what_.ub + read.begin(), what_.ub + read.end());
    }
    for_each_record(layout.bytes, [&](std::uint64_t at, std::size_t source) {
        const std::uint64_t score = at + layout.score;
        known &= shadow_.defined(score, score + layout.score_bytes);
        const std::uint64_t number = places.size();
        std::memcpy(&sources[source][at - footprint_.reads[source].begin() + layout.number],
                    &number, layout.number_bytes);
        places.push_back(at);
    });
    if (known)
        return deliver_records(layout.bytes, layout.number, layout.number_bytes, sources, places);
    if (merges) shadow_.of(VectorRegister::kMerged) = origin();
    undefine_writes();
}

void InitSpread::deliver_records(std::uint64_t record_bytes, std::uint64_t number_at,
                                 std::uint64_t number_bytes, const std::vector<Bits>& sources,
                                 const std::vector<std::uint64_t>& places) {
    const Region& write = footprint_.writes[0];
    // A number of all ones is nobody's: not written.
    Bits records(write.end() - write.begin(), UbShadow::kAllBits);
    exec::VectorPointers pointers;
    const std::uint8_t** slots[] = {&pointers.src0, &pointers.src1, &pointers.src2, &pointers.src3};
    for (std::size_t i = 0; i < sources.size(); ++i) *slots[i] = sources[i].data();
    pointers.dst = records.data();
    VectorRegisters registers = what_.registers;
    exec::run_vector(ins_, pointers, {}, registers);
    std::vector<Bits> undefined;
    for (const std::uint64_t place : places)
        undefined.push_back(shadow_.bits_of(place, place + record_bytes));
    for (std::uint64_t at = 0; at < records.size(); at += record_bytes) {
        std::uint64_t number = 0;
        std::memcpy(&number, &records[at + number_at], number_bytes);
        if (number >= undefined.size()) continue;
        shadow_.define(write.begin() + at, write.begin() + at + record_bytes);
        for (std::uint64_t byte = 0; byte < record_bytes; ++byte) {
            const std::uint8_t bits = undefined[number][byte];
            if (bits != 0) shadow_.undefine_bits(write.begin() + at + byte, bits, origin());
        }
    }
}

}  // namespace davsim::checks
