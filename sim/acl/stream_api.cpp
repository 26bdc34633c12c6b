// SPDX-License-Identifier: Apache-2.0
// Streams, and waiting for them.

#include <chrono>
#include <thread>

#include "sim/acl/call.h"

using davsim::acl::Context;
using davsim::acl::fail;
using davsim::acl::guarded;
using davsim::acl::HostRuntime;
using davsim::acl::in_context;
using davsim::acl::null_argument;
using davsim::acl::on_stream;
using davsim::acl::Stream;
using davsim::acl::synchronise;
using davsim::acl::with_event;

namespace davsim::acl {

aclError synchronise(const char* function, HostRuntime& runtime, Stream& stream) {
    const bool done = runtime.run(stream);
    if (stream.error != ACL_SUCCESS) {
        const aclError code = std::exchange(stream.error, ACL_SUCCESS);
        return fail(code, "EZ9999", std::string(function) + ": " + stream.error_text);
    }
    if (done) return ACL_SUCCESS;
    return fail(ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, "EE1002",
                std::string(function) + ": the stream waits for an event that no stream records");
}

}  // namespace davsim::acl

namespace {

constexpr std::int32_t kForever = -1;

aclError check_timeout(const char* function, std::int32_t timeout) {
    if (timeout >= kForever) return ACL_SUCCESS;
    return fail(ACL_ERROR_RT_PARAM_INVALID, "EH0001",
                std::string(function) + ": argument timeout is " + std::to_string(timeout) +
                    ", allowed is -1 or more");
}

aclError destroy(const char* function, aclrtStream stream, bool force) {
    return guarded(function, [&](HostRuntime& runtime) -> aclError {
        if (stream == nullptr) return null_argument(function, "stream");
        auto* given = static_cast<Stream*>(stream);
        if (!runtime.alive(given) || given->context->default_stream.get() == given) {
            return fail(ACL_ERROR_RT_INVALID_HANDLE, "EE1001",
                        std::string(function) +
                            ": argument stream is no stream that "
                            "aclrtCreateStream made");
        }
        if (force) given->steps.clear();
        runtime.destroy_stream(given);
        return ACL_SUCCESS;
    });
}

aclError synchronise_all(const char* function) {
    return in_context(function, [&](HostRuntime& runtime, Context& context) -> aclError {
        aclError first = synchronise(function, runtime, *context.default_stream);
        for (const auto& stream : context.streams) {
            const aclError code = synchronise(function, runtime, *stream);
            if (first == ACL_SUCCESS) first = code;
        }
        return first;
    });
}

}  // namespace

extern "C" {

aclError aclrtCreateStreamWithConfig(aclrtStream* stream, uint32_t priority, uint32_t flag) {
    if (stream == nullptr) return null_argument("aclrtCreateStream", "stream");
    return in_context("aclrtCreateStream", [&](HostRuntime& runtime, Context& context) -> aclError {
        Stream* created = runtime.create_stream(context);
        created->priority = priority;
        created->flags = flag;
        *stream = created;
        return ACL_SUCCESS;
    });
}

aclError aclrtCreateStream(aclrtStream* stream) {
    return aclrtCreateStreamWithConfig(stream, 0, 0);
}

aclError aclrtDestroyStream(aclrtStream stream) {
    return destroy("aclrtDestroyStream", stream, false);
}

aclError aclrtDestroyStreamForce(aclrtStream stream) {
    return destroy("aclrtDestroyStreamForce", stream, true);
}

aclError aclrtSynchronizeStream(aclrtStream stream) {
    return on_stream("aclrtSynchronizeStream", stream, [](HostRuntime& runtime, Stream& given) {
        return synchronise("aclrtSynchronizeStream", runtime, given);
    });
}

// The device computes while the program waits, so no time limit of the host's clock is passed.
aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout) {
    constexpr const char* kName = "aclrtSynchronizeStreamWithTimeout";
    if (const aclError bad = check_timeout(kName, timeout)) return bad;
    return on_stream(kName, stream, [](HostRuntime& runtime, Stream& given) {
        return synchronise(kName, runtime, given);
    });
}

aclError aclrtSynchronizeDevice(void) {
    return synchronise_all("aclrtSynchronizeDevice");
}

aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout) {
    constexpr const char* kName = "aclrtSynchronizeDeviceWithTimeout";
    if (const aclError bad = check_timeout(kName, timeout)) return bad;
    return synchronise_all(kName);
}

aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus* status) {
    if (status == nullptr) return null_argument("aclrtStreamQuery", "status");
    return on_stream("aclrtStreamQuery", stream,
                     [status](HostRuntime& runtime, Stream& given) -> aclError {
                         const bool done = runtime.run(given);
                         *status = done ? ACL_STREAM_STATUS_COMPLETE : ACL_STREAM_STATUS_NOT_READY;
                         return ACL_SUCCESS;
                     });
}

