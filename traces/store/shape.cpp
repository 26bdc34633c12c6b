// SPDX-License-Identifier: Apache-2.0
#include "traces/store/shape.h"

namespace davsim::traces {
namespace {

// Of splitmix64: spreads every bit over the word.
constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15;
constexpr unsigned kTurn = 29;

class Mixer {
public:
    void add(std::uint64_t value) {
        state_ = (state_ ^ value) * kSpread;
        state_ ^= state_ >> kTurn;
    }
    std::size_t value() const { return state_; }

private:
    std::uint64_t state_ = 1;
};

}  // namespace

bool operator==(const Shape& a, const Shape& b) {
    return a.kind == b.kind && a.pipe == b.pipe && a.other == b.other && a.opcode == b.opcode &&
           a.dtype == b.dtype && a.event == b.event && a.site == b.site && a.name == b.name &&
           a.count == b.count && a.size == b.size && a.bytes == b.bytes && a.ideal == b.ideal &&
           a.conflict == b.conflict && a.ranges == b.ranges;
}

std::size_t ShapeHash::operator()(const Shape& shape) const {
    Mixer mixer;
    mixer.add(static_cast<std::uint64_t>(shape.kind) |
              static_cast<std::uint64_t>(shape.pipe) << 8U |
              static_cast<std::uint64_t>(shape.other) << 16U |
              static_cast<std::uint64_t>(shape.opcode) << 24U |
              static_cast<std::uint64_t>(shape.dtype) << 40U |
              static_cast<std::uint64_t>(shape.event) << 48U);
    mixer.add(std::uint64_t{shape.site} | std::uint64_t{shape.name} << 32U);
    mixer.add(std::uint64_t{shape.count} | std::uint64_t{shape.size} << 32U);
    mixer.add(shape.bytes);
    mixer.add(static_cast<std::uint64_t>(shape.ideal));
    mixer.add(static_cast<std::uint64_t>(shape.conflict));
    for (const AddressRange& range : shape.ranges) {
        if (range.bytes == 0) continue;
        mixer.add(range.begin);
        mixer.add(range.bytes << 8U | static_cast<std::uint64_t>(range.space) << 1U |
                  (range.write ? 1U : 0U));
    }
    return mixer.value();
}

}  // namespace davsim::traces
