// SPDX-License-Identifier: Apache-2.0
#pragma once
// The accesses to a core's UB that a later one may still race with. Kernels go over the same few
// byte patterns again and again, and rows of a tile are one pattern; so patterns are kept, not
// bytes. One is forgotten when a later access stands for it: a write over all of its bytes, or an
// access of its kind by the same pipe.

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/checks/access_record.h"
#include "sim/checks/byte_runs.h"

namespace davsim::checks {

struct ByteRun {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

// The exact bytes of one operand: a regular pattern, or runs where a mask or gaps between blocks
// leave holes in it.
class TouchedBytes {
public:
    TouchedBytes() = default;
    // `instruction` may be null: the scalar unit's access.
    TouchedBytes(const Instruction* instruction, const Region& region);

    std::uint64_t begin() const { return begin_; }
    std::uint64_t end() const { return end_; }
    bool empty() const { return begin_ == end_; }
    // Every byte from begin to end.
    bool solid() const { return runs_.empty() && region_.count == 1; }
    bool covers(const TouchedBytes& other) const;
    // The first bytes in both.
    std::optional<ByteRun> overlap(const TouchedBytes& other) const;
    // Adds bytes that follow at once. Both must be solid.
    void extend(const TouchedBytes& next) {
        region_.bytes += next.region_.bytes;
        end_ = next.end_;
    }

private:
    std::optional<ByteRun> overlap(ByteRun run) const;
    template <class Visit>
    void for_each(Visit visit) const {
        if (runs_.empty())
            return for_each_run(region_, [&](auto b, auto e) { visit(ByteRun{b, e}); });
        for (const ByteRun& run : runs_) visit(run);
    }

    std::uint64_t begin_ = 0;
    std::uint64_t end_ = 0;
    Region region_;
    std::vector<ByteRun> runs_;
};

struct LoggedAccess {
    RecordRef record;
    TouchedBytes bytes;
    bool write = false;

private:
    friend class AccessLog;
    std::uint32_t listed = 0;  // buckets that name it
    std::uint64_t visit = 0;   // the last one that came by
    bool gone = false;
};

class AccessLog {
public:
    explicit AccessLog(std::uint64_t ub_bytes = 0) : buckets_((ub_bytes >> kBucketShift) + 1) {}

    void clear();

    // Calls visit(access) for each kept access that may share bytes with `bytes`; true: forget it.
    template <class Visit>
    void meet(const TouchedBytes& bytes, Visit visit) {
        ++visits_;
        for (std::size_t b = first_bucket(bytes); b <= last_bucket(bytes); ++b) {
            std::vector<std::uint32_t>& bucket = buckets_[b];
            for (std::size_t i = 0; i < bucket.size();) {
                LoggedAccess& access = accesses_[bucket[i]];
                if (!access.gone && access.visit != visits_ && access.bytes.begin() < bytes.end() &&
                    bytes.begin() < access.bytes.end()) {
                    access.visit = visits_;
                    access.gone = visit(access);
                }
                if (!access.gone) {
                    ++i;
                    continue;
                }
                unlist(bucket[i]);
                bucket[i] = bucket.back();
                bucket.pop_back();
            }
        }
    }

    void add(const RecordRef& record, TouchedBytes bytes, bool write);

private:
    static constexpr unsigned kBucketShift = 11;  // buckets of 2 KiB

    std::size_t first_bucket(const TouchedBytes& bytes) const {
        return std::min<std::size_t>(bytes.begin() >> kBucketShift, buckets_.size() - 1);
    }
    std::size_t last_bucket(const TouchedBytes& bytes) const {
        return std::min<std::size_t>((bytes.end() - 1) >> kBucketShift, buckets_.size() - 1);
    }
    void unlist(std::uint32_t slot);
    bool extends_latest(const RecordRef& record, const TouchedBytes& bytes, bool write);

    std::vector<LoggedAccess> accesses_;
    std::vector<std::uint32_t> free_;
    std::vector<std::vector<std::uint32_t>> buckets_;
    std::uint64_t visits_ = 0;
    std::uint32_t latest_ = 0;  // added last, if there are any
};

}  // namespace davsim::checks
