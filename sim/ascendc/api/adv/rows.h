// SPDX-License-Identifier: Apache-2.0
#pragma once
// Steps over the rows of a matrix of floats in UB: reductions to one number a row, and arithmetic
// of every row with a number of its own, which fills a block.
//
// Rows up to 255 blocks long are handled together, one instruction a column of 64 lanes, a repeat a
// row; longer rows one by one, a repeat 64 lanes.

#include "sim/ascendc/api/adv/steps.h"
#include "sim/ascendc/api/reduce.h"

namespace AscendC {
namespace detail {

class Rows {
public:
    static constexpr std::uint32_t kLanes = davsim::kRepeatBytes / sizeof(float);
    static constexpr std::uint32_t kBlock = davsim::kBlockBytes / sizeof(float);

    // `rows` rows of `valid` floats, `pitch` floats from row to row (whole blocks).
    Rows(Steps& steps, std::uint32_t rows, std::uint32_t valid, std::uint32_t pitch)
        : steps_(steps), rows_(rows), valid_(valid), pitch_(pitch) {}

    std::uint32_t rows() const { return rows_; }

    // Floats that reduce() needs for `rows` rows.
    static std::uint32_t fold_space(std::uint32_t rows, std::uint32_t valid, std::uint32_t pitch) {
        if (is_long(pitch)) return 2 * round_up(pieces(valid), kLanes);
        return valid > kLanes ? rows * kLanes : 0;
    }

    // result[r] = sum, max or min of row r; `fold` has fold_space() floats.
    template <ReduceType type>
    void reduce(const LocalTensor<float>& result, const LocalTensor<float>& x,
                const LocalTensor<float>& fold) const {
        if (is_long(pitch_)) {
            for (std::uint32_t row = 0; row < rows_; ++row)
                reduce_long<type>(result[row], x[row * pitch_], fold);
        } else if (valid_ <= kLanes) {
            whole<type>(result, x, valid_, rows_, pitch_ / kBlock);
        } else {
            fold_columns<type>(x, fold);
            whole<type>(result, fold, kLanes, rows_, kBlock);
        }
    }

    // blocks: each of result's numbers fills a block; for rows() rounded up to 8.
    template <typename T>
    void spread(const LocalTensor<T>& blocks, const LocalTensor<T>& numbers) const {
        const std::uint32_t groups = round_up(rows_, kBlock) / kBlock;
        in_repeats(groups, [&](std::uint32_t at, std::uint32_t repeats) {
            davsim::Instruction instruction =
                vector_instruction(davsim::Opcode::kBrcb, data_type_of<T>(), davsim::VectorMask{},
                                   static_cast<std::uint16_t>(repeats), steps_.site());
            constexpr std::uint32_t kBlockElements = davsim::kBlockBytes / sizeof(T);
            instruction.vec.dst = operand(blocks[at * kBlock * kBlockElements]);
            instruction.vec.src0 = operand(numbers[at * kBlock], 1, 1);
            core().issue(instruction);
        });
        steps_.barrier();
    }

    // y = x op (the block of its row); `step` blocks from one row's to the next's.
    void with_blocks(davsim::Opcode opcode, const LocalTensor<float>& y,
                     const LocalTensor<float>& x, const LocalTensor<float>& blocks,
                     std::uint8_t step = 1) const {
        if (is_long(pitch_)) {
            for (std::uint32_t row = 0; row < rows_; ++row) {
                long_row(opcode, y[row * pitch_], x[row * pitch_], blocks[row * step * kBlock],
                         {1, 1, 0, kBlock, kBlock, 0});
            }
        } else {
            columns([&](std::uint32_t column, const davsim::VectorMask& mask) {
                rowwise(opcode, y[column], x[column], blocks, mask,
                        {1, 1, 0, row_stride(), row_stride(), step});
            });
        }
        steps_.barrier();
    }

    // y = x op vector, the same vector for every row.
    void with_row(davsim::Opcode opcode, const LocalTensor<float>& y, const LocalTensor<float>& x,
                  const LocalTensor<float>& vector) const {
        if (is_long(pitch_)) {
            for (std::uint32_t row = 0; row < rows_; ++row)
                long_row(opcode, y[row * pitch_], x[row * pitch_], vector, {});
        } else {
            columns([&](std::uint32_t column, const davsim::VectorMask& mask) {
                rowwise(opcode, y[column], x[column], vector[column], mask,
                        {1, 1, 1, row_stride(), row_stride(), 0});
            });
        }
        steps_.barrier();
    }

    // y = exp(x), the valid part of each row.
    void exp(const LocalTensor<float>& y, const LocalTensor<float>& x) const {
        if (is_long(pitch_)) {
            for (std::uint32_t row = 0; row < rows_; ++row) {
                unary(steps_.api(), davsim::Opcode::kExp, y[row * pitch_], x[row * pitch_],
                      {valid_, 0, true}, 1, UnaryRepeatParams(), steps_.site());
            }
        } else {
            columns([&](std::uint32_t column, const davsim::VectorMask& mask) {
                in_repeats(rows_, [&](std::uint32_t row, std::uint32_t repeats) {
                    unary(steps_.api(), davsim::Opcode::kExp, y[column + row * pitch_],
                          x[column + row * pitch_], mask, repeats,
                          UnaryRepeatParams(1, 1, row_stride(), row_stride()), steps_.site());
                });
            });
        }
        steps_.barrier();
    }

private:
    static constexpr std::uint32_t kMaxStride = 255;  // blocks, of a repeat stride

