// SPDX-License-Identifier: Apache-2.0
#pragma once
// TopK: the k largest or smallest of each row, sorted, with their indices. Records are sorted in
// 32s and merged, see sort_library.h; for the smallest the values are negated before and after. Of
// equal values the first comes first; NaN comes first either way. On 3510 a config may ask for
// elements that the sorter does not know: those the scalar unit sorts, see value_sort.h. Source:
// Ascend C documentation, TopK.

#include <string>

#include "sim/ascendc/api/adv/arange.h"
#include "sim/ascendc/api/adv/layout_types.h"
#include "sim/ascendc/api/adv/row_numbers.h"
#include "sim/ascendc/api/adv/stack_buffer.h"
#include "sim/ascendc/api/adv/unary_forms.h"
#include "sim/ascendc/api/adv/value_sort.h"
#include "sim/ascendc/api/sort_library.h"

namespace AscendC {

// `outter` rows of n elements, `inner` (a multiple of 32) from row to row.
struct TopKInfo {
    int32_t outter = 1;
    int32_t inner = 0;
    int32_t n = 0;
};

namespace detail {

template <typename T>
struct TopKTensors {
    LocalTensor<T> values;
    LocalTensor<int32_t> indices;
    LocalTensor<T> src;
    const LocalTensor<int32_t>* given_indices = nullptr;
    const LocalTensor<bool>* finish = nullptr;  // rows that get no index
};

inline void check_top_k(std::int32_t k, const TopKInfo& info, bool small) {
    if (info.inner <= 0 || info.inner % kSortedList != 0 || (small && info.inner != kSortedList))
        refuse_number("TopK", "inner", info.inner, small ? "32" : "multiples of 32");
    if (info.n <= 0 || info.n > info.inner) refuse_number("TopK", "n", info.n, "1..inner");
    if (k <= 0 || k > info.n) refuse_number("TopK", "k", k, "1..n");
}

template <typename T>
class RecordTopK {
public:
    RecordTopK(const LocalTensor<uint8_t>& buffer, const TopKInfo& info, std::int32_t k,
               bool largest, const void* site)
        : info_(info),
          k_(static_cast<std::uint32_t>(k)),
          inner_(static_cast<std::uint32_t>(info.inner)),
          largest_(largest),
          buffer_(buffer),
          site_(site) {}

    // A row at a time, results at whole blocks.
    void normal(const TopKTensors<T>& tensors) {
        const std::uint32_t records = inner_ * kRecordBytes;
        const std::uint32_t index_bytes =
            tensors.given_indices == nullptr ? inner_ * std::uint32_t{sizeof(uint32_t)} : 0;
        need(2 * records + index_bytes);
        const LocalTensor<T> sorted = buffer_.template ReinterpretCast<T>();
        const LocalTensor<T> other = buffer_[records].template ReinterpretCast<T>();
        const LocalTensor<int32_t> numbers =
            index_tensor(tensors, buffer_[2 * records].template ReinterpretCast<int32_t>());
        const std::uint32_t lists = inner_ / kSortedList;
        const std::uint32_t value_pitch = rounded_up(k_, davsim::kBlockBytes / sizeof(T));
        const std::uint32_t index_pitch = rounded_up(k_, davsim::kBlockBytes / sizeof(int32_t));
        for (std::uint32_t row = 0; row < rows(); ++row) {
            const LocalTensor<T> x = ordered(tensors.src[row * inner_], other, inner_);
            sort(sorted, x, numbers, lists);
            FullSort<T>(sorted, other, lists, site_).run();
            const LocalTensor<T> values = tensors.values[row * value_pitch];
            const LocalTensor<int32_t> indices = tensors.indices[row * index_pitch];
            extract(values, indices, sorted, 1);
            restore(values, k_);
            if (tensors.finish != nullptr && tensors.finish->GetValue(row)) {
                Duplicate(indices, info_.n, static_cast<int32_t>(k_));
                pipe_barrier(davsim::Pipe::kV, site_);
            }
        }
    }

