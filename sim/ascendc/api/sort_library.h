// SPDX-License-Identifier: Apache-2.0
#pragma once
// Sort of any number of lists of 32, in rounds of four-way merges, and the sizes of records.
// 2201, 3510. Source: Ascend C documentation, Sort.

#include "sim/ascendc/api/data_copy.h"
#include "sim/ascendc/api/scalar_results.h"
#include "sim/ascendc/api/sort.h"
#include "sim/ascendc/api/vec_gather_mask.h"

namespace AscendC {

// Elements of T that so many records take.
template <typename T>
uint32_t GetSortLen(const uint32_t elemCount) {
    DAVSIM_REQUIRE("GetSortLen", (!detail::kIs910 && detail::kFloats<T>), T);
    return elemCount * (detail::kRecordBytes / uint32_t{sizeof(T)});
}
template <typename T>
uint32_t GetSortOffset(const uint32_t elemOffset) {
    DAVSIM_REQUIRE("GetSortOffset", (!detail::kIs910 && detail::kFloats<T>), T);
    return GetSortLen<T>(elemOffset);
}

namespace detail {

template <typename T>
class FullSort {
public:
    FullSort(const LocalTensor<T>& dst, const LocalTensor<T>& tmp, std::uint32_t lists,
             const void* site)
        : dst_(dst), tmp_(tmp), records_(lists * kSortedList), site_(site) {}

    // dst holds sorted lists of 32 records.
    void run() {
        for (std::uint32_t length = kSortedList; length < records_; length *= kFan) {
            copy(tmp_, dst_, 0, records_);
            merge_round(length);
        }
    }

private:
    static constexpr std::uint32_t kFan = MRG_SORT_ELEMENT_LEN;

    LocalTensor<T> at(const LocalTensor<T>& tensor, std::uint32_t record) const {
        return tensor[GetSortOffset<T>(record)];
    }

    // From sorted lists of `length` in tmp to lists of four times that in dst.
    void merge_round(std::uint32_t length) {
        const std::uint32_t group = kFan * length;
        const std::uint32_t whole = records_ / group;
        for (std::uint32_t done = 0; done < whole; done += davsim::kMaxRepeat) {
            const std::uint32_t rest = whole - done;
            merge(done * group, length, group,
                  rest < davsim::kMaxRepeat ? rest : davsim::kMaxRepeat);
        }
        const std::uint32_t first = whole * group;
        const std::uint32_t left = records_ - first;
        if (left > length)
            merge(first, length, left, 1);
        else if (left > 0)
            copy(dst_, tmp_, first, left);
        pipe_barrier(davsim::Pipe::kV, site_);
    }

    // The lists of `count` records behind `first`, the last of which may be shorter.
    void merge(std::uint32_t first, std::uint32_t length, std::uint32_t count,
               std::uint32_t repeat) {
        MrgSort4Info info;
        std::uint32_t lists = 0;
        for (std::uint32_t done = 0; done < count; done += length) {
            const std::uint32_t rest = count - done;
            info.elementLengths[lists++] = static_cast<uint16_t>(rest < length ? rest : length);
        }
        info.validBit = static_cast<uint16_t>((1U << lists) - 1);
        info.repeatTimes = static_cast<uint8_t>(repeat);
        const auto list = [&](std::uint32_t i) {
            return at(tmp_, first + (i < lists ? i : 0) * length);
        };
        merge_lists("Sort", at(dst_, first), MrgSortSrcList<T>(list(0), list(1), list(2), list(3)),
                    info, kRecordBytes, site_);
    }

    void copy(const LocalTensor<T>& to, const LocalTensor<T>& from, std::uint32_t first,
              std::uint32_t count) {
        DataCopy(at(to, first), at(from, first), GetSortLen<T>(count));
        pipe_barrier(davsim::Pipe::kV, site_);
    }

    LocalTensor<T> dst_;
    LocalTensor<T> tmp_;
    std::uint32_t records_;
    const void* site_;
};

}  // namespace detail

// repeatTime lists of 32; isFullSort merges them into one by way of tmp, which is as large as dst.
template <typename T, bool isFullSort>
DAVSIM_API void Sort(const LocalTensor<T>& dst, const LocalTensor<T>& concat,
                     const LocalTensor<uint32_t>& index, const LocalTensor<T>& tmp,
                     int64_t repeatTime) {
    const void* site = DAVSIM_SITE;
    Sort32(dst, concat, index, repeatTime);
    if constexpr (isFullSort) {
        detail::pipe_barrier(davsim::Pipe::kV, site);
        detail::FullSort<T>(dst, tmp, static_cast<uint32_t>(repeatTime), site).run();
    }
}

// As MrgSort with MrgSort4Info; sortedNum receives what each list gave if it may suspend.
template <typename T, bool isExhaustedSuspension = false>
DAVSIM_API void MrgSort(const LocalTensor<T>& dst, const MrgSortSrcList<T>& sortList,
                        const uint16_t elementCountList[4], uint32_t sortedNum[4],
                        uint16_t validBit, int64_t repeatTime) {
    DAVSIM_REQUIRE("MrgSort", (detail::kSortsRecords<T>), T);
    const MrgSort4Info info(elementCountList, isExhaustedSuspension, validBit,
                            static_cast<uint16_t>(repeatTime));
    detail::merge_lists("MrgSort", dst, sortList, info, detail::kRecordBytes, DAVSIM_SITE);
    if constexpr (isExhaustedSuspension) {
        detail::set_and_wait(HardEvent::V_S, DAVSIM_SITE);
        uint16_t taken[4];
        GetMrgSortResult(taken[0], taken[1], taken[2], taken[3]);
        for (int i = 0; i < 4; ++i) sortedNum[i] = taken[i];
    }
}

// The records' scores need no preparation on these architectures.
template <typename T>
void Concat(LocalTensor<T>& concat, const LocalTensor<T>& src, const LocalTensor<T>& tmp,
            int64_t repeatTime) {
    DAVSIM_REQUIRE("Concat", (detail::kSortsRecords<T>), T);
    static_cast<void>(tmp);
    static_cast<void>(repeatTime);
    concat = src;
}

// Scores and indices of repeatTime groups of 32 records, each into a tensor of its own.
template <typename T>
DAVSIM_API void Extract(const LocalTensor<T>& dstValue, const LocalTensor<uint32_t>& dstIndex,
                        const LocalTensor<T>& sorted, int64_t repeatTime) {
    DAVSIM_REQUIRE("Extract", (detail::kSortsRecords<T>), T);
    // Fixed patterns: every second element from the first, from the second; every fourth.
    constexpr uint8_t kEven = 1;
    constexpr uint8_t kOdd = 2;
    constexpr uint8_t kFourth = 3;
    const GatherMaskParams groups(1, detail::checked_repeat("Extract", repeatTime),
                                  davsim::kBlocksPerRepeat, 0);
    uint64_t kept = 0;
    GatherMask(dstValue, sorted, sizeof(T) == sizeof(float) ? kEven : kFourth, false, 0, groups,
               kept);
    GatherMask(dstIndex, sorted.template ReinterpretCast<uint32_t>(), kOdd, false, 0, groups, kept);
}

}  // namespace AscendC
