// SPDX-License-Identifier: Apache-2.0
#pragma once
// HBM as a shared server whose rate depends on what it is asked to do: reads only, writes only, or
// a mix (turning the bus around costs). The sustained shares of the peak are measured for pure
// reads, pure writes and one-to-one mixes (config section `hbm`); in between a parabola through the
// three is taken. Each transfer costs hbm.transfer_overhead bytes of bandwidth on top, at most its
// own size: short ones reach less (sample data_copy: 1.37 TB/s with 8 KB, 1.49 with 128 KB).
//
// Write-backs of L2 lines wait until nothing is read. Those that a transfer waits for (urgent) are
// served beside reads, no more at once than there are reads, so that they neither starve nor flood
// them.

#include <cstdint>
#include <deque>

#include "sim/config/soc_config.h"
#include "sim/timing/sharing_server.h"

namespace davsim {

class HbmServer {
public:
    HbmServer(const HbmConfig& config, double peak_bytes_per_cycle);

    // Jobs are numbers below 2^30.
    void join(Cycles now, std::uint64_t bytes, std::uint32_t job, bool write);
    void write_back(Cycles now, std::uint64_t bytes, std::uint32_t job, bool urgent);

    Cycles next_finish() const { return server_.next_finish(); }
    // `job` is what join() or write_back() was given.
    bool pop_finished(Cycles now, std::uint32_t& job);

private:
    struct WriteBack {
        std::uint64_t bytes;
        std::uint32_t job;
    };

    std::uint64_t with_overhead(std::uint64_t bytes) const;
    void serve_write_backs(Cycles now);
    void serve_first(Cycles now, std::deque<WriteBack>& waiting);
    void adapt(Cycles now);

    double peak_;
    double read_;
    double write_;
    double mixed_;
    std::uint64_t overhead_;
    SharingServer server_;
    std::int64_t reads_ = 0;
    std::int64_t writes_ = 0;
    std::int64_t served_write_backs_ = 0;
    std::deque<WriteBack> urgent_;
    std::deque<WriteBack> waiting_;
};

}  // namespace davsim