    // Rows of 32 elements: one list each, results one behind the other.
    void small(const TopKTensors<T>& tensors) {
        const std::uint32_t row_bytes = kSortedList * kRecordBytes;
        std::uint32_t group = rows() < davsim::kMaxRepeat ? rows() : davsim::kMaxRepeat;
        const std::uint32_t fit = buffer_.GetSize() / (3 * row_bytes);
        if (fit < group) {
            // So that the results of a group start at blocks.
            const std::uint32_t grain = davsim::kBlockBytes / sizeof(T);
            group = fit / grain * grain;
        }
        if (group == 0) need(3 * row_bytes * davsim::kBlockBytes / std::uint32_t{sizeof(T)});
        const LocalTensor<T> sorted = buffer_.template ReinterpretCast<T>();
        const LocalTensor<T> other = buffer_[group * row_bytes].template ReinterpretCast<T>();
        const LocalTensor<int32_t> numbers =
            buffer_[2 * group * row_bytes].template ReinterpretCast<int32_t>();
        if (tensors.given_indices == nullptr) {
            arange<int32_t>("TopK", numbers, 0, 1, kSortedList, site_);
            pipe_barrier(davsim::Pipe::kV, site_);
            for (std::uint32_t done = 1; done < group; done *= 2) {
                const std::uint32_t more = group - done < done ? group - done : done;
                DataCopy(numbers[done * kSortedList], numbers, more * kSortedList);
                pipe_barrier(davsim::Pipe::kV, site_);
            }
        }
        in_groups(rows(), group, [&](std::uint32_t first, std::uint32_t count) {
            const LocalTensor<T> x =
                ordered(tensors.src[first * kSortedList], other, count * kSortedList);
            sort(sorted, x,
                 tensors.given_indices == nullptr ? numbers
                                                  : (*tensors.given_indices)[first * kSortedList],
                 count);
            extract(tensors.values[first * k_], tensors.indices[first * k_], sorted, count);
            restore(tensors.values[first * k_], count * k_);
        });
    }

private:
    std::uint32_t rows() const { return static_cast<std::uint32_t>(info_.outter); }

    void need(std::uint32_t bytes) const {
        if (buffer_.GetSize() >= bytes) return;
        refuse("TopK", "tmpLocal", std::to_string(buffer_.GetSize()) + " bytes",
               std::to_string(bytes) + " or more");
    }

    LocalTensor<int32_t> index_tensor(const TopKTensors<T>& tensors,
                                      const LocalTensor<int32_t>& own) {
        if (tensors.given_indices != nullptr) return *tensors.given_indices;
        arange<int32_t>("TopK", own, 0, 1, inner_, site_);
        return own;
    }

    // What the sorter, which puts the largest first, shall see.
    LocalTensor<T> ordered(const LocalTensor<T>& x, const LocalTensor<T>& spare,
                           std::uint32_t count) {
        if (largest_) return x;
        Muls(spare, x, T(-1.0F), static_cast<int32_t>(count));
        pipe_barrier(davsim::Pipe::kV, site_);
        return spare;
    }
    void restore(const LocalTensor<T>& values, std::uint32_t count) {
        if (largest_) return;
        Muls(values, values, T(-1.0F), static_cast<int32_t>(count));
        pipe_barrier(davsim::Pipe::kV, site_);
    }

    void sort(const LocalTensor<T>& sorted, const LocalTensor<T>& x,
              const LocalTensor<int32_t>& numbers, std::uint32_t lists) {
        const auto index = numbers.template ReinterpretCast<uint32_t>();
        for (std::uint32_t done = 0; done < lists; done += davsim::kMaxRepeat) {
            const std::uint32_t rest = lists - done;
            Sort32(sorted[GetSortOffset<T>(done * kSortedList)], x[done * kSortedList],
                   index[done * kSortedList],
                   rest < davsim::kMaxRepeat ? rest : std::uint32_t{davsim::kMaxRepeat});
        }
        pipe_barrier(davsim::Pipe::kV, site_);
    }

    // The first k records of each of `lists` groups of 32.
    void extract(const LocalTensor<T>& values, const LocalTensor<int32_t>& indices,
                 const LocalTensor<T>& sorted, std::uint32_t lists) {
        constexpr std::uint8_t kEven = 1;
        constexpr std::uint8_t kOdd = 2;
        constexpr std::uint8_t kFourth = 3;
        constexpr std::uint32_t kParts = kRecordBytes / sizeof(T);
        const GatherMaskParams groups(1, static_cast<uint16_t>(lists), davsim::kBlocksPerRepeat, 0);
        uint64_t kept = 0;
        GatherMask(values, sorted, kParts == 2 ? kEven : kFourth, true, k_ * kParts, groups, kept);
        GatherMask(indices.template ReinterpretCast<uint32_t>(),
                   sorted.template ReinterpretCast<uint32_t>(), kOdd, true, k_ * 2, groups, kept);
        pipe_barrier(davsim::Pipe::kV, site_);
    }

