// SPDX-License-Identifier: Apache-2.0
#pragma once
// Broadcast of a tensor of one or two dimensions along one of them: [1, n] or [m, 1] to [m, n].
// Elements of 2 and 4 bytes, bytes in pairs; a row of the result fills whole blocks.

#include "sim/ascendc/api/adv/unary_forms.h"
#include "sim/ascendc/api/data_copy.h"
#include "sim/ascendc/api/vec_shift.h"

namespace AscendC {
namespace detail {

// Fills the columns of `rows` rows from blocks: block_step and row_step are the strides of the
// source within a row and from row to row, in blocks.
template <typename T>
void fill_rows(Steps& steps, const LocalTensor<T>& dst, const LocalTensor<T>& src,
               std::uint32_t rows, std::uint32_t columns, std::uint16_t block_step,
               std::uint16_t row_step) {
    constexpr std::uint32_t kLanes = davsim::kRepeatBytes / sizeof(T);
    constexpr std::uint32_t kBlock = davsim::kBlockBytes / sizeof(T);
    const auto pitch = static_cast<std::uint16_t>(columns / kBlock);
    for (std::uint32_t column = 0; column < columns; column += kLanes) {
        const std::uint32_t left = columns - column;
        const davsim::VectorMask mask = apply_mask<sizeof(T), true>(std::uint64_t{left});
        for (std::uint32_t row = 0; row < rows; row += davsim::kMaxRepeat) {
            const std::uint32_t repeats =
                rows - row < davsim::kMaxRepeat ? rows - row : davsim::kMaxRepeat;
            copy(dst[row * columns + column], src[row * row_step * kBlock + column * block_step],
                 mask, repeats, CopyRepeatParams(1, block_step, pitch, row_step), steps.site());
        }
    }
    steps.barrier();
}

// Each of `rows` elements fills a row: by way of a block a row, eight rows at once.
template <typename T>
void fill_from_column(Steps& steps, const LocalTensor<T>& dst, const LocalTensor<T>& src,
                      const LocalTensor<uint8_t>& buffer, std::uint32_t rows,
                      std::uint32_t columns) {
    constexpr std::uint32_t kGroup = davsim::kBlocksPerRepeat;
    const LocalTensor<T> blocks = buffer.template ReinterpretCast<T>();
    std::uint32_t groups = buffer.GetSize() / davsim::kRepeatBytes;
    if (groups == 0) {
        refuse(steps.api(), "sharedTmpBuffer", std::to_string(buffer.GetSize()) + " bytes",
               std::to_string(davsim::kRepeatBytes) + " or more");
    }
    if (groups > davsim::kMaxRepeat) groups = davsim::kMaxRepeat;
    for (std::uint32_t row = 0; row < rows; row += groups * kGroup) {
        const std::uint32_t count = rows - row < groups * kGroup ? rows - row : groups * kGroup;
        davsim::Instruction instruction = vector_instruction(
            davsim::Opcode::kBrcb, data_type_of<T>(), davsim::VectorMask{},
            static_cast<std::uint16_t>((count + kGroup - 1) / kGroup), steps.site());
        instruction.vec.dst = operand(blocks);
        instruction.vec.src0 = operand(src[row], 1, 1);
        core().issue(instruction);
        steps.barrier();
        fill_rows(steps, dst[row * columns], blocks, count, columns, 0, 1);
    }
}

// Bytes: each becomes a pair of itself first.
template <typename T>
void fill_from_byte_column(Steps& steps, const LocalTensor<T>& dst, const LocalTensor<T>& src,
                           const LocalTensor<uint8_t>& buffer, std::uint32_t rows,
                           std::uint32_t columns) {
    constexpr std::uint32_t kBits = 8;
    constexpr std::uint32_t kGrain = davsim::kBlockBytes;  // bytes that are cast together
    constexpr std::uint32_t kTwo = 2 * sizeof(uint16_t);   // bytes a row
    if (buffer.GetSize() < kGrain * kTwo + davsim::kRepeatBytes) {
        refuse(steps.api(), "sharedTmpBuffer", std::to_string(buffer.GetSize()) + " bytes",
               std::to_string(kGrain * kTwo + davsim::kRepeatBytes) + " or more");
    }
    std::uint32_t length = (buffer.GetSize() - davsim::kRepeatBytes) / kTwo / kGrain * kGrain;
    const std::uint32_t all = (rows + kGrain - 1) / kGrain * kGrain;
    if (length > all) length = all;
    const LocalTensor<uint16_t> pairs = buffer.template ReinterpretCast<uint16_t>();
    const LocalTensor<uint16_t> work = pairs[length];
    in_pieces(rows, length, [&](std::uint32_t row, std::uint32_t count) {
        steps.set_count(count);
        steps.cast(work.template ReinterpretCast<half>(), src[row], RoundMode::CAST_NONE);
        steps.cast(pairs.template ReinterpretCast<int16_t>(), work.template ReinterpretCast<half>(),
                   RoundMode::CAST_RINT);
        with_scalar(steps.api(), davsim::Opcode::kShiftLeft, work, pairs, uint16_t{kBits},
                    steps.mask(), 1, UnaryRepeatParams(), steps.site());
        steps.barrier();
        steps.bit_or(pairs, pairs, work);
        write_mask_mode(false);
        fill_from_column<uint16_t>(steps, dst[row * columns].template ReinterpretCast<uint16_t>(),
                                   pairs, buffer[length * kTwo], count, columns / 2);
    });
}

inline void check_broadcast(const char* api, std::uint32_t columns, std::uint32_t row_bytes,
                            const uint32_t dst_shape[], const uint32_t src_shape[], int dim,
                            int axis) {
    if (row_bytes % davsim::kBlockBytes != 0)
        refuse_number(api, "dstShape", columns, "a last dimension of whole 32-byte blocks");
    for (int i = 0; i < dim; ++i) {
        if (src_shape[i] != dst_shape[i] && (i != axis || src_shape[i] != 1))
            refuse_number(api, "srcShape", src_shape[i], "that of dst, or 1 along the axis");
    }
}

template <typename T, int32_t dim, int32_t axis>
void broadcast(const char* api, const LocalTensor<T>& dst, const LocalTensor<T>& src,
               const uint32_t dst_shape[], const uint32_t src_shape[],
               const LocalTensor<uint8_t>& buffer, const void* site) {
    DAVSIM_REQUIRE("Broadcast", (!kIs910 && (kMovable<T> || k8Bit<T>)), T);
    static_assert((dim == 1 && axis == 0) || (dim == 2 && (axis == 0 || axis == 1)),
                  "UNSUPPORTED: Broadcast of these dimensions on arch " DAVSIM_ARCH_TEXT);
    // Whole rows of bytes move in pairs.
    using Moved = std::conditional_t<sizeof(T) == 1, uint16_t, T>;
    const uint32_t rows = dim == 2 ? dst_shape[0] : 1;
    const uint32_t columns = dst_shape[dim - 1];
    const uint32_t row_bytes = columns * uint32_t{sizeof(T)};
    check_broadcast(api, columns, row_bytes, dst_shape, src_shape, dim, axis);
    Steps steps(api, site);
    write_mask_mode(false);
    const auto fill = [&](uint32_t row_step) {
        fill_rows<Moved>(
            steps, dst.template ReinterpretCast<Moved>(), src.template ReinterpretCast<Moved>(),
            rows, row_bytes / uint32_t{sizeof(Moved)}, 1, static_cast<std::uint16_t>(row_step));
    };
    if (src_shape[axis] == dst_shape[axis])
        fill(row_bytes / davsim::kBlockBytes);
    else if (axis == 0 && dim == 2)
        fill(0);
    else if constexpr (sizeof(T) == 1)
        fill_from_byte_column(steps, dst.template ReinterpretCast<uint8_t>(),
                              src.template ReinterpretCast<uint8_t>(), buffer, rows, columns);
    else
        fill_from_column(steps, dst, src, buffer, rows, columns);
}

}  // namespace detail

// `BroadCast` is the older name.
#define DAVSIM_BROADCAST(Name)                                                           \
    template <typename T, int32_t dim, int32_t axis, bool isReuseSource = false>         \
    DAVSIM_API void Name(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, \
                         const uint32_t dstShape[dim], const uint32_t srcShape[dim],     \
                         const LocalTensor<uint8_t>& sharedTmpBuffer) {                  \
        detail::broadcast<T, dim, axis>(#Name, dstLocal, srcLocal, dstShape, srcShape,   \
                                        sharedTmpBuffer, DAVSIM_SITE);                   \
    }                                                                                    \
    template <typename T, int32_t dim, int32_t axis, bool isReuseSource = false>         \
    DAVSIM_API void Name(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal, \
                         const uint32_t dstShape[dim], const uint32_t srcShape[dim]) {   \
        detail::broadcast<T, dim, axis>(#Name, dstLocal, srcLocal, dstShape, srcShape,   \
                                        detail::stack_buffer(#Name), DAVSIM_SITE);       \
    }

DAVSIM_BROADCAST(Broadcast)
DAVSIM_BROADCAST(BroadCast)

#undef DAVSIM_BROADCAST

}  // namespace AscendC
