// SPDX-License-Identifier: Apache-2.0
#include "sim/device/block_scheduler.h"

#include <algorithm>

namespace davsim {
namespace {

std::int64_t cycles_of(std::int64_t nanoseconds, std::int64_t clock_mhz) {
    constexpr std::int64_t kMegaOverGiga = 1000;
    return nanoseconds * clock_mhz / kMegaOverGiga;
}

}  // namespace

BlockScheduler::BlockScheduler(const SocConfig& config)
    : fixed_(cycles_of(config.launch.fixed_ns, config.cores.clock_mhz)),
      per_block_few_(cycles_of(config.launch.per_block_ns, config.cores.clock_mhz)),
      per_block_full_(cycles_of(config.launch.per_block_full_ns, config.cores.clock_mhz)),
      prologue_(cycles_of(config.launch.prologue_ns, config.cores.clock_mhz)),
      cold_code_(cycles_of(config.launch.cold_code_ns, config.cores.clock_mhz)) {}

void BlockScheduler::begin_launch(Cycles base, std::uint32_t blocks, int cores, int spacing) {
    base_ = base;
    blocks_ = blocks;
    cores_ = cores;
    spacing_ = spacing;
    per_block_ = blocks < static_cast<std::uint32_t>(cores) ? per_block_few_ : per_block_full_;
    next_ = std::min(blocks, static_cast<std::uint32_t>(cores));
    code_ready_ = 0;
}

// All cores want the same lines, which are served to one core at a time: as long for everybody.
void BlockScheduler::fetch_code() {
    code_ready_ = cold_code_ * next_;
}

bool BlockScheduler::first_block(int core, std::uint32_t& block, Cycles& begin) const {
    const int place = core / spacing_;
    block = static_cast<std::uint32_t>(place);
    if (core % spacing_ != 0 || place >= cores_ || block >= blocks_) return false;
    // Blocks are dispatched one after another.
    begin = base_ + Cycles(fixed_ + per_block_ * (place + 1) + code_ready_ + prologue_);
    return true;
}

bool BlockScheduler::next_block(Cycles free_since, std::uint32_t& block, Cycles& begin) {
    if (next_ >= blocks_) return false;
    block = next_++;
    begin = free_since + Cycles(per_block_ + prologue_);
    return true;
}

bool SyncAllBarrier::arrive(Cycles at, Cycles& release) {
    ++arrived_;
    latest_ = std::max(latest_, at);
    if (arrived_ < blocks_) return false;
    release = latest_ + Cycles(config_.sync_all + config_.sync_all_per_core * blocks_);
    arrived_ = 0;
    latest_ = Cycles(0);
    return true;
}

}  // namespace davsim