    TopKInfo info_;
    std::uint32_t k_;
    std::uint32_t inner_;
    bool largest_;
    LocalTensor<uint8_t> buffer_;
    const void* site_;
};

// By the scalar unit: any element type.
template <typename T>
void value_top_k(const TopKTensors<T>& tensors, const TopKInfo& info, std::int32_t k, bool largest,
                 bool packed, const void* site) {
    const auto inner = static_cast<std::uint32_t>(info.inner);
    const auto wanted = static_cast<std::uint32_t>(k);
    const std::uint32_t value_pitch =
        packed ? wanted : rounded_up(wanted, davsim::kBlockBytes / sizeof(T));
    const std::uint32_t index_pitch =
        packed ? wanted : rounded_up(wanted, davsim::kBlockBytes / sizeof(int32_t));
    set_and_wait(HardEvent::V_S, site);
    for (std::uint32_t row = 0; row < static_cast<std::uint32_t>(info.outter); ++row) {
        const auto order =
            sorted_positions(tensors.src[row * inner], static_cast<std::uint32_t>(info.n), largest);
        for (std::uint32_t i = 0; i < wanted; ++i) {
            const std::uint32_t from = order[i].position;
            const std::uint32_t index_at = packed ? row * inner + from : from;
            const int32_t index = tensors.given_indices == nullptr
                                      ? static_cast<int32_t>(from)
                                      : tensors.given_indices->GetValue(index_at);
            tensors.values.SetValue(row * value_pitch + i, order[i].value);
            tensors.indices.SetValue(row * index_pitch + i, index);
        }
    }
    publish_scalar_store(site);
}

template <typename T, bool isInitIndex, bool isHasfinish, TopKMode mode, const TopKConfig& config>
void top_k(const LocalTensor<T>& values, const LocalTensor<int32_t>& indices,
           const LocalTensor<T>& src, const LocalTensor<int32_t>& src_indices,
           const LocalTensor<bool>& finish, const LocalTensor<uint8_t>& buffer, int32_t k,
           const TopKInfo& info, bool largest, const void* site) {
    constexpr bool kSmall = mode == TopKMode::TOPK_NSMALL;
    constexpr bool kByValue = kIs950 && config.algo == TopKAlgo::RADIX_SELECT;
    static_assert(kIs950 || config.algo == TopKAlgo::MERGE_SORT,
                  "UNSUPPORTED: TopK by RADIX_SELECT on arch " DAVSIM_ARCH_TEXT);
    check_top_k(k, info, kSmall);
    const bool down =
        config.order == TopKOrder::UNSET ? largest : config.order == TopKOrder::LARGEST;
    const TopKTensors<T> tensors{values, indices, src, isInitIndex ? &src_indices : nullptr,
                                 isHasfinish && !kSmall ? &finish : nullptr};
    if constexpr (kByValue) {
        value_top_k(tensors, info, k, down, kSmall, site);
    } else {
        RecordTopK<T> rows(buffer, info, k, down, site);
        if constexpr (kSmall)
            rows.small(tensors);
        else
            rows.normal(tensors);
    }
}

template <typename T, const TopKConfig& config>
inline constexpr bool kTopKTypes = kSortsRecords<T> ||
                                   (kIs950 && config.algo == TopKAlgo::RADIX_SELECT &&
                                    kSortedValues<T>);

}  // namespace detail

#define DAVSIM_TOP_K(buffer_parameter, buffer)                                                  \
    template <typename T, bool isInitIndex = false, bool isHasfinish = false,                   \
              bool isReuseSrc = false, enum TopKMode topkMode = TopKMode::TOPK_NORMAL,          \
              const TopKConfig& config = defaultTopKConfig>                                     \
    DAVSIM_API void TopK(                                                                       \
        const LocalTensor<T>& dstValueLocal, const LocalTensor<int32_t>& dstIndexLocal,         \
        const LocalTensor<T>& srcLocal, const LocalTensor<int32_t>& srcIndexLocal,              \
        const LocalTensor<bool>& finishLocal, buffer_parameter const int32_t k,                 \
        const TopkTiling& /*tilling*/, const TopKInfo& topKInfo, const bool isLargest = true) { \
        const detail::LibraryCall call(__builtin_return_address(0));                            \
        DAVSIM_REQUIRE("TopK", (detail::kTopKTypes<T, config>), T);                             \
        detail::top_k<T, isInitIndex, isHasfinish, topkMode, config>(                           \
            dstValueLocal, dstIndexLocal, srcLocal, srcIndexLocal, finishLocal, buffer, k,      \
            topKInfo, isLargest, detail::core().site);                                          \
    }
#define DAVSIM_BUFFER const LocalTensor<uint8_t>&tmpLocal,
DAVSIM_TOP_K(, detail::stack_buffer("TopK"))
DAVSIM_TOP_K(DAVSIM_BUFFER, tmpLocal)
#undef DAVSIM_BUFFER
#undef DAVSIM_TOP_K

}  // namespace AscendC
