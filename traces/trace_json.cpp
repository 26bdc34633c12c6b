// SPDX-License-Identifier: Apache-2.0
#include "traces/trace_json.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "traces/lanes.h"
#include "traces/text_file.h"
#include "traces/track.h"

namespace davsim::traces {
namespace {

constexpr std::string_view kCounterProcess = "MTE Throughput";
constexpr std::int64_t kNsPerUs = 1000;
constexpr double kPercent = 100.0;

// Viewers split large files by counting braces, quotes included, so strings must do without.
std::string plain(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '{' || c == '}' || c == '"' || c == '\\' || byte < ' ' || byte > '~') c = '_';
    }
    return result;
}

// Microseconds with three decimals, exactly.
std::string us(std::int64_t ns) {
    return fmt::format("{}.{:03}", ns / kNsPerUs, ns % kNsPerUs);
}

std::string lane_name(const Lane& lane) {
    const std::string_view name = info_of(lane.track).name;
    return lane.number == 0 ? std::string(name) : fmt::format("{}#{}", name, lane.number);
}

class Writer {
public:
    Writer(TraceRecorder& recorder, const TraceMetadata& metadata, const std::string& path)
        : recorder_(recorder), metadata_(metadata), file_(path) {}

    void write() {
        file_.print(
            "{{\"profilingType\":\"op\",\"displayTimeUnit\":\"ns\",\"schemaVersion\":2,"
            "\"traceEvents\":[");
        // Viewers want all names before the first slice. Lanes are laid out twice rather than kept:
        // one core in memory at a time.
        const std::vector<int> cores = recorder_.store().cores();
        for (const int core : cores) core_metadata(core);
        counter_metadata();
        for (const int core : cores) core_slices(core);
        counters();
        remarks();
        file_.close();
    }

private:
    std::vector<Lane> lanes_of(int core) {
        return lay_out(recorder_.store().of_core(core), recorder_.info().clock_mhz);
    }

    void separate() {
        file_.print("{}", first_ ? "\n" : ",\n");
        first_ = false;
    }

    void meta(std::string_view pid, std::string_view tid, std::string_view name,
              std::string_view argument) {
        separate();
        file_.print(R"({{"ph":"M","pid":"{}","tid":"{}","name":"{}","args":{{{}}}}})", pid, tid,
                    name, argument);
    }

    void core_metadata(int core) {
        const std::string pid = core_name(core, metadata_.vector_per_core);
        const std::vector<Lane> lanes = lanes_of(core);
        const std::string first = lane_name(lanes.front());
        meta(pid, first, "process_name", fmt::format(R"("name":"{}")", pid));
        meta(pid, first, "process_sort_index",
             fmt::format(R"("sort_index":{})", core_sort_index(core, metadata_.vector_per_core)));
        for (const Lane& lane : lanes) {
            const std::string tid = lane_name(lane);
            meta(pid, tid, "thread_name", fmt::format(R"("name":"{}")", tid));
            meta(pid, tid, "thread_sort_index",
                 fmt::format(R"("sort_index":{})", info_of(lane.track).sort_index));
        }
    }

    void core_slices(int core) {
        const std::string pid = core_name(core, metadata_.vector_per_core);
        for (const Lane& lane : lanes_of(core)) {
            const std::string tid = lane_name(lane);
            for (const Slice& slice : lane.slices) {
                const RecordKind kind = slice.record.kind;
                if (kind == RecordKind::kSetFlag || kind == RecordKind::kWaitFlag) {
                    flag(pid, tid, slice);
                } else {
                    complete(pid, tid, slice);
                }
            }
        }
    }

    void complete(std::string_view pid, std::string_view tid, const Slice& slice) {
        const Record& record = slice.record;
        separate();
        file_.print(R"({{"ph":"X","pid":"{}","tid":"{}","name":"{}","ts":{},"dur":{},"cname":"{}",)"
                    R"("args":{{"cycle":{},"cycles":{},"process_bytes":{},"detail":"{}")",
                    pid, tid, slice_name(record), us(slice.begin_ns),
                    us(slice.end_ns - slice.begin_ns), slice_colour(record), record.begin,
                    record.end - record.begin, record.bytes, slice_detail(record));
        if (record.kind == RecordKind::kInstruction) wait_arguments(record);
        if (record.kind != RecordKind::kBlock) file_.print(",\"block\":{}", record.block);
        file_.print("}}}}");
    }

    void wait_arguments(const Record& record) {
        if (record.cause != StallCause::kNone) {
            file_.print(R"(,"wait":"{}","wait_cycles":{})", davsim::name_of(record.cause),
                        record.waited);
        }
        if (recorder_.options().level != TraceLevel::kFull) return;
        ranges(record, false, "reads");
        ranges(record, true, "writes");
    }

    void ranges(const Record& record, bool write, std::string_view key) {
        std::string text;
        for (const AddressRange& range : record.ranges) {
            if (range.bytes == 0 || range.write != write) continue;
            if (!text.empty()) text += ", ";
            text += fmt::format("{} {:#x}..{:#x}", davsim::name_of(range.space), range.begin,
                                range.begin + range.bytes);
        }
        if (!text.empty()) file_.print(R"(,"{}":"{}")", key, text);
    }

