// SPDX-License-Identifier: Apache-2.0
#include "traces/export/pftrace.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <unordered_map>

#include "sim/base/error.h"
#include "traces/core_choice.h"
#include "traces/export/core_trace.h"
#include "traces/export/protobuf.h"
#include "traces/text_file.h"

namespace davsim::traces {
namespace {

// Field numbers of perfetto/trace/*.proto.
namespace trace {
constexpr std::uint32_t kPacket = 1;
}
namespace packet {
constexpr std::uint32_t kTimestamp = 8;
constexpr std::uint32_t kSequence = 10;
constexpr std::uint32_t kTrackEvent = 11;
constexpr std::uint32_t kInterned = 12;
constexpr std::uint32_t kSequenceFlags = 13;
constexpr std::uint32_t kDefaults = 59;
constexpr std::uint32_t kTrackDescriptor = 60;
constexpr std::uint64_t kCleared = 1;
constexpr std::uint64_t kNeedsState = 2;
}  // namespace packet
namespace track {
constexpr std::uint32_t kUuid = 1;
constexpr std::uint32_t kName = 2;
constexpr std::uint32_t kProcess = 3;
constexpr std::uint32_t kParent = 5;
constexpr std::uint32_t kCounter = 8;
constexpr std::uint32_t kChildOrdering = 11;
constexpr std::uint32_t kRank = 12;
constexpr std::uint64_t kExplicitOrder = 3;
constexpr std::uint32_t kPid = 1;          // of ProcessDescriptor
constexpr std::uint32_t kProcessName = 6;  // of ProcessDescriptor
}  // namespace track
namespace event {
constexpr std::uint32_t kAnnotation = 4;
constexpr std::uint32_t kType = 9;
constexpr std::uint32_t kNameIid = 10;
constexpr std::uint32_t kTrack = 11;
constexpr std::uint32_t kCounterValue = 30;
constexpr std::uint32_t kFlow = 47;
constexpr std::uint32_t kLastFlow = 48;
constexpr std::uint64_t kBegin = 1;
constexpr std::uint64_t kEnd = 2;
constexpr std::uint64_t kCounterSample = 4;
}  // namespace event
namespace interned {
constexpr std::uint32_t kEventName = 2;
constexpr std::uint32_t kAnnotationName = 3;
constexpr std::uint32_t kAnnotationText = 29;
constexpr std::uint32_t kIid = 1;
constexpr std::uint32_t kText = 2;
}  // namespace interned
namespace annotation {
constexpr std::uint32_t kNameIid = 1;
constexpr std::uint32_t kUint = 3;
constexpr std::uint32_t kTextIid = 17;
}  // namespace annotation

constexpr std::uint32_t kDefaultsEvent = 11;  // TracePacketDefaults.track_event_defaults
constexpr std::uint32_t kDefaultsTrack = 11;  // TrackEventDefaults.track_uuid

enum AnnotationName : std::uint64_t { kDetail = 1, kWait = 2, kWaitCycles = 3 };
constexpr std::array<std::string_view, 3> kAnnotationNames = {"detail", "wait", "wait_cycles"};

class Packets {
public:
    Packets(const std::string& path, bool gzip) : file_(path, gzip) {}

