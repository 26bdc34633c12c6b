// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sorting. Pipe V, one instruction a call unless said otherwise; masks are ignored.
//
// 2201, 3510   records of 8 bytes: the score (fp32, or fp16 and 2 unused bytes), then a uint32
//              index. Sort32 makes sorted lists of 32, MrgSort merges up to four lists.
// 1001         region proposals of 8 fp16: x1, y1, x2, y2, score, label, 2 unused.
// Scores go from the largest down; equal ones keep their order.
// Source: Ascend C documentation, Sort32, MrgSort, RpSort16 and neighbours.

#include <cstdint>

#include "sim/ascendc/api/support.h"
#include "sim/ascendc/api/vector_issue.h"

namespace AscendC {

constexpr int32_t MRG_SORT_ELEMENT_LEN = 4;  // lists of a merge

struct MrgSort4Info {
    MrgSort4Info() = default;
    MrgSort4Info(const uint16_t lengths[MRG_SORT_ELEMENT_LEN], bool suspend, uint16_t valid,
                 uint16_t repeat)
        : elementLengths{lengths[0], lengths[1], lengths[2], lengths[3]},
          ifExhaustedSuspension(suspend),
          validBit(valid),
          repeatTimes(static_cast<uint8_t>(repeat)) {}
    uint16_t elementLengths[MRG_SORT_ELEMENT_LEN] = {0};  // records
    bool ifExhaustedSuspension = false;
    uint16_t validBit = 0;  // 3, 7 or 15: the first two, three or four lists
    uint8_t repeatTimes = 1;
};

template <typename T>
struct MrgSortSrcList {
    MrgSortSrcList() = default;
    MrgSortSrcList(const LocalTensor<T>& list1, const LocalTensor<T>& list2,
                   const LocalTensor<T>& list3, const LocalTensor<T>& list4)
        : src1(list1), src2(list2), src3(list3), src4(list4) {}
    LocalTensor<T> src1;
    LocalTensor<T> src2;
    LocalTensor<T> src3;
    LocalTensor<T> src4;
};

namespace detail {

inline constexpr std::uint32_t kSortedList = 32;  // records that Sort32 sorts together
inline constexpr std::uint32_t kProposalGroup = 16;
inline constexpr std::uint8_t kRecordBytes = 8;
inline constexpr std::uint8_t kProposalBytes = 16;
inline constexpr std::uint16_t kMaxListLength = 4095;

template <typename T>
inline constexpr bool kSortsRecords = !kIs910 && kFloats<T>;
template <typename T>
inline constexpr bool kSortsProposals = kIs910&& std::is_same_v<T, half>;

// Lists that take part.
inline std::uint8_t lists_of(const char* api, std::uint16_t valid_bit) {
    switch (valid_bit) {
        case 0b0011: return 2;
        case 0b0111: return 3;
        case 0b1111: return 4;
        default: refuse_number(api, "validBit", valid_bit, "3, 7 or 15");
    }
}

// Repeats that continue need four equal lists, one behind the other.
inline void check_merge_repeats(const char* api, const davsim::MergePayload& merge) {
    bool regular = merge.lists == 4 && !merge.until_exhausted;
    for (std::size_t i = 1; i < 4 && regular; ++i) {
        const std::uint32_t list_bytes = merge.length[0] * std::uint32_t{merge.record_bytes};
        regular =
            merge.length[i] == merge.length[0] && merge.src[i] == merge.src[i - 1] + list_bytes;
    }
    if (regular) return;
    refuse_number(api, "repeatTimes", merge.repeat,
                  "1 unless four lists of one length lie one behind the other and none suspends");
}

template <typename T>
void merge_lists(const char* api, const LocalTensor<T>& dst, const MrgSortSrcList<T>& src,
                 const MrgSort4Info& info, std::uint8_t record_bytes, const void* site) {
    davsim::Instruction instruction;
    instruction.opcode = davsim::Opcode::kMergeSort;
    instruction.dtype = data_type_of<T>();
    instruction.site = site;
    davsim::MergePayload merge;
    merge.dst = dst.address();
    merge.src = {src.src1.address(), src.src2.address(), src.src3.address(), src.src4.address()};
    merge.lists = lists_of(api, info.validBit);
    merge.repeat = info.repeatTimes;
    merge.record_bytes = record_bytes;
    merge.until_exhausted = info.ifExhaustedSuspension;
    std::uint64_t records = 0;
    for (std::size_t i = 0; i < merge.lists; ++i) {
        if (info.elementLengths[i] > kMaxListLength)
            refuse_number(api, "elementLengths", info.elementLengths[i], "0..4095");
        merge.length[i] = info.elementLengths[i];
        records += merge.length[i];
    }
    if (merge.repeat > 1) check_merge_repeats(api, merge);
    const std::uint64_t all = records * merge.repeat * record_bytes;
    for (std::size_t i = 0; i < merge.lists; ++i) {
        const std::uint64_t others = records * (merge.repeat - std::uint64_t{merge.repeat > 0});
        check_ub(api, "src", merge.src[i], merge.src[i] + (others + merge.length[i]) * record_bytes,
                 kRecordBytes);
    }
    check_ub(api, "dst", merge.dst, merge.dst + all, davsim::kBlockBytes);
    instruction.merge = merge;
    core().issue(instruction);
}

// Dense operands, `repeat` groups.
template <typename T>
davsim::Instruction records_instruction(const char* api, davsim::Opcode opcode,
                                        const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                        std::int64_t repeat, const void* site) {
    davsim::Instruction instruction = vector_instruction(
        opcode, data_type_of<T>(), davsim::VectorMask{}, checked_repeat(api, repeat), site);
    instruction.vec.dst = operand(dst);
    instruction.vec.src0 = operand(src);
    return instruction;
}

// Checks each operand from its block boundary on: bytes that a group takes from a source or leaves.
inline void check_records(const char* api, const char* name, std::uint32_t addr,
                          std::uint64_t repeat, std::uint64_t group_bytes) {
    check_ub(api, name, addr, addr + repeat * group_bytes, davsim::kBlockBytes);
}

// `mode`: the field, 0 x1 to 5 label.
template <typename T>
void proposal_field(const char* api, davsim::Opcode opcode, const LocalTensor<T>& dst,
                    const LocalTensor<T>& src, std::int64_t repeat, std::int64_t mode,
                    const void* site) {
    if (mode < 0 || mode > 5) refuse_number(api, "modeNumber", mode, "0..5");
    davsim::Instruction instruction = records_instruction(api, opcode, dst, src, repeat, site);
    const auto skip = static_cast<std::uint32_t>(mode) * std::uint32_t{sizeof(T)};
    const bool concat = opcode == davsim::Opcode::kConcatProposals;
    const std::uint64_t elements = kProposalGroup * sizeof(T);
    const std::uint64_t proposals = kProposalGroup * kProposalBytes;
    const std::uint64_t groups = instruction.vec.repeat;
    check_records(api, "dst", dst.address(), groups, concat ? proposals : elements);
    check_records(api, "src", src.address(), groups, concat ? elements : proposals);
    (concat ? instruction.vec.dst : instruction.vec.src0).addr += skip;
    core().issue(instruction);
}

}  // namespace detail

template <typename T>
DAVSIM_API void Sort32(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                       const LocalTensor<uint32_t>& src1, int64_t repeatTime) {
    DAVSIM_REQUIRE("Sort32", (detail::kSortsRecords<T>), T);
    davsim::Instruction instruction = detail::records_instruction(
        "Sort32", davsim::Opcode::kSort32, dst, src0, repeatTime, DAVSIM_SITE);
    instruction.vec.src1 = detail::operand(src1);
    const uint64_t groups = instruction.vec.repeat;
    detail::check_records("Sort32", "dst", dst.address(), groups, davsim::kRepeatBytes);
    detail::check_records("Sort32", "src0", src0.address(), groups,
                          detail::kSortedList * sizeof(T));
    detail::check_records("Sort32", "src1", src1.address(), groups,
                          detail::kSortedList * sizeof(uint32_t));
    detail::core().issue(instruction);
}

template <typename T>
DAVSIM_API void MrgSort(const LocalTensor<T>& dst, const MrgSortSrcList<T>& src,
                        const MrgSort4Info& params) {
    DAVSIM_REQUIRE("MrgSort", (detail::kSortsRecords<T>), T);
    detail::merge_lists("MrgSort", dst, src, params, detail::kRecordBytes, DAVSIM_SITE);
}

// How many records the last merge took from each list. The caller orders V before S.
inline void GetMrgSortResult(uint16_t& mrgSortList1, uint16_t& mrgSortList2, uint16_t& mrgSortList3,
                             uint16_t& mrgSortList4) {
    const uint64_t merged = detail::core().vector_register(davsim::VectorRegister::kMerged);
    mrgSortList1 = static_cast<uint16_t>(merged);
    mrgSortList2 = static_cast<uint16_t>(merged >> 16);
    mrgSortList3 = static_cast<uint16_t>(merged >> 32);
    mrgSortList4 = static_cast<uint16_t>(merged >> 48);
}

template <typename T>
DAVSIM_API void RpSort16(const LocalTensor<T>& dst, const LocalTensor<T>& src, int64_t repeatTime) {
    DAVSIM_REQUIRE("RpSort16", (detail::kSortsProposals<T>), T);
    const davsim::Instruction instruction = detail::records_instruction(
        "RpSort16", davsim::Opcode::kSortProposals, dst, src, repeatTime, DAVSIM_SITE);
    const uint64_t group_bytes = detail::kProposalGroup * detail::kProposalBytes;
    detail::check_records("RpSort16", "dst", dst.address(), instruction.vec.repeat, group_bytes);
    detail::check_records("RpSort16", "src", src.address(), instruction.vec.repeat, group_bytes);
    detail::core().issue(instruction);
}

template <typename T>
DAVSIM_API void MrgSort4(const LocalTensor<T>& dst, const MrgSortSrcList<T>& src,
                         const MrgSort4Info& params) {
    DAVSIM_REQUIRE("MrgSort4", (detail::kSortsProposals<T>), T);
    detail::merge_lists("MrgSort4", dst, src, params, detail::kProposalBytes, DAVSIM_SITE);
}

template <typename T>
DAVSIM_API void ProposalConcat(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                               int64_t repeatTime, int64_t modeNumber) {
    DAVSIM_REQUIRE("ProposalConcat", (detail::kSortsProposals<T>), T);
    detail::proposal_field("ProposalConcat", davsim::Opcode::kConcatProposals, dst, src, repeatTime,
                           modeNumber, DAVSIM_SITE);
}

template <typename T>
DAVSIM_API void ProposalExtract(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                int64_t repeatTime, int64_t modeNumber) {
    DAVSIM_REQUIRE("ProposalExtract", (detail::kSortsProposals<T>), T);
    detail::proposal_field("ProposalExtract", davsim::Opcode::kExtractProposals, dst, src,
                           repeatTime, modeNumber, DAVSIM_SITE);
}

}  // namespace AscendC