    // Begin, arrow point, end. The point lies inside the slice, which ends before its end time.
    void flag(std::string_view pid, std::string_view tid, const Slice& slice) {
        const Record& record = slice.record;
        const bool set = record.kind == RecordKind::kSetFlag;
        const std::uint64_t id = record.pairing + 1;
        const Track from = track_of(set ? record.pipe : record.other);
        const Track to = track_of(set ? record.other : record.pipe);
        separate();
        file_.print(R"({{"ph":"B","pid":"{}","tid":"{}","name":"{}","ts":{},"id":{},"cname":"{}",)"
                    R"("args":{{"cycle":{},"cycles":{},"detail":"{}","block":{}}}}})",
                    pid, tid, slice_name(record), us(slice.begin_ns), id, slice_colour(record),
                    record.begin, record.end - record.begin, slice_detail(record), record.block);
        separate();
        file_.print(
            R"({{"ph":"{}","pid":"{}","tid":"{}","name":"flow","cat":"{}To{}","ts":{},"id":{}}})",
            set ? "s" : "t", pid, tid, info_of(from).name, info_of(to).name,
            us(set ? slice.begin_ns : slice.end_ns - 1), id);
        separate();
        file_.print(R"({{"ph":"E","pid":"{}","tid":"{}","name":"{}","ts":{},"id":{}}})", pid, tid,
                    slice_name(record), us(slice.end_ns), id);
    }

    void counter_metadata() {
        if (recorder_.throughput().bins().empty()) return;
        const int last =
            core_sort_index(std::max(recorder_.info().cores - 1, 0), metadata_.vector_per_core);
        meta(kCounterProcess, "GM_TO_UB", "process_name",
             fmt::format(R"("name":"{}")", kCounterProcess));
        meta(kCounterProcess, "GM_TO_UB", "process_sort_index",
             fmt::format(R"("sort_index":{})", last + 1));
    }

    void counters() {
        const Throughput& throughput = recorder_.throughput();
        const auto width = static_cast<double>(throughput.bin_ns());
        // Bytes a nanosecond are GB/s; the vendor's lanes count MB/s.
        constexpr double kMegaPerGiga = 1000.0;
        counter("GM_TO_UB", "throughput(MB/s)",
                [&](const ThroughputBin& bin) { return bin.read * kMegaPerGiga / width; });
        counter("UB_TO_GM", "throughput(MB/s)",
                [&](const ThroughputBin& bin) { return bin.write * kMegaPerGiga / width; });
        counter("HBM GB/s", "throughput(GB/s)",
                [&](const ThroughputBin& bin) { return bin.hbm / width; });
        counter("L2 hit rate (%)", "rate(%)", [](const ThroughputBin& bin) {
            return bin.lines == 0.0 ? 0.0 : kPercent * bin.hits / bin.lines;
        });
    }

    template <class Value>
    void counter(std::string_view name, std::string_view argument, Value value) {
        const Throughput& throughput = recorder_.throughput();
        std::int64_t ns = 0;
        for (const ThroughputBin& bin : throughput.bins()) {
            sample(name, argument, ns, value(bin));
            ns += throughput.bin_ns();
        }
        if (ns != 0) sample(name, argument, ns, 0.0);
    }

    void sample(std::string_view name, std::string_view argument, std::int64_t ns, double value) {
        separate();
        // Viewers drop a sample at time 0.
        file_.print(
            R"({{"ph":"C","pid":"{}","tid":"{}","name":"{}","ts":{},"args":{{"{}":{:.1f}}}}})",
            kCounterProcess, name, name, us(std::max<std::int64_t>(ns, 1)), argument, value);
    }

    void remarks() {
        file_.print("\n],\"otherData\":{{");
        remark("kernel", recorder_.info().kernel);
        file_.print(",");
        remark("clock_mhz", std::to_string(recorder_.info().clock_mhz));
        file_.print(",");
        remark("cycles", std::to_string(recorder_.span().count()));
        file_.print(",");
        remark("trace_level", traces::name_of(recorder_.options().level));
        for (const auto& [key, text] : metadata_.remarks) {
            file_.print(",");
            remark(key, text);
        }
        const std::string message = recorder_.message();
        if (!message.empty()) {
            file_.print(",");
            remark("truncated", message);
        }
        file_.print("}}}}\n");
    }

    void remark(std::string_view key, std::string_view text) {
        file_.print(R"("{}":"{}")", plain(key), plain(text));
    }

    TraceRecorder& recorder_;
    const TraceMetadata& metadata_;
    TextFile file_;
    bool first_ = true;
};

}  // namespace

void write_trace_json(TraceRecorder& recorder, const TraceMetadata& metadata,
                      const std::string& path) {
    Writer(recorder, metadata, path).write();
}

}  // namespace davsim::traces
