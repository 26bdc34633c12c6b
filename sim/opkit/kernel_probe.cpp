// SPDX-License-Identifier: Apache-2.0
#include "sim/opkit/kernel_probe.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "sim/base/error.h"
#include "sim/isa/footprint.h"
#include "sim/isa/scratch_buffers.h"

namespace davsim::op {
namespace {

// Memory of zeros that costs nothing until it is written.
class Zeros {
public:
    explicit Zeros(std::uint64_t bytes) : bytes_(std::max<std::uint64_t>(bytes, 1)) {
        memory_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory_ == MAP_FAILED)
            throw Error(Fault::kUsage, fmt::format("no address space for {} bytes", bytes));
    }
    ~Zeros() { munmap(memory_, bytes_); }
    Zeros(const Zeros&) = delete;
    Zeros& operator=(const Zeros&) = delete;
    void* get() const { return memory_; }
    bool holds(std::uint64_t address, std::uint64_t bytes) const {
        const auto begin = reinterpret_cast<std::uint64_t>(memory_);
        return address >= begin && bytes <= bytes_ && address - begin <= bytes_ - bytes;
    }

private:
    std::uint64_t bytes_;
    void* memory_;
};

class ProbePort final : public CorePort {
public:
    ProbePort(const ProbeRequest& request, const SocConfig& config, ProbeResult& result)
        : request_(request), config_(config), result_(result) {
        ub_.resize(static_cast<std::size_t>(config.memory.ub_bytes));
        context_.block_num = request.tiling->block_dim;
        context_.tiling_key = request.tiling->key;
        context_.ub = ub_.data();
        context_.ub_bytes = static_cast<std::uint32_t>(ub_.size());
        context_.event_ids = static_cast<std::uint32_t>(config.sync.event_ids);
        context_.system_workspace = static_cast<std::uint64_t>(config.memory.system_workspace);
        context_.sub_block_num = static_cast<std::uint32_t>(config.cores.vector_per_core);
    }

    void add_memory(const Zeros& memory) { memories_.push_back(&memory); }

    void start(std::uint32_t block) {
        context_.block_idx = block;
        context_.sub_block_idx = block % context_.sub_block_num;
        registers = CoreRegisters{};
        pipe_object = nullptr;
        moved_ = 0;
    }
    std::uint64_t moved() const { return moved_; }

    void issue(const Instruction& instruction) override {
        const bool transfer = instruction.pipe == Pipe::kMte2 || instruction.pipe == Pipe::kMte3;
        if (!transfer || is_sync(instruction)) return;
        const DmaPayload& dma = instruction.dma;
        if (dma.bursts == 0 || dma.burst_bytes == 0) return;
        moved_ += bytes_moved(instruction);
        ++result_.transfers;
        const std::uint64_t bytes = dma.burst_bytes;
        result_.smallest = result_.smallest == 0 ? bytes : std::min(result_.smallest, bytes);
        if (bytes * dma.bursts < request_.efficient_bytes) ++result_.small_transfers;
        const auto align = static_cast<std::uint64_t>(config_.dma.align_bytes);
        if (align > 1 && dma.gm % align != 0) ++result_.unaligned_transfers;
    }
    void spend(ScalarOp, int) override {}
    void set_flag(Pipe, std::uint8_t) override {}
    void wait_flag(Pipe, std::uint8_t) override {}
    void barrier_all() override {}
    void sync_all() override {}
    void load_ub(std::uint32_t addr, void* out, std::size_t bytes) override {
        std::memset(out, 0, bytes);
        if (addr + bytes <= ub_.size()) std::memcpy(out, ub_.data() + addr, bytes);
    }
    void store_ub(std::uint32_t addr, const void* data, std::size_t bytes) override {
        if (addr + bytes <= ub_.size()) std::memcpy(ub_.data() + addr, data, bytes);
    }
    void load_gm(std::uint64_t addr, void* out, std::size_t bytes) override {
        std::memset(out, 0, bytes);
        if (known(addr, bytes)) std::memcpy(out, reinterpret_cast<const void*>(addr), bytes);
    }
    void store_gm(std::uint64_t addr, const void* data, std::size_t bytes) override {
        if (known(addr, bytes)) std::memcpy(reinterpret_cast<void*>(addr), data, bytes);
    }
    std::uint64_t vector_register(VectorRegister) override { return 0; }
    void wait_core_flag(std::uint8_t) override {}
    void clean_line(std::uint64_t) override {}
    void clean_all_lines() override {}
    void preload_line(std::uint64_t) override {}
    void load_gm_direct(std::uint64_t addr, void* out, std::size_t bytes) override {
        load_gm(addr, out, bytes);
    }
    void store_gm_direct(std::uint64_t addr, const void* data, std::size_t bytes) override {
        store_gm(addr, data, bytes);
    }
    void update_gm(std::uint64_t addr, std::size_t bytes, void (*change)(void*, void*),
                   void* context) override {
        if (known(addr, bytes)) change(reinterpret_cast<void*>(addr), context);
    }
    std::int64_t system_counter() override { return 0; }
    void note_buffer(std::uint32_t begin, std::uint32_t bytes, const char* what) override {
        if (!is_scratch_buffer(what)) result_.ub_bytes = std::max(result_.ub_bytes, begin + bytes);
    }
    std::int64_t now() override { return 0; }
    void print(const std::string&) override {}
    [[noreturn]] void fail(Fault fault, const std::string& message) override {
        throw Error(fault, message);
    }
    const KernelContext& context() const override { return context_; }

private:
    static bool is_sync(const Instruction& instruction) {
        return instruction.opcode == Opcode::kSetFlag || instruction.opcode == Opcode::kWaitFlag ||
               instruction.opcode == Opcode::kPipeBarrier;
    }
    bool known(std::uint64_t address, std::uint64_t bytes) const {
        return std::any_of(memories_.begin(), memories_.end(),
                           [&](const Zeros* memory) { return memory->holds(address, bytes); });
    }

