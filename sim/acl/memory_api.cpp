// SPDX-License-Identifier: Apache-2.0
// Device and host memory, copies and fills. Device memory is mapped into this process, so a copy is
// a copy; what distinguishes the two is who may be told about a range.

#include <cstdlib>
#include <cstring>

#include "sim/acl/call.h"

using davsim::DeviceProcess;
using davsim::Error;
using davsim::Fault;
using davsim::acl::bad_argument;
using davsim::acl::Context;
using davsim::acl::fail;
using davsim::acl::HostRuntime;
using davsim::acl::in_context;
using davsim::acl::null_argument;
using davsim::acl::on_stream;
using davsim::acl::Stream;

namespace {

constexpr std::size_t kHostAlignment = 64;
constexpr std::uint32_t kHostPageBytes = 4096;

bool on_device(HostRuntime& runtime, const void* pointer) {
    return runtime.has_device() &&
           runtime.device().memory().contains(reinterpret_cast<std::uint64_t>(pointer));
}

aclError invalid(const char* function, const std::string& text) {
    return fail(ACL_ERROR_RT_PARAM_INVALID, "EE1003", std::string(function) + ": " + text);
}

// A range of device memory must lie in one allocation; of host memory nothing is known.
aclError check_range(const char* function, const char* argument, HostRuntime& runtime,
                     const void* pointer, std::size_t bytes) {
    if (!on_device(runtime, pointer)) return ACL_SUCCESS;
    const auto& memory = runtime.device().memory();
    const std::uint64_t begin = memory.device_address(static_cast<const std::uint8_t*>(pointer));
    if (memory.find(begin, bytes) != nullptr) return ACL_SUCCESS;
    return invalid(function, std::string("argument ") + argument + " with " +
                                 std::to_string(bytes) +
                                 " bytes is not inside one allocation of device memory");
}

aclError check_kind(const char* function, aclrtMemcpyKind kind) {
    if (kind >= ACL_MEMCPY_HOST_TO_HOST && kind <= ACL_MEMCPY_INTER_DEVICE_TO_DEVICE)
        return ACL_SUCCESS;
    return bad_argument(function, "kind", std::to_string(kind), "0 to 7");
}

struct Copy {
    const char* function;
    void* dst;
    std::size_t dst_room;
    const void* src;
    std::size_t count;
    aclrtMemcpyKind kind;
};

aclError check_copy(HostRuntime& runtime, const Copy& c) {
    if (c.dst == nullptr) return null_argument(c.function, "dst");
    if (c.src == nullptr) return null_argument(c.function, "src");
    if (const aclError bad = check_kind(c.function, c.kind)) return bad;
    if (c.dst_room < c.count) {
        return invalid(c.function, "argument destMax is " + std::to_string(c.dst_room) +
                                       ", less than count " + std::to_string(c.count));
    }
    if (const aclError bad = check_range(c.function, "dst", runtime, c.dst, c.count)) return bad;
    return check_range(c.function, "src", runtime, c.src, c.count);
}

struct Copy2d {
    const char* function;
    void* dst;
    std::size_t dst_pitch;
    const void* src;
    std::size_t src_pitch;
    std::size_t width;
    std::size_t height;
    aclrtMemcpyKind kind;

