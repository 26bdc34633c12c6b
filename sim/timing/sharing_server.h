// SPDX-License-Identifier: Apache-2.0
#pragma once
// A shared resource (L2 port, HBM) that gives every transfer on it an equal share of its rate: a
// processor-sharing queue in virtual time. Joining and leaving cost O(log jobs); nothing happens in
// between, so there is no event a burst. All arithmetic is integer: same input, same cycle.
//
// Virtual time V grows by rate/jobs each cycle; a job that joins at V with w units of work ends at
// V + w.

#include <cstdint>
#include <vector>

#include "sim/base/units.h"

namespace davsim {

class SharingServer {
public:
    // Rate in bytes a cycle; fractions are kept to 1/kScale byte.
    explicit SharingServer(double bytes_per_cycle);

    // Changes the rate from `now` on.
    void set_rate(Cycles now, double bytes_per_cycle);

    void join(Cycles now, std::uint64_t bytes, std::uint32_t job);

    // When the next job ends if nobody joins before; kNever when idle.
    Cycles next_finish() const;

    // Removes one job that has ended by `now`; false when there is none.
    bool pop_finished(Cycles now, std::uint32_t& job);

    std::size_t jobs() const { return heap_.size(); }

private:
    static constexpr std::int64_t kScale = 65536;

    struct Entry {
        std::int64_t end;
        std::uint32_t job;
    };
    static bool later(const Entry& a, const Entry& b) {
        return a.end != b.end ? a.end > b.end : a.job > b.job;
    }

    void advance(Cycles now);

    std::int64_t rate_;  // kScale-ths of a byte a cycle
    std::int64_t virtual_ = 0;
    std::int64_t remainder_ = 0;  // of the last division by the number of jobs
    Cycles at_;
    std::vector<Entry> heap_;
};

}  // namespace davsim
