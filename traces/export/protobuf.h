// SPDX-License-Identifier: Apache-2.0
#pragma once
// The wire format of protocol buffers, as much as a trace needs: numbers, 64-bit words, texts and
// messages within messages.

#include <cstdint>
#include <string>
#include <string_view>

#include "traces/store/bytes.h"

namespace davsim::traces {

class ProtoMessage {
public:
    ProtoMessage& number(std::uint32_t field, std::uint64_t value) {
        tag(field, kVarint);
        bytes_.number(value);
        return *this;
    }
    ProtoMessage& fixed64(std::uint32_t field, std::uint64_t value) {
        tag(field, kFixed64);
        for (std::uint32_t shift = 0; shift < 64U; shift += 8U)
            bytes_.byte(static_cast<std::uint8_t>(value >> shift & 0xFFU));
        return *this;
    }
    ProtoMessage& text(std::uint32_t field, std::string_view value) {
        tag(field, kLengthDelimited);
        bytes_.text(value);
        return *this;
    }
    ProtoMessage& message(std::uint32_t field, const ProtoMessage& value) {
        return text(field, value.bytes());
    }
    std::string_view bytes() const { return bytes_.bytes(); }
    void clear() { bytes_.clear(); }

private:
    static constexpr std::uint32_t kVarint = 0;
    static constexpr std::uint32_t kFixed64 = 1;
    static constexpr std::uint32_t kLengthDelimited = 2;
    static constexpr std::uint32_t kTypeBits = 3;

    void tag(std::uint32_t field, std::uint32_t type) { bytes_.number(field << kTypeBits | type); }

    ByteWriter bytes_;
};

}  // namespace davsim::traces
