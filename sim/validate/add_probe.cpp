// SPDX-License-Identifier: Apache-2.0
// The Add kernel of the samples: load two tiles, add, store.

#include <algorithm>

#include "sim/validate/instruction_maker.h"
#include "sim/validate/kernel_probes.h"

namespace davsim {
namespace {

constexpr std::uint32_t kElement = 2;  // bytes of fp16

struct AddShape {
    std::uint64_t elements = 0;
    std::uint32_t blocks = 1;
    std::uint32_t tile = 0;  // elements
    std::uint32_t buffers = 1;
    std::uint32_t adds = 1;
    bool queues = false;
    bool bypass = false;
    bool apart = false;
    std::uint64_t tiles() const { return (elements + tile - 1) / tile; }
};

AddShape shape_of(ProbeParams& params) {
    AddShape shape;
    shape.elements = static_cast<std::uint64_t>(params.number("elements"));
    shape.blocks = static_cast<std::uint32_t>(params.number("blocks"));
    shape.tile = static_cast<std::uint32_t>(params.number("tile"));
    shape.buffers = static_cast<std::uint32_t>(params.number("buffers", 1));
    shape.adds = static_cast<std::uint32_t>(params.number("adds", 1));
    shape.queues = params.number("queues", 0) != 0;
    shape.bypass = params.number("bypass", 0) != 0;
    shape.apart = params.number("apart", 0) != 0;
    params.finish();
    if (shape.blocks == 0 || shape.tile == 0 || shape.buffers == 0)
        params.refuse("blocks, tile and buffers must be above 0");
    return shape;
}

struct Tensors {
    std::uint8_t* x;
    std::uint8_t* y;
    std::uint8_t* z;
};

// One block of the kernel. A flag a tensor and buffer when queues manage the buffers, one for both
// loads otherwise, as the samples do.
class AddBlock {
public:
    AddBlock(CorePort& core, const AddShape& shape, const Tensors& gm)
        : core_(core), shape_(shape), gm_(gm) {
        const std::uint32_t banks_width = 512;
        const std::uint32_t bytes =
            (shape.tile * kElement + banks_width - 1) / banks_width * banks_width;
        stagger_ = shape.apart ? banks_width / 2 : 0;
        // x and y of all buffers, then z.
        pitch_ = shape.apart ? shape.tile * kElement : bytes;
        z_ = 2 * shape.buffers * pitch_;
        z_ = (z_ + banks_width - 1) / banks_width * banks_width;
    }

    void run() {
        const std::uint64_t tiles = shape_.tiles();
        const std::uint64_t block = core_.context().block_idx;
        const std::uint64_t begin = tiles * block / shape_.blocks;
        const std::uint64_t end = tiles * (block + 1) / shape_.blocks;
        if (shape_.queues) core_.spend(ScalarOp::kPipeInit, 1);
        for (std::uint64_t tile = begin; tile < end; ++tile) step(tile, tile - begin, end - tile);
    }

private:
    void flag(Opcode opcode, Pipe from, Pipe to, std::uint32_t event) {
        core_.issue(make_flag(opcode, from, to, event));
    }
    // Flags of both inputs with queues, one otherwise.
    void input_flags(Opcode opcode, Pipe from, Pipe to, std::uint32_t buffer) {
        flag(opcode, from, to, buffer);
        if (shape_.queues) flag(opcode, from, to, shape_.buffers + buffer);
    }
    void queue_operations(int count) {
        if (shape_.queues) core_.spend(ScalarOp::kQueueOp, count);
    }

    void step(std::uint64_t tile, std::uint64_t index, std::uint64_t left) {
        const auto buffer = static_cast<std::uint32_t>(index % shape_.buffers);
        const bool reused = index >= shape_.buffers;
        const bool again = left > shape_.buffers;
        const std::uint64_t offset = tile * shape_.tile * kElement;
        const auto bytes = static_cast<std::uint32_t>(
            std::min<std::uint64_t>(shape_.tile, shape_.elements - tile * shape_.tile) * kElement);
        const std::uint32_t x = 2 * buffer * pitch_;
        const std::uint32_t y = x + pitch_;
        const std::uint32_t z = z_ + buffer * (shape_.apart ? pitch_ + stagger_ : pitch_);

        queue_operations(2);  // allocate
        if (reused) input_flags(Opcode::kWaitFlag, Pipe::kV, Pipe::kMte2, buffer);
        const CopyShape copy{bytes, 1, 0, shape_.bypass};
        core_.issue(make_copy(Opcode::kLoadGm, gm_.x + offset, x, copy));
        core_.issue(make_copy(Opcode::kLoadGm, gm_.y + offset, y, copy));
        queue_operations(4);  // enqueue, dequeue
        input_flags(Opcode::kSetFlag, Pipe::kMte2, Pipe::kV, buffer);
        input_flags(Opcode::kWaitFlag, Pipe::kMte2, Pipe::kV, buffer);
        queue_operations(1);
        if (reused) flag(Opcode::kWaitFlag, Pipe::kMte3, Pipe::kV, buffer);
        add(x, y, z, bytes);
        queue_operations(4);
        if (again) input_flags(Opcode::kSetFlag, Pipe::kV, Pipe::kMte2, buffer);
        flag(Opcode::kSetFlag, Pipe::kV, Pipe::kMte3, buffer);
        flag(Opcode::kWaitFlag, Pipe::kV, Pipe::kMte3, buffer);
        core_.issue(make_copy(Opcode::kStoreGm, gm_.z + offset, z, {bytes}));
        queue_operations(1);
        if (again) flag(Opcode::kSetFlag, Pipe::kMte3, Pipe::kV, buffer);
    }

    void add(std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t bytes) {
        Instruction ins;
        ins.opcode = Opcode::kAdd;
        ins.dtype = DataType::kFloat16;
        ins.vec.dst.dtype = ins.vec.src0.dtype = ins.vec.src1.dtype = DataType::kFloat16;
        ins.vec.dst.addr = z;
        ins.vec.src0.addr = x;
        ins.vec.src1.addr = y;
        ins.vec.mask = {bytes / kElement, 0, true};
        for (std::uint32_t i = 0; i < shape_.adds; ++i) {
            if (i > 0) core_.issue(make_barrier(Pipe::kV));
            core_.issue(ins);
            ins.vec.src0.addr = z;
        }
    }

    CorePort& core_;
    const AddShape& shape_;
    Tensors gm_;
    std::uint32_t stagger_;
    std::uint32_t pitch_;
    std::uint32_t z_;
};

}  // namespace

ProbeValues probe_add(ProbeBench& bench, ProbeParams& params) {
    const AddShape shape = shape_of(params);
    const std::uint64_t bytes = shape.elements * kElement;
    const Tensors tensors{bench.allocate(bytes), bench.allocate(bytes), bench.allocate(bytes)};
    const auto body = [&] { AddBlock(bench.core(), shape, tensors).run(); };
    bench.launch(shape.blocks, body, true);
    ProbeValues values = bench.profile();
    const double core_cycles =
        static_cast<double>(bench.config().cores.clock_mhz) * values["core_us"];
    values["period"] = core_cycles * shape.blocks / static_cast<double>(shape.tiles());
    const double second = values["core_us"] / 1e6;
    values["tbps"] = static_cast<double>(3 * bytes) / second / 1e12;
    return values;
}

}  // namespace davsim
