// SPDX-License-Identifier: Apache-2.0
// Group-norm backward end to end inside the simulation (launch to last block, copies of tensors and
// reference left out) on Ascend910B2, trace off, with the statistics that every run collects.

#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <map>
#include <memory>

#include "bench/prepared_launch.h"
#include "sim/config/soc_loader.h"
#include "sim/device/device.h"
#include "sim/runtime/launcher.h"
#include "sim/views/pipe_statistics.h"

extern "C" int sc_main(int /*argc*/, char** /*argv*/) {
    return 0;
}

namespace davsim {
namespace {

// SystemC elaborates once a process: all benchmarks share the device.
struct Bench {
    Bench() : config(load_soc("Ascend910B2").config) {
        hub.add(statistics);
        device = std::make_unique<Device>(config, hub);
    }

    SocConfig config;
    PipeStatistics statistics;
    Hub hub;
    std::unique_ptr<Device> device;
};

Bench& bench() {
    static Bench instance;
    return instance;
}

void run(benchmark::State& state, const std::map<std::string, std::int64_t>& shape,
         DataType dtype) {
    const PreparedLaunch prepared(bench().config, shape, dtype);
    double seconds = 0;
    std::uint64_t instructions = 0;
    for (auto _ : state) {
        const OperatorOutcome outcome =
            launch_operator(*bench().device, *prepared.kernel, prepared.launch);
        state.SetIterationTime(outcome.wall_seconds);
        seconds += outcome.wall_seconds;
        instructions += outcome.launch.instructions;
    }
    const auto elements = static_cast<double>(prepared.inputs.front().spec.elements());
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    state.counters["elements/s"] = elements * static_cast<double>(state.iterations()) / seconds;
    state.counters["instructions/s"] = static_cast<double>(instructions) / seconds;
    state.counters["peak_MB"] = static_cast<double>(usage.ru_maxrss) / 1024;
}

void Demo(benchmark::State& state, DataType dtype) {
    run(state, {{"N", 2}, {"C", 320}, {"HxW", 4096}, {"group", 32}}, dtype);
}
void Large(benchmark::State& state, DataType dtype) {
    run(state, {{"N", 8}, {"C", 1280}, {"HxW", 1024}, {"group", 32}}, dtype);
}
// 7 x 7 pixels, many channels a group: rows of 49 elements, the small-tile case.
void SmallRows(benchmark::State& state, DataType dtype) {
    run(state, {{"N", 16}, {"C", 1280}, {"HxW", 49}, {"group", 32}}, dtype);
}

BENCHMARK_CAPTURE(Demo, fp32, DataType::kFloat32)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Demo, fp16, DataType::kFloat16)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Large, fp32, DataType::kFloat32)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Large, fp16, DataType::kFloat16)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(SmallRows, fp16, DataType::kFloat16)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace davsim

BENCHMARK_MAIN();
