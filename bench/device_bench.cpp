// SPDX-License-Identifier: Apache-2.0
// How fast the device simulates: instructions a second on small tiles, elements a second on large
// ones. All 48 vector cores of Ascend910B2, trace off.

#include <benchmark/benchmark.h>

#include <cstring>

#include "sim/config/soc_loader.h"
#include "sim/device/device.h"

extern "C" int sc_main(int /*argc*/, char** /*argv*/) {
    return 0;
}

namespace davsim {
namespace {

Hub& hub() {
    static Hub instance;
    return instance;
}

// SystemC elaborates once a process: all benchmarks share the device.
Device& device() {
    static Device instance(load_soc("Ascend910B2").config, hub());
    return instance;
}

Instruction transfer(Opcode opcode, Pipe pipe, std::uint8_t* gm, std::uint32_t ub,
                     std::uint32_t bytes) {
    Instruction ins;
    ins.opcode = opcode;
    ins.pipe = pipe;
    ins.dma = DmaPayload{};
    ins.dma.gm = reinterpret_cast<std::uint64_t>(gm);
    ins.dma.ub = ub;
    ins.dma.burst_bytes = bytes;
    return ins;
}

Instruction flag(Opcode opcode, Pipe queue, Pipe source, Pipe destination, int event) {
    Instruction ins;
    ins.opcode = opcode;
    ins.pipe = queue;
    ins.sync = {source, destination, static_cast<std::uint8_t>(event)};
    return ins;
}

Instruction add(std::uint32_t addr, std::uint32_t elements) {
    Instruction ins;
    ins.opcode = Opcode::kAdds;
    ins.vec.dst.addr = ins.vec.src0.addr = addr;
    ins.vec.mask = {elements, 0, true};
    return ins;
}

// Load, `adds` vector instructions, store: double buffered with the flags a real kernel would use.
void tile_loop(std::uint8_t* gm, int tiles, std::uint32_t bytes, int adds) {
    CorePort& core = **device().core_slot();
    for (int tile = 0; tile < tiles; ++tile) {
        const int buffer = tile % 2;
        const std::uint32_t ub = static_cast<std::uint32_t>(buffer) * bytes;
        std::uint8_t* place = gm + static_cast<std::uint64_t>(tile) * bytes;
        if (tile >= 2)
            core.issue(flag(Opcode::kWaitFlag, Pipe::kMte2, Pipe::kMte3, Pipe::kMte2, buffer));
        core.issue(transfer(Opcode::kLoadGm, Pipe::kMte2, place, ub, bytes));
        core.issue(flag(Opcode::kSetFlag, Pipe::kMte2, Pipe::kMte2, Pipe::kV, buffer));
        core.issue(flag(Opcode::kWaitFlag, Pipe::kV, Pipe::kMte2, Pipe::kV, buffer));
        for (int i = 0; i < adds; ++i) core.issue(add(ub, bytes / 4));
        core.issue(flag(Opcode::kSetFlag, Pipe::kV, Pipe::kV, Pipe::kMte3, buffer));
        core.issue(flag(Opcode::kWaitFlag, Pipe::kMte3, Pipe::kV, Pipe::kMte3, buffer));
        core.issue(transfer(Opcode::kStoreGm, Pipe::kMte3, place, ub, bytes));
        if (tile + 2 < tiles) {
            core.issue(flag(Opcode::kSetFlag, Pipe::kMte3, Pipe::kMte3, Pipe::kMte2, buffer));
        }
    }
}

void run_tiles(benchmark::State& state, std::uint32_t bytes, int tiles, int adds) {
    constexpr std::uint32_t kBlocks = 48;
    const std::uint64_t share = static_cast<std::uint64_t>(tiles) * bytes;
    std::uint8_t* gm = device().memory().allocate(kBlocks * share, "data");
    std::memset(gm, 0, kBlocks * share);
    LaunchRequest request;
    request.kernel = "tiles";
    request.blocks = kBlocks;
    request.body = [&] {
        tile_loop(gm + (*device().core_slot())->context().block_idx * share, tiles, bytes, adds);
    };
    std::uint64_t instructions = 0;
    for (auto _ : state) instructions += device().launch(request).instructions;
    device().memory().release(gm);
    state.counters["instructions/s"] =
        benchmark::Counter(static_cast<double>(instructions), benchmark::Counter::kIsRate);
    state.counters["element-ops/s"] = benchmark::Counter(
        static_cast<double>(state.iterations()) * kBlocks * static_cast<double>(share) / 4 * adds,
        benchmark::Counter::kIsRate);
}

void SmallTiles(benchmark::State& state) {
    run_tiles(state, 256, 200, 2);
}
void LargeTiles(benchmark::State& state) {
    run_tiles(state, 32768, 20, 8);
}

BENCHMARK(SmallTiles)->Unit(benchmark::kMillisecond);
BENCHMARK(LargeTiles)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace davsim

BENCHMARK_MAIN();
