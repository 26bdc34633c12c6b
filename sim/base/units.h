// SPDX-License-Identifier: Apache-2.0
#pragma once
// Strong integer units. Simulated time is counted in core cycles everywhere; nanoseconds appear
// only where a report is printed.

#include <cstdint>

namespace davsim {

// An integer with a dimension: quantities of one Tag add and compare, different Tags do not mix.
template <class Tag>
class Quantity {
public:
    constexpr Quantity() = default;
    constexpr explicit Quantity(std::int64_t count) : count_(count) {}

    constexpr std::int64_t count() const { return count_; }

    constexpr Quantity& operator+=(Quantity other) {
        count_ += other.count_;
        return *this;
    }
    constexpr Quantity& operator-=(Quantity other) {
        count_ -= other.count_;
        return *this;
    }

    friend constexpr Quantity operator+(Quantity a, Quantity b) {
        return Quantity(a.count_ + b.count_);
    }
    friend constexpr Quantity operator-(Quantity a, Quantity b) {
        return Quantity(a.count_ - b.count_);
    }
    friend constexpr Quantity operator*(Quantity a, std::int64_t k) {
        return Quantity(a.count_ * k);
    }
    friend constexpr Quantity operator*(std::int64_t k, Quantity a) { return a * k; }
    friend constexpr bool operator==(Quantity a, Quantity b) { return a.count_ == b.count_; }
    friend constexpr bool operator!=(Quantity a, Quantity b) { return a.count_ != b.count_; }
    friend constexpr bool operator<(Quantity a, Quantity b) { return a.count_ < b.count_; }
    friend constexpr bool operator<=(Quantity a, Quantity b) { return a.count_ <= b.count_; }
    friend constexpr bool operator>(Quantity a, Quantity b) { return a.count_ > b.count_; }
    friend constexpr bool operator>=(Quantity a, Quantity b) { return a.count_ >= b.count_; }

private:
    std::int64_t count_ = 0;
};

using Cycles =
    Quantity<struct CyclesTag>;  // a duration, or a point in simulated time since launch 0
using Bytes = Quantity<struct BytesTag>;

// Later than any simulated time.
inline constexpr Cycles kNever{INT64_MAX};

}  // namespace davsim
