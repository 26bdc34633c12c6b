// SPDX-License-Identifier: Apache-2.0
#include "sim/exec/brcb.h"

#include <cstring>

#include "sim/exec/kernel.h"

namespace davsim::exec {

bool run_brcb(const Instruction& instruction, const VectorPointers& pointers) {
    const VectorPayload& vec = instruction.vec;
    const std::size_t element = size_of(vec.dst.dtype);
    const Kernel fill = fill_kernel(element);
    if (fill == nullptr || size_of(vec.src0.dtype) != element) return false;
    // A block stride of 0 counts as 1 here.
    const std::size_t block =
        std::size_t{vec.dst.blk_stride == 0 ? 1U : vec.dst.blk_stride} * kBlockBytes;
    Run run;
    run.count = kBlockBytes / element;
    for (std::size_t repeat = 0; repeat < vec.repeat; ++repeat) {
        std::uint8_t elements[kBlocksPerRepeat * sizeof(std::uint64_t)];
        std::memcpy(elements, pointers.src0 + repeat * kBlocksPerRepeat * element,
                    kBlocksPerRepeat * element);
        run.dst = pointers.dst + repeat * vec.dst.rep_stride * kBlockBytes;
        for (std::size_t i = 0; i < kBlocksPerRepeat; ++i, run.dst += block) {
            std::memcpy(&run.scalar_bits, elements + i * element, element);
            fill(run);
        }
    }
    return true;
}

}  // namespace davsim::exec
