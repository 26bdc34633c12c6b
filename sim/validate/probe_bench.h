// SPDX-License-Identifier: Apache-2.0
#pragma once
// A simulated device with instruments: probes launch small kernels on it and read times off. One a
// process, as Device.

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "sim/config/soc_config.h"
#include "sim/device/device.h"
#include "sim/views/pipe_statistics.h"

namespace davsim {

// Results of one probe by quantity: "cycles", "duration_us", ...
using ProbeValues = std::map<std::string, double>;

// When instructions of interest started and completed.
class InstructionLog : public Listener {
public:
    struct Life {
        std::int64_t start;
        std::int64_t complete;
    };
    bool enabled = false;
    std::vector<Life> lives;

    std::uint32_t interests() const override { return interest::kInstruction; }
    void on_launch_begin(const LaunchInfo& /*info*/) override { lives.clear(); }
    void on_instruction(const InstructionEvent& event) override {
        if (!enabled || info_of(event.instruction->opcode).op_class == OpClass::kSync) return;
        lives.push_back({event.start.count(), event.complete.count()});
    }
};

class ProbeBench {
public:
    explicit ProbeBench(const SocConfig& config);
    ~ProbeBench();

    const SocConfig& config() const { return device_.config(); }
    CorePort& core() { return **device_.core_slot(); }

    // Global memory; the contents do not matter. All of it is given back by release_all().
    std::uint8_t* allocate(std::uint64_t bytes);
    void release_all();

    LaunchResult launch(std::uint32_t blocks, const std::function<void()>& body,
                        bool flush_l2 = false);

    InstructionLog& log() { return log_; }
    const LaunchStatistics& statistics() const { return statistics_.result(); }
    double microseconds(double cycles) const;
    // Times of the last launch as a profiler reports them: core time, pipe times averaged over
    // cores.
    ProbeValues profile() const;

private:
    PipeStatistics statistics_;
    InstructionLog log_;
    Hub hub_;
    Device device_;
    std::vector<std::uint8_t*> memory_;
};

}  // namespace davsim
