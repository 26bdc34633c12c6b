// SPDX-License-Identifier: Apache-2.0
#include "traces/export/json_slices.h"

#include <algorithm>

namespace davsim::traces {

void JsonEvents::begin(std::string_view phase, std::string_view place) {
    file_ << (first_ ? "\n{\"ph\":\"" : ",\n{\"ph\":\"") << phase << "\"," << place;
    first_ = false;
}

void JsonEvents::metadata(std::string_view place, std::string_view what,
                          std::string_view argument) {
    begin("M", place);
    file_ << ",\"name\":\"" << what << "\",\"args\":{" << argument << "}}";
}

void JsonEvents::lane(std::string_view place, const Lane& lane, const CoreTrace& core) {
    for (const Slice& slice : lane.slices) {
        if (slice.kind == SliceKind::kPlain) {
            complete(place, slice, core);
        } else {
            flag(place, slice, core);
        }
    }
}

void JsonEvents::cycles(const Slice& slice) {
    file_ << "\"cycle\":" << slice.begin() << ",\"cycles\":" << slice.end() - slice.begin();
}

void JsonEvents::complete(std::string_view place, const Slice& slice, const CoreTrace& core) {
    const Row& row = *slice.row;
    const ShapeText& text = texts_.of(row.shape);
    ++count_;
    begin("X", place);
    file_ << ",\"name\":\"" << text.name << "\",\"ts\":";
    put_us(file_, slice.begin_ns);
    file_ << ",\"dur\":";
    put_us(file_, slice.end_ns - slice.begin_ns);
    file_ << "," << text.look;
    const std::string detail = row_detail(row);
    if (!detail.empty()) file_ << "\"detail\":\"" << detail << "\",";
    cycles(slice);
    if (row.kind == RowKind::kInstruction) {
        if (row.cause != StallCause::kNone) {
            file_ << ",\"wait\":\"" << davsim::name_of(row.cause)
                  << "\",\"wait_cycles\":" << row.waited;
        }
        file_ << ",\"loop\":" << core.iteration_of(row);
        if (full_ && row.gm != 0) file_.print(",\"gm\":\"{:#x}\"", row.gm);
    }
    if (row.kind != RowKind::kBlock) file_ << ",\"block\":" << row.block;
    file_ << "}}";
}

// Begin, arrow point, end. The point lies inside the slice, which ends before its end time.
void JsonEvents::flag(std::string_view place, const Slice& slice, const CoreTrace& core) {
    const ShapeText& text = texts_.of(slice.row->shape);
    const bool set = slice.kind == SliceKind::kSetFlag;
    const std::uint64_t id = core.first_flag + slice.flag + 1;
    const std::string_view name = set ? "SET_FLAG" : "WAIT_FLAG";
    count_ += json_events(RowKind::kFlag) / 2;
    begin("B", place);
    file_ << ",\"name\":\"" << name << "\",\"ts\":";
    put_us(file_, slice.begin_ns);
    file_ << ",\"id\":" << id << "," << (set ? text.look : text.wait_look);
    cycles(slice);
    file_ << ",\"block\":" << slice.row->block << "}}";
    begin(set ? "s" : "t", place);
    file_ << ",\"name\":\"flow\",\"cat\":\"" << text.flow << "\",\"ts\":";
    put_us(file_, set ? slice.begin_ns : slice.end_ns - 1);
    file_ << ",\"id\":" << id << "}";
    begin("E", place);
    file_ << ",\"name\":\"" << name << "\",\"ts\":";
    put_us(file_, slice.end_ns);
    file_ << ",\"id\":" << id << "}";
}

void JsonEvents::counter(std::string_view place, std::string_view name, std::string_view argument,
                         std::int64_t ns, double value) {
    ++count_;
    begin("C", place);
    file_ << ",\"name\":\"" << name << "\",\"ts\":";
    // Viewers drop a sample at time 0.
    put_us(file_, std::max<std::int64_t>(ns, 1));
    file_.print(",\"args\":{{\"{}\":{:.1f}}}}}", argument, value);
}

}  // namespace davsim::traces
