// SPDX-License-Identifier: Apache-2.0
#pragma once
// HBM as a shared server whose rate depends on what it is asked to do: reads only, writes only, or
// a mix (turning the bus around costs). The sustained shares of the peak are measured for pure
// reads, pure writes and one-to-one mixes (config section `hbm`); in between a parabola through the
// three is taken.

#include <array>
#include <cstdint>

#include "sim/config/soc_config.h"
#include "sim/timing/sharing_server.h"

namespace davsim {

class HbmServer {
public:
    HbmServer(const HbmConfig& config, double peak_bytes_per_cycle);

    void join(Cycles now, std::uint64_t bytes, std::uint32_t job, bool write);
    Cycles next_finish() const { return server_.next_finish(); }
    // `job` is what join() was given.
    bool pop_finished(Cycles now, std::uint32_t& job);

private:
    void adapt(Cycles now);

    double peak_;
    double read_;
    double write_;
    double mixed_;
    SharingServer server_;
    std::int64_t reads_ = 0;
    std::int64_t writes_ = 0;
};

}  // namespace davsim
