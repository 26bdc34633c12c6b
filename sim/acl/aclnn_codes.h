// SPDX-License-Identifier: Apache-2.0
#pragma once
// Status codes of aclnn calls, as CANN numbers them.

#include "aclnn/acl_meta.h"
#include "sim/acl/failure.h"

namespace davsim::acl {

inline constexpr aclnnStatus kParamNullptr = 161001;
inline constexpr aclnnStatus kParamInvalid = 161002;
inline constexpr aclnnStatus kRuntimeError = 361001;
inline constexpr aclnnStatus kInnerNullptr = 561103;  // an inner step refused, its tiling included

// "EZ1001: AclNN_Parameter_Error: aclnnX: argument gradOut ..."
inline aclnnStatus refuse(aclnnStatus code, const char* function, const std::string& text) {
    const bool parameter = code == kParamNullptr || code == kParamInvalid;
    return fail(code, parameter ? "EZ1001" : "EZ9999",
                (parameter ? "AclNN_Parameter_Error: " : "AclNN_Inner_Error: ") +
                    std::string(function) + ": " + text);
}

inline aclnnStatus refuse_null(const char* function, const char* argument) {
    return refuse(kParamNullptr, function,
                  std::string("argument ") + argument + " must not be a null pointer");
}

}  // namespace davsim::acl
