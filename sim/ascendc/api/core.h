// SPDX-License-Identifier: Apache-2.0
#pragma once
// How API calls reach the simulated core, and how they refuse what the hardware cannot do.

#include <cstdint>
#include <string>

#include "sim/ascendc/api/arch.h"
#include "sim/isa/core_port.h"

namespace AscendC {
namespace detail {

// Points at the device's slot, which holds the core that runs now. One a kernel library, bound by
// the loader; never core state itself. Hidden, so that libraries do not share it.
[[gnu::visibility("hidden")]] inline davsim::CorePort** core_slot = nullptr;

inline davsim::CorePort& core() {
    return **core_slot;
}

// Tells the core whose line is under way; inside an API that is built on others, the outer line.
inline const void* note_site(const void* address) {
    davsim::CorePort& port = core();
    if (port.library_depth == 0) port.site = address;
    return port.site;
}

// For the duration of an API that is built on other APIs: what they do belongs to its caller's
// line.
struct LibraryCall {
    explicit LibraryCall(const void* address) {
        note_site(address);
        ++core().library_depth;
    }
    ~LibraryCall() { --core().library_depth; }
    LibraryCall(const LibraryCall&) = delete;
    LibraryCall& operator=(const LibraryCall&) = delete;
};

// Ends the launch. The compiler does not see through a virtual call that it never returns.
[[noreturn, gnu::cold, gnu::noinline]] inline void end_launch(const std::string& message) {
    core().fail(davsim::Fault::kKernel, message);
    __builtin_unreachable();
}

// "Add: repeatTime is 300, allowed is 0..255"
[[noreturn, gnu::cold, gnu::noinline]] inline void refuse(const char* api, const char* operand,
                                                          const std::string& value,
                                                          const std::string& allowed) {
    end_launch(std::string(api) + ": " + operand + " is " + value + ", allowed is " + allowed);
}

[[noreturn, gnu::cold, gnu::noinline]] inline void refuse_number(const char* api,
                                                                 const char* operand,
                                                                 std::int64_t value,
                                                                 const char* allowed) {
    refuse(api, operand, std::to_string(value), allowed);
}

[[noreturn, gnu::cold, gnu::noinline]] inline void refuse_rule(davsim::Rule rule, const char* api,
                                                               const char* operand,
                                                               const std::string& value,
                                                               const std::string& allowed) {
    core().rule = rule;
    refuse(api, operand, value, allowed);
}

[[noreturn, gnu::cold, gnu::noinline]] inline void refuse_alignment(const char* api,
                                                                    const char* operand,
                                                                    std::uint64_t addr,
                                                                    std::uint64_t alignment) {
    refuse_rule(davsim::Rule::kAlignment, api, operand, "at byte offset " + std::to_string(addr),
                "a multiple of " + std::to_string(alignment));
}

[[noreturn, gnu::cold, gnu::noinline]] inline void refuse_bounds(const char* api,
                                                                 const char* operand,
                                                                 std::uint64_t begin,
                                                                 std::uint64_t end) {
    refuse_rule(davsim::Rule::kUbBounds, api, operand,
                "UB bytes [" + std::to_string(begin) + ", " + std::to_string(end) + ")",
                "up to the UB capacity of " + std::to_string(core().context().ub_bytes) + " B");
}

// A range [begin, end) of UB bytes that an operand touches.
inline void check_ub(const char* api, const char* operand, std::uint64_t begin, std::uint64_t end,
                     std::uint32_t alignment) {
    if ((begin & (alignment - 1U)) != 0) refuse_alignment(api, operand, begin, alignment);
    if (end > core().context().ub_bytes) refuse_bounds(api, operand, begin, end);
}

}  // namespace detail
}  // namespace AscendC
