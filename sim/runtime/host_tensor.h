// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tensors on the host, before they go to GM and after they come back.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/data_type.h"

namespace davsim {

struct TensorSpec {
    std::string name;  // also the file name: "grad_out" -> grad_out.npy
    DataType dtype = DataType::kFloat32;
    std::vector<std::int64_t> shape;
    bool present = true;  // optional inputs may be absent, masked outputs too
    // Neighbours with the same parameter are one kernel argument: a list of tensors.
    std::string list{};
    // Of an output: the input whose memory it is.
    std::string in_place{};
    // False of an output: the kernel has its address from the input alone.
    bool argument = true;
    // Of an output: what its elements hold before the kernel runs, where that is promised.
    std::optional<double> initial{};

    std::uint64_t elements() const {
        std::uint64_t n = 1;
        for (const std::int64_t extent : shape) n *= static_cast<std::uint64_t>(extent);
        return n;
    }
    std::uint64_t bytes() const { return bytes_of(dtype, elements()); }
};

struct HostTensor {
    TensorSpec spec;
    std::vector<std::uint8_t> data;  // spec.bytes(), C order, little endian
};

}  // namespace davsim
