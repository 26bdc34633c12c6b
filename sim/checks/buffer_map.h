// SPDX-License-Identifier: Apache-2.0
#pragma once
// The buffers that a kernel has reserved in a core's UB, and the tensors in global memory: which
// one an address belongs to.

#include <cstdint>
#include <string>
#include <vector>

#include "sim/events/event.h"

namespace davsim::checks {

struct UbBuffer {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::string what;  // "VECIN TQue depth 1 buffer 0"
};

// Later buffers win: one that is cut out of another is the tighter of the two.
class BufferMap {
public:
    void clear();
    void add(std::uint32_t begin, std::uint32_t bytes, const std::string& what);
    bool empty() const { return buffers_.empty(); }
    // nullptr: nobody's.
    const UbBuffer* find(std::uint64_t address);
    // What is around these bytes, for a message: the buffers in order of address.
    std::string map_text() const;

private:
    std::vector<UbBuffer> buffers_;
    std::size_t latest_ = 0;  // found last
};

class TensorMap {
public:
    void set(const std::vector<GmRange>& memory);
    const std::vector<GmRange>& ranges() const { return memory_; }
    // The allocation that starts at or before `address` and still holds it, padding included;
    // nullptr if none.
    const GmRange* find(std::uint64_t address);

private:
    std::vector<GmRange> memory_;
    std::size_t latest_ = 0;
};

}  // namespace davsim::checks