    const ProbeRequest& request_;
    const SocConfig& config_;
    ProbeResult& result_;
    std::vector<std::uint8_t> ub_;
    KernelContext context_;
    std::vector<const Zeros*> memories_;
    std::uint64_t moved_ = 0;
};

std::vector<std::uint32_t> blocks_to_walk(std::uint32_t blocks, std::uint32_t most) {
    std::vector<std::uint32_t> chosen;
    if (most == 0 || blocks <= most) {
        for (std::uint32_t i = 0; i < blocks; ++i) chosen.push_back(i);
        return chosen;
    }
    for (std::uint32_t i = 0; i < most; ++i)
        chosen.push_back(static_cast<std::uint32_t>(std::uint64_t{i} * (blocks - 1) / (most - 1)));
    return chosen;
}

}  // namespace

double ProbeResult::balance() const {
    std::uint64_t most = 0;
    std::uint64_t sum = 0;
    for (const std::uint64_t bytes : block_bytes) {
        most = std::max(most, bytes);
        sum += bytes;
    }
    if (most == 0) return 1;
    return static_cast<double>(sum) / static_cast<double>(block_bytes.size()) /
           static_cast<double>(most);
}

ProbeResult probe_kernel(const ProbeRequest& request, const SocConfig& config) {
    ProbeResult result;
    std::vector<std::unique_ptr<Zeros>> memory;
    std::vector<void*> arguments;
    ProbePort port(request, config, result);
    const auto add = [&](std::uint64_t bytes) {
        memory.push_back(std::make_unique<Zeros>(bytes));
        port.add_memory(*memory.back());
        arguments.push_back(memory.back()->get());
    };
    for (const std::uint64_t bytes : request.argument_bytes) {
        if (bytes == 0) {
            arguments.push_back(nullptr);
        } else {
            add(bytes);
        }
    }
    add(static_cast<std::uint64_t>(config.memory.system_workspace) + request.workspace_bytes);
    add(request.tiling->data.size());
    std::memcpy(arguments.back(), request.tiling->data.data(), request.tiling->data.size());

    CorePort* slot = &port;
    request.kernel->bind(&slot);
    try {
        for (const std::uint32_t block :
             blocks_to_walk(request.tiling->block_dim, request.most_blocks)) {
            port.start(block);
            request.kernel->invoke(arguments.data());
            result.block_bytes.push_back(port.moved());
        }
    } catch (const Error& error) {
        result.problem = fmt::format("block {}: {}", port.context().block_idx, error.what());
    }
    return result;
}

}  // namespace davsim::op
