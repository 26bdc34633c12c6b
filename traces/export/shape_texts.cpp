// SPDX-License-Identifier: Apache-2.0
#include "traces/export/shape_texts.h"

#include <fmt/format.h>

namespace davsim::traces {
namespace {

std::string ranges_text(const Shape& shape, bool write) {
    std::string text;
    for (const AddressRange& range : shape.ranges) {
        if (range.bytes == 0 || range.write != write || range.space == Space::kGm) continue;
        if (!text.empty()) text += ", ";
        text += fmt::format("{} {:#x}..{:#x}", davsim::name_of(range.space), range.begin,
                            range.begin + range.bytes);
    }
    return text;
}

}  // namespace

std::string plain(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '{' || c == '}' || c == '"' || c == '\\' || byte < ' ' || byte > '~') c = '_';
    }
    return result;
}

void ShapeTexts::make(ShapeText& text, const Shape& shape) const {
    text.made = true;
    text.name = slice_name(SliceKind::kPlain, shape);
    if (shape.kind != RowKind::kFlag) {
        text.look = look(SliceKind::kPlain, shape);
        return;
    }
    text.look = look(SliceKind::kSetFlag, shape);
    text.wait_look = look(SliceKind::kWaitFlag, shape);
    text.flow = fmt::format("{}To{}", info_of(track_of(shape.pipe)).name,
                            info_of(track_of(shape.other)).name);
}

std::string ShapeTexts::look(SliceKind kind, const Shape& shape) const {
    std::string text = fmt::format(R"("cname":"{}","args":{{)", slice_colour(kind, shape));
    // The place known of a flag is that of its WaitFlag.
    const Site* site = kind == SliceKind::kSetFlag ? nullptr : store_.site_of(shape);
    if (site != nullptr) text += fmt::format(R"("pc_addr":"{:#x}",)", site->offset);
    const std::string code = plain(code_of(site));
    if (!code.empty()) text += fmt::format(R"("code":"{}",)", code);
    const std::string detail = slice_detail(shape);
    if (!detail.empty()) text += fmt::format(R"("detail":"{}",)", detail);
    if (shape.kind == RowKind::kInstruction) {
        text += fmt::format(R"("process_bytes":{},)", shape.bytes);
        if (shape.conflict != 0) text += fmt::format(R"("bank_conflict":{},)", shape.conflict);
        for (const bool write : {false, true}) {
            const std::string ranges = ranges_ ? ranges_text(shape, write) : std::string();
            if (ranges.empty()) continue;
            text += fmt::format(R"("{}":"{}",)", write ? "writes" : "reads", ranges);
        }
    }
    return text;
}

}  // namespace davsim::traces
