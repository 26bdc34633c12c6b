// SPDX-License-Identifier: Apache-2.0
#pragma once
// Transpositions inside UB. Pipe V; masks are ignored.
//   Transpose(dst, src)   VTRANSPOSE, a 16 x 16 matrix of 2-byte elements
//   TransDataTo5HD        VNCHWCONV, 16 rows of 32 bytes to 16 rows, after the scalar unit has
//                         written the row addresses into four address registers
// Source: Ascend C documentation, Transpose and TransDataTo5HD.

#include <array>
#include <cstdint>

#include "sim/ascendc/api/support.h"
#include "sim/ascendc/api/vector_issue.h"

namespace AscendC {

constexpr int32_t NCHW_CONV_ADDR_LIST_SIZE = 16;

struct TransDataTo5HDParams {
    constexpr TransDataTo5HDParams() = default;
    constexpr TransDataTo5HDParams(bool dst_high, bool src_high, uint8_t repeat, uint16_t dst_rep,
                                   uint16_t src_rep)
        : dstHighHalf(dst_high),
          srcHighHalf(src_high),
          repeatTimes(repeat),
          dstRepStride(dst_rep),
          srcRepStride(src_rep) {}
    bool dstHighHalf = false;
    bool srcHighHalf = false;
    uint8_t repeatTimes = 1;
    uint16_t dstRepStride = 0;
    uint16_t srcRepStride = 0;
};

namespace detail {

// Writes of address registers before the instruction: VA0 and VA1 for dst, VA2 and VA3 for src.
inline constexpr int kAddressRegisters = 4;

template <typename T>
inline constexpr bool kTransposed = kOneOf<T, half, int16_t, uint16_t>;

template <typename T>
inline constexpr bool kRowTypes = kTransposed<T> || kOneOf<T, int8_t, uint8_t> ||
                                  (!kIs910 && kOneOf<T, int32_t, uint32_t, float>) ||
                                  (__NPU_ARCH__ == 3510 && std::is_same_v<T, bfloat16_t>);

// One row: a byte offset in UB to blocks. A single repeat starts one repeat stride in.
inline std::uint16_t checked_row(const char* operand, std::uint64_t addr, std::uint32_t repeat,
                                 std::uint32_t rep) {
    const std::uint64_t begin = addr + (repeat == 1 ? std::uint64_t{rep} * davsim::kBlockBytes : 0);
    const std::uint64_t reach = repeat > 1 ? (repeat - std::uint64_t{1}) * rep : 0;
    check_ub("TransDataTo5HD", operand, begin, begin + (reach + 1) * davsim::kBlockBytes,
             davsim::kBlockBytes);
    return static_cast<std::uint16_t>(begin / davsim::kBlockBytes);
}

// `dst(i)` and `src(i)` are the byte offsets of row i.
template <typename T, class Dst, class Src>
void trans_data(const Dst& dst, const Src& src, const TransDataTo5HDParams& params,
                const void* site) {
    DAVSIM_REQUIRE("TransDataTo5HD", (kRowTypes<T>), T);
    davsim::Instruction instruction;
    instruction.opcode = davsim::Opcode::kTransposeRows;
    instruction.dtype = data_type_of<T>();
    instruction.site = site;
    davsim::RowsPayload rows;
    for (std::size_t i = 0; i < rows.dst.size(); ++i) {
        rows.dst[i] = checked_row("dstList", dst(i), params.repeatTimes, params.dstRepStride);
        rows.src[i] = checked_row("srcList", src(i), params.repeatTimes, params.srcRepStride);
    }
    rows.repeat = params.repeatTimes;
    if (params.repeatTimes > 1) {
        rows.dst_rep = params.dstRepStride;
        rows.src_rep = params.srcRepStride;
    }
    rows.dst_high = sizeof(T) == 1 && params.dstHighHalf;
    rows.src_high = sizeof(T) == 1 && params.srcHighHalf;
    instruction.rows = rows;
    core().spend(davsim::ScalarOp::kSpr, kAddressRegisters);
    core().issue(instruction);
}

// A GetPhyAddr() of this core as a byte offset; what lies outside of UB fails the bounds check.
inline std::uint64_t ub_offset(std::uint64_t host_address) {
    return host_address - reinterpret_cast<std::uint64_t>(core().context().ub);
}

}  // namespace detail

template <typename T>
DAVSIM_API void Transpose(const LocalTensor<T>& dst, const LocalTensor<T>& src) {
    DAVSIM_REQUIRE("Transpose", (detail::kTransposed<T>), T);
    davsim::Instruction instruction =
        detail::vector_instruction(davsim::Opcode::kTranspose, detail::data_type_of<T>(),
                                   davsim::VectorMask{}, 1, DAVSIM_SITE);
    instruction.vec.dst = detail::operand(dst);
    instruction.vec.src0 = detail::operand(src);
    const uint32_t bytes = 16 * davsim::kBlockBytes;
    detail::check_ub("Transpose", "dst", dst.address(), dst.address() + bytes, davsim::kBlockBytes);
    detail::check_ub("Transpose", "src", src.address(), src.address() + bytes, davsim::kBlockBytes);
    detail::core().issue(instruction);
}

template <typename T>
DAVSIM_API void TransDataTo5HD(const LocalTensor<T> (&dstList)[NCHW_CONV_ADDR_LIST_SIZE],
                               const LocalTensor<T> (&srcList)[NCHW_CONV_ADDR_LIST_SIZE],
                               const TransDataTo5HDParams& nchwconvParams) {
    detail::trans_data<T>([&](size_t i) { return dstList[i].address(); },
                          [&](size_t i) { return srcList[i].address(); }, nchwconvParams,
                          DAVSIM_SITE);
}

// Lists of addresses as GetPhyAddr() gives them.
template <typename T>
DAVSIM_API void TransDataTo5HD(uint64_t dstList[NCHW_CONV_ADDR_LIST_SIZE],
                               uint64_t srcList[NCHW_CONV_ADDR_LIST_SIZE],
                               const TransDataTo5HDParams& nchwconvParams) {
    detail::trans_data<T>([&](size_t i) { return detail::ub_offset(dstList[i]); },
                          [&](size_t i) { return detail::ub_offset(srcList[i]); }, nchwconvParams,
                          DAVSIM_SITE);
}

// The same lists in UB, written there by the scalar unit before.
template <typename T>
DAVSIM_API void TransDataTo5HD(const LocalTensor<uint64_t>& dst, const LocalTensor<uint64_t>& src,
                               const TransDataTo5HDParams& nchwconvParams) {
    std::array<uint64_t, NCHW_CONV_ADDR_LIST_SIZE> rows[2];
    detail::check_ub("TransDataTo5HD", "dst", dst.address(), dst.address() + sizeof(rows[0]),
                     davsim::kBlockBytes);
    detail::check_ub("TransDataTo5HD", "src", src.address(), src.address() + sizeof(rows[1]),
                     davsim::kBlockBytes);
    detail::core().load_ub(dst.address(), rows[0].data(), sizeof(rows[0]));
    detail::core().load_ub(src.address(), rows[1].data(), sizeof(rows[1]));
    detail::trans_data<T>([&](size_t i) { return detail::ub_offset(rows[0][i]); },
                          [&](size_t i) { return detail::ub_offset(rows[1][i]); }, nchwconvParams,
                          DAVSIM_SITE);
}

}  // namespace AscendC
