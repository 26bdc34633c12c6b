// SPDX-License-Identifier: Apache-2.0
#include "sim/device/guarded_memory.h"

#include <sys/mman.h>

#include <string>

#include "sim/base/error.h"

namespace davsim {
namespace {

constexpr std::size_t kPage = 4096;

std::size_t pages(std::size_t bytes) {
    return (bytes + kPage - 1) / kPage * kPage;
}

}  // namespace

GuardedMemory::GuardedMemory(std::size_t bytes, std::size_t guard)
    : whole_bytes_(pages(bytes) + 2 * pages(guard)), bytes_(bytes) {
    // Only address space: pages come into being when they are touched.
    void* range =
        mmap(nullptr, whole_bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (range == MAP_FAILED) {
        throw Error(Fault::kUsage, "cannot reserve " + std::to_string(whole_bytes_) +
                                       " bytes of address space (is a limit set with ulimit -v?)");
    }
    whole_ = static_cast<std::uint8_t*>(range);
    std::uint8_t* inside = whole_ + pages(guard);
    if (mprotect(inside, pages(bytes), PROT_READ | PROT_WRITE) != 0) {
        munmap(whole_, whole_bytes_);
        throw Error(Fault::kUsage, "no memory for " + std::to_string(bytes) + " bytes");
    }
    // The end is where accesses go too far; it keeps the alignment of its size.
    data_ = inside + (pages(bytes) - bytes);
}

GuardedMemory::~GuardedMemory() {
    munmap(whole_, whole_bytes_);
}

}  // namespace davsim
