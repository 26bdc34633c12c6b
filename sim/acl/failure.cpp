// SPDX-License-Identifier: Apache-2.0
#include "sim/acl/failure.h"

#include "acl/acl_rt.h"

namespace davsim::acl {
namespace {

struct ThreadErrors {
    std::string latest;    // not asked for yet
    std::string returned;  // the caller holds a pointer to it
    bool present = false;
    aclError code = ACL_SUCCESS;
};

ThreadErrors& errors() {
    thread_local ThreadErrors mine;
    return mine;
}

}  // namespace

aclError fail(aclError code, const char* id, const std::string& text) {
    ThreadErrors& mine = errors();
    mine.latest = std::string(id) + ": " + text;
    mine.present = true;
    mine.code = code;
    return code;
}

aclError null_argument(const char* function, const char* argument) {
    return fail(ACL_ERROR_INVALID_PARAM, "EH0002",
                std::string(function) + ": argument " + argument +
                    " must not be NULL (Invalid_Null_Pointer)");
}

aclError bad_argument(const char* function, const char* argument, const std::string& value,
                      const std::string& allowed) {
    return fail(ACL_ERROR_INVALID_PARAM, "EH0001",
                std::string(function) + ": argument " + argument + " is " + value +
                    ", allowed is " + allowed + " (Invalid_Argument)");
}

aclError code_of(const Error& error) {
    switch (error.fault()) {
        case Fault::kUsage: return ACL_ERROR_RT_MEMORY_ALLOCATION;
        case Fault::kConfig: return ACL_ERROR_INVALID_PARAM;
        case Fault::kUnsupported: return ACL_ERROR_RT_FEATURE_NOT_SUPPORT;
        default: return ACL_ERROR_INTERNAL_ERROR;
    }
}

aclError fail(const char* function, const Error& error) {
    return fail(code_of(error), "EZ9999", std::string(function) + ": " + format_error(error));
}

}  // namespace davsim::acl

extern "C" {

const char* aclGetRecentErrMsg(void) {
    auto& mine = davsim::acl::errors();
    if (!mine.present) return nullptr;
    mine.present = false;
    mine.returned = std::move(mine.latest);
    return mine.returned.c_str();
}

aclError aclrtPeekAtLastError(aclrtLastErrLevel level) {
    if (level != ACL_RT_THREAD_LEVEL) return ACL_ERROR_RT_PARAM_INVALID;
    return davsim::acl::errors().code;
}

aclError aclrtGetLastError(aclrtLastErrLevel level) {
    if (level != ACL_RT_THREAD_LEVEL) return ACL_ERROR_RT_PARAM_INVALID;
    auto& mine = davsim::acl::errors();
    const aclError code = mine.code;
    mine.code = ACL_SUCCESS;
    return code;
}

}  // extern "C"
