// SPDX-License-Identifier: Apache-2.0
#pragma once
// The content of HBM: one reserved address range of the SoC's capacity, handed out in allocations
// with guard zones between them. Kernels hold real host pointers into it; caches and traces see
// device addresses (offsets from the start), so that results do not depend on where the host mapped
// the range.
//
// Sizes and alignment of allocations: config keys memory.alloc_align, memory.alloc_extra,
// hbm.capacity.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/config/soc_config.h"
#include "sim/events/event.h"

namespace davsim {

class GlobalMemory {
public:
    struct Allocation {
        std::uint64_t begin = 0;   // device address
        std::uint64_t bytes = 0;   // as asked for
        std::uint64_t padded = 0;  // as reserved, what a kernel may touch
        std::string name;
        GmRole role = GmRole::kPlain;
    };

    // kShared: a child process sees the same bytes; allocations are told to it with adopt() and
    // forget().
    enum class Sharing { kPrivate, kShared };

    explicit GlobalMemory(const SocConfig& config, Sharing sharing = Sharing::kPrivate);
    ~GlobalMemory();
    GlobalMemory(const GlobalMemory&) = delete;
    GlobalMemory& operator=(const GlobalMemory&) = delete;

    // Reserves at least `bytes`; content undefined (zero on first use). Error(kUsage) when HBM is
    // full.
    std::uint8_t* allocate(std::uint64_t bytes, const std::string& name,
                           GmRole role = GmRole::kPlain);
    void release(std::uint8_t* pointer);

    // The allocation that starts at this pointer; nullptr if none does.
    const Allocation* starting_at(const std::uint8_t* pointer) const;

    // What another process allocated or released in the same range.
    void adopt(const Allocation& allocation);
    void forget(std::uint64_t begin) { allocations_.erase(begin); }

    // Device address of a host pointer inside the range; the range check is contains().
    std::uint64_t device_address(const std::uint8_t* pointer) const {
        return static_cast<std::uint64_t>(pointer - base_);
    }
    std::uint8_t* host_address(std::uint64_t device_address) const {
        return base_ + device_address;
    }
    bool contains(std::uint64_t host_address) const;

    // The allocation that holds all of [begin, begin + bytes) including its padding; nullptr if
    // none does.
    const Allocation* find(std::uint64_t begin, std::uint64_t bytes) const;
    // The same for bytes that are only read: they may run on into the guard zone behind the
    // padding. Hardware maps memory in large pages, so such a read gives what lies there and
    // nothing fails.
    const Allocation* find_read(std::uint64_t begin, std::uint64_t bytes) const;
    // The allocation that starts at or before `address`, for messages; nullptr if none.
    const Allocation* nearest(std::uint64_t address) const;

    std::uint64_t used() const { return used_; }
    std::uint64_t capacity() const { return capacity_; }

    // Everything that is allocated, by address.
    std::vector<GmRange> ranges() const;

private:
    // A place of `bytes` between allocations; only looked for when there is none behind the last.
    std::optional<std::uint64_t> gap(std::uint64_t bytes) const;

    Sharing sharing_;
    std::uint8_t* base_ = nullptr;
    std::uint64_t capacity_ = 0;
    std::uint64_t align_ = 0;
    std::uint64_t extra_ = 0;
    std::uint64_t next_ = 0;
    std::uint64_t used_ = 0;
    std::map<std::uint64_t, Allocation> allocations_;  // by begin
};

}  // namespace davsim
