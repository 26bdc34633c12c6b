// SPDX-License-Identifier: Apache-2.0
#pragma once
// ReduceMax and ReduceMin: the extreme of a tensor in dst[0] and, if asked for, the bits of its
// index in dst[1].
//
// 1001, 2201   rounds of VCMAX or VCMIN: each leaves (value, lane) pairs in the work tensor, the
//              next compares the values of those pairs. The scalar unit then follows the lanes back
//              through the rounds, which therefore all stay in the work tensor. Without index the
//              rounds share its first elements. A count that is no multiple of a repeat adds the
//              rest in a second pass.
// 3510         one vector function over all repeats; the work tensor is not used.
// Source: Ascend C documentation, ReduceMax (space of the work tensor), and the operator notes on
// its rounds.

#include <array>
#include <type_traits>

#include "sim/ascendc/api/reduce.h"
#include "sim/ascendc/api/scalar_results.h"

namespace AscendC {
namespace detail {

// Every other lane: the values of pairs.
inline davsim::VectorMask pair_mask(std::int64_t pairs) {
    constexpr std::uint64_t kEven = 0x5555555555555555;
    const auto first = [](std::int64_t lanes) {
        return lanes >= 32 ? kEven : kEven & ((std::uint64_t{1} << 2 * lanes) - 1);
    };
    write_mask(pairs > 32 ? first(pairs - 32) : 0, first(pairs));
    return sticky_mask();
}

// The rounds of one call over tensors of T.
template <typename T>
class ExtremeRounds {
public:
    ExtremeRounds(const char* api, ReduceType type, const LocalTensor<T>& work, bool with_index,
                  const void* site)
        : api_(api),
          reduction_{whole_opcode(type)},
          work_(work),
          with_index_(with_index),
          site_(site) {}

    void run(const LocalTensor<T>& dst, const LocalTensor<T>& src, const davsim::VectorMask& mask,
             std::int64_t repeat, std::int64_t src_rep) {
        if (repeat == 1 && with_index_)
            return issue_reduce(api_, reduction_, dst, src, mask, 1, {1, 1, src_rep}, site_);
        check_space(repeat);
        issue_reduce_chunks(api_, reduction_, work_, src, mask, repeat, {1, 1, src_rep}, site_);
        pairs_ = repeat;
        rounds_ = 1;
        starts_[0] = 0;
        if (with_index_)
            finish_with_index(dst, src_rep);
        else
            finish_without(dst);
    }

private:
    static constexpr std::int64_t kLanes = davsim::kRepeatBytes / sizeof(T);
    static constexpr std::int64_t kPairs = kLanes / 2;
    static constexpr std::int64_t kBlock = davsim::kBlockBytes / sizeof(T);
    using Index = std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint32_t>;

    static std::int64_t aligned(std::int64_t elements) {
        return (elements + kBlock - 1) / kBlock * kBlock;
    }
    static std::int64_t fewer(std::int64_t pairs) { return (pairs + kPairs - 1) / kPairs; }

    // Elements that all rounds need.
    std::int64_t space(std::int64_t repeat) const {
        std::int64_t total = aligned(2 * repeat);
        if (!with_index_) return total;
        for (std::int64_t pairs = repeat; pairs > 1;) {
            pairs = fewer(pairs);
            total += aligned(2 * pairs);
        }
        return total;
    }

    void check_space(std::int64_t repeat) const {
        const std::int64_t need = space(repeat);
        if (std::int64_t{work_.GetSize()} >= need) return;
        refuse(api_, "sharedTmpBuffer", std::to_string(work_.GetSize()) + " elements",
               std::to_string(need) + " or more");
    }

    LocalTensor<T> work_at(std::int64_t element) const {
        return work_[static_cast<std::uint32_t>(element)];
    }

    // One more round, from the pairs at `from` to pairs at `to`.
    void next_round(std::int64_t from, std::int64_t to) {
        const std::int64_t whole = pairs_ / kPairs;
        const std::int64_t rest = pairs_ % kPairs;
        pipe_barrier(davsim::Pipe::kV, site_);
        if (whole > 0) {
            issue_reduce_chunks(api_, reduction_, work_at(to), work_at(from), pair_mask(kPairs),
                                whole, {}, site_);
        }
        if (rest > 0) {
            issue_reduce(api_, reduction_, work_at(to + 2 * whole), work_at(from + kLanes * whole),
                         pair_mask(rest), 1, {}, site_);
        }
        pairs_ = fewer(pairs_);
    }

    void finish_without(const LocalTensor<T>& dst) {
        if (pairs_ == 1) return copy_result(dst, work_, site_);
        do { next_round(0, 0); } while (pairs_ > kPairs);
        next_round(0, 0);
        copy_result(dst, work_, site_);
    }