    void write(const ProtoMessage& packet) {
        outer_.clear();
        outer_.message(trace::kPacket, packet);
        file_ << outer_.bytes();
    }
    std::uint64_t bytes() const { return file_.bytes(); }
    void close() { file_.close(); }

private:
    TextFile file_;
    ProtoMessage outer_;
};

void process(Packets& packets, std::uint64_t uuid, std::string_view name, int rank) {
    ProtoMessage process;
    process.number(track::kPid, uuid).text(track::kProcessName, name);
    ProtoMessage descriptor;
    descriptor.number(track::kUuid, uuid)
        .message(track::kProcess, process)
        .number(track::kChildOrdering, track::kExplicitOrder)
        .number(track::kRank, static_cast<std::uint64_t>(rank));
    packets.write(ProtoMessage().message(packet::kTrackDescriptor, descriptor));
}

// One lane: a track and a packet sequence of its own, so that an event need not name its track.
class LaneWriter {
public:
    LaneWriter(Packets& packets, const StoreReader& store, std::uint64_t uuid, std::uint64_t parent,
               const Lane& lane)
        : packets_(packets), store_(store), uuid_(uuid) {
        const TrackInfo& info = info_of(lane.track);
        ProtoMessage descriptor;
        descriptor.number(track::kUuid, uuid)
            .text(track::kName, lane.number == 0 ? std::string(info.name)
                                                 : fmt::format("{}#{}", info.name, lane.number))
            .number(track::kParent, parent)
            .number(track::kRank, static_cast<std::uint64_t>(info.sort_index));
        packets_.write(ProtoMessage().message(packet::kTrackDescriptor, descriptor));
        ProtoMessage defaults;
        defaults.message(kDefaultsEvent, ProtoMessage().number(kDefaultsTrack, uuid));
        ProtoMessage names;
        for (std::size_t i = 0; i < kAnnotationNames.size(); ++i)
            entry(names, interned::kAnnotationName, i + 1, kAnnotationNames[i]);
        packets_.write(ProtoMessage()
                           .number(packet::kSequence, uuid_)
                           .number(packet::kSequenceFlags, packet::kCleared)
                           .message(packet::kInterned, names)
                           .message(packet::kDefaults, defaults));
    }

    void slice(const Slice& slice, std::uint64_t flow) {
        begin(slice, flow);
        packet_.clear();
        packet_.number(packet::kTimestamp, static_cast<std::uint64_t>(slice.end_ns))
            .number(packet::kSequence, uuid_)
            .number(packet::kSequenceFlags, packet::kNeedsState)
            .message(packet::kTrackEvent, ProtoMessage().number(event::kType, event::kEnd));
        packets_.write(packet_);
    }

private:
    void begin(const Slice& slice, std::uint64_t flow) {
        const Row& row = *slice.row;
        const Shape& shape = store_.shape_of(row);
        new_names_.clear();
        event_.clear();
        event_.number(event::kType, event::kBegin)
            .number(event::kNameIid, name(slice_name(slice.kind, shape)));
        annotate(kDetail, detail(row, shape));
        if (row.kind == RowKind::kInstruction && row.cause != StallCause::kNone) {
            annotate(kWait, text(std::string(davsim::name_of(row.cause))));
            ProtoMessage waited;
            waited.number(annotation::kNameIid, kWaitCycles)
                .number(annotation::kUint, static_cast<std::uint64_t>(row.waited));
            event_.message(event::kAnnotation, waited);
        }
        if (slice.kind == SliceKind::kSetFlag) event_.fixed64(event::kFlow, flow);
        if (slice.kind == SliceKind::kWaitFlag) event_.fixed64(event::kLastFlow, flow);
        packet_.clear();
        packet_.number(packet::kTimestamp, static_cast<std::uint64_t>(slice.begin_ns))
            .number(packet::kSequence, uuid_)
            .number(packet::kSequenceFlags, packet::kNeedsState);
        if (!new_names_.bytes().empty()) packet_.message(packet::kInterned, new_names_);
        packets_.write(packet_.message(packet::kTrackEvent, event_));
    }

    void annotate(AnnotationName what, std::uint64_t text_iid) {
        ProtoMessage annotation;
        annotation.number(annotation::kNameIid, what).number(annotation::kTextIid, text_iid);
        event_.message(event::kAnnotation, annotation);
    }

    // By shape, except where the row itself decides.
    std::uint64_t detail(const Row& row, const Shape& shape) {
        if (const std::string own = row_detail(row); !own.empty()) return text(own);
        const auto [found, added] = details_.emplace(row.shape, 0);
        if (added) {
            const std::string code = code_of(store_.site_of(shape));
            found->second = text(code.empty() ? slice_detail(shape)
                                              : fmt::format("{} at {}", slice_detail(shape), code));
        }
        return found->second;
    }

    std::uint64_t name(std::string_view name) {
        return iid(names_, std::string(name), interned::kEventName);
    }
    std::uint64_t text(const std::string& text) {
        return iid(texts_, text, interned::kAnnotationText);
    }
    std::uint64_t iid(std::unordered_map<std::string, std::uint64_t>& known,
                      const std::string& text, std::uint32_t field) {
        const auto [found, added] = known.emplace(text, known.size() + 1);
        if (added) entry(new_names_, field, found->second, text);
        return found->second;
    }
    static void entry(ProtoMessage& table, std::uint32_t field, std::uint64_t iid,
                      std::string_view text) {
        table.message(field,
                      ProtoMessage().number(interned::kIid, iid).text(interned::kText, text));
    }

