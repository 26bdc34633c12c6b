// SPDX-License-Identifier: Apache-2.0
#include "sim/checks/memory_check.h"

#include "sim/checks/operand_overlap.h"

namespace davsim::checks {
namespace {

// The one architecture whose transfers move whole blocks only: a tensor's last block is read with
// what lies behind it, which its allocation provides for.
constexpr int kWholeBlocksOnly = 1001;

std::string range_text(std::uint64_t begin, std::uint64_t end) {
    return "[" + std::to_string(begin) + ", " + std::to_string(end) + ")";
}

// Bytes that are written whatever the data is. How much a gather by a tensor of bits keeps, those
// bits decide: of its footprint, which is the most, only the begin is certain.
Region certain_part(const Operation& operation, Region written) {
    const Instruction* instruction = operation.instruction;
    if (instruction != nullptr && instruction->opcode == Opcode::kGatherMask &&
        instruction->vec.variant == 0)
        written.bytes = size_of(instruction->vec.dst.dtype);
    return written;
}

}  // namespace

void MemoryCheck::check(CoreState& core, const Operation& operation) {
    const Footprint& footprint = operation.footprint;
    const auto one = [&](const Region& region, bool write) {
        if (region.bytes == 0) return;
        if (region.space == Space::kUb) return check_ub(core, operation, region, write);
        check_gm(operation, region, write);
    };
    for (int i = 0; i < footprint.read_count; ++i)
        one(footprint.reads[static_cast<std::size_t>(i)], false);
    for (int i = 0; i < footprint.write_count; ++i)
        one(certain_part(operation, footprint.writes[static_cast<std::size_t>(i)]), true);
    if (operation.instruction != nullptr && operation.instruction->pipe == Pipe::kV)
        check_overlap(core, operation);
}

void MemoryCheck::check_ub(CoreState& core, const Operation& operation, const Region& region,
                           bool write) {
    if (core.buffers.empty()) return;
    const std::uint64_t begin = region.begin();
    const std::uint64_t end = region.end();
    const UbBuffer* buffer = core.buffers.find(begin);
    if (buffer != nullptr && end <= buffer->end) return;
    const char* does = write ? "writes" : "reads";
    const AccessRecord& record = *operation.record;
    const Kind kind = buffer == nullptr ? Kind::kUbUnallocated : Kind::kBufferOverrun;
    log_.add(kind, record.site, nullptr, [&] {
        Finding finding;
        const std::string owner = buffer == nullptr ? "" : buffer->what;
        finding.accesses = {access_of(record, does, Space::kUb, {owner, begin, end})};
        finding.message =
            operation_name(record, write) + " " + does + " UB bytes " + range_text(begin, end);
        if (buffer == nullptr) {
            finding.message += ", which no buffer holds";
            finding.hint = "buffers: " + core.buffers.map_text();
            return finding;
        }
        finding.message += ", " + bytes_text(end - buffer->end) + " beyond the end of " + owner +
                           " at " + range_text(buffer->begin, buffer->end);
        finding.hint = "shorten the access to " + bytes_text(buffer->end - begin) +
                       " or make the buffer larger in InitBuffer";
        return finding;
    });
}

void MemoryCheck::check_gm(const Operation& operation, const Region& region, bool write) {
    const std::uint64_t begin = region.begin();
    const std::uint64_t end = region.end();
    const GmRange* tensor = launch_.tensors.find(begin);
    if (tensor == nullptr || end <= tensor->begin + tensor->bytes) return;
    if (!write && launch_.info.npu_arch == kWholeBlocksOnly &&
        end < tensor->begin + tensor->bytes + kBlockBytes)
        return;
    const char* does = write ? "writes" : "reads";
    const AccessRecord& record = *operation.record;
    log_.add(Kind::kTensorOutOfBounds, record.site, nullptr, [&] {
        Finding finding;
        const std::uint64_t offset = begin - tensor->begin;
        finding.accesses = {
            access_of(record, does, Space::kGm, {tensor->name, offset, end - tensor->begin})};
        finding.message = operation_name(record, write) + " " + does + " bytes " +
                          range_text(offset, end - tensor->begin) + " of " + tensor->name +
                          ", which has " + bytes_text(tensor->bytes) + ": " +
                          bytes_text(end - tensor->begin - tensor->bytes) + " too far";
        finding.hint = "copy " + bytes_text(offset < tensor->bytes ? tensor->bytes - offset : 0) +
                       " here; DataCopyPad takes lengths that are no multiple of 32";
        return finding;
    });
}

void MemoryCheck::check_overlap(CoreState& core, const Operation& operation) {
    const int source = spoiled_source(*operation.instruction);
    if (source < 0) return;
    const AccessRecord& record = *operation.record;
    log_.add(Kind::kOperandOverlap, record.site, nullptr, [&] {
        const Region& read = operation.footprint.reads[static_cast<std::size_t>(source)];
        const Region& write = operation.footprint.writes[0];
        Finding finding;
        finding.accesses = {
            access_of(record, "writes", Space::kUb,
                      place_of(launch_, core, Space::kUb, write.begin(), write.end()))};
        finding.message = operation_name(record, true) + " writes UB bytes " +
                          range_text(write.begin(), write.end()) + ", which overlap its source " +
                          range_text(read.begin(), read.end()) + " without being the same";
        finding.hint = "destination and source must coincide or lie apart";
        return finding;
    });
}

}  // namespace davsim::checks
