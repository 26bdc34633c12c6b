// SPDX-License-Identifier: Apache-2.0
#pragma once
// Whole numbers as few bytes: seven bits a byte, lowest first; signed ones folded so that small
// magnitudes of either sign stay short.

#include <cstdint>
#include <string>
#include <string_view>

#include "sim/base/error.h"

namespace davsim::traces {

constexpr std::uint64_t fold(std::int64_t value) {
    return (static_cast<std::uint64_t>(value) << 1U) ^ static_cast<std::uint64_t>(value >> 63U);
}

constexpr std::int64_t unfold(std::uint64_t value) {
    return static_cast<std::int64_t>(value >> 1U) ^ -static_cast<std::int64_t>(value & 1U);
}

class ByteWriter {
public:
    void number(std::uint64_t value) {
        char buffer[kLongest];
        std::size_t size = 0;
        while (value >= kMore) {
            buffer[size++] = static_cast<char>(value | kMore);
            value >>= kBits;
        }
        buffer[size++] = static_cast<char>(value);
        bytes_.append(buffer, size);
    }
    void difference(std::int64_t value) { number(fold(value)); }
    void byte(std::uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
    void text(std::string_view text) {
        number(text.size());
        bytes_.append(text);
    }
    const std::string& bytes() const { return bytes_; }
    std::size_t size() const { return bytes_.size(); }
    void clear() { bytes_.clear(); }

    static constexpr std::uint64_t kMore = 0x80;
    static constexpr std::uint32_t kBits = 7;

private:
    static constexpr std::size_t kLongest = 10;  // bytes of 64 bits

    std::string bytes_;
};

// Reads back; bytes that end too early throw Error(kUsage) "... ends within a record".
class ByteReader {
public:
    ByteReader(std::string_view bytes, std::string_view what) : bytes_(bytes), what_(what) {}

    bool done() const { return at_ == bytes_.size(); }

    std::uint64_t number() {
        std::uint64_t value = 0;
        for (std::uint32_t shift = 0; shift < 64U; shift += ByteWriter::kBits) {
            const std::uint64_t next = byte();
            value |= (next & (ByteWriter::kMore - 1)) << shift;
            if (next < ByteWriter::kMore) return value;
        }
        fail();
    }
    std::int64_t difference() { return unfold(number()); }
    std::uint8_t byte() {
        if (at_ == bytes_.size()) fail();
        return static_cast<std::uint8_t>(bytes_[at_++]);
    }
    std::string text() {
        const std::uint64_t size = number();
        if (size > bytes_.size() - at_) fail();
        const std::string result(bytes_.substr(at_, size));
        at_ += size;
        return result;
    }

private:
    [[noreturn]] void fail() const {
        throw Error(Fault::kUsage,
                    std::string(what_) + ": damaged trace store: a part ends within a record");
    }

    std::string_view bytes_;
    std::string_view what_;
    std::size_t at_ = 0;
};

}  // namespace davsim::traces
