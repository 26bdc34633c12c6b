// SPDX-License-Identifier: Apache-2.0
#pragma once
// tiling.json in the folder of a run: what the tiling decided, field by field, and how block 0 laid
// out UB with it.

#include <string>
#include <vector>

#include "sim/events/listener.h"
#include "sim/runtime/operator.h"

namespace davsim {

// Buffers in the order in which block 0 reserved them; a kernel that gives all of them back
// (TPipe::Reset) begins another list.
class UbMap : public Listener {
public:
    struct Buffer {
        std::uint32_t begin = 0;
        std::uint32_t bytes = 0;
        std::string what;
    };

    std::uint32_t interests() const override { return interest::kBuffer; }
    void on_buffer(const BufferEvent& event) override;

    const std::vector<std::vector<Buffer>>& phases() const { return phases_; }

private:
    std::vector<std::vector<Buffer>> phases_;
};

// A JSON object, indented, with a final newline.
std::string tiling_file(const TilingResult& tiling, const UbMap& ub, std::int64_t ub_capacity);

}  // namespace davsim
