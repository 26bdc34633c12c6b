// SPDX-License-Identifier: Apache-2.0
#pragma once
// Refusals that name the element type: a static_assert's message is a literal, so there is one for
// each type. DAVSIM_REQUIRE(name, condition, T) refuses T, DAVSIM_REQUIRE_PAIR(name, condition, T,
// U) the pair of a destination T and a source U; T depends on a template's parameter.
//
//   UNSUPPORTED: Add of bfloat16_t on arch 2201
//   UNSUPPORTED: Cast bfloat16_t->half on arch 1001

#include <cstdint>
#include <type_traits>

#include "sim/ascendc/api/arch.h"
#include "sim/ascendc/api/bfloat16.h"
#include "sim/ascendc/api/float8.h"
#include "sim/ascendc/api/half.h"
#include "sim/ascendc/api/int4.h"

namespace AscendC {
namespace detail {

template <typename T, typename... Ts>
constexpr int place_of() {
    int place = 0;
    const bool found = ((++place, std::is_same_v<T, Ts>) || ...);
    return found ? place - 1 : static_cast<int>(sizeof...(Ts));
}

// Place of the type in the lists below; behind them for any other.
template <typename T>
inline constexpr int kTypePlace =
    place_of<T, half, float, bfloat16_t, int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t,
             int64_t, uint64_t, int4b_t, double, bool, fp8_e4m3fn_t, fp8_e5m2_t, hifloat8_t,
             fp8_e8m0_t, fp4x2_e2m1_t, fp4x2_e1m2_t>();
inline constexpr int kTypePlaces = 21;

template <typename T, typename U>
inline constexpr int kPairPlace = kTypePlace<T>* kTypePlaces + kTypePlace<U>;

}  // namespace detail
}  // namespace AscendC

#define DAVSIM_REFUSE(code, place, text) \
    static_assert(code != place, "UNSUPPORTED: " text " on arch " DAVSIM_ARCH_TEXT)

#define DAVSIM_REFUSE_EACH(code, name)                \
    DAVSIM_REFUSE(code, 0, name " of half");          \
    DAVSIM_REFUSE(code, 1, name " of float");         \
    DAVSIM_REFUSE(code, 2, name " of bfloat16_t");    \
    DAVSIM_REFUSE(code, 3, name " of int8_t");        \
    DAVSIM_REFUSE(code, 4, name " of uint8_t");       \
    DAVSIM_REFUSE(code, 5, name " of int16_t");       \
    DAVSIM_REFUSE(code, 6, name " of uint16_t");      \
    DAVSIM_REFUSE(code, 7, name " of int32_t");       \
    DAVSIM_REFUSE(code, 8, name " of uint32_t");      \
    DAVSIM_REFUSE(code, 9, name " of int64_t");       \
    DAVSIM_REFUSE(code, 10, name " of uint64_t");     \
    DAVSIM_REFUSE(code, 11, name " of int4b_t");      \
    DAVSIM_REFUSE(code, 12, name " of double");       \
    DAVSIM_REFUSE(code, 13, name " of bool");         \
    DAVSIM_REFUSE(code, 14, name " of fp8_e4m3fn_t"); \
    DAVSIM_REFUSE(code, 15, name " of fp8_e5m2_t");   \
    DAVSIM_REFUSE(code, 16, name " of hifloat8_t");   \
    DAVSIM_REFUSE(code, 17, name " of fp8_e8m0_t");   \
    DAVSIM_REFUSE(code, 18, name " of fp4x2_e2m1_t"); \
    DAVSIM_REFUSE(code, 19, name " of fp4x2_e1m2_t"); \
    DAVSIM_REFUSE(code, 20, name " of a type that no tensor has")
#define DAVSIM_REQUIRE(name, condition, T)                            \
    if constexpr (!(condition)) {                                     \
        DAVSIM_REFUSE_EACH((::AscendC::detail::kTypePlace<T>), name); \
    } else                                                            \
        static_assert(true, "")

