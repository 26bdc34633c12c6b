// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <string>

#include "sim/base/error.h"
#include "sim/exec/exec.h"
#include "sim/exec/kernel.h"

namespace davsim::exec {

Kernel convert_kernel(DataType from, DataType to, RoundMode round) {
    if (const Kernel kernel = float_convert_kernel(from, to, round)) return kernel;
    if (const Kernel kernel = integer_convert_kernel(from, to, round)) return kernel;
    return wide_convert_kernel(from, to, round);
}

void convert(const void* source, DataType from, void* target, DataType to, RoundMode round,
             std::uint64_t count) {
    if (count == 0) return;
    if (from == to) {
        std::memmove(target, source, count * size_of(from));
        return;
    }
    const Kernel kernel = convert_kernel(from, to, round);
    if (kernel == nullptr) {
        throw Error(Fault::kUnsupported, "convert: no conversion from " +
                                             std::string(name_of(from)) + " to " +
                                             std::string(name_of(to)) + " in rounding mode " +
                                             std::to_string(static_cast<int>(round)));
    }
    Run run;
    run.dst = static_cast<std::uint8_t*>(target);
    run.src0 = static_cast<const std::uint8_t*>(source);
    run.count = count;
    kernel(run);
}

}  // namespace davsim::exec
