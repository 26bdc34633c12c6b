// SPDX-License-Identifier: Apache-2.0
#pragma once
// Stretches what instructions take, at random and repeatably, so that orders which only hold by
// luck come apart. By how much at most: config key sync.jitter, in percent.

#include <cstdint>

#include "sim/base/units.h"

namespace davsim {

class Jitter {
public:
    Jitter(std::uint64_t seed, int core, std::int64_t percent)
        : key_(mix(seed) ^ mix(static_cast<std::uint64_t>(core) + 1)), percent_(percent) {}

    // How much longer than `time` the instruction with this serial number takes.
    Cycles stretch(Cycles time, std::uint64_t serial) const {
        constexpr std::int64_t kPercent = 100;
        const auto share = static_cast<std::int64_t>(mix(key_ ^ serial) %
                                                     static_cast<std::uint64_t>(percent_ + 1));
        return Cycles((time.count() * share + kPercent - 1) / kPercent);
    }

private:
    // The finaliser of splitmix64.
    static std::uint64_t mix(std::uint64_t x) {
        x += 0x9E3779B97F4A7C15U;
        x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
        x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
        return x ^ (x >> 31U);
    }

    std::uint64_t key_;
    std::int64_t percent_;
};

}  // namespace davsim
