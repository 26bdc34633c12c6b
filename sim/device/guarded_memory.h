// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bytes with inaccessible pages before and behind them, so that a kernel's pointer that leaves them
// is noticed where it happens. Zero at first.

#include <cstddef>
#include <cstdint>

namespace davsim {

class GuardedMemory {
public:
    // `guard` bytes on each side; all sizes are rounded up to pages. The last byte lies at the end
    // of its page. Error(kUsage) when the address space does not have that much.
    GuardedMemory(std::size_t bytes, std::size_t guard);
    ~GuardedMemory();
    GuardedMemory(const GuardedMemory&) = delete;
    GuardedMemory& operator=(const GuardedMemory&) = delete;

    std::uint8_t* data() { return data_; }
    const std::uint8_t* data() const { return data_; }
    std::size_t size() const { return bytes_; }

private:
    std::uint8_t* whole_ = nullptr;
    std::size_t whole_bytes_ = 0;
    std::uint8_t* data_ = nullptr;
    std::size_t bytes_ = 0;
};

}  // namespace davsim
