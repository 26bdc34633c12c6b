// SPDX-License-Identifier: Apache-2.0
// Devices and contexts. There is one device, number 0.

#include <string>

#include "sim/acl/call.h"

using davsim::SocConfig;
using davsim::acl::bad_argument;
using davsim::acl::Context;
using davsim::acl::fail;
using davsim::acl::guarded;
using davsim::acl::HostRuntime;
using davsim::acl::in_context;
using davsim::acl::null_argument;
using davsim::acl::Stream;

namespace {

constexpr std::int32_t kDevices = 1;

// ACL_SUCCESS, or the failure to return.
aclError check_device(const char* function, std::int64_t device) {
    if (device >= 0 && device < kDevices) return ACL_SUCCESS;
    return fail(ACL_ERROR_RT_INVALID_DEVICEID, "EE1001",
                std::string(function) + ": argument deviceId is " + std::to_string(device) +
                    ", allowed is 0: one device is simulated");
}

aclError reset(const char* function, std::int32_t device, bool force) {
    return guarded(function, [&](HostRuntime& runtime) -> aclError {
        if (const aclError bad = check_device(function, device)) return bad;
        if (!runtime.reset_device(force)) {
            return fail(ACL_ERROR_RT_CONTEXT_NULL, "EE9999",
                        std::string(function) + ": device 0 is not set");
        }
        return ACL_SUCCESS;
    });
}

aclError no_context(const char* function) {
    return fail(
        ACL_ERROR_RT_CONTEXT_NULL, "EE1001",
        std::string(function) + ": argument context is no context (destroyed, or never created)");
}

}  // namespace