    void run() const {
        for (std::size_t row = 0; row < height; ++row) {
            std::memmove(static_cast<char*>(dst) + row * dst_pitch,
                         static_cast<const char*>(src) + row * src_pitch, width);
        }
    }
};

aclError check_copy(HostRuntime& runtime, const Copy2d& c) {
    if (c.dst == nullptr) return null_argument(c.function, "dst");
    if (c.src == nullptr) return null_argument(c.function, "src");
    if (c.kind != ACL_MEMCPY_HOST_TO_DEVICE && c.kind != ACL_MEMCPY_DEVICE_TO_HOST &&
        c.kind != ACL_MEMCPY_DEVICE_TO_DEVICE && c.kind != ACL_MEMCPY_DEFAULT) {
        return bad_argument(c.function, "kind", std::to_string(c.kind), "1 to 4");
    }
    if (c.width > c.dst_pitch || c.width > c.src_pitch) {
        return bad_argument(c.function, "width", std::to_string(c.width), "at most both pitches");
    }
    const std::size_t rows = c.height - 1;
    if (const aclError bad =
            check_range(c.function, "dst", runtime, c.dst, rows * c.dst_pitch + c.width))
        return bad;
    return check_range(c.function, "src", runtime, c.src, rows * c.src_pitch + c.width);
}

struct Fill {
    const char* function;
    void* pointer;
    std::size_t room;
    std::int32_t value;
    std::size_t count;
};

aclError check_fill(HostRuntime& runtime, const Fill& f) {
    if (f.pointer == nullptr) return null_argument(f.function, "devPtr");
    if (f.room < f.count) {
        return invalid(f.function, "argument maxCount is " + std::to_string(f.room) +
                                       ", less than count " + std::to_string(f.count));
    }
    return check_range(f.function, "devPtr", runtime, f.pointer, f.count);
}

aclError allocate(const char* function, void** pointer, std::size_t size,
                  aclrtMemMallocPolicy policy) {
    return in_context(function, [&](HostRuntime& runtime, Context&) -> aclError {
        if (pointer == nullptr) return null_argument(function, "devPtr");
        if (size == 0) return bad_argument(function, "size", "0", "1 or more");
        if (policy < 0) {
            return bad_argument(function, "policy", std::to_string(policy),
                                "a value of aclrtMemMallocPolicy");
        }
        const std::string name = function + (" #" + std::to_string(runtime.device_blocks++));
        *pointer = runtime.device().allocate(size, name);
        return ACL_SUCCESS;
    });
}

aclError release(const char* function, void* pointer) {
    return in_context(function, [&](HostRuntime& runtime, Context&) -> aclError {
        if (pointer == nullptr) return null_argument(function, "devPtr");
        auto* bytes = static_cast<std::uint8_t*>(pointer);
        // Work that is on a stream may still want it.
        runtime.run_all();
        if (!on_device(runtime, pointer) ||
            runtime.device().memory().starting_at(bytes) == nullptr) {
            return invalid(function,
                           "argument devPtr is no start of an allocation (freed "
                           "already, or never allocated)");
        }
        runtime.device().release(bytes);
        return ACL_SUCCESS;
    });
}

aclError release_host(const char* function, void* pointer) {
    return in_context(function, [&](HostRuntime& runtime, Context&) -> aclError {
        if (pointer == nullptr) return null_argument(function, "hostPtr");
        runtime.run_all();
        if (runtime.host_blocks.erase(pointer) == 0) {
            return invalid(function,
                           "argument hostPtr is no start of an allocation (freed "
                           "already, or never allocated)");
        }
        std::free(pointer);
        return ACL_SUCCESS;
    });
}

}  // namespace

extern "C" {

aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
    return allocate("aclrtMalloc", devPtr, size, policy);
}

aclError aclrtMallocAlign32(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
    return allocate("aclrtMallocAlign32", devPtr, size, policy);
}

aclError aclrtMallocCached(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
    return allocate("aclrtMallocCached", devPtr, size, policy);
}

aclError aclrtMallocWithCfg(void** devPtr, size_t size, aclrtMemMallocPolicy policy,
                            aclrtMallocConfig* cfg) {
    if (cfg != nullptr && cfg->attrs == nullptr && cfg->numAttrs != 0)
        return null_argument("aclrtMallocWithCfg", "cfg->attrs");
    return allocate("aclrtMallocWithCfg", devPtr, size, policy);
}

aclError aclrtFree(void* devPtr) {
    return release("aclrtFree", devPtr);
}

aclError aclrtFreeWithDevSync(void* devPtr) {
    return release("aclrtFreeWithDevSync", devPtr);
}

aclError aclrtMallocHost(void** hostPtr, size_t size) {
    return in_context("aclrtMallocHost", [=](HostRuntime& runtime, Context&) -> aclError {
        if (hostPtr == nullptr) return null_argument("aclrtMallocHost", "hostPtr");
        if (size == 0) return bad_argument("aclrtMallocHost", "size", "0", "1 or more");
        void* block = nullptr;
        if (posix_memalign(&block, kHostAlignment, size) != 0) {
            return fail(ACL_ERROR_RT_MEMORY_ALLOCATION, "EL0004",
                        "aclrtMallocHost: no " + std::to_string(size) + " bytes of host memory");
        }
        runtime.host_blocks.insert(block);
        *hostPtr = block;
        return ACL_SUCCESS;
    });
}

aclError aclrtFreeHost(void* hostPtr) {
    return release_host("aclrtFreeHost", hostPtr);
}

aclError aclrtFreeHostWithDevSync(void* hostPtr) {
    return release_host("aclrtFreeHostWithDevSync", hostPtr);
}

// The host sees device memory without a cache between.
aclError aclrtMemFlush(void* devPtr, size_t size) {
    return in_context("aclrtMemFlush", [=](HostRuntime& runtime, Context&) -> aclError {
        if (devPtr == nullptr) return null_argument("aclrtMemFlush", "devPtr");
        if (size == 0) return bad_argument("aclrtMemFlush", "size", "0", "1 or more");
        return check_range("aclrtMemFlush", "devPtr", runtime, devPtr, size);
    });
}

aclError aclrtMemInvalidate(void* devPtr, size_t size) {
    return aclrtMemFlush(devPtr, size);
}

