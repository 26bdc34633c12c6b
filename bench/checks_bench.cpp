// SPDX-License-Identifier: Apache-2.0
// What the detectors cost: group-norm backward on Ascend910B2 with small and large tiles, once
// without and once with each set of detectors, every run in a process of its own (SystemC
// elaborates once). Time is the processor's for the launch, the best of some; memory is the peak of
// the process.
//
//     checks_bench [REPETITIONS [DETECTORS]]    with DETECTORS: small tiles only, in this process

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bench/prepared_launch.h"
#include "sim/checks/checker.h"
#include "sim/config/soc_loader.h"
#include "sim/device/device.h"
#include "sim/runtime/launcher.h"

extern "C" int sc_main(int /*argc*/, char** /*argv*/) {
    return 0;
}

namespace davsim {
namespace {

struct Shape {
    const char* name;
    std::map<std::string, std::int64_t> dimensions;
    DataType dtype;
};

double processor_seconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    constexpr double kNano = 1e-9;
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * kNano;
}

class Stopwatch : public Listener {
public:
    std::uint32_t interests() const override { return 0; }
    void on_launch_begin(const LaunchInfo& /*info*/) override { begin_ = processor_seconds(); }
    void on_launch_end(Cycles /*span*/) override { seconds = processor_seconds() - begin_; }

    double seconds = 0;

private:
    double begin_ = 0;
};

struct Cost {
    double seconds = 0;
    double peak_mb = 0;
    double gm_mb = 0;
    std::uint64_t findings = 0;
};

Cost measure(const Shape& shape, const std::string& detectors, int repetitions) {
    const SocConfig config = load_soc("Ascend910B2").config;
    checks::Checker checker(checks::CheckSet::parse("detectors", detectors));
    Stopwatch stopwatch;
    Hub hub;
    if (!checker.set().none()) hub.add(checker);
    hub.add(stopwatch);
    Device device(config, hub);
    const PreparedLaunch prepared(config, shape.dimensions, shape.dtype);
    Cost cost;
    for (const HostTensor& input : prepared.inputs)
        cost.gm_mb += static_cast<double>(input.spec.bytes());
    for (const TensorSpec& output : prepared.launch.outputs)
        cost.gm_mb += static_cast<double>(output.bytes());
    for (int i = 0; i < repetitions; ++i) {
        launch_operator(device, *prepared.kernel, prepared.launch);
        cost.seconds = i == 0 ? stopwatch.seconds : std::min(cost.seconds, stopwatch.seconds);
    }
    cost.findings = checker.errors();
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    constexpr double kKilo = 1024;
    cost.peak_mb = static_cast<double>(usage.ru_maxrss) / kKilo;
    cost.gm_mb /= kKilo * kKilo;
    return cost;
}

// In a child.
Cost measure_apart(const Shape& shape, const std::string& detectors, int repetitions) {
    int ends[2];
    if (pipe(ends) != 0) std::exit(EXIT_FAILURE);
    const pid_t child = fork();
    if (child == 0) {
        const Cost cost = measure(shape, detectors, repetitions);
        const bool told = write(ends[1], &cost, sizeof(cost)) == sizeof(cost);
        _exit(told ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    Cost cost;
    close(ends[1]);
    const bool heard = read(ends[0], &cost, sizeof(cost)) == sizeof(cost);
    close(ends[0]);
    waitpid(child, nullptr, 0);
    if (!heard) std::exit(EXIT_FAILURE);
    return cost;
}

void compare(const Shape& shape, int repetitions) {
    const Cost without = measure_apart(shape, "none", repetitions);
    for (const char* detectors : {"memcheck,synccheck", "memcheck", "racecheck", "initcheck",
                                  "synccheck", "numeric", "all"}) {
        const Cost with = measure_apart(shape, detectors, repetitions);
        fmt::print("{:<12} {:<20} {:>9.2f} ms {:>6.2f} x {:>8.0f} MB {:>+8.0f} MB {:>8.0f} MB{}\n",
                   shape.name, detectors, with.seconds * 1e3, with.seconds / without.seconds,
                   with.peak_mb, with.peak_mb - without.peak_mb, with.gm_mb,
                   with.findings == 0 ? "" : "  findings!");
        std::fflush(stdout);
    }
}

}  // namespace
}  // namespace davsim

int main(int argc, char** argv) {
    using davsim::DataType;
    const int repetitions = argc > 1 ? std::max(1, std::atoi(argv[1])) : 5;
    const std::vector<davsim::Shape> shapes = {
        // Rows of 49 elements: short instructions, hardly any work in each.
        {"small fp16", {{"N", 16}, {"C", 1280}, {"HxW", 49}, {"group", 32}}, DataType::kFloat16},
        {"small fp32", {{"N", 16}, {"C", 320}, {"HxW", 64}, {"group", 32}}, DataType::kFloat32},
        {"large fp16", {{"N", 2}, {"C", 320}, {"HxW", 4096}, {"group", 32}}, DataType::kFloat16},
        {"large fp32", {{"N", 8}, {"C", 1280}, {"HxW", 1024}, {"group", 32}}, DataType::kFloat32},
    };
    // For a profiler.
    if (argc > 2) {
        const davsim::Cost cost = davsim::measure(shapes[0], argv[2], repetitions);
        fmt::print("{:.2f} ms\n", cost.seconds * 1e3);
        return 0;
    }
    fmt::print("{:<12} {:<20} {:>12} {:>8} {:>11} {:>11} {:>11}\n", "tiles", "detectors", "launch",
               "time", "peak", "more", "tensors");
    for (const davsim::Shape& shape : shapes) davsim::compare(shape, repetitions);
    return 0;
}