    Packets& packets_;
    const StoreReader& store_;
    std::uint64_t uuid_;
    ProtoMessage packet_;
    ProtoMessage event_;
    ProtoMessage new_names_;
    std::unordered_map<std::string, std::uint64_t> names_;
    std::unordered_map<std::string, std::uint64_t> texts_;
    std::unordered_map<std::uint32_t, std::uint64_t> details_;  // by shape
};

class Exporter {
public:
    Exporter(const StoreReader& store, const ExportOptions& options, const std::string& path)
        : store_(store), options_(options), packets_(path, options.gzip), path_(path) {}

    ExportReport run() {
        for (const int core : chosen_cores(store_, options_)) write_core(core);
        counters();
        ExportReport report;
        report.files.push_back({path_, events_, packets_.bytes()});
        packets_.close();
        return report;
    }

private:
    void write_core(int core) {
        const int per_core = store_.launch().vector_per_core;
        const CoreTrace trace(store_, core, options_);
        const std::uint64_t parent = next_uuid_++;
        process(packets_, parent, core_name(core, per_core), core_sort_index(core, per_core));
        for (const Lane& lane : trace.lanes) {
            LaneWriter writer(packets_, store_, next_uuid_++, parent, lane);
            for (const Slice& slice : lane.slices) {
                writer.slice(slice, trace.first_flag + slice.flag + 1);
                ++events_;
            }
        }
    }

    void counters() {
        if (store_.end().bins.empty() || options_.cycles) return;
        const std::uint64_t parent = next_uuid_++;
        process(packets_, parent, "MTE Throughput",
                core_sort_index(store_.launch().cores, store_.launch().vector_per_core));
        counter(parent, "GM_TO_UB MB/s", &ThroughputBin::read);
        counter(parent, "UB_TO_GM MB/s", &ThroughputBin::write);
        counter(parent, "HBM MB/s", &ThroughputBin::hbm);
    }

    void counter(std::uint64_t parent, std::string_view name, double ThroughputBin::*bytes) {
        constexpr double kMegaPerGiga = 1000.0;
        const std::uint64_t uuid = next_uuid_++;
        ProtoMessage descriptor;
        descriptor.number(track::kUuid, uuid)
            .text(track::kName, name)
            .number(track::kParent, parent)
            .message(track::kCounter, ProtoMessage());
        packets_.write(ProtoMessage().message(packet::kTrackDescriptor, descriptor));
        const auto width = static_cast<double>(store_.end().bin_ns);
        std::uint64_t ns = 0;
        for (const ThroughputBin& bin : store_.end().bins) {
            sample(uuid, ns, static_cast<std::uint64_t>(bin.*bytes * kMegaPerGiga / width));
            ns += static_cast<std::uint64_t>(store_.end().bin_ns);
        }
        sample(uuid, ns, 0);
    }

    void sample(std::uint64_t uuid, std::uint64_t ns, std::uint64_t value) {
        ProtoMessage event;
        event.number(event::kType, event::kCounterSample)
            .number(event::kTrack, uuid)
            .number(event::kCounterValue, value);
        packets_.write(ProtoMessage()
                           .number(packet::kTimestamp, ns)
                           .number(packet::kSequence, uuid)
                           .message(packet::kTrackEvent, event));
        ++events_;
    }

    const StoreReader& store_;
    const ExportOptions& options_;
    Packets packets_;
    std::string path_;
    std::uint64_t next_uuid_ = 1;
    std::uint64_t events_ = 0;
};

}  // namespace

ExportReport export_pftrace(const StoreReader& store, const ExportOptions& options,
                            const std::string& folder) {
    std::error_code code;
    std::filesystem::create_directories(folder, code);
    if (code)
        throw Error(Fault::kUsage, fmt::format("{}: cannot create: {}", folder, code.message()));
    const std::string path = folder + (options.gzip ? "/trace.pftrace.gz" : "/trace.pftrace");
    return Exporter(store, options, path).run();
}

}  // namespace davsim::traces