aclError aclrtPointerGetAttributes(const void* ptr, aclrtPtrAttributes* attributes) {
    return in_context("aclrtPointerGetAttributes", [=](HostRuntime& runtime, Context&) -> aclError {
        if (ptr == nullptr) return null_argument("aclrtPointerGetAttributes", "ptr");
        if (attributes == nullptr) return null_argument("aclrtPointerGetAttributes", "attributes");
        *attributes = {};
        attributes->pageSize = kHostPageBytes;
        if (on_device(runtime, ptr)) {
            attributes->location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
        } else {
            // Pinned memory is known by its start only.
            const bool pinned = runtime.host_blocks.count(const_cast<void*>(ptr)) != 0;
            attributes->location.type =
                pinned ? ACL_MEM_LOCATION_TYPE_HOST : ACL_MEM_LOCATION_TYPE_UNREGISTERED;
        }
        return ACL_SUCCESS;
    });
}

aclError aclrtMemcpy(void* dst, size_t destMax, const void* src, size_t count,
                     aclrtMemcpyKind kind) {
    if (count == 0) return ACL_SUCCESS;
    const Copy copy{"aclrtMemcpy", dst, destMax, src, count, kind};
    return in_context(copy.function, [&](HostRuntime& runtime, Context&) -> aclError {
        if (const aclError bad = check_copy(runtime, copy)) return bad;
        std::memmove(dst, src, count);
        return ACL_SUCCESS;
    });
}

aclError aclrtMemcpyAsync(void* dst, size_t destMax, const void* src, size_t count,
                          aclrtMemcpyKind kind, aclrtStream stream) {
    if (count == 0) return ACL_SUCCESS;
    const Copy copy{"aclrtMemcpyAsync", dst, destMax, src, count, kind};
    return on_stream(copy.function, stream, [&](HostRuntime& runtime, Stream& given) -> aclError {
        if (const aclError bad = check_copy(runtime, copy)) return bad;
        given.steps.push_back([copy](Stream&) {
            std::memmove(copy.dst, copy.src, copy.count);
            return true;
        });
        return ACL_SUCCESS;
    });
}

aclError aclrtMemcpy2d(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                       size_t height, aclrtMemcpyKind kind) {
    if (width == 0 || height == 0) return ACL_SUCCESS;
    const Copy2d copy{"aclrtMemcpy2d", dst, dpitch, src, spitch, width, height, kind};
    return in_context(copy.function, [&](HostRuntime& runtime, Context&) -> aclError {
        if (const aclError bad = check_copy(runtime, copy)) return bad;
        copy.run();
        return ACL_SUCCESS;
    });
}

aclError aclrtMemcpy2dAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                            size_t height, aclrtMemcpyKind kind, aclrtStream stream) {
    if (width == 0 || height == 0) return ACL_SUCCESS;
    const Copy2d copy{"aclrtMemcpy2dAsync", dst, dpitch, src, spitch, width, height, kind};
    return on_stream(copy.function, stream, [&](HostRuntime& runtime, Stream& given) -> aclError {
        if (const aclError bad = check_copy(runtime, copy)) return bad;
        given.steps.push_back([copy](Stream&) {
            copy.run();
            return true;
        });
        return ACL_SUCCESS;
    });
}

aclError aclrtMemset(void* devPtr, size_t maxCount, int32_t value, size_t count) {
    if (count == 0) return ACL_SUCCESS;
    const Fill fill{"aclrtMemset", devPtr, maxCount, value, count};
    return in_context(fill.function, [&](HostRuntime& runtime, Context&) -> aclError {
        if (const aclError bad = check_fill(runtime, fill)) return bad;
        std::memset(devPtr, value, count);
        return ACL_SUCCESS;
    });
}

aclError aclrtMemsetAsync(void* devPtr, size_t maxCount, int32_t value, size_t count,
                          aclrtStream stream) {
    if (count == 0) return ACL_SUCCESS;
    const Fill fill{"aclrtMemsetAsync", devPtr, maxCount, value, count};
    return on_stream(fill.function, stream, [&](HostRuntime& runtime, Stream& given) -> aclError {
        if (const aclError bad = check_fill(runtime, fill)) return bad;
        given.steps.push_back([fill](Stream&) {
            std::memset(fill.pointer, fill.value, fill.count);
            return true;
        });
        return ACL_SUCCESS;
    });
}

aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free, size_t* total) {
    return in_context("aclrtGetMemInfo", [=](HostRuntime& runtime, Context&) -> aclError {
        if (free == nullptr) return null_argument("aclrtGetMemInfo", "free");
        if (total == nullptr) return null_argument("aclrtGetMemInfo", "total");
        if (attr < ACL_DDR_MEM || attr > ACL_HBM_MEM_P2P_NORMAL) {
            return bad_argument("aclrtGetMemInfo", "attr", std::to_string(attr),
                                "a value of aclrtMemAttr");
        }
        const auto& memory = runtime.device().memory();
        *total = memory.capacity();
        *free = memory.capacity() - memory.used();
        return ACL_SUCCESS;
    });
}

}  // extern "C"
