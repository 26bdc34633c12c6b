// SPDX-License-Identifier: Apache-2.0
#include "sim/timing/hbm_server.h"

#include <algorithm>

namespace davsim {
namespace {

// The server's job id carries two bits: a write, a write-back.
constexpr std::uint32_t kWrite = 1;
constexpr std::uint32_t kWriteBack = 2;

std::uint32_t tagged(std::uint32_t job, std::uint32_t kind) {
    return (job << 2U) | kind;
}

}  // namespace

HbmServer::HbmServer(const HbmConfig& config, double peak_bytes_per_cycle)
    : peak_(peak_bytes_per_cycle),
      read_(config.read_efficiency),
      write_(config.write_efficiency),
      mixed_(config.mixed_efficiency),
      overhead_(static_cast<std::uint64_t>(config.transfer_overhead)),
      server_(peak_bytes_per_cycle * config.read_efficiency) {}

std::uint64_t HbmServer::with_overhead(std::uint64_t bytes) const {
    return bytes + std::min(bytes, overhead_);
}

void HbmServer::join(Cycles now, std::uint64_t bytes, std::uint32_t job, bool write) {
    server_.join(now, with_overhead(bytes), tagged(job, write ? kWrite : 0));
    ++(write ? writes_ : reads_);
    serve_write_backs(now);
    adapt(now);
}

void HbmServer::write_back(Cycles now, std::uint64_t bytes, std::uint32_t job, bool urgent) {
    (urgent ? urgent_ : waiting_).push_back({bytes, job});
    serve_write_backs(now);
    adapt(now);
}

void HbmServer::serve_write_backs(Cycles now) {
    while (!urgent_.empty() && served_write_backs_ < std::max<std::int64_t>(1, reads_))
        serve_first(now, urgent_);
    while (!waiting_.empty() && reads_ == 0 && served_write_backs_ == 0) serve_first(now, waiting_);
}

void HbmServer::serve_first(Cycles now, std::deque<WriteBack>& waiting) {
    const WriteBack next = waiting.front();
    waiting.pop_front();
    server_.join(now, with_overhead(next.bytes), tagged(next.job, kWrite | kWriteBack));
    ++writes_;
    ++served_write_backs_;
}

bool HbmServer::pop_finished(Cycles now, std::uint32_t& job) {
    std::uint32_t id = 0;
    if (!server_.pop_finished(now, id)) return false;
    --((id & kWrite) != 0 ? writes_ : reads_);
    if ((id & kWriteBack) != 0) --served_write_backs_;
    job = id >> 2U;
    serve_write_backs(now);
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
