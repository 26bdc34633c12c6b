// SPDX-License-Identifier: Apache-2.0
#pragma once
// The state behind the acl functions of this process: the device, contexts, streams, events and
// host memory. One lock for all of it; functions take it and then work on one thread.

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <unordered_map>

#include "acl/acl_rt.h"
#include "sim/acl/stream.h"
#include "sim/session/device_process.h"

namespace davsim::acl {

struct Context {
    std::int32_t device = 0;
    bool is_default = false;  // of the device, made by aclrtSetDevice
    std::map<int, std::int64_t> options;
    std::unique_ptr<Stream> default_stream;
    std::set<std::unique_ptr<Stream>> streams;
};

class HostRuntime {
public:
    // Never destroyed: programs call acl functions from their own exit handlers.
    static HostRuntime& instance();

    std::recursive_mutex mutex;

    // ---- The device. Made when first needed; throws Error for a bad environment.
    DeviceProcess& device();
    bool has_device() const { return device_ != nullptr; }
    // At the end of the program: the report of device memory that it never freed.
    static void tell_leaks();
    const SessionOptions& options();

    // ---- Init counts.
    std::uint64_t initialised = 0;
    bool finalised = false;
    std::map<int, std::int64_t> process_options;

    // ---- Contexts. Null when there is none.
    Context* current_context() const;
    void set_current(Context* context);
    Context* create_context(std::int32_t device, bool is_default);
    bool destroy_context(Context* context);
    bool alive(const Context* context) const;

    void set_device(std::int32_t device);
    // False when the device was not set.
    bool reset_device(bool force);

    // ---- Streams.
    Stream* create_stream(Context& context);
    void destroy_stream(Stream* stream);
    bool alive(const Stream* stream) const { return live_streams_.count(stream) != 0; }
    // The stream that a call means: null is the current context's default. Null: there is none.
    Stream* resolve(aclrtStream stream) const;
    // Runs what is on a stream. False when it waits for an event that nobody records.
    bool run(Stream& stream);
    bool run_all();
    // A launch's place in simulated time; moves the clocks of stream and device on.
    void pass_time(Stream& stream, SimulatedTime duration);

    // ---- Events.
    aclrtEvent create_event();
    bool destroy_event(aclrtEvent event);
    std::shared_ptr<Event> find_event(aclrtEvent event) const;
    // Runs the stream of the latest record. False as run().
    bool complete(const Event& event);

    // ---- Host memory given out by aclrtMallocHost.
    std::set<void*> host_blocks;
    std::uint64_t device_blocks = 0;  // numbers them in messages

private:
    HostRuntime() = default;

    std::unique_ptr<SessionOptions> options_;
    std::unique_ptr<DeviceProcess> device_;
    std::uint64_t device_set_ = 0;  // by aclrtSetDevice, less resets
    Context* default_context_ = nullptr;
    std::map<const Context*, std::unique_ptr<Context>> contexts_;
    std::set<const Stream*> live_streams_;
    std::int32_t next_stream_id_ = 0;
    SimulatedTime device_free_ = 0;
    std::unordered_map<void*, std::shared_ptr<Event>> events_;
};

}  // namespace davsim::acl
