// SPDX-License-Identifier: Apache-2.0
#include "sim/exec/records.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "sim/base/float16.h"
#include "sim/exec/kernel.h"

namespace davsim::exec {
namespace {

constexpr std::size_t kSortedGroup = 32;  // scores of one repeat of kSort32
constexpr std::size_t kGroup = 16;        // region proposals of a repeat; rows of kTranspose
constexpr std::size_t kRecordBytes = 8;
constexpr std::size_t kProposalBytes = 16;
constexpr std::size_t kFieldBytes = 2;
constexpr std::size_t kScoreField = 4;

float score_at(const std::uint8_t* at, bool half) {
    if (half) {
        std::uint16_t bits = 0;
        std::memcpy(&bits, at, sizeof(bits));
        return fp16_to_float(bits);
    }
    float value = 0;
    std::memcpy(&value, at, sizeof(value));
    return value;
}

// Positions of `count` scores, largest score first, equal ones in their order.
template <std::size_t kCount>
std::array<std::uint8_t, kCount> sorted_positions(const std::array<float, kCount>& scores) {
    std::array<std::int32_t, kCount> keys;
    order_keys_kernel()(scores.data(), keys.data(), kCount, false);
    std::array<std::uint8_t, kCount> order;
    for (std::size_t i = 0; i < kCount; ++i) order[i] = static_cast<std::uint8_t>(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint8_t a, std::uint8_t b) { return keys[a] > keys[b]; });
    return order;
}

void sort32(const Instruction& ins, const VectorPointers& pointers) {
    const bool half = ins.vec.src0.dtype == DataType::kFloat16;
    const std::size_t element = size_of(ins.vec.src0.dtype);
    for (std::size_t repeat = 0; repeat < ins.vec.repeat; ++repeat) {
        const std::uint8_t* scores = pointers.src0 + repeat * kSortedGroup * element;
        const std::uint8_t* indices = pointers.src1 + repeat * kSortedGroup * sizeof(std::uint32_t);
        std::array<float, kSortedGroup> values;
        for (std::size_t i = 0; i < kSortedGroup; ++i)
            values[i] = score_at(scores + i * element, half);
        // The records may overwrite the scores or indices.
        std::array<std::uint8_t, kSortedGroup * kRecordBytes> records{};
        std::uint8_t* record = records.data();
        for (const std::uint8_t from : sorted_positions(values)) {
            std::memcpy(record, scores + from * element, element);
            std::memcpy(record + kRecordBytes / 2, indices + from * sizeof(std::uint32_t),
                        sizeof(std::uint32_t));
            record += kRecordBytes;
        }
        std::memcpy(pointers.dst + repeat * records.size(), records.data(), records.size());
    }
}

void sort_proposals(const Instruction& ins, const VectorPointers& pointers) {
    for (std::size_t repeat = 0; repeat < ins.vec.repeat; ++repeat) {
        std::array<std::uint8_t, kGroup * kProposalBytes> source;
        std::memcpy(source.data(), pointers.src0 + repeat * source.size(), source.size());
        std::array<float, kGroup> values;
        for (std::size_t i = 0; i < kGroup; ++i)
            values[i] = score_at(&source[i * kProposalBytes + kScoreField * kFieldBytes], true);
        std::uint8_t* to = pointers.dst + repeat * source.size();
        for (const std::uint8_t from : sorted_positions(values)) {
            std::memcpy(to, &source[from * kProposalBytes], kProposalBytes);
            to += kProposalBytes;
        }
    }
}

// One field of each proposal, from or to elements that lie one after another.
void move_fields(const Instruction& ins, const VectorPointers& pointers) {
    const bool concat = ins.opcode == Opcode::kConcatProposals;
    const std::size_t from_step = concat ? kFieldBytes : kProposalBytes;
    const std::size_t to_step = concat ? kProposalBytes : kFieldBytes;
    for (std::size_t i = 0; i < kGroup * ins.vec.repeat; ++i) {
        std::memmove(pointers.dst + i * to_step, pointers.src0 + i * from_step, kFieldBytes);
    }
}

void transpose(const VectorPointers& pointers) {
    std::array<std::uint16_t, kGroup * kGroup> matrix;
    std::memcpy(matrix.data(), pointers.src0, sizeof(matrix));
    std::array<std::uint16_t, kGroup * kGroup> turned;
    for (std::size_t row = 0; row < kGroup; ++row) {
        for (std::size_t column = 0; column < kGroup; ++column)
            turned[column * kGroup + row] = matrix[row * kGroup + column];
    }
    std::memcpy(pointers.dst, turned.data(), sizeof(turned));
}

// Merges up to four lists as long as each has records, or all are used up.
class Merge {
public:
    Merge(const Instruction& ins, const VectorPointers& pointers)
        : merge_(ins.merge),
          half_(ins.dtype == DataType::kFloat16),
          score_offset_(merge_.record_bytes == kProposalBytes ? kScoreField * kFieldBytes : 0),
          sources_{pointers.src0, pointers.src1, pointers.src2, pointers.src3},
          to_(pointers.dst),
          order_keys_(order_keys_kernel()) {
        for (std::size_t i = 0; i < merge_.lists; ++i)
            step_ += std::size_t{merge_.length[i]} * merge_.record_bytes;
    }

