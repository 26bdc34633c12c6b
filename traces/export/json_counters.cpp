// SPDX-License-Identifier: Apache-2.0
#include "traces/export/json_counters.h"

#include <fmt/format.h>

#include <algorithm>

#include "traces/core_choice.h"
#include "traces/time_grid.h"

namespace davsim::traces {
namespace {

constexpr std::string_view kProcess = "MTE Throughput";
constexpr double kMegaPerGiga = 1000.0;
constexpr double kPercent = 100.0;

std::string place_of(std::string_view name) {
    return fmt::format(R"("pid":"{}","tid":"{}")", kProcess, name);
}

class Counters {
public:
    Counters(JsonEvents& events, const StoreReader& store, const ExportOptions& options)
        : events_(events), store_(store), options_(options) {}

    template <class Value>
    void write(std::string_view name, std::string_view argument, Value value) {
        const std::string place = place_of(name);
        const std::size_t bins = store_.end().bins.size();
        bool any = false;
        for (std::size_t bin = 0; bin < bins; ++bin) {
            const std::int64_t ns = static_cast<std::int64_t>(bin) * store_.end().bin_ns;
            if (!inside(ns)) continue;
            events_.counter(place, name, argument, drawn(ns), value(bin));
            any = true;
        }
        const std::int64_t end = static_cast<std::int64_t>(bins) * store_.end().bin_ns;
        if (any && inside(end)) events_.counter(place, name, argument, drawn(end), 0.0);
    }

private:
    std::int64_t cycle_of(std::int64_t ns) const {
        constexpr std::int64_t kNsPerUs = 1000;
        return ns * store_.launch().clock_mhz / kNsPerUs;
    }
    bool inside(std::int64_t ns) const {
        const std::int64_t next = ns + store_.end().bin_ns;
        return options_.window.touches(cycle_of(ns), cycle_of(next));
    }
    std::int64_t drawn(std::int64_t ns) const { return options_.cycles ? cycle_of(ns) : ns; }

    JsonEvents& events_;
    const StoreReader& store_;
    const ExportOptions& options_;
};

}  // namespace

UbCounter::UbCounter(const StoreReader& store)
    : store_(store), bytes_(store.end().bins.size(), 0.0) {}

void UbCounter::add(const std::vector<Row>& rows) {
    if (bytes_.empty()) return;
    constexpr std::int64_t kNsPerUs = 1000;
    const auto ns = static_cast<std::int64_t>(bytes_.size()) * store_.end().bin_ns;
    const std::int64_t span = ns * store_.launch().clock_mhz / kNsPerUs;
    const std::vector<double> mean = ub_usage(rows, store_).over_time(span, bytes_.size());
    for (std::size_t bin = 0; bin < bytes_.size(); ++bin) bytes_[bin] += mean[bin];
}

void write_counter_metadata(JsonEvents& events, const StoreReader& store) {
    if (store.end().bins.empty()) return;
    const int last =
        core_sort_index(std::max(store.launch().cores - 1, 0), store.launch().vector_per_core);
    const std::string place = place_of("GM_TO_UB");
    events.metadata(place, "process_name", fmt::format(R"("name":"{}")", kProcess));
    events.metadata(place, "process_sort_index", fmt::format(R"("sort_index":{})", last + 1));
}

void write_counters(JsonEvents& events, const StoreReader& store, const ExportOptions& options,
                    const UbCounter& ub) {
    const std::vector<ThroughputBin>& bins = store.end().bins;
    const auto width = static_cast<double>(store.end().bin_ns);
    Counters counters(events, store, options);
    // Bytes a nanosecond are GB/s; the vendor's lanes count MB/s.
    const auto read = [&](std::size_t bin) { return bins[bin].read * kMegaPerGiga / width; };
    const auto write = [&](std::size_t bin) { return bins[bin].write * kMegaPerGiga / width; };
    const auto none = [](std::size_t) { return 0.0; };  // vector cores have no L1
    constexpr std::string_view kRate = "throughput(MB/s)";
    counters.write("GM_TO_L1", kRate, none);
    counters.write("GM_TO_UB", kRate, read);
    counters.write("GM_TO_TOTAL", kRate, read);
    counters.write("L1_TO_GM", kRate, none);
    counters.write("UB_TO_GM", kRate, write);
    counters.write("TOTAL_TO_GM", kRate, write);
    counters.write("HBM GB/s", "throughput(GB/s)",
                   [&](std::size_t bin) { return bins[bin].hbm / width; });
    counters.write("L2 hit rate (%)", "rate(%)", [&](std::size_t bin) {
        return bins[bin].lines == 0.0 ? 0.0 : kPercent * bins[bin].hits / bins[bin].lines;
    });
    counters.write("UB occupancy (B)", "bytes", [&](std::size_t bin) { return ub.bytes()[bin]; });
}

}  // namespace davsim::traces
