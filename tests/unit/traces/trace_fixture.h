// SPDX-License-Identifier: Apache-2.0
#pragma once
// Hand-fed events for trace tests. One cycle is one nanosecond (1000 MHz).

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "traces/export/trace_json.h"
#include "traces/recorder.h"

namespace davsim::traces {

class TraceTest : public testing::Test {
protected:
    TraceTest() {
        std::string path = testing::TempDir() + "davsim-traces-XXXXXX";
        folder_ = mkdtemp(path.data());
    }
    ~TraceTest() override { std::filesystem::remove_all(folder_); }

    static LaunchInfo info(std::int64_t clock_mhz = 1000) {
        LaunchInfo info;
        info.kernel = "demo";
        info.blocks = 1;
        info.cores = 4;
        info.clock_mhz = clock_mhz;
        return info;
    }

    static void vector_add(TraceRecorder& recorder, int core, std::int64_t start,
                           std::int64_t complete) {
        Instruction instruction;
        instruction.opcode = Opcode::kAdd;
        instruction.pipe = Pipe::kV;
        instruction.vec.repeat = 2;
        instruction.vec.src0.addr = 512;
        instruction.vec.src1.addr = 1024;
        tell(recorder, instruction, core, start, complete, 1536);
    }

    static void load(TraceRecorder& recorder, int core, std::int64_t start, std::int64_t complete) {
        Instruction instruction;
        instruction.opcode = Opcode::kLoadGm;
        instruction.pipe = Pipe::kMte2;
        instruction.dma = DmaPayload{};
        instruction.dma.gm = 4096;
        instruction.dma.burst_bytes = 256;
        instruction.dma.bursts = 4;
        tell(recorder, instruction, core, start, complete, 1024);
    }

    static void tell(TraceRecorder& recorder, const Instruction& instruction, int core,
                     std::int64_t start, std::int64_t complete, std::uint64_t bytes) {
        InstructionEvent event;
        event.core = core;
        event.instruction = &instruction;
        event.start = Cycles(start);
        event.complete = Cycles(complete);
        event.bytes = bytes;
        recorder.on_instruction(event);
    }

    static void flag(TraceRecorder& recorder, int core, std::uint64_t pairing, std::int64_t set,
                     std::int64_t wait, std::int64_t end) {
        FlagEvent event;
        event.core = core;
        event.source = Pipe::kMte2;
        event.destination = Pipe::kV;
        event.event = 3;
        event.pairing = pairing;
        event.set_start = Cycles(set);
        event.set = Cycles(set + 5);
        event.wait_start = Cycles(wait);
        event.wait_end = Cycles(end);
        recorder.on_flag(event);
    }

    std::string store_path() const { return folder_ + "/trace.davt"; }

    RecorderOptions options(TraceLevel level = TraceLevel::kPipe) const {
        RecorderOptions options;
        options.level = level;
        options.path = store_path();
        options.vector_per_core = 2;
        options.remarks = {{"soc", "Test {\"1\"}"}};
        return options;
    }

    static std::string read(const std::string& path) {
        std::ostringstream text;
        text << std::ifstream(path, std::ios::binary).rdbuf();
        return text.str();
    }

    // trace.json of all cores.
    std::string written(TraceRecorder& recorder, const ExportOptions& how = {}) const {
        recorder.finish({});
        report = export_trace_json(StoreReader(store_path()), how, folder_);
        return read(folder_ + "/trace.json");
    }

    mutable ExportReport report;
    std::string folder_;
};

}  // namespace davsim::traces
