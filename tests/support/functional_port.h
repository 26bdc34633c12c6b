// SPDX-License-Identifier: Apache-2.0
#pragma once
// A core without time: every instruction is executed when it is issued, in program order, and
// recorded. Kernels and API tests run on it where the device is not wanted. GM is plain host
// memory.
//
// It is strict about flags: a wait needs a set before it, a set needs its wait before the next set.

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sim/exec/exec.h"
#include "sim/isa/core_port.h"

namespace davsim::testing {

struct FunctionalConfig {
    std::uint32_t ub_bytes = 192U * 1024U;
    std::uint32_t event_ids = 8;
    std::uint64_t system_workspace = 0;
    bool fused_multiply_add = false;
    bool nan_compares_unequal = false;
};

class FunctionalPort : public CorePort {
public:
    explicit FunctionalPort(const FunctionalConfig& config = {}, std::uint32_t block_idx = 0,
                            std::uint32_t block_num = 1);

    void issue(const Instruction& instruction) override;
    void spend(ScalarOp op, int count) override;
    void set_flag(Pipe destination, std::uint8_t event) override;
    void wait_flag(Pipe source, std::uint8_t event) override;
    void barrier_all() override;
    void sync_all() override;
    void wait_core_flag(std::uint8_t flag) override;
    void load_ub(std::uint32_t addr, void* out, std::size_t bytes) override;
    void store_ub(std::uint32_t addr, const void* data, std::size_t bytes) override;
    void load_gm(std::uint64_t addr, void* out, std::size_t bytes) override;
    void store_gm(std::uint64_t addr, const void* data, std::size_t bytes) override;
    void clean_line(std::uint64_t addr) override;
    void clean_all_lines() override;
    void preload_line(std::uint64_t addr) override;
    void load_gm_direct(std::uint64_t addr, void* out, std::size_t bytes) override;
    void store_gm_direct(std::uint64_t addr, const void* data, std::size_t bytes) override;
    void update_gm(std::uint64_t addr, std::size_t bytes, void (*change)(void*, void*),
                   void* context) override;
    std::int64_t system_counter() override { return now(); }
    std::uint64_t vector_register(VectorRegister which) override;
    void note_buffer(std::uint32_t begin, std::uint32_t bytes, const char* what) override;
    std::int64_t now() override;
    void print(const std::string& text) override;
    [[noreturn]] void fail(Fault fault, const std::string& message) override;
    const KernelContext& context() const override { return context_; }

    KernelContext& mutable_context() { return context_; }
    std::uint8_t* ub() { return ub_.data(); }

    // What happened, one line each; see step_text.h for the spelling of instructions.
    const std::vector<std::string>& steps() const { return steps_; }
    const std::vector<Instruction>& instructions() const { return instructions_; }
    const std::vector<std::string>& buffers() const { return buffers_; }
    const std::string& printed() const { return printed_; }
    int spent(ScalarOp op) const { return spent_[static_cast<std::size_t>(op)]; }
    void clear();

    // Recording costs memory; large kernels switch it off.
    void set_recording(bool on) { recording_ = on; }
    // What SyncAll does; nothing by default.
    void set_sync_all(std::function<void()> action) { sync_all_ = std::move(action); }
    // Flags set and not yet waited for: 0 after a correct kernel.
    int pending_flags() const;

private:
    void execute(const Instruction& instruction);
    exec::VectorPointers pointers_of(const Instruction& instruction);
    void execute_vector(const Instruction& instruction);
    void raise(Pipe source, Pipe destination, std::uint8_t event);
    void lower(Pipe source, Pipe destination, std::uint8_t event);
    void note(const std::string& step);

    KernelContext context_;
    exec::Semantics semantics_;
    std::vector<std::uint8_t> ub_;
    std::vector<std::string> steps_;
    std::vector<Instruction> instructions_;
    std::vector<std::string> buffers_;
    std::string printed_;
    std::array<int, static_cast<std::size_t>(ScalarOp::kPipeInit) + 1> spent_{};
    std::array<std::array<std::uint32_t, kPipeCount>, kPipeCount> flags_{};
    std::function<void()> sync_all_;
    VectorRegisters registers_{};
    bool recording_ = true;
};

}  // namespace davsim::testing
