// SPDX-License-Identifier: Apache-2.0
#include "sim/device/global_memory.h"

#include <sys/mman.h>

#include <iterator>

#include "sim/base/error.h"

namespace davsim {
namespace {

// Untouched space between allocations, so that an access past an end belongs to nobody.
constexpr std::uint64_t kGuardBytes = std::uint64_t{64} * 1024;
// Inaccessible, before and behind the whole range: what a wild pointer of a kernel is noticed by.
// Large, so that the range starts on a large page.
constexpr std::uint64_t kEdgeBytes = std::uint64_t{2} << 20;
// Device addresses of allocations start on this boundary, as the runtime's huge pages do.
constexpr std::uint64_t kPlaceAlign = 512;

std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
    return (value + unit - 1) / unit * unit;
}

}  // namespace

GlobalMemory::GlobalMemory(const SocConfig& config)
    : capacity_(static_cast<std::uint64_t>(config.hbm.bytes)),
      align_(static_cast<std::uint64_t>(config.memory.alloc_align)),
      extra_(static_cast<std::uint64_t>(config.memory.alloc_extra)),
      next_(kGuardBytes) {
    // Only address space: pages come into being when they are touched.
    void* range = mmap(nullptr, capacity_ + 2 * kEdgeBytes, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    auto* inside = static_cast<std::uint8_t*>(range) + kEdgeBytes;
    if (range == MAP_FAILED || mprotect(inside, capacity_, PROT_READ | PROT_WRITE) != 0) {
        throw Error(
            Fault::kUsage,
            "cannot reserve " + std::to_string(capacity_) +
                " bytes of address space for hbm.capacity (is a limit set with ulimit -v?)");
    }
    // Large pages: tensors are touched once from end to end, page by page that costs more than the
    // copy.
    madvise(inside, capacity_, MADV_HUGEPAGE);
    base_ = inside;
}

GlobalMemory::~GlobalMemory() {
    munmap(base_ - kEdgeBytes, capacity_ + 2 * kEdgeBytes);
}

std::uint8_t* GlobalMemory::allocate(std::uint64_t bytes, const std::string& name, GmRole role) {
    const std::uint64_t room = capacity_ - next_;
    if (bytes > room || round_up(bytes, align_) + extra_ + kGuardBytes > room) {
        throw Error(Fault::kUsage, "tensor " + name + " of " + std::to_string(bytes) +
                                       " bytes does not fit into HBM: " + std::to_string(used_) +
                                       " of " + std::to_string(capacity_) + " bytes are in use");
    }
    Allocation allocation;
    allocation.begin = next_;
    allocation.bytes = bytes;
    allocation.padded = round_up(bytes, align_) + extra_;
    allocation.name = name;
    allocation.role = role;
    next_ = round_up(next_ + allocation.padded + kGuardBytes, kPlaceAlign);
    used_ += allocation.padded;
    std::uint8_t* pointer = base_ + allocation.begin;
    allocations_.emplace(allocation.begin, std::move(allocation));
    return pointer;
}

void GlobalMemory::release(std::uint8_t* pointer) {
    const auto found = allocations_.find(device_address(pointer));
    if (found == allocations_.end()) {
        throw Error(Fault::kInternal, "release of a GM address that was not allocated");
    }
    used_ -= found->second.padded;
    const std::uint64_t begin = round_up(found->second.begin, static_cast<std::uint64_t>(4096));
    const std::uint64_t end = (found->second.begin + found->second.padded) / 4096 * 4096;
    if (end > begin) madvise(base_ + begin, end - begin, MADV_DONTNEED);
    allocations_.erase(found);
    // The address space of the last allocations is handed out again; gaps in the middle are not.
    next_ = kGuardBytes;
    if (!allocations_.empty()) {
        const Allocation& last = allocations_.rbegin()->second;
        next_ = round_up(last.begin + last.padded + kGuardBytes, kPlaceAlign);
    }
}

std::vector<GmRange> GlobalMemory::ranges() const {
    std::vector<GmRange> ranges;
    for (const auto& [begin, allocation] : allocations_) {
        ranges.push_back(
            {allocation.name, begin, allocation.bytes, allocation.padded, allocation.role});
    }
    return ranges;
}

bool GlobalMemory::contains(std::uint64_t host_address) const {
    const auto begin = reinterpret_cast<std::uint64_t>(base_);
    return host_address >= begin && host_address < begin + capacity_;
}

const GlobalMemory::Allocation* GlobalMemory::nearest(std::uint64_t address) const {
    auto after = allocations_.upper_bound(address);
    return after == allocations_.begin() ? nullptr : &std::prev(after)->second;
}

const GlobalMemory::Allocation* GlobalMemory::find(std::uint64_t begin, std::uint64_t bytes) const {
    const Allocation* allocation = nearest(begin);
    if (allocation == nullptr) return nullptr;
    return begin + bytes <= allocation->begin + allocation->padded ? allocation : nullptr;
}

}  // namespace davsim
