// SPDX-License-Identifier: Apache-2.0
#include "sim/timing/sharing_server.h"

#include <algorithm>
#include <cmath>

namespace davsim {

SharingServer::SharingServer(double bytes_per_cycle) : rate_(0) {
    set_rate(Cycles(0), bytes_per_cycle);
}

void SharingServer::set_rate(Cycles now, double bytes_per_cycle) {
    advance(now);
    rate_ = std::max<std::int64_t>(1, std::llround(bytes_per_cycle * static_cast<double>(kScale)));
}

void SharingServer::advance(Cycles now) {
    const std::int64_t elapsed = (now - at_).count();
    if (elapsed <= 0) return;
    at_ = now;
    if (heap_.empty()) return;
    const auto jobs = static_cast<std::int64_t>(heap_.size());
    const std::int64_t served = rate_ * elapsed + remainder_;
    virtual_ += served / jobs;
    remainder_ = served % jobs;
}

void SharingServer::join(Cycles now, std::uint64_t bytes, std::uint32_t job) {
    advance(now);
    heap_.push_back({virtual_ + static_cast<std::int64_t>(bytes) * kScale, job});
    std::push_heap(heap_.begin(), heap_.end(), later);
}

Cycles SharingServer::next_finish() const {
    if (heap_.empty()) return kNever;
    const auto jobs = static_cast<std::int64_t>(heap_.size());
    const std::int64_t work = (heap_.front().end - virtual_) * jobs - remainder_;
    return at_ + Cycles(work <= 0 ? 0 : (work + rate_ - 1) / rate_);
}

bool SharingServer::pop_finished(Cycles now, std::uint32_t& job) {
    if (heap_.empty() || next_finish() > now) return false;
    advance(now);
    job = heap_.front().job;
    std::pop_heap(heap_.begin(), heap_.end(), later);
    heap_.pop_back();
    return true;
}

}  // namespace davsim
