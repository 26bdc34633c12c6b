// SPDX-License-Identifier: Apache-2.0
#pragma once
// What every table of cases needs beside its kernels. Include once a program, behind the kernels:
// it defines what cases.h declares.

#include "sim/ascendc/kernel_glue.h"
#include "tests/faulty/cases.h"

namespace faulty {

void call(void (*kernel)(const Args&), std::uint8_t* const* addresses) {
    kernel(Args{addresses[0], addresses[1], addresses[2], addresses[3]});
}

void bind_kernels(davsim::CorePort** slot) {
    AscendC::detail::bind_core(slot);
}

}  // namespace faulty

#define FAULTY(Name) #Name, &Name < true>, &Name < false>
