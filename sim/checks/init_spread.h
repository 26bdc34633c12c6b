// SPDX-License-Identifier: Apache-2.0
#pragma once
// One vector instruction on the shadow of UB: which of its results are undefined because of what it
// read.

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "sim/checks/init_flow.h"
#include "sim/checks/ub_shadow.h"
#include "sim/isa/footprint.h"

namespace davsim::checks {

// The instruction has completed; `ub` and `registers` hold its results already.
struct Completed {
    const Instruction& instruction;
    const Footprint& footprint;
    const std::uint8_t* ub;
    const VectorRegisters& registers;
};

// Undefined results get the number that `origin` gives, which is asked for only if there are any.
class InitSpread {
public:
    using OriginOf = std::function<UbShadow::Origin()>;

    InitSpread(UbShadow& shadow, const Completed& what, OriginOf origin)
        : shadow_(shadow),
          what_(what),
          ins_(what.instruction),
          footprint_(what.footprint),
          origin_of_(std::move(origin)) {}

    // Something that the instruction read is undefined.
    void run();
    // Nothing is.
    void define_results();

private:
    using Bits = std::vector<std::uint8_t>;

    UbShadow::Origin origin();
    void define_writes();
    bool define_some();
    void define_scattered();
    void undefine_writes();
    bool reads_undefined(int read) const;

    // init_lanes.cpp
    void lanes();
    void dense_lanes();
    bool lane_undefined(std::uint64_t repeat, std::uint64_t lane) const;
    void bits_of_lanes();
    void to_mask();
    void set_mask();
    void get_mask();
    void reduce();

    // init_moves.cpp
    bool overwritten(const Region& region) const;
    bool is_control(Operand operand) const;
    std::vector<Bits> shadow_sources() const;
    void run_on_shadow(const Instruction& ins, const std::vector<Bits>& sources);
    void take_over(std::uint64_t begin, const Bits& zeros, const Bits& ones);
    void moves();
    void bitwise();
    void spoil_by_control(const Region& control);
    void spoil_by_select();

    // init_records.cpp
    template <class Visit>
    void for_each_record(std::uint64_t record_bytes, Visit visit) const;
    void sort();
    void reorder();
    void deliver_records(std::uint64_t record_bytes, std::uint64_t number_at,
                         std::uint64_t number_bytes, const std::vector<Bits>& sources,
                         const std::vector<std::uint64_t>& places);

    UbShadow& shadow_;
    const Completed& what_;
    const Instruction& ins_;
    const Footprint& footprint_;
    OriginOf origin_of_;
    UbShadow::Origin known_origin_ = UbShadow::kNeverWritten;
};

}  // namespace davsim::checks
