// SPDX-License-Identifier: Apache-2.0
#pragma once
// Temporary buffers of library functions: cut into equal slots of floats, as long as they can be;
// the tensor is worked off in pieces of that many elements.

#include <array>
#include <string>

#include "sim/ascendc/api/adv/stack_buffer.h"
#include "sim/ascendc/api/adv/steps.h"

namespace AscendC {
namespace detail {

template <std::size_t kSlots>
class Slots {
public:
    Slots(const char* api, const LocalTensor<uint8_t>& buffer, std::uint32_t wanted)
        : api_(api), buffer_(buffer.template ReinterpretCast<float>()) {
        length_ = round_up(wanted, kLanes);
        if constexpr (kSlots > 0) {
            std::uint32_t fit = buffer_.GetSize() / std::uint32_t{kSlots} / kGrain * kGrain;
            if (fit > kLanes) fit = fit / kLanes * kLanes;
            missing_ = fit == 0;
            if (!missing_ && fit < length_) length_ = fit;
        }
    }

    // Elements that one piece can have: whole repeats where there is room, else whole blocks of
    // fp16.
    std::uint32_t length() const { return length_; }
    LocalTensor<float> operator[](std::size_t slot) const {
        if (missing_) {
            refuse(api_, "sharedTmpBuffer", std::to_string(buffer_.GetLength()) + " bytes",
                   std::to_string(kSlots * kGrain * sizeof(float)) + " or more");
        }
        return buffer_[static_cast<std::uint32_t>(slot) * length_];
    }

private:
    static constexpr std::uint32_t kLanes = davsim::kRepeatBytes / sizeof(float);
    static constexpr std::uint32_t kGrain = davsim::kBlockBytes / sizeof(half);

    static std::uint32_t round_up(std::uint32_t value, std::uint32_t grain) {
        return (value + grain - 1) / grain * grain;
    }

    const char* api_;
    LocalTensor<float> buffer_;
    std::uint32_t length_ = 0;
    bool missing_ = false;
};

// Calls piece(offset, count) for pieces of at most `length` elements.
template <class Piece>
void in_pieces(std::uint32_t count, std::uint32_t length, const Piece& piece) {
    for (std::uint32_t done = 0; done < count; done += length)
        piece(done, count - done < length ? count - done : length);
}

}  // namespace detail
}  // namespace AscendC
