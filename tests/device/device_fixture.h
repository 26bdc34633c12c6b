// SPDX-License-Identifier: Apache-2.0
#pragma once
// A small device with round numbers, a listener that keeps everything, and short hands for
// instructions.

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <memory>
#include <vector>

#include "sim/device/device.h"

namespace davsim::testing {

// Costs nothing where a test does not say otherwise, so that expected cycles can be written down.
SocConfig round_config();

struct Recorder : Listener {
    struct Life {
        Opcode opcode;
        Pipe pipe;
        int core;
        std::int64_t issued, start, complete, waited;
        StallCause cause;
    };
    std::vector<Life> instructions;
    std::vector<FlagEvent> flags;
    std::vector<ScalarStallEvent> stalls;
    std::vector<TransferEvent> transfers;
    std::vector<BlockEvent> blocks;
    std::vector<BarrierEvent> barriers;

    // Violations stay faults: nobody listens to them.
    std::uint32_t interests() const override { return interest::kAll & ~interest::kViolation; }
    void on_instruction(const InstructionEvent& e) override {
        instructions.push_back({e.instruction->opcode, e.instruction->pipe, e.core,
                                e.issued.count(), e.start.count(), e.complete.count(),
                                e.waited.count(), e.cause});
    }
    void on_flag(const FlagEvent& e) override { flags.push_back(e); }
    void on_scalar_stall(const ScalarStallEvent& e) override { stalls.push_back(e); }
    void on_transfer(const TransferEvent& e) override { transfers.push_back(e); }
    void on_block(const BlockEvent& e) override { blocks.push_back(e); }
    void on_barrier(const BarrierEvent& e) override { barriers.push_back(e); }

    const Life& first(Opcode opcode) const {
        for (const Life& life : instructions) {
            if (life.opcode == opcode) return life;
        }
        throw std::runtime_error("no such instruction was run");
    }
};

// Instructions on contiguous fp32 data, first `count` elements.
Instruction adds(std::uint32_t dst, std::uint32_t src, float scalar, std::uint32_t count);
Instruction add(std::uint32_t dst, std::uint32_t src0, std::uint32_t src1, std::uint32_t count);
Instruction duplicate(std::uint32_t dst, float scalar, std::uint32_t count);
Instruction load(std::uint32_t ub, const std::uint8_t* gm, std::uint32_t bytes);
Instruction store(std::uint8_t* gm, std::uint32_t ub, std::uint32_t bytes,
                  AtomicOp atomic = AtomicOp::kNone);
Instruction set_flag(Pipe source, Pipe destination, std::uint8_t event);
Instruction wait_flag(Pipe source, Pipe destination, std::uint8_t event);
Instruction barrier(Pipe pipe);

class DeviceTest : public ::testing::Test {
protected:
    Device& device() {
        if (!device_) {
            hub_.add(recorder);
            device_ = std::make_unique<Device>(config, hub_);
        }
        return *device_;
    }

    CorePort& core() { return **device().core_slot(); }

    LaunchResult run(const std::function<void()>& body, std::uint32_t blocks = 1) {
        LaunchRequest request;
        request.kernel = "test";
        request.body = body;
        request.blocks = blocks;
        request.max_cycles = max_cycles;
        request.sync = sync;
        request.jitter_seed = jitter;
        return device().launch(request);
    }

    float read_ub(std::uint32_t addr) {
        float value = 0;
        core().load_ub(addr, &value, sizeof(value));
        return value;
    }
    void write_ub(std::uint32_t addr, float value) { core().store_ub(addr, &value, sizeof(value)); }

    // The error message of a launch that must fail, and its fault.
    std::string failure(const std::function<void()>& body, Fault fault, std::uint32_t blocks = 1);

    SocConfig config = round_config();
    Recorder recorder;
    std::uint64_t max_cycles = 0;
    SyncMode sync = SyncMode::kManual;
    std::optional<std::uint64_t> jitter;

private:
    Hub hub_;
    std::unique_ptr<Device> device_;
};

}  // namespace davsim::testing
