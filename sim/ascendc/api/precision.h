// SPDX-License-Identifier: Apache-2.0
#pragma once
// 3510: how exact an elementary function is, as a template argument. There the compiler picks a
// sequence of instructions by it; davsim's instructions are exact to the type (see
// docs/timing-ledger.md for their times), so every choice gives the same result at the price of the
// default.

#include "sim/ascendc/api/vec_binary.h"
#include "sim/ascendc/api/vec_unary.h"

namespace AscendC {

enum class ExpAlgo { INTRINSIC = 0, PRECISION_1ULP_FTZ_TRUE, PRECISION_1ULP_FTZ_FALSE };
enum class LnAlgo { INTRINSIC = 0, PRECISION_1ULP_FTZ_TRUE, PRECISION_1ULP_FTZ_FALSE };
enum class ReciprocalAlgo { INTRINSIC = 0, PRECISION_1ULP_FTZ_TRUE, PRECISION_1ULP_FTZ_FALSE };
enum class DivAlgo {
    INTRINSIC = 0,
    DIFF_COMPENSATION,
    PRECISION_1ULP_FTZ_TRUE,
    PRECISION_0ULP_FTZ_TRUE,
    PRECISION_0ULP_FTZ_FALSE,
    PRECISION_1ULP_FTZ_FALSE,
};
enum class SqrtAlgo {
    INTRINSIC = 0,
    FAST_INVERSE,
    PRECISION_1ULP_FTZ_TRUE,
    PRECISION_0ULP_FTZ_FALSE,
    PRECISION_1ULP_FTZ_FALSE,
};
enum class RsqrtAlgo {
    INTRINSIC = 0,
    FAST_INVERSE,
    PRECISION_1ULP_FTZ_TRUE,
    PRECISION_0ULP_FTZ_FALSE,
    PRECISION_1ULP_FTZ_FALSE,
};

#define DAVSIM_PRECISION(Name, DEFAULT)          \
    struct Name##Config {                        \
        Name##Algo algo = Name##Algo::INTRINSIC; \
    };                                           \
    inline constexpr Name##Config DEFAULT = {Name##Algo::INTRINSIC};
DAVSIM_PRECISION(Exp, DEFAULT_EXP_CONFIG)
DAVSIM_PRECISION(Ln, DEFAULT_LN_CONFIG)
DAVSIM_PRECISION(Reciprocal, DEFAULT_RECIPROCAL_CONFIG)
DAVSIM_PRECISION(Div, DEFAULT_DIV_CONFIG)
DAVSIM_PRECISION(Sqrt, DEFAULT_SQRT_CONFIG)
DAVSIM_PRECISION(Rsqrt, DEFAULT_RSQRT_CONFIG)
#undef DAVSIM_PRECISION

// The forms with a configuration, behind those without.
#define DAVSIM_NEEDS_950(Name)         \
    static_assert(detail::kOnly950<T>, \
                  "UNSUPPORTED: " #Name " with a configuration on arch " DAVSIM_ARCH_TEXT)
#define DAVSIM_CONFIGURED(Name)                                                         \
    template <typename T, const Name##Config& config, typename... Args>                 \
    DAVSIM_API auto Name(const LocalTensor<T>& dst, const LocalTensor<T>& src,          \
                         const Args&... args)                                           \
        ->decltype(Name(dst, src, args...)) {                                           \
        DAVSIM_NEEDS_950(Name);                                                         \
        const detail::LibraryCall call(__builtin_return_address(0));                    \
        Name(dst, src, args...);                                                        \
    }                                                                                   \
    template <typename T, bool isSetMask, const Name##Config& config, typename... Args> \
    DAVSIM_API auto Name(const LocalTensor<T>& dst, const LocalTensor<T>& src,          \
                         const Args&... args)                                           \
        ->decltype(Name<T, isSetMask>(dst, src, args...)) {                             \
        DAVSIM_NEEDS_950(Name);                                                         \
        const detail::LibraryCall call(__builtin_return_address(0));                    \
        Name<T, isSetMask>(dst, src, args...);                                          \
    }
DAVSIM_CONFIGURED(Exp)
DAVSIM_CONFIGURED(Ln)
DAVSIM_CONFIGURED(Reciprocal)
DAVSIM_CONFIGURED(Div)
DAVSIM_CONFIGURED(Sqrt)
DAVSIM_CONFIGURED(Rsqrt)
#undef DAVSIM_CONFIGURED
#undef DAVSIM_NEEDS_950

}  // namespace AscendC
