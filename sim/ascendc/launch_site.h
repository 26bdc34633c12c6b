// SPDX-License-Identifier: Apache-2.0
#pragma once
// What davsim-cc puts in the place of `kernel<<<blocks, ub, stream>>>(arguments)`. The arguments
// are evaluated here and now; the kernel gets copies of them, once a block.

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "sim/ascendc/api/core.h"
#include "sim/isa/kernel_launch.h"

namespace davsim {

// What stands between <<< and >>>.
struct LaunchShape {
    template <typename Blocks, typename Ub>
    LaunchShape(Blocks block_count, Ub ub, void* on_stream = nullptr)
        : blocks(static_cast<std::uint32_t>(block_count)), stream(on_stream) {
        if constexpr (!std::is_null_pointer_v<Ub> && !std::is_pointer_v<Ub>)
            ub_bytes = static_cast<std::uint64_t>(ub);
    }

    std::uint32_t blocks;
    std::uint64_t ub_bytes = 0;
    void* stream;
    std::uint32_t vector_cores = 1;  // that a block runs on
    bool cube_core = false;          // and with them a cube core, which is not simulated
};

// Of a kernel declared with __mix__(kCube, kVector).
template <int kCube, int kVector>
struct MixedLaunchShape : LaunchShape {
    static_assert(kCube >= 0 && kCube <= 1 && kVector >= 0 && kVector <= 2,
                  "__mix__(cube, vec): 0 or 1 cube cores, 0 to 2 vector cores");
    template <typename... Args>
    MixedLaunchShape(Args... args) : LaunchShape(args...) {
        vector_cores = kVector == 0 ? 1 : kVector;
        cube_core = kCube != 0;
    }
};

namespace detail {

// The arguments one behind the other. A tuple would do, were it trivially copyable.
template <typename... Ts>
struct Values {
    template <typename F, typename... Before>
    void call(F& function, Before... before) const {
        function(before...);
    }
};

template <typename T, typename... Ts>
struct Values<T, Ts...> {
    T first;
    Values<Ts...> rest;

    template <typename F, typename... Before>
    void call(F& function, Before... before) const {
        rest.call(function, before..., first);
    }
};

inline Values<> values() {
    return {};
}
template <typename T, typename... Ts>
Values<T, Ts...> values(T first, Ts... rest) {
    return {first, values(rest...)};
}

template <typename Kernel, typename... Args>
struct KernelCall {
    Kernel kernel;
    Values<Args...> arguments;

    static void invoke(const void* bytes) {
        alignas(KernelCall) unsigned char storage[sizeof(KernelCall)];
        std::memcpy(storage, bytes, sizeof(storage));
        auto& call = *reinterpret_cast<KernelCall*>(storage);
        call.arguments.call(call.kernel);
    }
};

}  // namespace detail

template <typename Kernel, typename... Args>
void launch_kernel(Kernel kernel, const char* name, const LaunchShape& shape, Args... args) {
    static_assert((std::is_trivially_copyable_v<Args> && ...),
                  "arguments of a kernel are GM addresses, numbers and plain structs of them");
    static_assert(std::is_trivially_copyable_v<Kernel>,
                  "a kernel is a function or a pointer to one");
    const detail::KernelCall<Kernel, Args...> call{kernel, detail::values(args...)};
    KernelLaunch launch;
    launch.name = name;
    launch.npu_arch = __NPU_ARCH__;
    launch.blocks = shape.blocks;
    launch.ub_bytes = shape.ub_bytes;
    launch.stream = shape.stream;
    launch.vector_cores = shape.vector_cores;
    launch.cube_core = shape.cube_core;
    launch.call = &call;
    launch.call_bytes = sizeof(call);
    launch.bind = [](CorePort** slot) { AscendC::detail::core_slot = slot; };
    launch.invoke = &detail::KernelCall<Kernel, Args...>::invoke;
    davsim_launch_kernel(&launch);
}

}  // namespace davsim
