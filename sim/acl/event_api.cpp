// SPDX-License-Identifier: Apache-2.0
// Events. Their times are simulated.

#include "sim/acl/call.h"

using davsim::acl::Event;
using davsim::acl::fail;
using davsim::acl::HostRuntime;
using davsim::acl::in_context;
using davsim::acl::null_argument;
using davsim::acl::on_stream;
using davsim::acl::SimulatedTime;
using davsim::acl::Stream;
using davsim::acl::with_event;

namespace {

constexpr SimulatedTime kPicosecondsPerMicrosecond = 1000000;
constexpr double kPicosecondsPerMillisecond = 1e9;

aclError synchronise(const char* function, aclrtEvent event) {
    return with_event(function, event, [&](HostRuntime& runtime, const auto& given) -> aclError {
        if (runtime.complete(*given)) return ACL_SUCCESS;
        return fail(ACL_ERROR_RT_EVENT_SYNC_TIMEOUT, "EE1002",
                    std::string(function) + ": the stream that records the event cannot go on");
    });
}

// ACL_SUCCESS, or why the event has no time.
aclError check_recorded(const char* function, HostRuntime& runtime, const Event& event) {
    runtime.complete(event);
    if (event.done != 0 && !event.reset) return ACL_SUCCESS;
    return fail(ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, "EE1003",
                std::string(function) + ": an event that was not recorded has no time");
}

}  // namespace

extern "C" {

aclError aclrtCreateEvent(aclrtEvent* event) {
    if (event == nullptr) return null_argument("aclrtCreateEvent", "event");
    return in_context("aclrtCreateEvent", [event](HostRuntime& runtime, auto&) -> aclError {
        *event = runtime.create_event();
        return ACL_SUCCESS;
    });
}

aclError aclrtCreateEventWithFlag(aclrtEvent* event, uint32_t /*flag*/) {
    return aclrtCreateEvent(event);
}

aclError aclrtCreateEventExWithFlag(aclrtEvent* event, uint32_t /*flag*/) {
    return aclrtCreateEvent(event);
}

aclError aclrtDestroyEvent(aclrtEvent event) {
    return with_event("aclrtDestroyEvent", event,
                      [event](HostRuntime& runtime, const auto&) -> aclError {
                          runtime.destroy_event(event);
                          return ACL_SUCCESS;
                      });
}

aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream) {
    constexpr const char* kName = "aclrtRecordEvent";
    return with_event(kName, event, [&](HostRuntime&, const auto& given) -> aclError {
        return on_stream(kName, stream, [&](HostRuntime&, Stream& on) -> aclError {
            ++given->records;
            given->recorder = &on;
            on.steps.push_back([given](Stream& self) {
                ++given->done;
                given->reset = false;
                given->time = self.ready;
                return true;
            });
            return ACL_SUCCESS;
        });
    });
}

aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream) {
    constexpr const char* kName = "aclrtResetEvent";
    return with_event(kName, event, [&](HostRuntime&, const auto& given) -> aclError {
        return on_stream(kName, stream, [&](HostRuntime&, Stream& on) -> aclError {
            on.steps.push_back([given](Stream&) {
                given->reset = true;
                return true;
            });
            return ACL_SUCCESS;
        });
    });
}

aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus* status) {
    if (status == nullptr) return null_argument("aclrtQueryEventStatus", "status");
    return with_event("aclrtQueryEventStatus", event,
                      [status](HostRuntime& runtime, const auto& given) -> aclError {
                          const bool complete = runtime.complete(*given) && !given->reset;
                          *status = complete ? ACL_EVENT_RECORDED_STATUS_COMPLETE
                                             : ACL_EVENT_RECORDED_STATUS_NOT_READY;
                          return ACL_SUCCESS;
                      });
}

aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus* status) {
    if (status == nullptr) return null_argument("aclrtQueryEvent", "status");
    aclrtEventRecordedStatus recorded = ACL_EVENT_RECORDED_STATUS_NOT_READY;
    const aclError code = aclrtQueryEventStatus(event, &recorded);
    if (code != ACL_SUCCESS) return code;
    *status = recorded == ACL_EVENT_RECORDED_STATUS_COMPLETE ? ACL_EVENT_STATUS_COMPLETE
                                                             : ACL_EVENT_STATUS_NOT_READY;
    return ACL_SUCCESS;
}

aclError aclrtSynchronizeEvent(aclrtEvent event) {
    return synchronise("aclrtSynchronizeEvent", event);
}

aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout) {
    constexpr const char* kName = "aclrtSynchronizeEventWithTimeout";
    if (timeout < -1) {
        return fail(ACL_ERROR_RT_PARAM_INVALID, "EH0001",
                    std::string(kName) + ": argument timeout is " + std::to_string(timeout) +
                        ", allowed is -1 or more");
    }
    return synchronise(kName, event);
}

aclError aclrtEventElapsedTime(float* ms, aclrtEvent startEvent, aclrtEvent endEvent) {
    constexpr const char* kName = "aclrtEventElapsedTime";
    if (ms == nullptr) return null_argument(kName, "ms");
    return with_event(kName, startEvent, [&](HostRuntime& runtime, const auto& start) -> aclError {
        return with_event(kName, endEvent, [&](HostRuntime&, const auto& end) -> aclError {
            if (const aclError bad = check_recorded(kName, runtime, *start)) return bad;
            if (const aclError bad = check_recorded(kName, runtime, *end)) return bad;
            if (end->time < start->time) {
                return fail(ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL, "EE1003",
                            std::string(kName) + ": the end event lies before the start event");
            }
            *ms = static_cast<float>(static_cast<double>(end->time - start->time) /
                                     kPicosecondsPerMillisecond);
            return ACL_SUCCESS;
        });
    });
}

// Microseconds of simulated time.
aclError aclrtEventGetTimestamp(aclrtEvent event, uint64_t* timestamp) {
    constexpr const char* kName = "aclrtEventGetTimestamp";
    if (timestamp == nullptr) return null_argument(kName, "timestamp");
    return with_event(kName, event, [&](HostRuntime& runtime, const auto& given) -> aclError {
        if (const aclError bad = check_recorded(kName, runtime, *given)) return bad;
        *timestamp = static_cast<std::uint64_t>(given->time / kPicosecondsPerMicrosecond);
        return ACL_SUCCESS;
    });
}

}  // extern "C"
