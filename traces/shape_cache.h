// SPDX-License-Identifier: Apache-2.0
#pragma once
// From an instruction to its shape, fast for instructions seen before: operands at the same places
// make the same shape, so the descriptor itself is compared and its footprint worked out only once.

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/isa/instruction.h"
#include "traces/block_accounting.h"
#include "traces/store/meta.h"
#include "traces/store/store_writer.h"

namespace davsim::traces {

struct KnownShape {
    std::uint32_t index = 0;
    Shape shape;
    InstructionWork work;
};

class ShapeCache {
public:
    // `gm_ranges`: shapes say how many bytes of GM an instruction touches.
    explicit ShapeCache(bool gm_ranges) : gm_ranges_(gm_ranges), entries_(kEntries) {}

    const KnownShape& of(const InstructionEvent& event, StoreWriter& store);

    // Index + 1 of a place in a kernel, 0 for nullptr.
    std::uint32_t site(const void* address);
    // Index of a text.
    std::uint32_t name(const std::string& text);

    // Finds the source lines of the places; their libraries must still be loaded.
    void resolve_sites();
    const std::vector<Site>& sites() const { return sites_; }
    const std::vector<std::string>& strings() const { return strings_; }

private:
    static constexpr std::size_t kEntries = 1024;

    struct Entry {
        Instruction key;
        bool filled = false;
        KnownShape known;
    };
    Shape shape_of(const InstructionEvent& event);

    bool gm_ranges_;
    std::vector<Entry> entries_;
    std::unordered_map<const void*, std::uint32_t> site_index_;
    std::vector<Site> sites_;
    std::vector<const void*> addresses_;  // of sites_
    std::unordered_map<std::string, std::uint32_t> string_index_;
    std::vector<std::string> strings_;
};

}  // namespace davsim::traces
