// SPDX-License-Identifier: Apache-2.0
#pragma once
// What library functions over rows have in common besides the rows' own steps (rows.h): groups of
// rows that the buffer has room for, parts of the buffer, and the caller's tensors of one number a
// row, in which a number fills a block or stands alone.

#include <string>

#include "sim/ascendc/api/adv/rows.h"
#include "sim/ascendc/api/data_copy.h"

namespace AscendC {
namespace detail {

inline std::uint32_t rounded_up(std::uint32_t value, std::uint32_t grain) {
    return (value + grain - 1) / grain * grain;
}

// Tensors of floats one behind the other.
class Parts {
public:
    explicit Parts(const LocalTensor<float>& buffer) : buffer_(buffer) {}
    LocalTensor<float> take(std::uint32_t floats) {
        const LocalTensor<float> part = buffer_[at_];
        at_ += floats;
        return part;
    }

private:
    LocalTensor<float> buffer_;
    std::uint32_t at_ = 0;
};

// Rows of a group: all, or a multiple of eight and of `grain`, or where that is 1 even fewer.
// space(rows): floats that so many rows need.
template <class Space>
std::uint32_t rows_of_group(const char* api, const LocalTensor<float>& buffer, std::uint32_t rows,
                            std::uint32_t grain, const Space& space) {
    const std::uint32_t floats = buffer.GetSize();
    const std::uint32_t step = grain > Rows::kBlock ? grain : Rows::kBlock;
    std::uint32_t group = rows;
    while (group > 1 && space(group) > floats) {
        if (group <= step && grain > 1) break;
        group = group > step ? (group - 1) / step * step : group / 2;
    }
    if (space(group) > floats) {
        refuse(api, "sharedTmpBuffer", std::to_string(floats * sizeof(float)) + " bytes",
               std::to_string(space(group) * sizeof(float)) + " or more");
    }
    return group;
}

// Calls work(first, rows) for each group.
template <class Work>
void in_groups(std::uint32_t rows, std::uint32_t group, const Work& work) {
    for (std::uint32_t row = 0; row < rows; row += group)
        work(row, rows - row < group ? rows - row : group);
}

template <typename T>
inline constexpr RoundMode kNarrowing =
    std::is_same_v<T, half> ? RoundMode::CAST_NONE : RoundMode::CAST_RINT;

// fp32 of `count` elements, which the next steps work on: `from` itself, or widened to `to`.
template <typename T>
LocalTensor<float> widened(Steps& steps, const LocalTensor<T>& from, const LocalTensor<float>& to,
                           std::uint32_t count) {
    steps.set_count(count);
    if constexpr (std::is_same_v<T, float>) {
        return from;
    } else {
        steps.cast(to, from, RoundMode::CAST_NONE);
        return to;
    }
}

// One number a row in a tensor of U: each fills a block (kBlocks), or one behind the other.
template <typename U, bool kBlocks>
class RowNumbers {
public:
    // Rows between groups, so that each starts at a block.
    static constexpr std::uint32_t kGrain = kBlocks ? 1 : davsim::kBlockBytes / sizeof(U);

    // Floats besides the numbers.
    static std::uint32_t space(std::uint32_t rows) {
        const std::uint32_t eights = rounded_up(rows, Rows::kBlock);
        return kBlocks ? eights * (kNarrow ? 1 + Rows::kBlock : Rows::kBlock) : 0;
    }

    RowNumbers(Steps& steps, const Rows& rows, const LocalTensor<float>& room)
        : steps_(steps), rows_(rows), room_(room) {}

    // From row `first` on.
    void load(const LocalTensor<float>& numbers, const LocalTensor<U>& from, std::uint32_t first) {
        const LocalTensor<U> source = from[first * kPitch];
        if constexpr (!kBlocks) {
            steps_.set_count(rows_.rows());
            if constexpr (kNarrow)
                steps_.cast(numbers, source, RoundMode::CAST_NONE);
            else
                steps_.muls(numbers, source, 1.0F);
        } else if constexpr (kNarrow) {
            const LocalTensor<U> narrow = narrow_numbers();
            pick(narrow, source);
            steps_.set_count(rows_.rows());
            steps_.cast(numbers, narrow, RoundMode::CAST_NONE);
        } else {
            pick(numbers, source);
        }
    }

    void store(const LocalTensor<U>& to, const LocalTensor<float>& numbers, std::uint32_t first) {
        const LocalTensor<U> target = to[first * kPitch];
        if constexpr (!kBlocks) {
            steps_.set_count(rows_.rows());
            if constexpr (kNarrow)
                steps_.cast(target, numbers, kNarrowing<U>);
            else
                steps_.muls(target, numbers, 1.0F);
        } else {
            const LocalTensor<U> blocks = room_.template ReinterpretCast<U>();
            if constexpr (kNarrow) {
                const LocalTensor<U> narrow = narrow_numbers();
                steps_.set_count(rows_.rows());
                steps_.cast(narrow, numbers, kNarrowing<U>);
                rows_.spread(blocks, narrow);
            } else {
                rows_.spread(blocks, numbers);
            }
            DataCopy(target, blocks, rows_.rows() * kPitch);
            steps_.barrier();
        }
    }

private:
    static constexpr bool kNarrow = !std::is_same_v<U, float>;
    static constexpr std::uint32_t kBlockElements = davsim::kBlockBytes / sizeof(U);
    static constexpr std::uint32_t kPitch = kBlocks ? kBlockElements : 1;

    LocalTensor<U> narrow_numbers() const {
        return room_[rounded_up(rows_.rows(), Rows::kBlock) * Rows::kBlock]
            .template ReinterpretCast<U>();
    }

    // One of each block; all of them are equal.
    void pick(const LocalTensor<U>& numbers, const LocalTensor<U>& blocks) {
        constexpr Reduction kPick{davsim::Opcode::kReduceBlockMax};
        const std::uint32_t whole = rows_.rows() / davsim::kBlocksPerRepeat;
        const std::uint32_t rest = rows_.rows() % davsim::kBlocksPerRepeat;
        const std::uint32_t done = whole * davsim::kBlocksPerRepeat;
        if (whole > 0) {
            issue_reduce_chunks(steps_.api(), kPick, numbers, blocks,
                                lane_mask(davsim::kBlocksPerRepeat), whole, {}, steps_.site());
        }
        if (rest > 0) {
            issue_reduce_chunks(steps_.api(), kPick, numbers[done], blocks[done * kBlockElements],
                                lane_mask(rest), 1, {}, steps_.site());
        }
        steps_.barrier();
    }

    // The lanes of so many blocks.
    static davsim::VectorMask lane_mask(std::uint32_t blocks) {
        const std::uint32_t lanes = blocks * kBlockElements;
        const auto low = [](std::uint32_t count) {
            return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
        };
        return {low(lanes), lanes > 64 ? low(lanes - 64) : 0, false};
    }

    Steps& steps_;
    const Rows& rows_;
    LocalTensor<float> room_;
};

}  // namespace detail
}  // namespace AscendC
