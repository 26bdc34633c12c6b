// SPDX-License-Identifier: Apache-2.0
// Options of the process and of contexts.

#include "sim/acl/call.h"

using davsim::acl::bad_argument;
using davsim::acl::Context;
using davsim::acl::fail;
using davsim::acl::guarded;
using davsim::acl::HostRuntime;
using davsim::acl::in_context;
using davsim::acl::null_argument;

namespace {

constexpr std::int64_t kDeterminismModes = 4;

aclError check_option(const char* function, aclSysParamOpt opt) {
    if (opt >= ACL_OPT_DETERMINISTIC && opt <= ACL_OPT_ENABLE_KERNEL_EARLY_START)
        return ACL_SUCCESS;
    return bad_argument(function, "opt", std::to_string(opt), "0 to 3");
}

aclError check_value(const char* function, aclSysParamOpt opt, std::int64_t value) {
    const std::int64_t end = opt == ACL_OPT_DETERMINISTIC ? kDeterminismModes : 2;
    if (value >= 0 && value < end) return ACL_SUCCESS;
    return bad_argument(function, "value", std::to_string(value),
                        "0 to " + std::to_string(end - 1));
}

}  // namespace

extern "C" {

aclError aclrtSetSysParamOpt(aclSysParamOpt opt, int64_t value) {
    return guarded("aclrtSetSysParamOpt", [=](HostRuntime& runtime) -> aclError {
        if (const aclError bad = check_option("aclrtSetSysParamOpt", opt)) return bad;
        if (const aclError bad = check_value("aclrtSetSysParamOpt", opt, value)) return bad;
        runtime.process_options[opt] = value;
        return ACL_SUCCESS;
    });
}

aclError aclrtGetSysParamOpt(aclSysParamOpt opt, int64_t* value) {
    return guarded("aclrtGetSysParamOpt", [=](HostRuntime& runtime) -> aclError {
        if (value == nullptr) return null_argument("aclrtGetSysParamOpt", "value");
        if (const aclError bad = check_option("aclrtGetSysParamOpt", opt)) return bad;
        const auto found = runtime.process_options.find(opt);
        *value = found == runtime.process_options.end() ? 0 : found->second;
        return ACL_SUCCESS;
    });
}

aclError aclrtCtxSetSysParamOpt(aclSysParamOpt opt, int64_t value) {
    return in_context("aclrtCtxSetSysParamOpt", [=](HostRuntime&, Context& context) -> aclError {
        if (const aclError bad = check_option("aclrtCtxSetSysParamOpt", opt)) return bad;
        if (const aclError bad = check_value("aclrtCtxSetSysParamOpt", opt, value)) return bad;
        context.options[opt] = value;
        return ACL_SUCCESS;
    });
}

aclError aclrtCtxGetSysParamOpt(aclSysParamOpt opt, int64_t* value) {
    return in_context("aclrtCtxGetSysParamOpt", [=](HostRuntime&, Context& context) -> aclError {
        if (value == nullptr) return null_argument("aclrtCtxGetSysParamOpt", "value");
        if (const aclError bad = check_option("aclrtCtxGetSysParamOpt", opt)) return bad;
        const auto found = context.options.find(opt);
        if (found == context.options.end()) {
            return fail(ACL_ERROR_RT_SYSPARAMOPT_NOT_SET, "EE1003",
                        "aclrtCtxGetSysParamOpt: argument opt " + std::to_string(opt) +
                            " was not set in this context");
        }
        *value = found->second;
        return ACL_SUCCESS;
    });
}

// Simulated kernels end by themselves or in a deadlock that is noticed; DAVSIM_MAX_CYCLES bounds
// them in simulated time.
aclError aclrtSetOpWaitTimeout(uint32_t /*timeout*/) {
    return in_context("aclrtSetOpWaitTimeout",
                      [](HostRuntime&, Context&) -> aclError { return ACL_SUCCESS; });
}

aclError aclrtSetOpExecuteTimeOut(uint32_t /*timeout*/) {
    return in_context("aclrtSetOpExecuteTimeOut",
                      [](HostRuntime&, Context&) -> aclError { return ACL_SUCCESS; });
}

aclError aclGetCannAttributeList(const aclCannAttr** cannAttrList, size_t* num) {
    static const aclCannAttr kAttributes[] = {ACL_CANN_ATTR_INF_NAN, ACL_CANN_ATTR_BF16,
                                              ACL_CANN_ATTR_JIT_COMPILE};
    if (cannAttrList == nullptr) return null_argument("aclGetCannAttributeList", "cannAttrList");
    if (num == nullptr) return null_argument("aclGetCannAttributeList", "num");
    *cannAttrList = kAttributes;
    *num = sizeof(kAttributes) / sizeof(kAttributes[0]);
    return ACL_SUCCESS;
}

aclError aclGetCannAttribute(aclCannAttr cannAttr, int32_t* value) {
    return guarded("aclGetCannAttribute", [=](HostRuntime& runtime) -> aclError {
        if (value == nullptr) return null_argument("aclGetCannAttribute", "value");
        const auto& soc = runtime.options().config;
        switch (cannAttr) {
            case ACL_CANN_ATTR_INF_NAN: *value = soc.cores.coupled ? 0 : 1; return ACL_SUCCESS;
            case ACL_CANN_ATTR_BF16:
                *value = soc.vector.dtypes.contains(davsim::DataType::kBfloat16) ? 1 : 0;
                return ACL_SUCCESS;
            case ACL_CANN_ATTR_JIT_COMPILE: *value = 0; return ACL_SUCCESS;
            default:
                return bad_argument("aclGetCannAttribute", "cannAttr", std::to_string(cannAttr),
                                    "0, 1 or 2");
        }
    });
}

}  // extern "C"
