// SPDX-License-Identifier: Apache-2.0
#include "sim/checks/ub_shadow.h"

namespace davsim::checks {

void UbShadow::undefine(std::uint64_t begin, std::uint64_t end, Origin origin) {
    if (begin == end) return;
    defined_.remove(begin, end);
    forget_bits(begin, end);
    for (std::uint64_t word = begin / kWord; word <= (end - 1) / kWord; ++word)
        origins_[word] = origin;
}

void UbShadow::undefine_bits(std::uint64_t byte, std::uint8_t bits, Origin origin) {
    const auto all = static_cast<std::uint8_t>(undefined_bits(byte) | bits);
    if (all == kAllBits) return undefine(byte, byte + 1, origin);
    if (all == 0) return;
    partial_[byte] = all;
    origins_[byte / kWord] = origin;
}

std::uint64_t UbShadow::next_undefined_bit(std::uint64_t begin, std::uint64_t end) const {
    const std::uint64_t whole = next_undefined(begin, end);
    if (partial_.empty()) return whole;
    const auto part = partial_.lower_bound(begin);
    return part != partial_.end() && part->first < whole ? part->first : whole;
}

std::uint8_t UbShadow::undefined_bits(std::uint64_t byte) const {
    if (!defined_.has(byte)) return kAllBits;
    if (partial_.empty()) return 0;
    const auto part = partial_.find(byte);
    return part == partial_.end() ? std::uint8_t{0} : part->second;
}

std::vector<std::uint8_t> UbShadow::bits_of(std::uint64_t begin, std::uint64_t end) const {
    std::vector<std::uint8_t> bits(end - begin);
    std::uint64_t at = next_undefined(begin, end);
    while (at < end) {
        const std::uint64_t stop = next_defined(at, end);
        std::fill(bits.begin() + static_cast<std::ptrdiff_t>(at - begin),
                  bits.begin() + static_cast<std::ptrdiff_t>(stop - begin), kAllBits);
        at = next_undefined(stop, end);
    }
    for (auto part = partial_.lower_bound(begin); part != partial_.end() && part->first < end;
         ++part)
        bits[part->first - begin] = part->second;
    return bits;
}

void UbShadow::set_bits(std::uint64_t begin, const std::vector<std::uint8_t>& bits, Origin origin) {
    for (std::size_t i = 0; i < bits.size();) {
        std::size_t same = i + 1;
        while (same < bits.size() && bits[same] == bits[i]) ++same;
        if (bits[i] == kAllBits) {
            undefine(begin + i, begin + same, origin);
        } else {
            define(begin + i, begin + same);
        }
        if (bits[i] != 0 && bits[i] != kAllBits) {
            for (std::size_t at = i; at < same; ++at) undefine_bits(begin + at, bits[at], origin);
        }
        i = same;
    }
}

}  // namespace davsim::checks
