// SPDX-License-Identifier: Apache-2.0
#include "traces/export/trace_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <vector>

#include "sim/base/error.h"
#include "traces/core_choice.h"
#include "traces/export/json_counters.h"
#include "traces/export/json_slices.h"

namespace davsim::traces {
namespace {

// MindStudio Insight reads no larger file.
constexpr std::uint64_t kViewerBytes = std::uint64_t{1} << 30U;

constexpr const char* kAlternatives =
    "--format pftrace has no such limit, --window and --core-id choose";

// Events by time, to know where a file must end that may hold only so many.
class EventCount {
public:
    explicit EventCount(std::int64_t span) : width_(span / static_cast<std::int64_t>(kBins) + 1) {}

    void add(const Row& row) {
        const std::int64_t bin = std::clamp<std::int64_t>(row.begin / width_, 0, kBins - 1);
        bins_[static_cast<std::size_t>(bin)] += json_events(row.kind);
        sum_ += json_events(row.kind);
    }
    std::uint64_t sum() const { return sum_; }
    // The latest cycle up to which no more than `most` events begin.
    std::int64_t cut(std::uint64_t most) const {
        std::uint64_t events = 0;
        std::size_t bin = 0;
        while (bin < bins_.size() && events + bins_[bin] <= most) events += bins_[bin++];
        return static_cast<std::int64_t>(bin) * width_ - 1;
    }

private:
    static constexpr std::int64_t kBins = 1 << 14;

    std::int64_t width_;
    std::array<std::uint64_t, kBins> bins_{};
    std::uint64_t sum_ = 0;
};

class Exporter {
public:
    Exporter(const StoreReader& store, const ExportOptions& options, const std::string& folder)
        : store_(store),
          options_(options),
          folder_(folder),
          texts_(store, store.launch().level == "full"),
          cores_(chosen_cores(store, options)) {}

    ExportReport run() {
        limit();
        UbCounter ub(store_);
        std::vector<std::vector<std::string>> names;
        for (const int core : cores_) {
            const CoreTrace trace(store_, core, limited_);
            ub.add(trace.rows);
            write_core(trace);
            std::vector<std::string> lanes;
            for (const Lane& lane : trace.lanes) lanes.push_back(lane_name(lane));
            names.push_back(std::move(lanes));
        }
        write_all(names, ub);
        return std::move(report_);
    }

private:
    // Where the file of all cores ends. Those of single cores end there too, so that they agree.
    void limit() {
        limited_ = options_;
        const auto count = std::make_unique<EventCount>(store_.end().span);
        for (const int core : cores_) {
            store_.for_each(core, [&](const Row& row) {
                if (options_.wants(row)) count->add(row);
            });
        }
        if (count->sum() <= options_.max_events) return;
        if (!options_.cut) {
            throw Error(Fault::kUsage,
                        fmt::format("trace.json: {} events, the limit is {}; {}, --max-events N "
                                    "keeps a beginning",
                                    count->sum(), options_.max_events, kAlternatives));
        }
        last_ = count->cut(options_.max_events);
        limited_.window.end = std::min(limited_.window.end, last_ + 1);
        report_.notes.push_back(fmt::format(
            "trace.json holds the events that begin up to cycle {}: all {} are more than {}; "
            "davsim trace export {}",
            std::max<std::int64_t>(last_, 0), count->sum(), options_.max_events, kAlternatives));
    }

    static std::string lane_name(const Lane& lane) {
        const std::string_view name = info_of(lane.track).name;
        return lane.number == 0 ? std::string(name) : fmt::format("{}#{}", name, lane.number);
    }

    std::string name_of_core(int core) const {
        return core_name(core, store_.launch().vector_per_core);
    }

    static void head(TextFile& file, int schema) {
        file.print(
            "{{\"profilingType\":\"op\",\"displayTimeUnit\":\"ns\",\"schemaVersion\":{},"
            "\"traceEvents\":[",
            schema);
    }

    std::string path_in(const std::string& subfolder) const {
        std::filesystem::path path(folder_);
        if (!subfolder.empty()) path /= subfolder;
        std::error_code code;
        std::filesystem::create_directories(path, code);
        if (code) {
            throw Error(Fault::kUsage,
                        fmt::format("{}: cannot create: {}", path.string(), code.message()));
        }
        return (path / (options_.gzip ? "trace.json.gz" : "trace.json")).string();
    }

    void done(TextFile& file, const std::string& path, std::uint64_t events) {
        report_.files.push_back({path, events, file.bytes()});
        file.close();
    }

