// SPDX-License-Identifier: Apache-2.0
#include "sim/device/memory_system.h"

#include <algorithm>
#include <deque>
#include <systemc>
#include <vector>

#include "sim/device/simulation_time.h"
#include "sim/exec/exec.h"
#include "sim/timing/bandwidth.h"
#include "sim/timing/dma_timing.h"
#include "sim/timing/hbm_server.h"
#include "sim/timing/l2_tags.h"
#include "sim/timing/shared_regions.h"
#include "sim/timing/sharing_server.h"

namespace davsim {
namespace {

// Jobs from here on are write-backs that nobody waits for, one number a core. Two bits of a number
// are the server's own.
constexpr std::uint32_t kNobody = std::uint32_t{1} << 29U;

// Device address range of the GM side of a transfer.
std::pair<std::uint64_t, std::uint64_t> gm_range(const DmaPayload& dma) {
    const std::int64_t pitch = static_cast<std::int64_t>(dma.burst_bytes) + dma.gm_gap;
    const std::int64_t reach = pitch * (static_cast<std::int64_t>(dma.bursts) - 1);
    const std::uint64_t low = dma.gm + static_cast<std::uint64_t>(std::min<std::int64_t>(reach, 0));
    const std::uint64_t high =
        dma.gm + static_cast<std::uint64_t>(std::max<std::int64_t>(reach, 0));
    return {low, high + dma.burst_bytes};
}

}  // namespace

struct MemorySystem::Impl : sc_core::sc_module {
    Impl(const SocConfig& soc, GlobalMemory& memory, Hub& listeners, FaultSink& sink)
        : sc_module(sc_core::sc_module_name("memory")),
          gm(memory),
          hub(listeners),
          faults(sink),
          timing(soc.dma, soc.l2.line_bytes),
          tags(soc.l2),
          l2_read(bytes_per_cycle(soc.l2.read_tbps, soc.cores.clock_mhz)),
          l2_write(bytes_per_cycle(soc.l2.write_tbps, soc.cores.clock_mhz)),
          shared_regions(soc.l2, soc.cores.vector_cores(),
                         bytes_per_cycle(soc.l2.shared_tbps, soc.cores.clock_mhz)),
          write_back_queue(static_cast<std::uint64_t>(soc.l2.write_back_queue)),
          waiting_write_backs(static_cast<std::size_t>(soc.cores.vector_cores())),
          hbm(soc.hbm, bytes_per_cycle(soc.hbm.peak_tbps, soc.cores.clock_mhz)) {
        SC_HAS_PROCESS(Impl);
        SC_METHOD(serve);
        sensitive << wake;
        dont_initialize();
    }

    // -- the one process: whatever is due now, in a fixed order, then sleep until the next thing is
    // due
    void serve() {
        guarded(faults, [this] {
            const Cycles now = simulation_now();
            collect_finished(now);
            end_streams(now);
            commit_stores(now);
            start_posted(now);
            schedule(now);
        });
    }

    void collect_finished(Cycles now) {
        std::uint32_t job = 0;
        while (l2_read.pop_finished(now, job)) share_done(job);
        while (l2_write.pop_finished(now, job)) share_done(job);
        while (shared_regions.pop_finished(now, job)) share_done(job);
        while (hbm.pop_finished(now, job)) share_done(job);
    }

    void share_done(std::uint32_t job) {
        if (job < kNobody) {
            if (--streaming[job]->shares > 0) return;
            served.push_back({streaming[job]->port_end, job});
            std::push_heap(served.begin(), served.end(), served_later);
            return;
        }
        WriteBacks& others = waiting_write_backs[job - kNobody];
        others.bytes -= others.sizes.front();
        others.sizes.pop_front();
    }

    // Streams whose own path and shared servers are all done. In the order of core ids, because
    // ending a stream lets that core go on.
    void end_streams(Cycles now) {
        ended.clear();
        while (!served.empty() && served.front().port_end <= now) {
            ended.push_back(served.front().job);
            std::pop_heap(served.begin(), served.end(), served_later);
            served.pop_back();
        }
        if (ended.empty()) return;
        std::sort(ended.begin(), ended.end(), [&](std::uint32_t a, std::uint32_t b) {
            return before(*streaming[a], *streaming[b]);
        });
        for (std::uint32_t job : ended) {
            Transfer* transfer = streaming[job];
            streaming[job] = nullptr;
            free_jobs.push_back(job);
            end_stream(*transfer, now);
        }
    }

    void end_stream(Transfer& transfer, Cycles now) {
        const Cycles complete = std::max(now + transfer.latency, transfer.earliest);
        emit(transfer, complete);
        if (transfer.store) {
            commits.push_back({complete, &transfer});
            std::push_heap(commits.begin(), commits.end(), commit_later);
        }
        transfer.owner->transfer_streamed(transfer, now, complete);
    }

