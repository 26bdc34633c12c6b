// SPDX-License-Identifier: Apache-2.0
#pragma once
// The corpus: small kernels with one sin each, their corrected twins, and what must be said.

#include <cstdint>
#include <string>
#include <vector>

#include "sim/checks/finding.h"
#include "sim/isa/core_port.h"

namespace faulty {

// As kernels/common.h has it: GM addresses.
struct Args;

struct Case {
    const char* name;
    void (*bad)(const Args&);
    void (*good)(const Args&);
    davsim::checks::Kind kind;
    const char* text;  // part of the message
    std::uint32_t blocks = 1;
    int launches = 1;
    bool marked = true;  // its lines are marked in the source
};

const std::vector<Case>& cases();

// Runs one with these addresses.
void call(void (*kernel)(const Args&), std::uint8_t* const* addresses);

// Where the kernels' API calls find their core.
void bind_kernels(davsim::CorePort** slot);

}  // namespace faulty
