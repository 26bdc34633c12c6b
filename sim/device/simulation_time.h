// SPDX-License-Identifier: Apache-2.0
#pragma once
// SystemC time as core cycles: one tick of sc_time is one cycle. No clock frequency is involved, so
// no cycle is ever rounded; nanoseconds are made from cycles where reports are printed.

#include <exception>
#include <systemc>
#include <utility>

#include "sim/base/units.h"

namespace davsim {

inline Cycles simulation_now() {
    return Cycles(static_cast<std::int64_t>(sc_core::sc_time_stamp().value()));
}

inline sc_core::sc_time to_sc_time(Cycles cycles) {
    return sc_core::sc_time::from_value(static_cast<sc_core::sc_time::value_type>(cycles.count()));
}

// Where processes leave the exception that ended them: it may not leave the process itself, so it
// is kept for Device::launch(), which throws it again.
struct FaultSink {
    std::exception_ptr first;

    void keep(std::exception_ptr exception) {
        if (!first) first = std::move(exception);
        sc_core::sc_pause();
    }
};

// Runs the body of a SystemC process.
template <class Body>
void guarded(FaultSink& faults, Body body) {
    try {
        body();
    } catch (...) { faults.keep(std::current_exception()); }
}

}  // namespace davsim
