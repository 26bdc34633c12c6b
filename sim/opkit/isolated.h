// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs user code in a process of its own: what it breaks, breaks there, and only the item that it
// was working on is lost.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace davsim::op {

// How an item ended that gave no result.
struct Mishap {
    bool timed_out = false;
    int signal = 0;  // that ended the process; 0: it exited by itself
    int exit_code = 0;
    std::string module;  // file of the code that crashed, and the offset in it; empty: not known
    std::size_t offset = 0;

    // "SIGSEGV (address not mapped) in Foo::Bar (foo.cpp:12)", "did not return within 10 s"
    std::string text(double limit_seconds) const;
};

struct Isolated {
    std::function<std::string(std::size_t)> work;         // in the child; item -> result
    std::function<std::string(const Mishap&)> on_mishap;  // in the parent; -> result
    double limit_seconds = 0;                             // for each item; 0: none
    std::size_t* item = nullptr;  // set before on_mishap: the item it is about
};

// One result an item. A child serves items until one ends it; the next item gets a new child. What
// the child prints to standard output goes to standard error.
std::vector<std::string> run_isolated(std::size_t items, const Isolated& isolated);

}  // namespace davsim::op
