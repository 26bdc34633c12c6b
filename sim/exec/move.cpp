// SPDX-License-Identifier: Apache-2.0
// kCopy and kDuplicate: no arithmetic, only the element size counts.

#include <array>
#include <cstring>

#include "sim/exec/kernel.h"

namespace davsim::exec {
namespace {

template <std::size_t kBytes>
void copy_run(const Run& run) {
    if (run.dst != run.src0) std::memcpy(run.dst, run.src0, run.count * kBytes);
}

template <std::size_t kBytes>
void fill_run(const Run& run) {
    constexpr std::size_t kTile = 64;  // bytes stored at once
    std::array<std::uint8_t, kTile> tile;
    for (std::size_t i = 0; i < kTile; i += kBytes) std::memcpy(&tile[i], &run.scalar_bits, kBytes);
    std::uint8_t* at = run.dst;
    std::size_t left = run.count * kBytes;
    for (; left >= kTile; left -= kTile, at += kTile) std::memcpy(at, tile.data(), kTile);
    std::memcpy(at, tile.data(), left);
}

}  // namespace

Kernel copy_kernel(std::size_t element_bytes) {
    switch (element_bytes) {
        case 1: return &copy_run<1>;
        case 2: return &copy_run<2>;
        case 4: return &copy_run<4>;
        case 8: return &copy_run<8>;
        default: return nullptr;
    }
}

Kernel fill_kernel(std::size_t element_bytes) {
    switch (element_bytes) {
        case 1: return &fill_run<1>;
        case 2: return &fill_run<2>;
        case 4: return &fill_run<4>;
        case 8: return &fill_run<8>;
        default: return nullptr;
    }
}

}  // namespace davsim::exec
