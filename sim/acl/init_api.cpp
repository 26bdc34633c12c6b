// SPDX-License-Identifier: Apache-2.0
// Start and end of acl, and what is known without a device.

#include <cstdarg>
#include <cstdio>

#include "aclnn/aclnn_base.h"
#include "sim/acl/call.h"

using davsim::acl::fail;
using davsim::acl::guarded;
using davsim::acl::HostRuntime;
using davsim::acl::null_argument;

namespace {

aclError finalise(HostRuntime& runtime, uint64_t* left) {
    if (runtime.initialised == 0) {
        return fail(ACL_ERROR_REPEAT_FINALIZE, "EH0001",
                    "aclFinalize: acl is not initialised, or finalised already");
    }
    --runtime.initialised;
    if (left != nullptr) *left = runtime.initialised;
    return ACL_SUCCESS;
}

}  // namespace

extern "C" {

// libsystemc has a main() of its own that asks for this; programs bring their own main().
__attribute__((weak)) int sc_main(int /*argc*/, char** /*argv*/) {
    return 0;
}

aclError aclInit(const char* /*configPath*/) {
    return guarded("aclInit", [](HostRuntime& runtime) -> aclError {
        runtime.options();  // a bad environment is told here
        ++runtime.initialised;
        if (runtime.initialised == 1) return ACL_SUCCESS;
        return fail(ACL_ERROR_REPEAT_INITIALIZE, "EH0001", "aclInit: acl is initialised already");
    });
}

aclError aclFinalize(void) {
    return guarded("aclFinalize", [](HostRuntime& runtime) { return finalise(runtime, nullptr); });
}

aclError aclFinalizeReference(uint64_t* refCount) {
    return guarded("aclFinalizeReference",
                   [refCount](HostRuntime& runtime) { return finalise(runtime, refCount); });
}

aclnnStatus aclnnInit(const char* /*configPath*/) {
    return guarded("aclnnInit", [](HostRuntime& runtime) -> aclError {
        runtime.options();
        return ACL_SUCCESS;
    });
}

aclnnStatus aclnnFinalize(void) {
    return ACL_SUCCESS;
}

aclError aclrtGetVersion(int32_t* majorVersion, int32_t* minorVersion, int32_t* patchVersion) {
    if (majorVersion == nullptr) return null_argument("aclrtGetVersion", "majorVersion");
    if (minorVersion == nullptr) return null_argument("aclrtGetVersion", "minorVersion");
    if (patchVersion == nullptr) return null_argument("aclrtGetVersion", "patchVersion");
    *majorVersion = ACL_MAJOR_VERSION;
    *minorVersion = ACL_MINOR_VERSION;
    *patchVersion = ACL_PATCH_VERSION;
    return ACL_SUCCESS;
}

aclError aclrtGetRunMode(aclrtRunMode* runMode) {
    if (runMode == nullptr) return null_argument("aclrtGetRunMode", "runMode");
    *runMode = ACL_HOST;
    return ACL_SUCCESS;
}

const char* aclrtGetSocName(void) {
    const char* name = nullptr;
    guarded("aclrtGetSocName", [&name](HostRuntime& runtime) -> aclError {
        name = runtime.options().config.identity.soc.c_str();
        return ACL_SUCCESS;
    });
    return name;
}

void aclAppLog(aclLogLevel logLevel, const char* func, const char* file, uint32_t line,
               const char* fmt, ...) {
    if (logLevel < ACL_WARNING || fmt == nullptr) return;
    std::fprintf(stderr, "[%s] %s:%u %s: ", logLevel == ACL_ERROR ? "ERROR" : "WARNING",
                 file == nullptr ? "" : file, line, func == nullptr ? "" : func);
    va_list arguments;
    va_start(arguments, fmt);
    std::vfprintf(stderr, fmt, arguments);
    va_end(arguments);
    std::fputc('\n', stderr);
}

}  // extern "C"
