// SPDX-License-Identifier: Apache-2.0
#include "sim/device/global_memory.h"

#include <sys/mman.h>

#include <algorithm>
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
constexpr std::uint64_t kPageBytes = 4096;

std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
    return (value + unit - 1) / unit * unit;
}

// Of a program's device memory, when the host's address space is short.
constexpr std::uint64_t kLeastShared = std::uint64_t{256} << 20U;

// Inaccessible space for so many bytes between the two edges.
void* reserve(std::uint64_t bytes, GlobalMemory::Sharing sharing) {
    const int visible = sharing == GlobalMemory::Sharing::kShared ? MAP_SHARED : MAP_PRIVATE;
    return mmap(nullptr, bytes + 2 * kEdgeBytes, PROT_NONE, visible | MAP_ANONYMOUS | MAP_NORESERVE,
                -1, 0);
}

// The first place behind an allocation and its guard.
std::uint64_t after(const GlobalMemory::Allocation& allocation) {
    return round_up(allocation.begin + allocation.padded + kGuardBytes, kPlaceAlign);
}

}  // namespace

GlobalMemory::GlobalMemory(const SocConfig& config, Sharing sharing)
    : sharing_(sharing),
      capacity_(static_cast<std::uint64_t>(config.hbm.bytes)),
      align_(static_cast<std::uint64_t>(config.memory.alloc_align)),
      extra_(static_cast<std::uint64_t>(config.memory.alloc_extra)),
      next_(kGuardBytes) {
    // Only address space: pages come into being when they are touched.
    void* range = reserve(capacity_, sharing);
    // A program under valgrind or a limit of its own has less HBM rather than none.
    while (range == MAP_FAILED && sharing == Sharing::kShared && capacity_ / 2 >= kLeastShared) {
        capacity_ = capacity_ / 2 / kPageBytes * kPageBytes;
        range = reserve(capacity_, sharing);
    }
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
    Allocation allocation;
    allocation.bytes = bytes;
    allocation.padded = round_up(std::min(bytes, capacity_), align_) + extra_;
    allocation.name = name;
    allocation.role = role;
    const bool behind = allocation.padded + kGuardBytes <= capacity_ - next_;
    const std::optional<std::uint64_t> place =
        behind ? std::optional(next_) : gap(allocation.padded);
    if (bytes > capacity_ || !place) {
        throw Error(Fault::kUsage, "tensor " + name + " of " + std::to_string(bytes) +
                                       " bytes does not fit into HBM: " + std::to_string(used_) +
                                       " of " + std::to_string(capacity_) + " bytes are in use");
    }
    allocation.begin = *place;
    if (behind) next_ = std::min(capacity_, after(allocation));
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
    const std::uint64_t begin = round_up(found->second.begin, kPageBytes);
    const std::uint64_t end =
        (found->second.begin + found->second.padded) / kPageBytes * kPageBytes;
    const int drop = sharing_ == Sharing::kShared ? MADV_REMOVE : MADV_DONTNEED;
    if (end > begin) madvise(base_ + begin, end - begin, drop);
    allocations_.erase(found);
    // The address space of the last allocations is handed out again at once, gaps when it runs out.
    next_ = allocations_.empty() ? kGuardBytes : after(allocations_.rbegin()->second);
    next_ = std::min(next_, capacity_);
}

std::optional<std::uint64_t> GlobalMemory::gap(std::uint64_t bytes) const {
    std::uint64_t place = kGuardBytes;
    for (const auto& [begin, allocation] : allocations_) {
        if (place + bytes + kGuardBytes <= begin) return place;
        place = after(allocation);
    }
    if (place < capacity_ && bytes + kGuardBytes <= capacity_ - place) return place;
    return std::nullopt;
}

const GlobalMemory::Allocation* GlobalMemory::starting_at(const std::uint8_t* pointer) const {
    const auto found = allocations_.find(device_address(pointer));
    return found == allocations_.end() ? nullptr : &found->second;
}

void GlobalMemory::adopt(const Allocation& allocation) {
    allocations_.insert_or_assign(allocation.begin, allocation);
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

const GlobalMemory::Allocation* GlobalMemory::find_read(std::uint64_t begin,
                                                        std::uint64_t bytes) const {
    const Allocation* allocation = nearest(begin);
    if (allocation == nullptr) return nullptr;
    const std::uint64_t end = allocation->begin + allocation->padded;
    return begin < end && begin + bytes <= std::min(end + kGuardBytes, capacity_) ? allocation
                                                                                  : nullptr;
}

}  // namespace davsim