extern "C" {

aclError aclrtSetDevice(int32_t deviceId) {
    return guarded("aclrtSetDevice", [deviceId](HostRuntime& runtime) -> aclError {
        if (const aclError bad = check_device("aclrtSetDevice", deviceId)) return bad;
        runtime.set_device(deviceId);
        return ACL_SUCCESS;
    });
}

aclError aclrtResetDevice(int32_t deviceId) {
    return reset("aclrtResetDevice", deviceId, false);
}

aclError aclrtResetDeviceForce(int32_t deviceId) {
    return reset("aclrtResetDeviceForce", deviceId, true);
}

aclError aclrtGetDevice(int32_t* deviceId) {
    if (deviceId == nullptr) return null_argument("aclrtGetDevice", "deviceId");
    return in_context("aclrtGetDevice", [deviceId](HostRuntime&, Context& context) -> aclError {
        *deviceId = context.device;
        return ACL_SUCCESS;
    });
}

aclError aclrtGetDeviceCount(uint32_t* count) {
    if (count == nullptr) return null_argument("aclrtGetDeviceCount", "count");
    *count = kDevices;
    return ACL_SUCCESS;
}

aclError aclrtDeviceCanAccessPeer(int32_t* canAccessPeer, int32_t deviceId, int32_t peerDeviceId) {
    constexpr const char* kName = "aclrtDeviceCanAccessPeer";
    if (canAccessPeer == nullptr) return null_argument(kName, "canAccessPeer");
    for (const std::int32_t device : {deviceId, peerDeviceId}) {
        if (const aclError bad = check_device(kName, device)) return bad;
    }
    *canAccessPeer = 0;
    return ACL_SUCCESS;
}

aclError aclrtGetDeviceInfo(uint32_t deviceId, aclrtDevAttr attr, int64_t* value) {
    return guarded("aclrtGetDeviceInfo", [=](HostRuntime& runtime) -> aclError {
        if (value == nullptr) return null_argument("aclrtGetDeviceInfo", "value");
        if (const aclError bad = check_device("aclrtGetDeviceInfo", deviceId)) return bad;
        const SocConfig& soc = runtime.options().config;
        switch (attr) {
            case ACL_DEV_ATTR_AICORE_CORE_NUM:
            case ACL_DEV_ATTR_CUBE_CORE_NUM: *value = soc.cores.ai_cores; return ACL_SUCCESS;
            case ACL_DEV_ATTR_VECTOR_CORE_NUM:
                *value = soc.cores.vector_cores();
                return ACL_SUCCESS;
            case ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE:
                *value = soc.memory.ub_bytes;
                return ACL_SUCCESS;
            case ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE: *value = soc.hbm.bytes; return ACL_SUCCESS;
            case ACL_DEV_ATTR_L2_CACHE_SIZE: *value = soc.l2.bytes; return ACL_SUCCESS;
            case ACL_DEV_ATTR_NPU_ARCH: *value = soc.identity.npu_arch; return ACL_SUCCESS;
        }
        return bad_argument("aclrtGetDeviceInfo", "attr", std::to_string(attr),
                            "an attribute of aclrtDevAttr");
    });
}

aclError aclGetDeviceCapability(uint32_t deviceId, aclDeviceInfo deviceInfo, int64_t* value) {
    switch (deviceInfo) {
        case ACL_DEVICE_INFO_AI_CORE_NUM:
            return aclrtGetDeviceInfo(deviceId, ACL_DEV_ATTR_AICORE_CORE_NUM, value);
        case ACL_DEVICE_INFO_VECTOR_CORE_NUM:
            return aclrtGetDeviceInfo(deviceId, ACL_DEV_ATTR_VECTOR_CORE_NUM, value);
        case ACL_DEVICE_INFO_L2_SIZE:
            return aclrtGetDeviceInfo(deviceId, ACL_DEV_ATTR_L2_CACHE_SIZE, value);
        default:
            return bad_argument("aclGetDeviceCapability", "deviceInfo", std::to_string(deviceInfo),
                                "0, 1 or 2");
    }
}

aclError aclrtQueryDeviceStatus(int32_t deviceId, aclrtDeviceStatus* deviceStatus) {
    if (deviceStatus == nullptr) return null_argument("aclrtQueryDeviceStatus", "deviceStatus");
    if (const aclError bad = check_device("aclrtQueryDeviceStatus", deviceId)) return bad;
    *deviceStatus = ACL_RT_DEVICE_STATUS_NORMAL;
    return ACL_SUCCESS;
}

aclError aclrtCreateContext(aclrtContext* context, int32_t deviceId) {
    return guarded("aclrtCreateContext", [=](HostRuntime& runtime) -> aclError {
        if (context == nullptr) return null_argument("aclrtCreateContext", "context");
        if (const aclError bad = check_device("aclrtCreateContext", deviceId)) return bad;
        runtime.device();
        Context* created = runtime.create_context(deviceId, false);
        runtime.set_current(created);
        *context = created;
        return ACL_SUCCESS;
    });
}

aclError aclrtDestroyContext(aclrtContext context) {
    return guarded("aclrtDestroyContext", [context](HostRuntime& runtime) -> aclError {
        if (context == nullptr) return null_argument("aclrtDestroyContext", "context");
        auto* given = static_cast<Context*>(context);
        if (!runtime.alive(given)) return no_context("aclrtDestroyContext");
        if (given->is_default) {
            return fail(ACL_ERROR_RT_PARAM_INVALID, "EE1001",
                        "aclrtDestroyContext: argument context is the default context of the "
                        "device, which aclrtResetDevice destroys");
        }
        runtime.destroy_context(given);
        return ACL_SUCCESS;
    });
}

aclError aclrtSetCurrentContext(aclrtContext context) {
    return guarded("aclrtSetCurrentContext", [context](HostRuntime& runtime) -> aclError {
        if (context == nullptr) return null_argument("aclrtSetCurrentContext", "context");
        auto* given = static_cast<Context*>(context);
        if (!runtime.alive(given)) return no_context("aclrtSetCurrentContext");
        runtime.set_current(given);
        return ACL_SUCCESS;
    });
}

aclError aclrtGetCurrentContext(aclrtContext* context) {
    if (context == nullptr) return null_argument("aclrtGetCurrentContext", "context");
    return in_context("aclrtGetCurrentContext",
                      [context](HostRuntime&, Context& current) -> aclError {
                          *context = &current;
                          return ACL_SUCCESS;
                      });
}

aclError aclrtCtxGetCurrentDefaultStream(aclrtStream* stream) {
    if (stream == nullptr) return null_argument("aclrtCtxGetCurrentDefaultStream", "stream");
    return in_context("aclrtCtxGetCurrentDefaultStream",
                      [stream](HostRuntime&, Context& current) -> aclError {
                          *stream = current.default_stream.get();
                          return ACL_SUCCESS;
                      });
}

}  // extern "C"
