// SPDX-License-Identifier: Apache-2.0
#include "tests/device/device_fixture.h"

namespace davsim::testing {
namespace {

Instruction vector_op(Opcode opcode, std::uint32_t dst, std::uint32_t count) {
    Instruction ins;
    ins.opcode = opcode;
    ins.vec.dst.addr = dst;
    ins.vec.mask = {count, 0, true};
    return ins;
}

std::uint32_t bits(float value) {
    std::uint32_t result = 0;
    std::memcpy(&result, &value, sizeof(result));
    return result;
}

Instruction sync_op(Opcode opcode, Pipe pipe) {
    Instruction ins;
    ins.opcode = opcode;
    ins.pipe = pipe;
    ins.sync = SyncPayload{};
    return ins;
}

}  // namespace

SocConfig round_config() {
    SocConfig c;
    c.identity = {"Test", "test", "dav-test", 2201};
    c.cores.ai_cores = 2;
    c.cores.vector_per_core = 2;
    c.cores.clock_mhz = 1000;
    c.memory.ub_bytes = 64 * 1024;
    c.memory.alloc_align = 32;
    c.memory.alloc_extra = 32;
    c.l2 = {1 << 20, 512, 16, 1.0, 1.0, 0, 1.0, 512, 0};  // 1000 B a cycle each way
    c.hbm = {std::int64_t{1} << 30, 0.2, 1, 1, 1};        // 200 B a cycle
    c.dma.load = {200, 300, 100, 50, 0, 0};
    c.dma.store = {150, 150, 100, 100, 0, 0};
    c.dma.overlap_bytes = 1 << 30;
    c.dma.issue_cost = 20;
    c.dma.align_bytes = 32;
    c.dma.unaligned_lines = 0;
    c.dma.atomic_factor = 1;
    c.vector.min_issue_interval = 3;
    c.vector.pipelined = true;
    for (VectorOpCost& op : c.vector.ops) op = {1, 1, 1, 20, 0, 0, 0};
    c.sync.event_ids = 8;
    c.sync.queue_depth = 4;
    c.sync.sync_all = 500;
    c.sync.core_flag = 30;
    c.cores.sys_counter_mhz = 50;
    return c;
}

Instruction adds(std::uint32_t dst, std::uint32_t src, float scalar, std::uint32_t count) {
    Instruction ins = vector_op(Opcode::kAdds, dst, count);
    ins.vec.src0.addr = src;
    ins.vec.scalar_bits = bits(scalar);
    return ins;
}

Instruction add(std::uint32_t dst, std::uint32_t src0, std::uint32_t src1, std::uint32_t count) {
    Instruction ins = vector_op(Opcode::kAdd, dst, count);
    ins.vec.src0.addr = src0;
    ins.vec.src1.addr = src1;
    return ins;
}

Instruction duplicate(std::uint32_t dst, float scalar, std::uint32_t count) {
    Instruction ins = vector_op(Opcode::kDuplicate, dst, count);
    ins.vec.scalar_bits = bits(scalar);
    return ins;
}

Instruction load(std::uint32_t ub, const std::uint8_t* gm, std::uint32_t bytes) {
    Instruction ins;
    ins.opcode = Opcode::kLoadGm;
    ins.pipe = Pipe::kMte2;
    ins.dma = DmaPayload{};
    ins.dma.gm = reinterpret_cast<std::uint64_t>(gm);
    ins.dma.ub = ub;
    ins.dma.burst_bytes = bytes;
    ins.dma.dtype = DataType::kFloat32;
    return ins;
}

Instruction store(std::uint8_t* gm, std::uint32_t ub, std::uint32_t bytes, AtomicOp atomic) {
    Instruction ins = load(ub, gm, bytes);
    ins.opcode = Opcode::kStoreGm;
    ins.pipe = Pipe::kMte3;
    ins.dma.atomic = atomic;
    return ins;
}

Instruction set_flag(Pipe source, Pipe destination, std::uint8_t event) {
    Instruction ins = sync_op(Opcode::kSetFlag, source);
    ins.sync = {source, destination, event};
    return ins;
}

Instruction wait_flag(Pipe source, Pipe destination, std::uint8_t event) {
    Instruction ins = sync_op(Opcode::kWaitFlag, destination);
    ins.sync = {source, destination, event};
    return ins;
}

Instruction barrier(Pipe pipe) {
    return sync_op(Opcode::kPipeBarrier, pipe);
}

std::string DeviceTest::failure(const std::function<void()>& body, Fault fault,
                                std::uint32_t blocks) {
    try {
        run(body, blocks);
    } catch (const Error& error) {
        EXPECT_EQ(error.fault(), fault) << error.what();
        return error.what();
    }
    ADD_FAILURE() << "the launch did not fail";
    return {};
}

}  // namespace davsim::testing
