// SPDX-License-Identifier: Apache-2.0
#pragma once
// Slices, flags and counters as JSON events, one a line.

#include <cstdint>
#include <string_view>

#include "traces/export/core_trace.h"
#include "traces/export/shape_texts.h"
#include "traces/text_file.h"

namespace davsim::traces {

class JsonEvents {
public:
    JsonEvents(TextFile& file, ShapeTexts& texts, const StoreReader& store)
        : file_(file), texts_(texts), full_(store.launch().level == "full") {}

    // `place` is the event's "pid":...,"tid":... in front of its name.
    void metadata(std::string_view place, std::string_view what, std::string_view argument);
    void lane(std::string_view place, const Lane& lane, const CoreTrace& core);
    void counter(std::string_view place, std::string_view name, std::string_view argument,
                 std::int64_t ns, double value);

    // Slices, flow points and counter samples so far.
    std::uint64_t count() const { return count_; }

private:
    void begin(std::string_view phase, std::string_view place);
    void complete(std::string_view place, const Slice& slice, const CoreTrace& core);
    void flag(std::string_view place, const Slice& slice, const CoreTrace& core);
    void cycles(const Slice& slice);

    TextFile& file_;
    ShapeTexts& texts_;
    bool full_;
    bool first_ = true;
    std::uint64_t count_ = 0;
};

}  // namespace davsim::traces