    static bool is_long(std::uint32_t pitch) { return pitch / kBlock > kMaxStride; }
    static std::uint32_t round_up(std::uint32_t value, std::uint32_t grain) {
        return (value + grain - 1) / grain * grain;
    }
    static std::uint32_t pieces(std::uint32_t floats) { return (floats + kLanes - 1) / kLanes; }
    std::uint8_t row_stride() const { return static_cast<std::uint8_t>(pitch_ / kBlock); }

    static davsim::VectorMask lanes(std::uint32_t count) {
        return {count >= kLanes ? kAllLanes : (std::uint64_t{1} << count) - 1, 0, false};
    }

    // each(first, repeats) with at most 255 repeats.
    template <class Each>
    static void in_repeats(std::uint32_t count, const Each& each) {
        for (std::uint32_t done = 0; done < count; done += davsim::kMaxRepeat) {
            const std::uint32_t rest = count - done;
            each(done, rest < davsim::kMaxRepeat ? rest : davsim::kMaxRepeat);
        }
    }

    template <class Each>
    void columns(const Each& each) const {
        for (std::uint32_t column = 0; column < valid_; column += kLanes)
            each(column, lanes(valid_ - column));
    }

    template <ReduceType type>
    static constexpr davsim::Opcode lane_opcode() {
        if (type == ReduceType::SUM) return davsim::Opcode::kAdd;
        return type == ReduceType::MAX ? davsim::Opcode::kMax : davsim::Opcode::kMin;
    }

    // One number of each of `count` groups of up to 64 lanes, `stride` blocks apart.
    template <ReduceType type>
    void whole(const LocalTensor<float>& result, const LocalTensor<float>& x, std::uint32_t used,
               std::uint32_t count, std::uint32_t stride) const {
        in_repeats(count, [&](std::uint32_t at, std::uint32_t repeats) {
            issue_reduce(steps_.api(), Reduction{whole_opcode(type), ReduceOrder::ORDER_ONLY_VALUE},
                         result[at], x[at * stride * kBlock], lanes(used),
                         static_cast<std::uint16_t>(repeats), {1, 1, stride}, steps_.site());
        });
        steps_.barrier();
    }

    void rowwise(davsim::Opcode opcode, const LocalTensor<float>& y, const LocalTensor<float>& a,
                 const LocalTensor<float>& b, const davsim::VectorMask& mask,
                 const BinaryRepeatParams& strides) const {
        in_repeats(rows_, [&](std::uint32_t row, std::uint32_t repeats) {
            binary(steps_.api(), opcode, y[row * strides.dstRepStride * kBlock],
                   a[row * strides.src0RepStride * kBlock], b[row * strides.src1RepStride * kBlock],
                   mask, repeats, strides, steps_.site());
        });
    }

    // Lane l of row r of `fold`: all lanes l of row r's columns.
    template <ReduceType type>
    void fold_columns(const LocalTensor<float>& x, const LocalTensor<float>& fold) const {
        columns([&](std::uint32_t column, const davsim::VectorMask& mask) {
            if (column == 0) {
                in_repeats(rows_, [&](std::uint32_t row, std::uint32_t repeats) {
                    copy(fold[row * kLanes], x[row * pitch_], lanes(kLanes), repeats,
                         CopyRepeatParams(1, 1, kBlock, row_stride()), steps_.site());
                });
            } else {
                rowwise(lane_opcode<type>(), fold, fold, x[column], mask,
                        {1, 1, 1, kBlock, kBlock, row_stride()});
            }
            steps_.barrier();
        });
    }

    template <ReduceType type>
    void reduce_long(const LocalTensor<float>& result, const LocalTensor<float>& x,
                     const LocalTensor<float>& fold) const {
        const std::uint32_t half = round_up(pieces(valid_), kLanes);
        LocalTensor<float> from = x;
        std::uint32_t count = valid_;
        for (int round = 0; count > kLanes; ++round) {
            const LocalTensor<float> to = fold[round % 2 == 0 ? 0 : half];
            const std::uint32_t full = count / kLanes;
            whole<type>(to, from, kLanes, full, kBlock);
            if (count % kLanes != 0)
                whole<type>(to[full], from[full * kLanes], count % kLanes, 1, kBlock);
            count = pieces(count);
            from = to;
        }
        whole<type>(result, from, count, 1, kBlock);
    }

    void long_row(davsim::Opcode opcode, const LocalTensor<float>& y, const LocalTensor<float>& x,
                  const LocalTensor<float>& other, const BinaryRepeatParams& strides) const {
        const davsim::VectorMask all{valid_, 0, true};
        binary(steps_.api(), opcode, y, x, other, all, 1, strides, steps_.site());
    }

    Steps& steps_;
    std::uint32_t rows_;
    std::uint32_t valid_;
    std::uint32_t pitch_;
};

}  // namespace detail
}  // namespace AscendC