    void finish_with_index(const LocalTensor<T>& dst, std::int64_t src_rep) {
        while (pairs_ > 1) {
            const std::int64_t from = starts_[rounds_ - 1];
            starts_[rounds_] = from + aligned(2 * pairs_);
            next_round(from, starts_[rounds_]);
            ++rounds_;
        }
        set_and_wait(HardEvent::V_S, site_);
        const T value = work_at(starts_[rounds_ - 1]).GetValue(0);
        const auto index = static_cast<Index>(trace_back(src_rep * kBlock));
        dst.SetValue(0, value);
        dst.SetValue(1, from_bits<T>(bits_of(index)));
        publish_scalar_store(site_);
    }

    // From the winner of the last round back to the element of the source.
    std::int64_t trace_back(std::int64_t src_rep_elements) const {
        std::int64_t pair = 0;
        for (std::size_t round = rounds_ - 1; round > 0; --round)
            pair = (pair * kLanes + lane_of(round, pair)) / 2;
        return pair * src_rep_elements + lane_of(0, pair);
    }

    std::int64_t lane_of(std::size_t round, std::int64_t pair) const {
        const auto indices = work_.template ReinterpretCast<Index>();
        return indices.GetValue(static_cast<std::uint32_t>(starts_[round] + 2 * pair + 1));
    }

