// SPDX-License-Identifier: Apache-2.0
#pragma once
// Streams and events of the host API. A stream is a queue of steps that run one after another when
// somebody waits for it; its clock is simulated time, and so are the times of events.

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "acl/acl_rt.h"

namespace davsim::acl {

struct Context;
struct Stream;

// Picoseconds of simulated time since the device came into being: whole numbers for any clock.
using SimulatedTime = std::int64_t;

struct Event {
    std::uint64_t records = 0;   // put on streams so far
    std::uint64_t done = 0;      // of these, executed
    bool reset = true;           // nothing recorded, or reset since
    SimulatedTime time = 0;      // of the latest executed record
    Stream* recorder = nullptr;  // stream of the latest record; checked before use
};

// A step does its work and returns true, or returns false when it must wait for something that
// nobody has begun yet.
using Step = std::function<bool(Stream&)>;

struct Stream {
    Context* context = nullptr;
    std::int32_t id = 0;
    std::uint32_t priority = 0;
    std::uint32_t flags = 0;
    std::uint64_t failure_mode = ACL_CONTINUE_ON_FAILURE;

    std::deque<Step> steps;
    bool running = false;  // its steps, further up this call stack
    SimulatedTime ready = 0;

    // The first fault since the last time somebody was told.
    aclError error = ACL_SUCCESS;
    std::string error_text;

    void note_fault(aclError code, const std::string& text) {
        if (error != ACL_SUCCESS) return;
        error = code;
        error_text = text;
    }
};

}  // namespace davsim::acl
