// SPDX-License-Identifier: Apache-2.0
#include "sim/base/error.h"

namespace davsim {

std::string_view fault_name(Fault fault) {
    switch (fault) {
        case Fault::kNumerics: return "numerics";
        case Fault::kUsage: return "usage";
        case Fault::kConfig: return "config";
        case Fault::kKernel: return "kernel";
        case Fault::kDeadlock: return "deadlock";
        case Fault::kTiling: return "tiling";
        case Fault::kUnsupported: return "unsupported";
        case Fault::kInternal: return "internal";
    }
    return "internal";
}

int exit_code(Fault fault) {
    switch (fault) {
        case Fault::kNumerics: return 1;
        case Fault::kUsage:
        case Fault::kConfig: return 2;
        case Fault::kKernel: return 3;
        case Fault::kDeadlock: return 4;
        case Fault::kTiling: return 5;
        case Fault::kUnsupported: return 6;
        case Fault::kInternal: return 70;
    }
    return 70;
}

std::string format_error(const Error& error) {
    std::string text = "error[";
    text += fault_name(error.fault());
    text += "]: ";
    text += error.what();
    return text;
}

}  // namespace davsim
