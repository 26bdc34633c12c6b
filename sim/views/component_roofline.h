// SPDX-License-Identifier: Apache-2.0
#pragma once
// A roofline for each component of a core (scalar unit, MTE2, vector unit, MTE3): operations of one
// component queue behind each other, components overlap. Two figures a component say why a launch
// is not faster:
//
//   busy        = time with work in the component / span
//   utilisation = time its work would take at its ideal rate / span
//
// Both near 1: the component is the bound. Busy but badly used: short transfers, low repeat counts,
// waiting for memory. Nothing busy: too little in parallel. After "Squeezing Operator Performance
// Potential for the Ascend Architecture" (ASPLOS 2025).
//
// The ideal rate of a mix of work is the total over the sum of the parts' ideal times; these come
// with the instructions (InstructionEvent::ideal, from config sections `vector` and `dma`).

#include <string>
#include <string_view>
#include <vector>

#include "sim/views/bound_analysis.h"
#include "sim/views/launch_statistics.h"

namespace davsim {

enum class ComponentVerdict {
    kIdle,
    kBound,        // compute or memory bound
    kInefficient,  // busy, but far below its ideal rate
    kNotTheBound,  // works less than most of the time
};

struct ComponentUse {
    Pipe pipe = Pipe::kV;
    double busy = 0;         // mean of the used cores
    double utilisation = 0;  // likewise
    double achieved = 0;     // bytes a cycle of the span, one core; 0 for the scalar unit
    double ideal = 0;        // bytes a cycle, one core; 0 when there was no work
    ComponentVerdict verdict = ComponentVerdict::kIdle;
    std::string text;
};

struct ComponentRoofline {
    std::vector<ComponentUse> components;  // S, MTE2, V, MTE3
    std::string verdict;                   // of the launch, one line
};

ComponentRoofline component_roofline(const LaunchStatistics& statistics, const Bound& bound);

}  // namespace davsim
