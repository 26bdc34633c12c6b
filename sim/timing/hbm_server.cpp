// SPDX-License-Identifier: Apache-2.0
#include "sim/timing/hbm_server.h"

namespace davsim {
namespace {

// The server's job id carries the direction in its lowest bit.
std::uint32_t tagged(std::uint32_t job, bool write) {
    return (job << 1U) | (write ? 1U : 0U);
}

}  // namespace

HbmServer::HbmServer(const HbmConfig& config, double peak_bytes_per_cycle)
    : peak_(peak_bytes_per_cycle),
      read_(config.read_efficiency),
      write_(config.write_efficiency),
      mixed_(config.mixed_efficiency),
      server_(peak_bytes_per_cycle * config.read_efficiency) {}

void HbmServer::join(Cycles now, std::uint64_t bytes, std::uint32_t job, bool write) {
    server_.join(now, bytes, tagged(job, write));
    ++(write ? writes_ : reads_);
    adapt(now);
}

bool HbmServer::pop_finished(Cycles now, std::uint32_t& job) {
    std::uint32_t id = 0;
    if (!server_.pop_finished(now, id)) return false;
    --((id & 1U) != 0 ? writes_ : reads_);
    job = id >> 1U;
    adapt(now);
    return true;
}

void HbmServer::adapt(Cycles now) {
    const std::int64_t all = reads_ + writes_;
    if (all == 0) return;
    const double write_share = static_cast<double>(writes_) / static_cast<double>(all);
    const double read_share = 1.0 - write_share;
    const double straight = read_ * read_share + write_ * write_share;
    const double loss = (read_ + write_) / 2 - mixed_;  // at one to one
    server_.set_rate(now, peak_ * (straight - loss * (2 * read_share) * (2 * write_share)));
}

}  // namespace davsim