aclError aclrtStreamGetId(aclrtStream stream, int32_t* streamId) {
    if (streamId == nullptr) return null_argument("aclrtStreamGetId", "streamId");
    return on_stream("aclrtStreamGetId", stream,
                     [streamId](HostRuntime&, Stream& given) -> aclError {
                         *streamId = given.id;
                         return ACL_SUCCESS;
                     });
}

aclError aclrtStreamGetPriority(aclrtStream stream, uint32_t* priority) {
    if (priority == nullptr) return null_argument("aclrtStreamGetPriority", "priority");
    return on_stream("aclrtStreamGetPriority", stream,
                     [priority](HostRuntime&, Stream& given) -> aclError {
                         *priority = given.priority;
                         return ACL_SUCCESS;
                     });
}

aclError aclrtStreamGetFlags(aclrtStream stream, uint32_t* flags) {
    if (flags == nullptr) return null_argument("aclrtStreamGetFlags", "flags");
    return on_stream("aclrtStreamGetFlags", stream,
                     [flags](HostRuntime&, Stream& given) -> aclError {
                         *flags = given.flags;
                         return ACL_SUCCESS;
                     });
}

aclError aclrtSetStreamFailureMode(aclrtStream stream, uint64_t mode) {
    return on_stream("aclrtSetStreamFailureMode", stream,
                     [mode](HostRuntime&, Stream& given) -> aclError {
                         if (mode > ACL_STOP_ON_FAILURE) {
                             return fail(ACL_ERROR_RT_PARAM_INVALID, "EE1003",
                                         "aclrtSetStreamFailureMode: argument mode is " +
                                             std::to_string(mode) + ", allowed are 0 and 1");
                         }
                         given.failure_mode = mode;
                         return ACL_SUCCESS;
                     });
}

aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event) {
    constexpr const char* kName = "aclrtStreamWaitEvent";
    return with_event(kName, event, [&](HostRuntime&, const auto& awaited) -> aclError {
        return on_stream(kName, stream, [&](HostRuntime&, Stream& given) -> aclError {
            // Of a record that is on a stream already, or of the first that comes.
            const std::uint64_t record = std::max<std::uint64_t>(awaited->records, 1);
            given.steps.push_back([awaited, record](Stream& self) {
                if (awaited->done < record) HostRuntime::instance().complete(*awaited);
                if (awaited->done < record) return false;
                self.ready = std::max(self.ready, awaited->time);
                return true;
            });
            return ACL_SUCCESS;
        });
    });
}

aclError aclrtStreamWaitEventWithTimeout(aclrtStream stream, aclrtEvent event, int32_t timeout) {
    if (timeout < 0) {
        return fail(ACL_ERROR_RT_PARAM_INVALID, "EH0001",
                    "aclrtStreamWaitEventWithTimeout: argument timeout is " +
                        std::to_string(timeout) + ", allowed is 0 or more");
    }
    return aclrtStreamWaitEvent(stream, event);
}

aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn, void* args) {
    if (fn == nullptr) return null_argument("aclrtLaunchHostFunc", "fn");
    return on_stream("aclrtLaunchHostFunc", stream,
                     [fn, args](HostRuntime&, Stream& given) -> aclError {
                         given.steps.push_back([fn, args](Stream&) {
                             fn(args);
                             return true;
                         });
                         return ACL_SUCCESS;
                     });
}

aclError aclrtLaunchCallback(aclrtCallback fn, void* userData, aclrtCallbackBlockType /*blockType*/,
                             aclrtStream stream) {
    return aclrtLaunchHostFunc(stream, fn, userData);
}

// Callbacks run in the thread that waits for their stream, so there is nothing to subscribe to.
aclError aclrtSubscribeReport(uint64_t /*threadId*/, aclrtStream stream) {
    return on_stream("aclrtSubscribeReport", stream,
                     [](HostRuntime&, Stream&) -> aclError { return ACL_SUCCESS; });
}

aclError aclrtUnSubscribeReport(uint64_t /*threadId*/, aclrtStream stream) {
    return on_stream("aclrtUnSubscribeReport", stream,
                     [](HostRuntime&, Stream&) -> aclError { return ACL_SUCCESS; });
}

aclError aclrtProcessReport(int32_t timeout) {
    if (const aclError bad = check_timeout("aclrtProcessReport", timeout)) return bad;
    // Report threads call this in a loop; they should not take a core for it.
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return ACL_ERROR_WAIT_CALLBACK_TIMEOUT;
}

}  // extern "C"
