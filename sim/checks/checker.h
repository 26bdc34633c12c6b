// SPDX-License-Identifier: Apache-2.0
#pragma once
// The listener that finds hazards. Attach it to the hub of a device before a launch; it works on
// every launch until it is gone, and keeps what it found.
//
//     checks::Checker checker(checks::CheckSet::all());
//     hub.add(checker);
//     device.launch(...);                    // may throw: then the last finding says why
//     for (const Finding& finding : checker.findings()) ...
//
// A Hub asks for interests once, in add(). Detectors that are off cost nothing.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/checks/check_set.h"
#include "sim/checks/finding.h"
#include "sim/events/listener.h"

namespace davsim::checks {

class Checker : public Listener {
public:
    explicit Checker(CheckSet set);
    ~Checker() override;

    std::uint32_t interests() const override;
    void on_launch_begin(const LaunchInfo& info) override;
    void on_launch_end(Cycles span) override;
    void on_block_begin(int core, std::uint32_t block) override;
    void on_instruction(const InstructionEvent& event) override;
    void on_scalar(const ScalarEvent& event) override;
    void on_buffer(const BufferEvent& event) override;
    void on_raw_access(const RawAccessEvent& event) override;
    void on_violation(const ViolationEvent& event) override;
    void on_fault(const FaultEvent& event) override;

    // Device memory that a program never freed, told at its end.
    void device_memory_left(const std::string& name, std::uint64_t bytes);

    CheckSet set() const { return set_; }
    // Of all launches since the last clear(), in the order in which they were found.
    const std::vector<Finding>& findings() const;
    // Findings that are errors, repetitions counted.
    std::uint64_t errors() const;
    void clear();

private:
    struct Impl;
    CheckSet set_;
    std::unique_ptr<Impl> impl_;
};

}  // namespace davsim::checks
