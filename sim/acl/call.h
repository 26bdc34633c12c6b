// SPDX-License-Identifier: Apache-2.0
#pragma once
// The frame of every acl function: the lock, and no exception leaves.

#include <exception>
#include <mutex>
#include <new>

#include "sim/acl/failure.h"
#include "sim/acl/host_runtime.h"

namespace davsim::acl {

// Runs body(HostRuntime&) -> aclError.
template <typename Body>
aclError guarded(const char* function, Body body) {
    try {
        HostRuntime& runtime = HostRuntime::instance();
        const std::lock_guard<std::recursive_mutex> lock(runtime.mutex);
        return body(runtime);
    } catch (const Error& error) { return fail(function, error); } catch (const std::bad_alloc&) {
        return fail(ACL_ERROR_BAD_ALLOC, "EZ9999", std::string(function) + ": out of memory");
    } catch (const std::exception& error) {
        return fail(ACL_ERROR_INTERNAL_ERROR, "EZ9999",
                    std::string(function) + ": " + error.what());
    }
}

// As guarded(), for functions that need a context: body(HostRuntime&, Context&).
template <typename Body>
aclError in_context(const char* function, Body body) {
    return guarded(function, [&](HostRuntime& runtime) -> aclError {
        Context* context = runtime.current_context();
        if (context == nullptr) {
            return fail(ACL_ERROR_RT_CONTEXT_NULL, "EE9999",
                        std::string(function) +
                            ": no context is current, call aclrtSetDevice or "
                            "aclrtSetCurrentContext in this thread first");
        }
        return body(runtime, *context);
    });
}

// As in_context(), for functions that take a stream: body(HostRuntime&, Stream&).
template <typename Body>
aclError on_stream(const char* function, aclrtStream handle, Body body) {
    return in_context(function, [&](HostRuntime& runtime, Context& context) -> aclError {
        Stream* stream = runtime.resolve(handle);
        if (stream == nullptr) {
            return fail(ACL_ERROR_RT_INVALID_HANDLE, "EE1001",
                        std::string(function) +
                            ": argument stream is no stream (destroyed, or never created)");
        }
        if (stream->context != &context) {
            return fail(ACL_ERROR_RT_STREAM_CONTEXT, "EE1001",
                        std::string(function) + ": argument stream is of another context");
        }
        return body(runtime, *stream);
    });
}

// As guarded(), for functions that take an event: body(HostRuntime&, shared_ptr<Event>).
template <typename Body>
aclError with_event(const char* function, aclrtEvent handle, Body body) {
    return guarded(function, [&](HostRuntime& runtime) -> aclError {
        if (handle == nullptr) return null_argument(function, "event");
        std::shared_ptr<Event> event = runtime.find_event(handle);
        if (event == nullptr) {
            return fail(ACL_ERROR_RT_INVALID_HANDLE, "EE1001",
                        std::string(function) +
                            ": argument event is no event (destroyed, or never created)");
        }
        return body(runtime, event);
    });
}

// Waits for a stream and tells its fault, once.
aclError synchronise(const char* function, HostRuntime& runtime, Stream& stream);

}  // namespace davsim::acl
