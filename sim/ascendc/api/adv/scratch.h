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
    static constexpr std::uint32_t kGrain = davsim::kRepeatBytes / sizeof(float);

    Slots(const char* api, const LocalTensor<uint8_t>& buffer, std::uint32_t wanted)
        : buffer_(buffer.template ReinterpretCast<float>()) {
        length_ = (wanted + kGrain - 1) / kGrain * kGrain;
        if constexpr (kSlots > 0) {
            const std::uint32_t fit =
                static_cast<std::uint32_t>(buffer_.GetSize() / kSlots) / kGrain * kGrain;
            if (fit == 0) {
                refuse(api, "sharedTmpBuffer", std::to_string(buffer.GetSize()) + " bytes",
                       std::to_string(kSlots * davsim::kRepeatBytes) + " or more");
            }
            if (fit < length_) length_ = fit;
        }
    }

    // Elements that one piece can have.
    std::uint32_t length() const { return length_; }
    LocalTensor<float> operator[](std::size_t slot) const {
        return buffer_[static_cast<std::uint32_t>(slot) * length_];
    }

private:
    LocalTensor<float> buffer_;
    std::uint32_t length_ = 0;
};

// Calls piece(offset, count) for pieces of at most `length` elements.
template <class Piece>
void in_pieces(std::uint32_t count, std::uint32_t length, const Piece& piece) {
    for (std::uint32_t done = 0; done < count; done += length)
        piece(done, count - done < length ? count - done : length);
}

}  // namespace detail
}  // namespace AscendC
