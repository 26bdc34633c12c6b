// SPDX-License-Identifier: Apache-2.0
#pragma once
// Names of Ascend C that no core here has: the cube side. Calling one is a compile-time error that
// says so in one line.

#include "sim/ascendc/api/arch.h"

namespace AscendC {
namespace detail {

template <typename... Args>
inline constexpr bool kNever = sizeof...(Args) >
                               1000;  // depends on the arguments, so only calls fail

}  // namespace detail

#define DAVSIM_UNSUPPORTED(Name)                                                       \
    template <typename... Types, typename... Args>                                     \
    void Name(Args&&... /*arguments*/) {                                               \
        static_assert(detail::kNever<Types..., Args...>,                               \
                      "UNSUPPORTED: " #Name " (cube side) on arch " DAVSIM_ARCH_TEXT); \
    }

DAVSIM_UNSUPPORTED(Mmad)
DAVSIM_UNSUPPORTED(MmadWithSparse)
DAVSIM_UNSUPPORTED(LoadData)
DAVSIM_UNSUPPORTED(LoadDataWithTranspose)
DAVSIM_UNSUPPORTED(LoadDataWithSparse)
DAVSIM_UNSUPPORTED(LoadUnzipIndex)
DAVSIM_UNSUPPORTED(LoadDataUnzip)
DAVSIM_UNSUPPORTED(LoadImageToLocal)
DAVSIM_UNSUPPORTED(Fixpipe)
DAVSIM_UNSUPPORTED(SetFixPipeConfig)
DAVSIM_UNSUPPORTED(SetFixpipeNz2ndFlag)
DAVSIM_UNSUPPORTED(SetFixpipePreQuantFlag)
DAVSIM_UNSUPPORTED(InitConstValue)
DAVSIM_UNSUPPORTED(SetLoadDataBoundary)
DAVSIM_UNSUPPORTED(SetLoadDataRepeat)
DAVSIM_UNSUPPORTED(SetLoadDataPaddingValue)
DAVSIM_UNSUPPORTED(BroadCastVecToMM)
DAVSIM_UNSUPPORTED(Conv2D)
DAVSIM_UNSUPPORTED(Gemm)
DAVSIM_UNSUPPORTED(SetHF32Mode)
DAVSIM_UNSUPPORTED(SetHF32TransMode)
DAVSIM_UNSUPPORTED(SetMMLayoutTransform)

#undef DAVSIM_UNSUPPORTED

}  // namespace AscendC
