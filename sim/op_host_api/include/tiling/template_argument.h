// SPDX-License-Identifier: Apache-2.0
#pragma once
// Tiling keys that stand for the template arguments of a kernel. Each declared parameter takes its
// bits of the key, the first one the lowest; a number is stored as its place in the declared list,
// everything else as itself. ASCENDC_TPL_SEL lists the combinations that there are kernels for; the
// build reads it, a tiling function does not.

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#define ASCENDC_TPL_AIV_ONLY 0
#define ASCENDC_TPL_AIC_ONLY 1
#define ASCENDC_TPL_MIX_AIV_1_0 4
#define ASCENDC_TPL_MIX_AIC_1_0 5
#define ASCENDC_TPL_MIX_AIC_1_1 6
#define ASCENDC_TPL_MIX_AIC_1_2 7
#define ASCENDC_TPL_AICORE 8
#define ASCENDC_TPL_VECTORCORE 9
#define ASCENDC_TPL_MIX_AICORE 10
#define ASCENDC_TPL_MIX_VECTOR_CORE 11
#define ASCENDC_TPL_1_BW 1
#define ASCENDC_TPL_2_BW 2
#define ASCENDC_TPL_4_BW 4
#define ASCENDC_TPL_8_BW 8
#define ASCENDC_TPL_DTYPE 0
#define ASCENDC_TPL_FORMAT 1
#define ASCENDC_TPL_UINT 2
#define ASCENDC_TPL_BOOL 3
#define ASCENDC_TPL_INPUT_BIAS 100000000
#define ASCENDC_TPL_OUTPUT_BIAS 900000000
#define ASCENDC_TPL_INPUT(index) (ASCENDC_TPL_INPUT_BIAS + (index))
#define ASCENDC_TPL_OUTPUT(index) (ASCENDC_TPL_OUTPUT_BIAS + (index))
#define ASCENDC_TPL_UI_RANGE 0
#define ASCENDC_TPL_UI_LIST 1
#define ASCENDC_TPL_UI_MIX 2

#define C_DT_FLOAT 0
#define C_DT_FLOAT16 1
#define C_DT_INT8 2
#define C_DT_INT32 3
#define C_DT_UINT8 4
#define C_DT_INT16 6
#define C_DT_UINT16 7
#define C_DT_UINT32 8
#define C_DT_INT64 9
#define C_DT_UINT64 10
#define C_DT_DOUBLE 11
#define C_DT_BOOL 12
#define C_DT_COMPLEX64 16
#define C_DT_BF16 27
#define C_DT_INT4 29
#define C_DT_COMPLEX32 33
#define C_DT_HIFLOAT8 34
#define C_DT_FLOAT8_E5M2 35
#define C_DT_FLOAT8_E4M3FN 36
#define C_DT_FLOAT8_E8M0 37
#define C_DT_FLOAT4_E2M1 40
#define C_DT_FLOAT4_E1M2 41
#define C_FORMAT_NCHW 0
#define C_FORMAT_NHWC 1
#define C_FORMAT_ND 2
#define C_FORMAT_NC1HWC0 3
#define C_FORMAT_FRACTAL_Z 4
#define C_FORMAT_FRACTAL_NZ 29

constexpr std::uint64_t INVALID_TILING_KEY = 0XFFFFFFFFFFFFFFFF;

namespace davsim {
namespace op {

// `type` is a typename in the kernel, the others are numbers.
enum class TplKind { kType, kDtype, kFormat, kUint, kBool, kOther };

struct TplParam {
    const char* name;
    TplKind kind;
    unsigned bits;
    std::vector<std::uint64_t> values;
};

// UI_RANGE: count of ranges, then first and last of each. UI_LIST: the values. UI_MIX: both.
inline std::vector<std::uint64_t> tpl_numbers(const std::vector<std::uint64_t>& given) {
    if (given.empty()) return {};
    std::vector<std::uint64_t> values;
    std::size_t at = 1;
    if (given[0] != ASCENDC_TPL_UI_LIST && given.size() > 1) {
        const std::size_t end = std::min<std::size_t>(given.size(), 2 + 2 * given[1]);
        for (at = 2; at + 1 < end; at += 2) {
            for (std::uint64_t v = given[at]; v <= given[at + 1]; ++v) values.push_back(v);
        }
        if (given[0] == ASCENDC_TPL_UI_RANGE) return values;
    }
    values.insert(values.end(), given.begin() + static_cast<std::ptrdiff_t>(at), given.end());
    return values;
}

inline TplParam tpl_param(const char* name, TplKind kind, unsigned bits,
                          std::vector<std::uint64_t> values) {
    return {name, kind, bits, kind == TplKind::kUint ? tpl_numbers(values) : std::move(values)};
}

// INVALID_TILING_KEY for a number that was not declared, or keys of more than 64 bits.
inline std::uint64_t tpl_key(const std::vector<TplParam>& params,
                             const std::vector<std::uint64_t>& arguments) {
    std::uint64_t key = 0;
    unsigned shift = 0;
    for (std::size_t i = 0; i < std::min(params.size(), arguments.size()); ++i) {
        std::uint64_t code = arguments[i];
        if (params[i].kind == TplKind::kUint) {
            const auto& values = params[i].values;
            const auto found = std::find(values.begin(), values.end(), code);
            if (found == values.end()) return INVALID_TILING_KEY;
            code = static_cast<std::uint64_t>(found - values.begin());
        }
        if (shift + params[i].bits > 64) return INVALID_TILING_KEY;
        key |= code << shift;
        shift += params[i].bits;
    }
    return key;
}

// One ASCENDC_TPL_ARGS_SEL: the chosen values by parameter, and the tiling struct if it names one.
struct TplSelection {
    std::vector<TplParam> params;
    std::string tiling_struct;

