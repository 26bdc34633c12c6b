// SPDX-License-Identifier: Apache-2.0
#pragma once
// The error taxonomy: every stop of davsim says whose fault it is.
//
//   error[config]: Ascend910B2.yaml:12:9: memory.ub: unit is 'MB', allowed is 'B'
//
// The category in brackets decides the exit code of the command line, so scripts can branch on it.

#include <stdexcept>
#include <string>
#include <string_view>

namespace davsim {

enum class Fault {
    kNumerics,     // the run finished, its results are wrong (exit 1)
    kUsage,        // command line, case folder or file system (exit 2)
    kConfig,       // hardware configuration (exit 2)
    kKernel,       // the kernel broke a rule of the hardware (exit 3)
    kDeadlock,     // the kernel hangs, or ran past its time limit (exit 4)
    kTiling,       // the tiling cannot run on this SoC (exit 5)
    kUnsupported,  // correct, but absent on this SoC or not modelled (exit 6)
    kInternal,     // a bug of davsim (exit 70)
};

// Short name in messages: "config", "tiling", ...
std::string_view fault_name(Fault fault);

// Exit code of the davsim command for this fault; see the table above.
int exit_code(Fault fault);

// what() is one line without the "error[...]" prefix; format_error() adds it.
class Error : public std::runtime_error {
public:
    Error(Fault fault, const std::string& message) : std::runtime_error(message), fault_(fault) {}
    Fault fault() const { return fault_; }

private:
    Fault fault_;
};

std::string format_error(const Error& error);

}  // namespace davsim