    void commit_stores(Cycles now) {
        while (!commits.empty() && commits.front().at <= now) {
            Transfer& transfer = *commits.front().transfer;
            std::pop_heap(commits.begin(), commits.end(), commit_later);
            commits.pop_back();
            const auto [begin, end] = gm_range(transfer.dma);
            protect_loads(begin, end);
            exec::run_store(transfer.dma, transfer.owner->store_source(transfer),
                            gm.host_address(transfer.dma.gm));
            transfer.owner->store_done(transfer);
        }
    }

    // Saves the source of every load that has started but not yet read it, where [begin, end)
    // overlaps.
    void protect_loads(std::uint64_t begin, std::uint64_t end) {
        for (Transfer* load : open_loads) {
            if (!load->snapshot.empty()) continue;
            const auto [low, high] = gm_range(load->dma);
            if (high <= begin || end <= low) continue;
            load->snapshot.assign(gm.host_address(low), gm.host_address(high));
        }
    }

    void start_posted(Cycles now) {
        if (posted.empty()) return;
        std::sort(posted.begin(), posted.end(),
                  [](const Transfer* a, const Transfer* b) { return before(*a, *b); });
        for (Transfer* transfer : posted) begin_stream(*transfer, now);
        posted.clear();
    }

    static bool before(const Transfer& a, const Transfer& b) {
        if (a.core != b.core) return a.core < b.core;
        return a.sequence < b.sequence;
    }

    void begin_stream(Transfer& transfer, Cycles now) {
        const L2Tags::Result lines = walk(transfer);
        const std::uint64_t line = tags.line_bytes();
        const DmaCost cost =
            transfer.store ? timing.store(transfer.dma, lines) : timing.load(transfer.dma, lines);
        transfer.line_bytes = lines.lines * line;
        transfer.hit_bytes = lines.hits * line;
        transfer.hbm_read = transfer.store ? 0 : cost.hbm_bytes;
        transfer.hbm_write = lines.written_back * line;
        if (transfer.store) transfer.hbm_write += cost.hbm_bytes;  // past L2
        transfer.latency = cost.latency;
        transfer.earliest = now + cost.least;
        transfer.port_end = now + cost.stream;
        transfer.shares = 1;
        const std::uint32_t job = new_job(transfer);
        const std::uint64_t bytes = std::uint64_t{transfer.dma.bursts} * transfer.dma.burst_bytes;
        (transfer.store ? l2_write : l2_read).join(now, bytes, job);
        if (transfer.hbm_read > 0) {
            ++transfer.shares;
            hbm.join(now, transfer.hbm_read, job, false);
        }
        if (lines.written_back > 0) write_back(now, transfer, lines.written_back * line, job);
        if (transfer.store && cost.hbm_bytes > 0) {
            ++transfer.shares;
            hbm.join(now, cost.hbm_bytes, job, true);
        }
        if (!transfer.store &&
            shared_regions.join(now, transfer.dma.gm, bytes, transfer.core, job)) {
            ++transfer.shares;
        }
        if (!transfer.store) open_loads.push_back(&transfer);
    }

    // Dirty lines that had to go. The transfer waits for them only when its core has too many on
    // their way already.
    void write_back(Cycles now, Transfer& transfer, std::uint64_t bytes, std::uint32_t job) {
        WriteBacks& others = waiting_write_backs[static_cast<std::size_t>(transfer.core)];
        if (others.bytes + bytes > write_back_queue) {
            ++transfer.shares;
            hbm.write_back(now, bytes, job, true);
            return;
        }
        others.bytes += bytes;
        others.sizes.push_back(bytes);
        hbm.write_back(now, bytes, kNobody + static_cast<std::uint32_t>(transfer.core), false);
    }

    // L2 lines of all bursts; a line shared by neighbouring bursts counts once.
    L2Tags::Result walk(const Transfer& transfer) {
        const DmaPayload& dma = transfer.dma;
        auto touch = [&](std::uint64_t begin, std::uint64_t bytes) {
            if (dma.bypass_l2) return tags.pass_by(begin, bytes);
            return transfer.store ? tags.write(begin, bytes) : tags.read(begin, bytes);
        };
        if (dma.gm_gap == 0 || dma.bursts == 1)
            return touch(dma.gm, std::uint64_t{dma.bursts} * dma.burst_bytes);
        L2Tags::Result total;
        const std::uint64_t line = tags.line_bytes();
        std::uint64_t at = dma.gm;
        std::uint64_t seen_until = 0;  // end of the last line touched
        for (std::uint32_t burst = 0; burst < dma.bursts; ++burst) {
            const std::uint64_t begin = std::max(at, seen_until);
            const std::uint64_t end = at + dma.burst_bytes;
            if (dma.gm_gap < 0 || begin < end) {
                const L2Tags::Result part =
                    touch(dma.gm_gap < 0 ? at : begin, end - (dma.gm_gap < 0 ? at : begin));
                total.lines += part.lines;
                total.hits += part.hits;
                total.written_back += part.written_back;
                seen_until = (end + line - 1) / line * line;
            }
            at += dma.burst_bytes + static_cast<std::uint64_t>(dma.gm_gap);
        }
        return total;
    }