    TplSelection() = default;
    template <typename... Parts>
    explicit TplSelection(const Parts&... parts) {
        (add(parts), ...);
    }

private:
    void add(const TplParam& param) { params.push_back(param); }
    void add(const std::string& name) { tiling_struct = name; }
};

class TplRegistrar {
public:
    TplRegistrar(const std::vector<TplParam>& params, std::vector<TplSelection> selections);
};

}  // namespace op
}  // namespace davsim

#define DAVSIM_TPL(name, kind, bits, ...) \
    ::davsim::op::tpl_param(#name, ::davsim::op::TplKind::kind, bits, {__VA_ARGS__})
#define ASCENDC_TPL_DTYPE_DECL(x, ...) DAVSIM_TPL(x, kDtype, ASCENDC_TPL_8_BW, __VA_ARGS__)
#define ASCENDC_TPL_DATATYPE_DECL(x, ...) DAVSIM_TPL(x, kType, ASCENDC_TPL_8_BW, __VA_ARGS__)
#define ASCENDC_TPL_FORMAT_DECL(x, ...) DAVSIM_TPL(x, kFormat, ASCENDC_TPL_8_BW, __VA_ARGS__)
#define ASCENDC_TPL_UINT_DECL(x, bits, ...) DAVSIM_TPL(x, kUint, bits, __VA_ARGS__)
#define ASCENDC_TPL_BOOL_DECL(x, ...) DAVSIM_TPL(x, kBool, ASCENDC_TPL_1_BW, __VA_ARGS__)
#define ASCENDC_TPL_KERNEL_TYPE_DECL(x, ...) DAVSIM_TPL(x, kOther, ASCENDC_TPL_8_BW, __VA_ARGS__)
#define ASCENDC_TPL_ARGS_DECL(type, ...)                                                    \
    [[maybe_unused]] static const std::vector<::davsim::op::TplParam> g_davsim_tpl_params { \
        __VA_ARGS__                                                                         \
    }

#ifdef DAVSIM_TPL_COLLECT
#define ASCENDC_TPL_DTYPE_SEL(x, ...) DAVSIM_TPL(x, kDtype, 0, __VA_ARGS__)
#define ASCENDC_TPL_DATATYPE_SEL(x, ...) DAVSIM_TPL(x, kType, 0, __VA_ARGS__)
#define ASCENDC_TPL_FORMAT_SEL(x, ...) DAVSIM_TPL(x, kFormat, 0, __VA_ARGS__)
#define ASCENDC_TPL_UINT_SEL(x, ...) DAVSIM_TPL(x, kUint, 0, __VA_ARGS__)
#define ASCENDC_TPL_BOOL_SEL(x, ...) DAVSIM_TPL(x, kBool, 0, __VA_ARGS__)
#define ASCENDC_TPL_TILING_STRUCT_SEL(x, ...) ::std::string(#x)
#define ASCENDC_TPL_KERNEL_TYPE_SEL(...) DAVSIM_TPL(, kOther, 0, __VA_ARGS__)
#define ASCENDC_TPL_DETERMINISTIC_SEL(...) DAVSIM_TPL(, kOther, 0, __VA_ARGS__)
#define ASCENDC_TPL_SHARED_KERNEL_TYPE_SEL(x, ...) DAVSIM_TPL(, kOther, 0, __VA_ARGS__)
#define ASCENDC_TPL_ARGS_SEL(...) \
    ::davsim::op::TplSelection {  \
        __VA_ARGS__               \
    }
#define ASCENDC_TPL_SEL(...)                                        \
    static const ::davsim::op::TplRegistrar g_davsim_tpl_registrar( \
        g_davsim_tpl_params, std::vector<::davsim::op::TplSelection>{__VA_ARGS__})
#else
#define ASCENDC_TPL_SEL(...)
#endif

#define GET_TPL_TILING_KEY(...) \
    ::davsim::op::tpl_key(g_davsim_tpl_params, std::vector<std::uint64_t>{__VA_ARGS__})
#define ASCENDC_TPL_SEL_PARAM(context, ...) (context)->SetTilingKey(GET_TPL_TILING_KEY(__VA_ARGS__))