    const char* api_;
    Reduction reduction_;
    LocalTensor<T> work_;
    bool with_index_;
    const void* site_;
    std::int64_t pairs_ = 0;
    std::size_t rounds_ = 0;
    std::array<std::int64_t, 8> starts_{};  // 8 rounds cover more than any buffer holds
};

// The last, incomplete repeat against what lies in dst.
template <ReduceType type, typename T>
void reduce_rest(const char* api, const LocalTensor<T>& dst, const LocalTensor<T>& src,
                 const LocalTensor<T>& work, std::int64_t done, std::int64_t rest, bool with_index,
                 const void* site) {
    ExtremeRounds<T> rounds(api, type, work, with_index, site);
    set_and_wait(HardEvent::V_S, site);
    const T body = dst.GetValue(0);
    const std::uint64_t body_index = bits_of(dst.GetValue(1));
    rounds.run(dst, src[static_cast<std::uint32_t>(done)],
               apply_mask<sizeof(T), true>(static_cast<std::uint64_t>(rest)), 1,
               davsim::kBlocksPerRepeat);
    set_and_wait(HardEvent::V_S, site);
    const T tail = dst.GetValue(0);
    const std::uint64_t tail_index = bits_of(dst.GetValue(1)) + static_cast<std::uint64_t>(done);
    work.SetValue(0, body);
    work.SetValue(1, tail);
    set_and_wait(HardEvent::S_V, site);
    rounds.run(dst, work, apply_mask<sizeof(T), true>(std::uint64_t{2}), 1,
               davsim::kBlocksPerRepeat);
    if (!with_index) return;
    set_and_wait(HardEvent::V_S, site);
    const bool in_rest = bits_of(dst.GetValue(1)) == 1;
    dst.SetValue(1, from_bits<T>(in_rest ? tail_index : body_index));
    publish_scalar_store(site);
}

// 950: one vector function for all, which loops over any number of repeats.
template <ReduceType type, typename T>
void reduce_at_once(const char* api, const LocalTensor<T>& dst, const LocalTensor<T>& src,
                    const davsim::VectorMask& mask, std::int64_t repeat, std::int64_t src_rep,
                    bool with_index, const void* site) {
    const Reduction reduction{
        whole_opcode(type),
        with_index ? ReduceOrder::ORDER_VALUE_INDEX : ReduceOrder::ORDER_ONLY_VALUE, true};
    if (repeat > std::int64_t{UINT16_MAX}) refuse_number(api, "repeatTime", repeat, "0..65535");
    issue_reduce(api, reduction, dst, src, mask, static_cast<std::uint16_t>(repeat),
                 {1, 1, src_rep}, site);
}

template <ReduceType type, typename T>
void reduce_extreme(const char* api, const LocalTensor<T>& dst, const LocalTensor<T>& src,
                    const LocalTensor<T>& work, const davsim::VectorMask& mask, std::int64_t repeat,
                    std::int64_t src_rep, bool with_index, const void* site) {
    if (repeat < 0) refuse_number(api, "repeatTime", repeat, "0 or more");
    if (repeat == 0) return;
    if constexpr (__NPU_ARCH__ == 3510) {
        reduce_at_once<type>(api, dst, src, mask, repeat, src_rep, with_index, site);
    } else {
        ExtremeRounds<T>(api, type, work, with_index, site).run(dst, src, mask, repeat, src_rep);
    }
}

template <ReduceType type, typename T>
void reduce_extreme_count(const char* api, const LocalTensor<T>& dst, const LocalTensor<T>& src,
                          const LocalTensor<T>& work, std::int64_t count, bool with_index,
                          const void* site) {
    if (count < 0) refuse_number(api, "count", count, "0 or more");
    if (count == 0) return;
    if constexpr (__NPU_ARCH__ == 3510) {
        reduce_at_once<type>(api, dst, src, count_mask(api, count), 1, davsim::kBlocksPerRepeat,
                             with_index, site);
    } else {
        constexpr std::int64_t kLanes = davsim::kRepeatBytes / sizeof(T);
        const std::int64_t body = count < kLanes ? count : kLanes;
        const std::int64_t repeats = count < kLanes ? 1 : count / kLanes;
        ExtremeRounds<T>(api, type, work, with_index, site)
            .run(dst, src, apply_mask<sizeof(T), true>(static_cast<std::uint64_t>(body)), repeats,
                 davsim::kBlocksPerRepeat);
        const std::int64_t done = body * repeats;
        if (done < count)
            reduce_rest<type>(api, dst, src, work, done, count - done, with_index, site);
    }
}

}  // namespace detail

#define DAVSIM_REDUCE_EXTREME(Name, type)                                                          \
    template <typename T>                                                                          \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src,                     \
                         const LocalTensor<T>& sharedTmpBuffer, int64_t mask, int64_t repeatTime,  \
                         int64_t srcRepStride, bool calIndex = false) {                            \
        DAVSIM_REQUIRE(#Name, (detail::kReducible<type, T>), T);                                   \
        detail::reduce_extreme<type>(#Name, dst, src, sharedTmpBuffer,                             \
                                     detail::reduce_mask<T, true>(mask), repeatTime, srcRepStride, \
                                     calIndex, DAVSIM_SITE);                                       \
    }                                                                                              \
    template <typename T>                                                                          \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src,                     \
                         const LocalTensor<T>& sharedTmpBuffer, const uint64_t mask[],             \
                         int64_t repeatTime, int64_t srcRepStride, bool calIndex = false) {        \
        DAVSIM_REQUIRE(#Name, (detail::kReducible<type, T>), T);                                   \
        detail::reduce_extreme<type>(#Name, dst, src, sharedTmpBuffer,                             \
                                     detail::reduce_mask<T, true>(mask), repeatTime, srcRepStride, \
                                     calIndex, DAVSIM_SITE);                                       \
    }                                                                                              \
    template <typename T>                                                                          \
    DAVSIM_API void Name(const LocalTensor<T>& dst, const LocalTensor<T>& src,                     \
                         const LocalTensor<T>& sharedTmpBuffer, int64_t count,                     \
                         bool calIndex = false) {                                                  \
        DAVSIM_REQUIRE(#Name, (detail::kRanked<T>), T);                                            \
        detail::reduce_extreme_count<type>(#Name, dst, src, sharedTmpBuffer, count, calIndex,      \
                                           DAVSIM_SITE);                                           \
    }

DAVSIM_REDUCE_EXTREME(ReduceMax, ReduceType::MAX)
DAVSIM_REDUCE_EXTREME(ReduceMin, ReduceType::MIN)

#undef DAVSIM_REDUCE_EXTREME

// The extreme over all repeats of the last reduction to max or min with dense repeats, and the bits
// of its index. The caller orders V before S.
template <typename T>
void GetReduceRepeatMaxMinSpr(T& maxMinValue, T& maxMinIndex) {
    DAVSIM_REQUIRE("GetReduceRepeatMaxMinSpr", (__NPU_ARCH__ == 2201 && detail::kFloats<T>), T);
    const uint64_t bits = detail::core().vector_register(davsim::VectorRegister::kExtreme);
    maxMinValue = detail::from_bits<T>(bits);
    maxMinIndex = detail::from_bits<T>(bits >> 32);
}
template <typename T>
void GetReduceRepeatMaxMinSpr(T& maxMinValue) {
    T index;
    GetReduceRepeatMaxMinSpr(maxMinValue, index);
}
template <typename T>
void GetReduceMaxMinCount(T& maxMinValue, T& maxMinIndex) {
    GetReduceRepeatMaxMinSpr(maxMinValue, maxMinIndex);
}
template <typename T>
void GetReduceMaxMinCount(T& maxMinValue) {
    GetReduceRepeatMaxMinSpr(maxMinValue);
}

}  // namespace AscendC
