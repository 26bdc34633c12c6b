// SPDX-License-Identifier: Apache-2.0
// What traces cost: a launch with and without recording, and each export of a million events.

#include <benchmark/benchmark.h>

#include <filesystem>
#include <map>
#include <memory>
#include <optional>

#include "bench/prepared_launch.h"
#include "sim/config/soc_loader.h"
#include "sim/device/device.h"
#include "sim/runtime/launcher.h"
#include "sim/views/pipe_statistics.h"
#include "traces/export/formats.h"
#include "traces/recorder.h"

extern "C" int sc_main(int /*argc*/, char** /*argv*/) {
    return 0;
}

namespace davsim {
namespace {

using Shape = std::map<std::string, std::int64_t>;

std::string scratch() {
    const std::filesystem::path path =
        std::filesystem::temp_directory_path() / "davsim-trace-bench";
    std::filesystem::create_directories(path);
    return path.string();
}

// One device a process; its hub keeps a listener that may be switched off.
class Switch : public Listener {
public:
    std::uint32_t interests() const override {
        return traces::TraceRecorder(traces::RecorderOptions{}).interests();
    }
    void on_launch_begin(const LaunchInfo& info) override {
        if (to != nullptr) to->on_launch_begin(info);
    }
    void on_launch_end(Cycles span) override {
        if (to != nullptr) to->on_launch_end(span);
    }
    void on_instruction(const InstructionEvent& event) override {
        if (to != nullptr) to->on_instruction(event);
    }
    void on_flag(const FlagEvent& event) override {
        if (to != nullptr) to->on_flag(event);
    }
    void on_scalar_stall(const ScalarStallEvent& event) override {
        if (to != nullptr) to->on_scalar_stall(event);
    }
    void on_barrier(const BarrierEvent& event) override {
        if (to != nullptr) to->on_barrier(event);
    }
    void on_transfer(const TransferEvent& event) override {
        if (to != nullptr) to->on_transfer(event);
    }
    void on_block(const BlockEvent& event) override {
        if (to != nullptr) to->on_block(event);
    }
    void on_buffer(const BufferEvent& event) override {
        if (to != nullptr) to->on_buffer(event);
    }

    Listener* to = nullptr;
};

struct Bench {
    Bench() : config(load_soc("Ascend910B2").config) {
        hub.add(statistics);
        hub.add(recording);
        device = std::make_unique<Device>(config, hub);
    }
    SocConfig config;
    PipeStatistics statistics;
    Switch recording;
    Hub hub;
    std::unique_ptr<Device> device;
};

Bench& bench() {
    static Bench instance;
    return instance;
}

void run(benchmark::State& state, const Shape& shape, traces::TraceLevel level) {
    const PreparedLaunch prepared(bench().config, shape, DataType::kFloat16);
    std::uint64_t bytes = 0;
    std::uint64_t instructions = 0;
    for (auto _ : state) {
        std::optional<traces::TraceRecorder> recorder;
        if (level != traces::TraceLevel::kOff) {
            traces::RecorderOptions options;
            options.level = level;
            options.path = scratch() + "/run.davt";
            recorder.emplace(options);
            bench().recording.to = &*recorder;
        }
        const OperatorOutcome outcome =
            launch_operator(*bench().device, *prepared.kernel, prepared.launch);
        bench().recording.to = nullptr;
        state.SetIterationTime(outcome.wall_seconds);
        instructions = outcome.launch.instructions;
        if (!recorder) continue;
        recorder->finish({});
        bytes = std::filesystem::file_size(scratch() + "/run.davt");
    }
    state.counters["bytes/instruction"] =
        static_cast<double>(bytes) / static_cast<double>(instructions);
}

void TinyTiles(benchmark::State& state, traces::TraceLevel level) {
    run(state, {{"N", 16}, {"C", 1280}, {"HxW", 49}, {"group", 32}}, level);
}
void LargeTiles(benchmark::State& state, traces::TraceLevel level) {
    run(state, {{"N", 2}, {"C", 320}, {"HxW", 4096}, {"group", 32}}, level);
}

// A million rows of 40 cores: loads, flags and vector work as a loop has them.
const std::string& million() {
    static const std::string kPath = [] {
        const std::string path = scratch() + "/million.davt";
        traces::RecorderOptions options;
        options.path = path;
        options.vector_per_core = 2;
        traces::TraceRecorder recorder(options);
        LaunchInfo info;
        info.kernel = "million";
        info.cores = 40;
        info.blocks = 40;
        info.clock_mhz = 1800;
        recorder.on_launch_begin(info);
        constexpr std::int64_t kRounds = 5000;
        for (int core = 0; core < info.cores; ++core) {
            for (std::int64_t i = 0; i < kRounds; ++i) {
                const std::int64_t at = 900 * i + core;
                Instruction load;
                load.opcode = Opcode::kLoadGm;
                load.pipe = Pipe::kMte2;
                load.dma = DmaPayload{};
                load.dma.burst_bytes = 4096;
                load.dma.ub = i % 2 == 0 ? 0 : 8192;
                InstructionEvent event;
                event.core = core;
                event.instruction = &load;
                event.start = Cycles(at);
                event.complete = Cycles(at + 400 + i % 13);
                recorder.on_instruction(event);
                FlagEvent flag;
                flag.core = core;
                flag.source = Pipe::kMte2;
                flag.destination = Pipe::kV;
                flag.set_start = event.complete;
                flag.set = event.complete + Cycles(5);
                flag.wait_start = Cycles(at + 60);
                flag.wait_end = flag.set;
                recorder.on_flag(flag);
                for (std::int64_t v = 0; v < 3; ++v) {
                    Instruction add;
                    add.vec.repeat = 16;
                    add.vec.dst.addr = static_cast<std::uint32_t>(16384 + 4096 * v);
                    event.instruction = &add;
                    event.start = flag.set + Cycles(100 * v);
                    event.complete = event.start + Cycles(110);
                    recorder.on_instruction(event);
                }
            }
            recorder.on_block({core, static_cast<std::uint32_t>(core), Cycles(0),
                               Cycles(900 * kRounds), Cycles(1000)});
        }
        recorder.on_launch_end(Cycles(900 * kRounds));
        recorder.finish({});
        return path;
    }();
    return kPath;
}

void Export(benchmark::State& state, traces::Format format) {
    const traces::StoreReader store(million());
    traces::ExportOptions options;
    options.max_events = UINT64_MAX;
    traces::ExportReport report;
    for (auto _ : state) report = traces::export_store(store, {format}, options, scratch());
    state.counters["MB"] = static_cast<double>(report.files.back().bytes) / 1e6;
    state.counters["bytes/event"] = static_cast<double>(report.files.back().bytes) /
                                    static_cast<double>(report.files.back().events);
    state.counters["store bytes/row"] =
        static_cast<double>(store.bytes()) / static_cast<double>(store.end().row_count());
}

BENCHMARK_CAPTURE(TinyTiles, off, traces::TraceLevel::kOff)->UseManualTime();
BENCHMARK_CAPTURE(TinyTiles, pipe, traces::TraceLevel::kPipe)->UseManualTime();
BENCHMARK_CAPTURE(LargeTiles, off, traces::TraceLevel::kOff)->UseManualTime();
BENCHMARK_CAPTURE(LargeTiles, pipe, traces::TraceLevel::kPipe)->UseManualTime();
BENCHMARK_CAPTURE(Export, json, traces::Format::kJson)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Export, pftrace, traces::Format::kPftrace)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Export, csv, traces::Format::kCsv)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Export, html, traces::Format::kHtml)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace davsim

BENCHMARK_MAIN();
