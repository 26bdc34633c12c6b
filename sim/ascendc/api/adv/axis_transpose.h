// SPDX-License-Identifier: Apache-2.0
#pragma once
// Transpose with a tiling (older name ConfusionTranspose): matrices from blocks of 16 columns (NZ)
// to rows or to other such blocks, with their axes exchanged, split or joined; and plain matrices.
//   1  NZ of [B, N, S, C] to [B, S, N, C]        4  NZ of [B, S, N C] to [B, N, S, C]
//   2  NZ of [B, N, S, C] to NZ of [B, S, N, C]  5  NZ of [B, N, S, C] to [B, S, N C]
//   3  NZ of [B, S, N C] to NZ of [B, N, S, C]   6  NZ of [B, N, S, C] to NZ of [B, S, N C]
//   7  [H, W] to [W, H]
// C is a multiple of 16, so that all but the last move whole blocks.
// Source: Ascend C documentation, Transpose.

#include <string>

#include "sim/ascendc/api/adv/layout_types.h"
#include "sim/ascendc/api/adv/stack_buffer.h"
#include "sim/ascendc/api/adv/tile_transpose.h"
#include "sim/ascendc/api/data_copy.h"
#include "sim/ascendc/api/transpose_library.h"

namespace AscendC {
namespace detail {

// Of the host: param0 to param3 are B, N, S and C, or H and W.
template <typename T>
class AxisTranspose {
public:
    AxisTranspose(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                  const ConfusionTransposeTiling& tiling, const void* site)
        : dst_(dst), src_(src), tiling_(tiling), site_(site) {}

    void run(TransposeType type) {
        switch (type) {
            case TransposeType::TRANSPOSE_NZ2ND_0213:
            case TransposeType::TRANSPOSE_NZ2ND_012_WITHOUT_N: return rows_of_all();
            case TransposeType::TRANSPOSE_NZ2NZ_0213: return blocks_of_rows();
            case TransposeType::TRANSPOSE_NZ2ND_012_WITH_N: return rows_of_each();
            case TransposeType::TRANSPOSE_NZ2NZ_012_WITH_N:
            case TransposeType::TRANSPOSE_NZ2NZ_012_WITHOUT_N: return same();
            case TransposeType::TRANSPOSE_ND2ND_ONLY: return plain();
            default:
                refuse_number("Transpose", "transposeType", static_cast<std::int64_t>(type),
                              "1..7 with a tiling");
        }
    }

private:
    // Blocks of 32 bytes that 16 elements take.
    static constexpr std::uint32_t kPiece = kTileRows * sizeof(T) / davsim::kBlockBytes;

    std::uint32_t batches() const { return tiling_.param0; }
    std::uint32_t heads() const { return tiling_.param1; }
    std::uint32_t rows() const { return tiling_.param2; }
    std::uint32_t pieces() const {
        if (tiling_.param3 % kTileRows != 0 || rows() % kTileRows != 0)
            refuse_number("Transpose", "H / N", tiling_.param3, "multiples of 16, as S is");
        return tiling_.param3 / kTileRows;
    }

    // `count` pieces of 16 elements, from and to places so many pieces apart.
    void move(std::uint32_t to, std::uint32_t to_step, std::uint32_t from, std::uint32_t from_step,
              std::uint32_t count) {
        constexpr std::uint32_t kMost = 4095;  // bursts of a copy
        for (std::uint32_t done = 0; done < count; done += kMost) {
            const std::uint32_t rest = count - done;
            DataCopyParams params;
            params.blockCount = static_cast<uint16_t>(rest < kMost ? rest : kMost);
            params.blockLen = static_cast<uint16_t>(kPiece);
            params.srcStride = static_cast<uint16_t>((from_step - 1) * kPiece);
            params.dstStride = static_cast<uint16_t>((to_step - 1) * kPiece);
            DataCopy(dst_[(to + done * to_step) * kTileRows],
                     src_[(from + done * from_step) * kTileRows], params);
        }
    }

    template <class Each>
    void each_piece(const Each& each) {
        const std::uint32_t count = pieces();
        for (std::uint32_t batch = 0; batch < batches(); ++batch) {
            for (std::uint32_t head = 0; head < heads(); ++head) {
                for (std::uint32_t piece = 0; piece < count; ++piece)
                    each(batch, head, piece, ((batch * heads() + head) * count + piece) * rows());
            }
        }
        pipe_barrier(davsim::Pipe::kV, site_);
    }

    void rows_of_all() {
        const std::uint32_t pitch = heads() * pieces();
        each_piece(
            [&](std::uint32_t batch, std::uint32_t head, std::uint32_t piece, std::uint32_t from) {
                move(batch * rows() * pitch + head * pieces() + piece, pitch, from, 1, rows());
            });
    }

    void rows_of_each() {
        const std::uint32_t pitch = pieces();
        each_piece(
            [&](std::uint32_t batch, std::uint32_t head, std::uint32_t piece, std::uint32_t from) {
                move((batch * heads() + head) * rows() * pitch + piece, pitch, from, 1, rows());
            });
    }

    // Each row's matrix of heads has its own blocks, whose rows are heads, 16 at least.
    void blocks_of_rows() {
        const std::uint32_t padded = (heads() + kTileRows - 1) / kTileRows * kTileRows;
        each_piece(
            [&](std::uint32_t batch, std::uint32_t head, std::uint32_t piece, std::uint32_t from) {
                move((batch * rows() * pieces() + piece) * padded + head, pieces() * padded, from,
                     1, rows());
            });
    }

    void same() {
        DataCopy(dst_, src_, batches() * heads() * rows() * pieces() * kTileRows);
        pipe_barrier(davsim::Pipe::kV, site_);
    }

    void plain() {
        const std::uint32_t height = tiling_.param0;
        const std::uint32_t width = tiling_.param1;
        if (height % kTileRows != 0 || width % kTileRows != 0)
            refuse_number("Transpose", "H or W", height, "multiples of 16");
        transpose_matrix<T>({dst_.address(), height * std::uint32_t{sizeof(T)}},
                            {src_.address(), width * std::uint32_t{sizeof(T)}}, height, width,
                            site_);
    }

    LocalTensor<T> dst_;
    LocalTensor<T> src_;
    ConfusionTransposeTiling tiling_;
    const void* site_;
};

template <typename T>
inline constexpr bool kAxesMoved = !kIs910 && (kFloats<T> || k16And32Bit<T>);

}  // namespace detail

// Nothing is kept in the buffer.
#define DAVSIM_AXIS_TRANSPOSE(Name, buffer_parameter)                                       \
    template <typename T>                                                                   \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src,              \
                         buffer_parameter TransposeType transposeType,                      \
                         const ConfusionTransposeTiling& tiling) {                          \
        const detail::LibraryCall call(__builtin_return_address(0));                        \
        DAVSIM_REQUIRE(#Name, (detail::kAxesMoved<T>), T);                                  \
        detail::AxisTranspose<T>(dst, src, tiling, detail::core().site).run(transposeType); \
    }
#define DAVSIM_BUFFER const LocalTensor<uint8_t>& /*sharedTmpBuffer*/,
DAVSIM_AXIS_TRANSPOSE(Transpose, )
DAVSIM_AXIS_TRANSPOSE(Transpose, DAVSIM_BUFFER)
DAVSIM_AXIS_TRANSPOSE(ConfusionTranspose, )
DAVSIM_AXIS_TRANSPOSE(ConfusionTranspose, DAVSIM_BUFFER)
#undef DAVSIM_BUFFER
#undef DAVSIM_AXIS_TRANSPOSE

}  // namespace AscendC
