// SPDX-License-Identifier: Apache-2.0
#pragma once
// The parts of a slice's JSON that its shape decides, made once a shape.

#include <string>
#include <string_view>
#include <vector>

#include "traces/store/store_reader.h"
#include "traces/track.h"

namespace davsim::traces {

struct ShapeText {
    bool made = false;
    std::string name;       // of the slice
    std::string look;       // "cname":"...","args":{"pc_addr":...,"process_bytes":...
    std::string wait_look;  // flags: of the waiting side
    std::string flow;       // flags: "MTE2ToVECTOR"
};

// Viewers split large files by counting braces, quotes included, so strings must do without.
std::string plain(std::string_view text);

class ShapeTexts {
public:
    // `ranges`: with the addresses that instructions touch.
    ShapeTexts(const StoreReader& store, bool ranges)
        : store_(store), ranges_(ranges), texts_(store.shapes().size()) {}

    const ShapeText& of(std::uint32_t shape) {
        ShapeText& text = texts_[shape];
        if (!text.made) make(text, store_.shapes()[shape]);
        return text;
    }

private:
    void make(ShapeText& text, const Shape& shape) const;
    std::string look(SliceKind kind, const Shape& shape) const;

    const StoreReader& store_;
    bool ranges_;
    std::vector<ShapeText> texts_;
};

}  // namespace davsim::traces
