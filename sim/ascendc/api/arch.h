// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the device compiler predefines for a product, derived from __NPU_ARCH__ (given with -D), and
// the qualifiers of the language extension, which mean nothing to a host compiler.
//
// 1001: Ascend 910. 2201: Atlas A2 and A3 (910B, 910_93). 3510: Ascend 950.

#include <cstdint>

#ifndef __NPU_ARCH__
#error "kernels are compiled with -D__NPU_ARCH__=1001, 2201 or 3510"
#endif

#if __NPU_ARCH__ == 1001
#define __CCE_AICORE__ 100
#define __DAV_C100__
#define DAVSIM_ARCH_TEXT "1001"
#elif __NPU_ARCH__ == 2201
#define __CCE_AICORE__ 220
#define __DAV_C220__
#define __DAV_C220_VEC__
#define __DAV_VEC__
#define DAVSIM_ARCH_TEXT "2201"
#elif __NPU_ARCH__ == 3510
#define __CCE_AICORE__ 310
#define __DAV_C310__
#define __DAV_C310_VEC__
#define __DAV_VEC__
#define __DAV_35_FAMILY__
#define DAVSIM_ARCH_TEXT "3510"
#else
#error "__NPU_ARCH__ must be 1001, 2201 or 3510"
#endif

#define __aicore__
#define __global__
#define __gm__
#define __ubuf__
#define __cbuf__
#define __ca__
#define __cb__
#define __cc__
#define __fbuf__
#define __vector__
#define __cube__
#ifdef DAVSIM_KIND_MARKS
#define __mix__(cube, vec) \
    davsim_kernel_cores(cube, vec)  // davsim-cc takes it out and remembers it
#else
#define __mix__(cube, vec)
#endif
#define __inout_pipe__(pipe)
#define __in_pipe__(pipe)
#define __out_pipe__(pipe)
#define __sync_alias__
#define __check_sync_alias__
#define __BLOCK_LOCAL__
#define __WORKGROUP_LOCAL__
#define __ssbuf__
#define __local_mem__
#define __simd_vf__
#define __simd_callee__
#define __simt_vf__
#define __simt_callee__
#define __no_simd_vf_fusion__
#define __host__
#define __host_aicore__
#define __aicpu__
#define __schedmode__(mode)
#define ASCENDC_HOST
#define ASCENDC_AICORE
#define ASCENDC_HOST_AICORE

// The device compiler's own name; the vendor's headers tell by it who compiles.
#define __CCE__ 1

#define GM_ADDR __gm__ uint8_t*

// Hints that kernels give without including anything.
#ifndef likely
#define likely(condition) __builtin_expect(static_cast<bool>(condition), 1)
#define unlikely(condition) __builtin_expect(static_cast<bool>(condition), 0)
#endif

// Written as `if ASCEND_IS_AIV {`: the macro brings the parentheses. Only vector cores run here;
// the coupled core of 1001 is neither.
namespace AscendC {
constexpr int32_t MIX = 0;
constexpr int32_t AIC = 1;
constexpr int32_t AIV = 2;
}  // namespace AscendC
#if __NPU_ARCH__ == 1001
constexpr int32_t g_coreType = AscendC::MIX;
#define ASCEND_IS_AICORE constexpr(true)
#else
constexpr int32_t g_coreType = AscendC::AIV;
#define ASCEND_IS_AICORE constexpr(false)
#define SPLIT_CORE_VEC
#endif
#define ASCEND_IS_AIV constexpr(g_coreType == AscendC::AIV)
#define ASCEND_IS_AIC constexpr(g_coreType == AscendC::AIC)
#define ASCEND_IS_NOT_AIV constexpr(g_coreType != AscendC::AIV)
#define ASCEND_IS_NOT_AIC constexpr(g_coreType != AscendC::AIC)

// An API that a kernel calls. Not inlined, so that its return address is the kernel's line; it asks
// for that before anything can go wrong.
#define DAVSIM_API [[gnu::noinline]]
#define DAVSIM_SITE ::AscendC::detail::note_site(__builtin_return_address(0))

namespace AscendC {
namespace detail {
inline constexpr int kArch = __NPU_ARCH__;
inline constexpr bool kIs910 = kArch == 1001;
inline constexpr bool kIs950 = kArch == 3510;
}  // namespace detail
}  // namespace AscendC