    std::uint32_t new_job(Transfer& transfer) {
        if (free_jobs.empty()) {
            streaming.push_back(&transfer);
            return static_cast<std::uint32_t>(streaming.size() - 1);
        }
        const std::uint32_t job = free_jobs.back();
        free_jobs.pop_back();
        streaming[job] = &transfer;
        return job;
    }

    void schedule(Cycles now) {
        Cycles next = std::min({l2_read.next_finish(), l2_write.next_finish(),
                                shared_regions.next_finish(), hbm.next_finish()});
        if (!served.empty()) next = std::min(next, served.front().port_end);
        if (!commits.empty()) next = std::min(next, commits.front().at);
        wake.cancel();
        if (!posted.empty()) {
            wake.notify(sc_core::SC_ZERO_TIME);
        } else if (next != kNever) {
            wake.notify(to_sc_time(std::max(next, now) - now));
        }
    }

    void emit(const Transfer& transfer, Cycles complete) {
        if (!hub.wants(interest::kTransfer)) return;
        TransferEvent event;
        event.core = transfer.core;
        event.write = transfer.store;
        event.bytes = std::uint64_t{transfer.dma.bursts} * transfer.dma.burst_bytes;
        event.line_bytes = transfer.line_bytes;
        event.hit_bytes = transfer.hit_bytes;
        event.hbm_read = transfer.hbm_read;
        event.hbm_write = transfer.hbm_write;
        event.start = transfer.start - base;
        event.complete = complete - base;
        hub.transfer(event);
    }

    // Write-backs of one core that nobody waits for. They end in order or nearly so.
    struct WriteBacks {
        std::uint64_t bytes = 0;
        std::deque<std::uint64_t> sizes;
    };

    // A transfer that only its core's own path still holds up.
    struct Served {
        Cycles port_end;
        std::uint32_t job;
    };
    static bool served_later(const Served& a, const Served& b) {
        return a.port_end != b.port_end ? a.port_end > b.port_end : a.job > b.job;
    }

    struct Commit {
        Cycles at;
        Transfer* transfer;
    };
    static bool commit_later(const Commit& a, const Commit& b) {
        if (a.at != b.at) return a.at > b.at;
        return before(*b.transfer, *a.transfer);
    }

    GlobalMemory& gm;
    Hub& hub;
    FaultSink& faults;
    DmaTiming timing;
    L2Tags tags;
    SharingServer l2_read;
    SharingServer l2_write;
    SharedRegions shared_regions;
    std::uint64_t write_back_queue;
    std::vector<WriteBacks> waiting_write_backs;  // by core
    HbmServer hbm;
    sc_core::sc_event wake;
    Cycles base;

    std::vector<Transfer*> posted;
    std::vector<Transfer*> streaming;  // by job id
    std::vector<std::uint32_t> free_jobs;
    std::vector<Served> served;  // heap, earliest port_end first
    std::vector<std::uint32_t> ended;
    std::vector<Commit> commits;  // heap, earliest first
    std::vector<Transfer*> open_loads;
    std::uint64_t sequence = 0;
};

MemorySystem::MemorySystem(const SocConfig& config, GlobalMemory& gm, Hub& hub, FaultSink& faults)
    : impl_(std::make_unique<Impl>(config, gm, hub, faults)) {}
MemorySystem::~MemorySystem() = default;

void MemorySystem::begin_launch(Cycles base, bool flush_l2) {
    impl_->base = base;
    if (flush_l2) impl_->tags.flush();
    impl_->shared_regions.clear();
}

bool MemorySystem::scalar_read(std::uint64_t begin, std::uint64_t bytes) {
    const L2Tags::Result lines = impl_->tags.read(begin, bytes);
    return lines.hits == lines.lines;
}

void MemorySystem::fill_l2_dirty() {
    impl_->tags.fill_dirty();
}

void MemorySystem::warm_l2(std::uint64_t begin, std::uint64_t bytes) {
    impl_->tags.read(begin, bytes);
}

void MemorySystem::post(Transfer& transfer) {
    transfer.sequence = impl_->sequence++;
    impl_->posted.push_back(&transfer);
    impl_->wake.notify(sc_core::SC_ZERO_TIME);
}

void MemorySystem::load_done(Transfer& transfer) {
    auto& open = impl_->open_loads;
    open.erase(std::find(open.begin(), open.end(), &transfer));
}

void MemorySystem::about_to_write_gm(std::uint64_t begin, std::uint64_t bytes) {
    impl_->protect_loads(begin, begin + bytes);
}

GlobalMemory& MemorySystem::gm() {
    return impl_->gm;
}

}  // namespace davsim
