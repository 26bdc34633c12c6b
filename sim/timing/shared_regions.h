// SPDX-License-Identifier: Apache-2.0
#pragma once
// Cores that read the same data at about the same time. An L2 line serves one core at a time, and
// neighbouring lines lie in the same few slices, so cores that walk through one place in step get
// less together than cores that each have their own (sample data_copy: 302 MB in 539 us in the same
// order, in 329 us in rotated order).
//
// A load whose first line another core read within the window is shared, and so is what follows it
// in the stream of either core. Shared loads of one region divide its rate among them. Driven by
// l2.shared_region, l2.shared_bandwidth, l2.shared_window. A collision in the table of readers
// forgets the older entry.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/base/units.h"
#include "sim/config/soc_config.h"
#include "sim/timing/sharing_server.h"

namespace davsim {

class SharedRegions {
public:
    SharedRegions(const L2Config& config, int cores, double bytes_per_cycle)
        : line_bytes_(static_cast<std::uint64_t>(config.line_bytes)),
          region_bytes_(
              std::max<std::uint64_t>(1, static_cast<std::uint64_t>(config.shared_region))),
          window_(config.shared_window),
          rate_(bytes_per_cycle),
          readers_(window_ > 0 ? kEntries : 0),
          goes_on_at_(static_cast<std::size_t>(cores)) {}

    // A load begins; true when it has to share, and then pop_finished() gives `job` back.
    bool join(Cycles now, std::uint64_t address, std::uint64_t bytes, int core, std::uint32_t job) {
        if (readers_.empty()) return false;
        if (!note(now, address, bytes, core)) return false;
        const std::uint64_t id = address / region_bytes_;
        auto region = std::find_if(regions_.begin(), regions_.end(),
                                   [id](const Region& r) { return r.id == id; });
        if (region == regions_.end())
            region = regions_.insert(regions_.end(), {id, SharingServer(rate_)});
        region->server.join(now, bytes, job);
        return true;
    }

    Cycles next_finish() const {
        Cycles next = kNever;
        for (const Region& region : regions_) next = std::min(next, region.server.next_finish());
        return next;
    }

    bool pop_finished(Cycles now, std::uint32_t& job) {
        for (std::size_t i = 0; i < regions_.size(); ++i) {
            if (!regions_[i].server.pop_finished(now, job)) continue;
            if (regions_[i].server.jobs() == 0)
                regions_.erase(regions_.begin() + static_cast<std::ptrdiff_t>(i));
            return true;
        }
        return false;
    }

    // Forgets who read what.
    void clear() {
        readers_.assign(readers_.size(), {});
        goes_on_at_.assign(goes_on_at_.size(), 0);
    }

private:
    static constexpr std::size_t kEntries = 4096;

    struct Reader {
        std::uint64_t line = 0;  // 1 more, so that 0 is nobody
        Cycles at;
        std::uint64_t end = 0;  // of the load
        int core = 0;
    };
    struct Region {
        std::uint64_t id;
        SharingServer server;
    };

    bool note(Cycles now, std::uint64_t address, std::uint64_t bytes, int core) {
        const std::uint64_t line = address / line_bytes_;
        Reader& reader = readers_[line & (kEntries - 1)];
        std::uint64_t& mine = goes_on_at_[static_cast<std::size_t>(core)];
        const bool met =
            reader.line == line + 1 && reader.core != core && (now - reader.at).count() <= window_;
        if (met) goes_on_at_[static_cast<std::size_t>(reader.core)] = reader.end;
        const bool shared = met || (mine != 0 && mine == address);
        reader = {line + 1, now, address + bytes, core};
        if (shared) mine = address + bytes;
        return shared;
    }

    std::uint64_t line_bytes_;
    std::uint64_t region_bytes_;
    std::int64_t window_;
    double rate_;
    std::vector<Reader> readers_;
    std::vector<std::uint64_t> goes_on_at_;  // by core: end of its last shared load
    std::vector<Region> regions_;            // that loads are reading
};

}  // namespace davsim
