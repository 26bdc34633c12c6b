// SPDX-License-Identifier: Apache-2.0
#pragma once
// Several blocks of a launch on FunctionalPorts. One block runs at a time, in the order of their
// numbers, each until its next SyncAll: results do not depend on the host's scheduler.

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "tests/support/functional_port.h"

namespace davsim::testing {

class FunctionalLaunch {
public:
    FunctionalLaunch(const FunctionalConfig& config, std::uint32_t blocks,
                     std::uint64_t tiling_key = 0);
    ~FunctionalLaunch();

    // What a kernel library is bound to.
    CorePort** slot() { return &slot_; }
    FunctionalPort& block(std::uint32_t index) { return *ports_[index]; }

    // Runs `body` once a block. Throws the first Error of a block; a block that ends while others
    // wait in SyncAll is Error(kDeadlock).
    void run(const std::function<void()>& body);

private:
    struct Baton;

    void run_block(std::uint32_t index, const std::function<void()>& body);
    void arrive(std::uint32_t index);

    CorePort* slot_ = nullptr;
    std::vector<std::unique_ptr<FunctionalPort>> ports_;
    std::unique_ptr<Baton> baton_;
};

}  // namespace davsim::testing
