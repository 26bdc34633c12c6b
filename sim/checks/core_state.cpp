// SPDX-License-Identifier: Apache-2.0
#include "sim/checks/core_state.h"

namespace davsim::checks {

Place place_of(LaunchView& launch, CoreState& core, Space space, std::uint64_t begin,
               std::uint64_t end) {
    if (space == Space::kUb) {
        const UbBuffer* buffer = core.buffers.find(begin);
        return {buffer == nullptr ? "" : buffer->what, begin, end};
    }
    const GmRange* range = launch.tensors.find(begin);
    if (range == nullptr) return {"", begin, end};
    return {range->name, begin - range->begin, end - range->begin};
}

std::string operation_name(const AccessRecord& record, bool writes) {
    if (record.opcode != Opcode::kCount) return std::string(info_of(record.opcode).mnemonic);
    return writes ? "SetValue" : "GetValue";
}

Access access_of(const AccessRecord& record, std::string_view does, Space space,
                 const Place& place) {
    Access access;
    access.core = record.core;
    access.block = record.block;
    access.pipe = record.pipe;
    access.operation = operation_name(record, does == "writes");
    access.does = does;
    access.site = record.site;
    access.pass = record.pass;
    access.start = record.start;
    access.complete = record.complete;
    access.space = space;
    access.begin = place.begin;
    access.end = place.end;
    access.owner = place.owner;
    return access;
}

std::string bytes_text(std::uint64_t bytes) {
    return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

}  // namespace davsim::checks