    void run(std::uint64_t& merged) {
        if (step_ == 0) return;
        for (std::size_t repeat = 0; repeat < merge_.repeat; ++repeat) run_repeat(repeat);
        if (merge_.repeat == 0) return;
        merged = 0;
        for (std::size_t i = 0; i < merge_.lists; ++i) merged |= std::uint64_t{taken_[i]} << 16 * i;
    }

private:
    void run_repeat(std::size_t repeat) {
        taken_ = {};
        for (std::size_t list = 0; list < merge_.lists; ++list) look_at(list, repeat);
        for (;;) {
            const std::size_t list = best_list();
            if (list == merge_.lists) return;
            std::memcpy(to_, record(list, repeat), merge_.record_bytes);
            to_ += merge_.record_bytes;
            ++taken_[list];
            if (merge_.until_exhausted && taken_[list] == merge_.length[list]) return;
            look_at(list, repeat);
        }
    }

    const std::uint8_t* record(std::size_t list, std::size_t repeat) const {
        return sources_[list] + repeat * step_ + std::size_t{taken_[list]} * merge_.record_bytes;
    }

    void look_at(std::size_t list, std::size_t repeat) {
        if (taken_[list] == merge_.length[list]) return;
        const float score = score_at(record(list, repeat) + score_offset_, half_);
        order_keys_(&score, &keys_[list], 1, false);
    }

    // The first list with the largest score; `lists` if all are used up.
    std::size_t best_list() const {
        std::size_t best = merge_.lists;
        for (std::size_t list = 0; list < merge_.lists; ++list) {
            if (taken_[list] == merge_.length[list]) continue;
            if (best == merge_.lists || keys_[list] > keys_[best]) best = list;
        }
        return best;
    }

    const MergePayload& merge_;
    bool half_;
    std::size_t score_offset_;
    std::array<const std::uint8_t*, 4> sources_;
    std::uint8_t* to_;
    OrderKeys order_keys_;
    std::size_t step_ = 0;
    std::array<std::uint16_t, 4> taken_{};
    std::array<std::int32_t, 4> keys_{};
};

bool is_score(DataType dtype) {
    return dtype == DataType::kFloat16 || dtype == DataType::kFloat32;
}

}  // namespace

bool run_records(const Instruction& instruction, const VectorPointers& pointers) {
    const DataType dtype = instruction.dtype;
    switch (instruction.opcode) {
        case Opcode::kSort32:
            if (!is_score(dtype) || instruction.vec.src0.dtype != dtype) return false;
            sort32(instruction, pointers);
            return true;
        case Opcode::kSortProposals:
            if (dtype != DataType::kFloat16) return false;
            sort_proposals(instruction, pointers);
            return true;
        case Opcode::kTranspose:
            if (size_of(dtype) != sizeof(std::uint16_t)) return false;
            if (instruction.vec.repeat != 0) transpose(pointers);
            return true;
        default:
            if (dtype != DataType::kFloat16) return false;
            move_fields(instruction, pointers);
            return true;
    }
}

bool run_merge(const Instruction& instruction, const VectorPointers& pointers,
               std::uint64_t& merged) {
    if (!is_score(instruction.dtype)) return false;
    if (instruction.merge.record_bytes == kProposalBytes &&
        instruction.dtype != DataType::kFloat16) {
        return false;
    }
    Merge(instruction, pointers).run(merged);
    return true;
}

}  // namespace davsim::exec