#define DAVSIM_REFUSE_FROM(code, name, place, source)                       \
    DAVSIM_REFUSE(code, 0 * 21 + place, name " " source "->half");          \
    DAVSIM_REFUSE(code, 1 * 21 + place, name " " source "->float");         \
    DAVSIM_REFUSE(code, 2 * 21 + place, name " " source "->bfloat16_t");    \
    DAVSIM_REFUSE(code, 3 * 21 + place, name " " source "->int8_t");        \
    DAVSIM_REFUSE(code, 4 * 21 + place, name " " source "->uint8_t");       \
    DAVSIM_REFUSE(code, 5 * 21 + place, name " " source "->int16_t");       \
    DAVSIM_REFUSE(code, 6 * 21 + place, name " " source "->uint16_t");      \
    DAVSIM_REFUSE(code, 7 * 21 + place, name " " source "->int32_t");       \
    DAVSIM_REFUSE(code, 8 * 21 + place, name " " source "->uint32_t");      \
    DAVSIM_REFUSE(code, 9 * 21 + place, name " " source "->int64_t");       \
    DAVSIM_REFUSE(code, 10 * 21 + place, name " " source "->uint64_t");     \
    DAVSIM_REFUSE(code, 11 * 21 + place, name " " source "->int4b_t");      \
    DAVSIM_REFUSE(code, 12 * 21 + place, name " " source "->double");       \
    DAVSIM_REFUSE(code, 13 * 21 + place, name " " source "->bool");         \
    DAVSIM_REFUSE(code, 14 * 21 + place, name " " source "->fp8_e4m3fn_t"); \
    DAVSIM_REFUSE(code, 15 * 21 + place, name " " source "->fp8_e5m2_t");   \
    DAVSIM_REFUSE(code, 16 * 21 + place, name " " source "->hifloat8_t");   \
    DAVSIM_REFUSE(code, 17 * 21 + place, name " " source "->fp8_e8m0_t");   \
    DAVSIM_REFUSE(code, 18 * 21 + place, name " " source "->fp4x2_e2m1_t"); \
    DAVSIM_REFUSE(code, 19 * 21 + place, name " " source "->fp4x2_e1m2_t"); \
    DAVSIM_REFUSE(code, 20 * 21 + place, name " " source "->a type that no tensor has")
#define DAVSIM_REFUSE_PAIRS(code, name)                 \
    DAVSIM_REFUSE_FROM(code, name, 0, "half");          \
    DAVSIM_REFUSE_FROM(code, name, 1, "float");         \
    DAVSIM_REFUSE_FROM(code, name, 2, "bfloat16_t");    \
    DAVSIM_REFUSE_FROM(code, name, 3, "int8_t");        \
    DAVSIM_REFUSE_FROM(code, name, 4, "uint8_t");       \
    DAVSIM_REFUSE_FROM(code, name, 5, "int16_t");       \
    DAVSIM_REFUSE_FROM(code, name, 6, "uint16_t");      \
    DAVSIM_REFUSE_FROM(code, name, 7, "int32_t");       \
    DAVSIM_REFUSE_FROM(code, name, 8, "uint32_t");      \
    DAVSIM_REFUSE_FROM(code, name, 9, "int64_t");       \
    DAVSIM_REFUSE_FROM(code, name, 10, "uint64_t");     \
    DAVSIM_REFUSE_FROM(code, name, 11, "int4b_t");      \
    DAVSIM_REFUSE_FROM(code, name, 12, "double");       \
    DAVSIM_REFUSE_FROM(code, name, 13, "bool");         \
    DAVSIM_REFUSE_FROM(code, name, 14, "fp8_e4m3fn_t"); \
    DAVSIM_REFUSE_FROM(code, name, 15, "fp8_e5m2_t");   \
    DAVSIM_REFUSE_FROM(code, name, 16, "hifloat8_t");   \
    DAVSIM_REFUSE_FROM(code, name, 17, "fp8_e8m0_t");   \
    DAVSIM_REFUSE_FROM(code, name, 18, "fp4x2_e2m1_t"); \
    DAVSIM_REFUSE_FROM(code, name, 19, "fp4x2_e1m2_t"); \
    DAVSIM_REFUSE_FROM(code, name, 20, "a type that no tensor has")
#define DAVSIM_REQUIRE_PAIR(name, condition, T, U)                        \
    if constexpr (!(condition)) {                                         \
        DAVSIM_REFUSE_PAIRS((::AscendC::detail::kPairPlace<T, U>), name); \
    } else                                                                \
        static_assert(true, "")
