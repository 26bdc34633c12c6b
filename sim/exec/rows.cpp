// SPDX-License-Identifier: Apache-2.0
#include "sim/exec/rows.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace davsim::exec {
namespace {

constexpr std::size_t kRows = 16;

using Tile = std::array<std::uint8_t, kRows * kBlockBytes>;

// The 16 source rows of a repeat, one after another.
Tile collect(const RowsPayload& rows, const std::uint8_t* lowest, std::size_t base,
             std::size_t repeat) {
    Tile tile;
    for (std::size_t i = 0; i < kRows; ++i) {
        const std::size_t block = rows.src[i] - base + repeat * rows.src_rep;
        std::memcpy(&tile[i * kBlockBytes], lowest + block * kBlockBytes, kBlockBytes);
    }
    return tile;
}

template <class T>
void turn(const RowsPayload& rows, const Tile& tile, std::uint8_t* lowest, std::size_t base,
          std::size_t repeat) {
    constexpr std::size_t kWidth = kBlockBytes / sizeof(T);  // elements of a row
    constexpr std::size_t kColumns = kWidth < kRows ? kWidth : kRows;
    // A row of 1-byte elements holds two columns' halves; a column of 4-byte elements fills two
    // rows.
    const std::size_t from = sizeof(T) == 1 && rows.src_high ? kRows : 0;
    const std::size_t to = sizeof(T) == 1 && rows.dst_high ? kRows : 0;
    for (std::size_t column = 0; column < kColumns; ++column) {
        std::array<T, kRows> values;
        for (std::size_t row = 0; row < kRows; ++row) {
            std::memcpy(&values[row], &tile[row * kBlockBytes + (from + column) * sizeof(T)],
                        sizeof(T));
        }
        constexpr std::size_t kPieces = kRows / kColumns;
        for (std::size_t piece = 0; piece < kPieces; ++piece) {
            const std::size_t block =
                rows.dst[column * kPieces + piece] - base + repeat * rows.dst_rep;
            std::memcpy(lowest + block * kBlockBytes + to * sizeof(T), &values[piece * kColumns],
                        kColumns * sizeof(T));
        }
    }
}

}  // namespace

bool run_rows(const Instruction& instruction, const VectorPointers& pointers) {
    const RowsPayload& rows = instruction.rows;
    const std::size_t src_base = *std::min_element(rows.src.begin(), rows.src.end());
    const std::size_t dst_base = *std::min_element(rows.dst.begin(), rows.dst.end());
    for (std::size_t repeat = 0; repeat < rows.repeat; ++repeat) {
        const Tile tile = collect(rows, pointers.src0, src_base, repeat);
        switch (size_of(instruction.dtype)) {
            case 1: turn<std::uint8_t>(rows, tile, pointers.dst, dst_base, repeat); break;
            case 2: turn<std::uint16_t>(rows, tile, pointers.dst, dst_base, repeat); break;
            case 4: turn<std::uint32_t>(rows, tile, pointers.dst, dst_base, repeat); break;
            default: return false;
        }
    }
    return true;
}

}  // namespace davsim::exec
