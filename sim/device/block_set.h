// SPDX-License-Identifier: Apache-2.0
#pragma once
// A set of bytes of the unified buffer, in whole blocks of 32 bytes: one bit a block.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/isa/footprint.h"

namespace davsim {

class BlockSet {
public:
    explicit BlockSet(std::uint32_t bytes) : words_((bytes / kBlockBytes + kBits) / kBits) {}

    void clear() {
        if (empty_) return;
        std::fill(words_.begin(), words_.end(), 0);
        empty_ = true;
    }

    void add(const Region& region) {
        if (region.bytes == 0) return;
        empty_ = false;
        for_each_word(region, [](std::uint64_t& word, std::uint64_t mask) {
            word |= mask;
            return false;
        });
    }

    bool overlaps(const Region& region) {
        if (empty_ || region.bytes == 0) return false;
        return for_each_word(
            region, [](std::uint64_t& word, std::uint64_t mask) { return (word & mask) != 0; });
    }

private:
    static constexpr std::uint64_t kBits = 64;

    // True as soon as visit() is.
    template <class Visit>
    bool for_each_word(const Region& region, Visit visit) {
        for (std::uint32_t run = 0; run < region.count; ++run) {
            const std::uint64_t begin =
                region.base + static_cast<std::uint64_t>(region.stride) * run;
            const std::uint64_t first = begin / kBlockBytes;
            const std::uint64_t last = (begin + region.bytes - 1) / kBlockBytes;
            for (std::uint64_t word = first / kBits; word <= last / kBits; ++word) {
                std::uint64_t mask = ~std::uint64_t{0};
                if (word == first / kBits) mask &= ~std::uint64_t{0} << (first % kBits);
                if (word == last / kBits) mask &= ~std::uint64_t{0} >> (kBits - 1 - last % kBits);
                if (visit(words_[word], mask)) return true;
            }
        }
        return false;
    }

    std::vector<std::uint64_t> words_;
    bool empty_ = true;
};

}  // namespace davsim
