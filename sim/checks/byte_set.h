// SPDX-License-Identifier: Apache-2.0
#pragma once
// One bit for every byte of a core's UB.

#include <algorithm>
#include <cstdint>
#include <vector>

namespace davsim::checks {

class ByteSet {
public:
    explicit ByteSet(std::uint64_t bytes = 0) : words_((bytes + kBits - 1) / kBits) {}

    void clear() { std::fill(words_.begin(), words_.end(), 0); }
    bool has(std::uint64_t byte) const { return (words_[byte / kBits] >> byte % kBits & 1U) != 0; }

    void add(std::uint64_t begin, std::uint64_t end) {
        each_word(begin, end, [](std::uint64_t& word, std::uint64_t mask) {
            word |= mask;
            return true;
        });
    }
    void remove(std::uint64_t begin, std::uint64_t end) {
        each_word(begin, end, [](std::uint64_t& word, std::uint64_t mask) {
            word &= ~mask;
            return true;
        });
    }
    bool all(std::uint64_t begin, std::uint64_t end) const {
        return const_cast<ByteSet*>(this)->each_word(
            begin, end,
            [](const std::uint64_t& word, std::uint64_t mask) { return (word & mask) == mask; });
    }
    bool none(std::uint64_t begin, std::uint64_t end) const {
        return const_cast<ByteSet*>(this)->each_word(
            begin, end,
            [](const std::uint64_t& word, std::uint64_t mask) { return (word & mask) == 0; });
    }

    // The first byte of [begin, end) that is in the set, or that is not; `end` if there is none.
    std::uint64_t next(std::uint64_t begin, std::uint64_t end, bool present) const {
        end = std::min(end, static_cast<std::uint64_t>(words_.size()) * kBits);
        while (begin < end) {
            const std::uint64_t word = present ? words_[begin / kBits] : ~words_[begin / kBits];
            const std::uint64_t rest = word >> begin % kBits;
            if (rest != 0)
                return std::min(end, begin + static_cast<unsigned>(__builtin_ctzll(rest)));
            begin = (begin / kBits + 1) * kBits;
        }
        return end;
    }

private:
    static constexpr std::uint64_t kBits = 64;

    // Stops, with false, as soon as visit() is false.
    template <class Visit>
    bool each_word(std::uint64_t begin, std::uint64_t end, Visit visit) {
        constexpr std::uint64_t kFull = ~std::uint64_t{0};
        end = std::min(end, static_cast<std::uint64_t>(words_.size()) * kBits);
        if (begin >= end) return true;
        const std::uint64_t first = begin / kBits;
        const std::uint64_t last = (end - 1) / kBits;
        for (std::uint64_t word = first; word <= last; ++word) {
            std::uint64_t mask = kFull;
            if (word == first) mask &= kFull << begin % kBits;
            if (word == last) mask &= kFull >> (kBits - 1 - (end - 1) % kBits);
            if (!visit(words_[word], mask)) return false;
        }
        return true;
    }

    std::vector<std::uint64_t> words_;
};

}  // namespace davsim::checks