    // Each pipe a process, each of its lanes a thread.
    void write_core(const CoreTrace& trace) {
        const std::string path = path_in(name_of_core(trace.core));
        TextFile file(path, options_.gzip);
        head(file, 1);
        JsonEvents events(file, texts_, store_);
        std::vector<std::string> places;
        for (const Lane& lane : trace.lanes) {
            const TrackInfo& info = info_of(lane.track);
            places.push_back(fmt::format(R"("pid":{},"tid":{})", info.pid, lane.number + 1));
            if (lane.number == 0) {
                events.metadata(places.back(), "process_name",
                                fmt::format(R"("name":"{}")", info.name));
                events.metadata(places.back(), "process_sort_index",
                                fmt::format(R"("sort_index":{})", info.sort_index));
            }
            events.metadata(places.back(), "thread_name",
                            fmt::format(R"("name":"{}_{}")", info.name, lane.number + 1));
            events.metadata(places.back(), "thread_sort_index",
                            fmt::format(R"("sort_index":{})", lane.number + 1));
        }
        for (std::size_t i = 0; i < places.size(); ++i)
            events.lane(places[i], trace.lanes[i], trace);
        remarks(file);
        body_bytes_ += file.bytes();
        done(file, path, events.count());
    }

    void write_all(const std::vector<std::vector<std::string>>& names, const UbCounter& ub) {
        // Longer names of processes and lanes make it larger than the sum, never smaller.
        if (body_bytes_ > kViewerBytes) {
            throw Error(Fault::kUsage,
                        fmt::format("trace.json: would have {} bytes, viewers read up to {}; {}",
                                    body_bytes_, kViewerBytes, kAlternatives));
        }
        const std::string path = path_in("");
        TextFile file(path, options_.gzip);
        head(file, 2);
        JsonEvents events(file, texts_, store_);
        // Viewers want all names before the first slice.
        for (std::size_t i = 0; i < cores_.size(); ++i) core_metadata(events, cores_[i], names[i]);
        write_counter_metadata(events, store_);
        for (const int core : cores_) {
            const CoreTrace trace(store_, core, limited_);
            for (const Lane& lane : trace.lanes)
                events.lane(place_of(core, lane_name(lane)), lane, trace);
        }
        if (store_.launch().level != "sync") write_counters(events, store_, limited_, ub);
        remarks(file);
        done(file, path, events.count());
    }

    std::string place_of(int core, const std::string& lane) const {
        return fmt::format(R"("pid":"{}","tid":"{}")", name_of_core(core), lane);
    }

    void core_metadata(JsonEvents& events, int core, const std::vector<std::string>& lanes) const {
        if (lanes.empty()) return;
        const std::string first = place_of(core, lanes.front());
        events.metadata(first, "process_name", fmt::format(R"("name":"{}")", name_of_core(core)));
        events.metadata(first, "process_sort_index",
                        fmt::format(R"("sort_index":{})",
                                    core_sort_index(core, store_.launch().vector_per_core)));
        for (const std::string& lane : lanes) {
            events.metadata(place_of(core, lane), "thread_name",
                            fmt::format(R"("name":"{}")", lane));
            events.metadata(place_of(core, lane), "thread_sort_index",
                            fmt::format(R"("sort_index":{})", sort_index_of(lane)));
        }
    }

    static int sort_index_of(const std::string& lane) {
        const std::string name = lane.substr(0, lane.find('#'));
        for (int track = 0; track < kTrackCount; ++track) {
            const TrackInfo& info = info_of(static_cast<Track>(track));
            if (info.name == name) return info.sort_index;
        }
        return 0;
    }

    void remarks(TextFile& file) const {
        const LaunchMeta& launch = store_.launch();
        file << "\n],\"otherData\":{";
        remark(file, "kernel", launch.kernel);
        remark(file << ",", "clock_mhz", std::to_string(launch.clock_mhz));
        remark(file << ",", "cycles", std::to_string(store_.end().span));
        remark(file << ",", "trace_level", launch.level);
        for (const auto& [key, text] : launch.remarks) remark(file << ",", key, text);
        if (options_.cycles) remark(file << ",", "time_unit", "1 ns is drawn for 1 cycle");
        for (const std::string& note : report_.notes) remark(file << ",", "truncated", note);
        file << "}}\n";
    }

    static void remark(TextFile& file, std::string_view key, std::string_view text) {
        file.print(R"("{}":"{}")", plain(key), plain(text));
    }

    const StoreReader& store_;
    const ExportOptions& options_;
    ExportOptions limited_;
    std::string folder_;
    ShapeTexts texts_;
    std::vector<int> cores_;
    std::int64_t last_ = INT64_MAX;
    std::uint64_t body_bytes_ = 0;
    ExportReport report_;
};

}  // namespace

ExportReport export_trace_json(const StoreReader& store, const ExportOptions& options,
                               const std::string& folder) {
    return Exporter(store, options, folder).run();
}

}  // namespace davsim::traces
