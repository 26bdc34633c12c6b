// SPDX-License-Identifier: Apache-2.0
#include "sim/checks/access_log.h"

#include <algorithm>

namespace davsim::checks {

TouchedBytes::TouchedBytes(const Instruction* instruction, const Region& region)
    : begin_(region.begin()), end_(region.end()), region_(region) {
    if (region.bytes == 0 || region.count == 0) end_ = begin_;
    // Runs that lie back to back are one.
    if (region_.stride == static_cast<std::int64_t>(region_.bytes) || region_.count == 1) {
        region_.bytes = end_ - begin_;
        region_.count = 1;
    }
    if (instruction == nullptr || sparse_operand(*instruction, region) == nullptr) return;
    for_each_exact_run(*instruction, region, [&](std::uint64_t begin, std::uint64_t end) {
        runs_.push_back({begin, end});
    });
    if (runs_.empty()) {
        end_ = begin_;
        return;
    }
    begin_ = runs_.front().begin;
    end_ = begin_;
    for (const ByteRun& run : runs_) {
        begin_ = std::min(begin_, run.begin);
        end_ = std::max(end_, run.end);
    }
}

bool TouchedBytes::covers(const TouchedBytes& other) const {
    if (begin_ > other.begin_ || end_ < other.end_) return false;
    if (solid()) return true;
    return runs_.empty() && other.runs_.empty() && region_.base == other.region_.base &&
           region_.bytes == other.region_.bytes && region_.stride == other.region_.stride &&
           region_.count == other.region_.count;
}

std::optional<ByteRun> TouchedBytes::overlap(ByteRun run) const {
    if (run.begin >= end_ || run.end <= begin_) return std::nullopt;
    std::optional<ByteRun> found;
    const auto look = [&](ByteRun own) {
        const ByteRun both{std::max(own.begin, run.begin), std::min(own.end, run.end)};
        if (both.begin < both.end && (!found || both.begin < found->begin)) found = both;
    };
    if (!runs_.empty() || region_.stride <= 0) {
        for_each(look);
        return found;
    }
    // Of a regular pattern, the runs around where this one begins and up to where it ends.
    const auto stride = static_cast<std::uint64_t>(region_.stride);
    const std::uint64_t reach =
        run.begin < begin_ + region_.bytes ? 0 : (run.begin - begin_ - region_.bytes) / stride;
    for (std::uint64_t i = reach; i < region_.count && begin_ + i * stride < run.end; ++i)
        look({begin_ + i * stride, begin_ + i * stride + region_.bytes});
    return found;
}

std::optional<ByteRun> TouchedBytes::overlap(const TouchedBytes& other) const {
    std::optional<ByteRun> found;
    for_each([&](ByteRun run) {
        if (!found) found = other.overlap(run);
    });
    return found;
}

void AccessLog::clear() {
    accesses_.clear();
    free_.clear();
    for (std::vector<std::uint32_t>& bucket : buckets_) bucket.clear();
    visits_ = 0;
    latest_ = 0;
}

void AccessLog::unlist(std::uint32_t slot) {
    if (--accesses_[slot].listed != 0) return;
    accesses_[slot].record = {};
    free_.push_back(slot);
}

// Row after row, element after element by one line of the kernel with nothing in between.
bool AccessLog::extends_latest(const RecordRef& record, const TouchedBytes& bytes, bool write) {
    if (accesses_.empty()) return false;
    LoggedAccess& latest = accesses_[latest_];
    if (latest.gone || latest.write != write || !latest.bytes.solid() || !bytes.solid() ||
        latest.bytes.end() != bytes.begin() || last_bucket(latest.bytes) != last_bucket(bytes))
        return false;
    const AccessRecord& old = *latest.record;
    if (old.pipe != record->pipe || old.epoch != record->epoch || old.site != record->site ||
        old.generation != record->generation || old.key > record->key)
        return false;
    latest.bytes.extend(bytes);
    latest.record = record;
    return true;
}

void AccessLog::add(const RecordRef& record, TouchedBytes bytes, bool write) {
    if (extends_latest(record, bytes, write)) return;
    if (free_.empty()) {
        latest_ = static_cast<std::uint32_t>(accesses_.size());
        accesses_.emplace_back();
    } else {
        latest_ = free_.back();
        free_.pop_back();
    }
    LoggedAccess& access = accesses_[latest_];
    access.record = record;
    access.bytes = std::move(bytes);
    access.write = write;
    access.visit = visits_;
    access.gone = false;
    access.listed = 0;
    for (std::size_t b = first_bucket(access.bytes); b <= last_bucket(access.bytes); ++b) {
        buckets_[b].push_back(latest_);
        ++access.listed;
    }
}

}  // namespace davsim::checks
