// SPDX-License-Identifier: Apache-2.0
#pragma once
// From an instruction to its shape, fast for instructions seen before: operands at the same places
// make the same shape, so the descriptor itself is compared and its footprint worked out only once.

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <utility>
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

// What an instruction's operands lose to each other in UB; depends on where they lie only.
using ConflictModel = std::function<UbConflicts(const Instruction&)>;

class ShapeCache {
public:
    // `gm_ranges`: shapes say how many bytes of GM an instruction touches. Without a model of
    // conflicts there are none.
    explicit ShapeCache(bool gm_ranges, ConflictModel conflicts = {})
        : gm_ranges_(gm_ranges), conflicts_(std::move(conflicts)), entries_(kEntries) {}

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
    ConflictModel conflicts_;
    std::vector<Entry> entries_;
    std::unordered_map<const void*, std::uint32_t> site_index_;
    std::vector<Site> sites_;
    std::vector<const void*> addresses_;  // of sites_
    std::unordered_map<std::string, std::uint32_t> string_index_;
    std::vector<std::string> strings_;
};

}  // namespace davsim::traces
