// SPDX-License-Identifier: Apache-2.0
#include "sim/acl/host_runtime.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

#include "sim/acl/library_operators.h"
#include "sim/session/leaks.h"

namespace davsim::acl {
namespace {

thread_local Context* thread_context = nullptr;

class Running {
public:
    explicit Running(Stream& stream) : stream_(stream) { stream_.running = true; }
    ~Running() { stream_.running = false; }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

private:
    Stream& stream_;
};

}  // namespace

HostRuntime& HostRuntime::instance() {
    static auto* runtime = new HostRuntime;
    return *runtime;
}

const SessionOptions& HostRuntime::options() {
    if (options_ == nullptr)
        options_ = std::make_unique<SessionOptions>(options_from_environment());
    return *options_;
}

DeviceProcess& HostRuntime::device() {
    if (device_ != nullptr) return *device_;
    device_ = std::make_unique<DeviceProcess>(options());
    open_library_operators(options().config);
    // However the program ends, as long as it does so by itself; once, however often the device
    // starts afresh.
    [[maybe_unused]] static const int registered = std::atexit(&HostRuntime::tell_leaks);
    return *device_;
}

// Nobody is left to hand an error to.
void HostRuntime::tell_leaks() {
    HostRuntime& runtime = instance();
    if (!runtime.has_device()) return;
    try {
        report_leaks(runtime.options(), runtime.device().memory());
    } catch (const std::exception& error) {
        std::fprintf(stderr, "davsim: memory that was never freed is not reported: %s\n",
                     error.what());
    }
}

bool HostRuntime::alive(const Context* context) const {
    return contexts_.count(context) != 0;
}

Context* HostRuntime::current_context() const {
    return alive(thread_context) ? thread_context : nullptr;
}

void HostRuntime::set_current(Context* context) {
    thread_context = context;
}

Context* HostRuntime::create_context(std::int32_t device, bool is_default) {
    auto context = std::make_unique<Context>();
    Context* raw = context.get();
    raw->device = device;
    raw->is_default = is_default;
    contexts_.emplace(raw, std::move(context));
    raw->default_stream = std::make_unique<Stream>();
    raw->default_stream->context = raw;
    raw->default_stream->id = next_stream_id_++;
    live_streams_.insert(raw->default_stream.get());
    return raw;
}

bool HostRuntime::destroy_context(Context* context) {
    if (!alive(context)) return false;
    while (!context->streams.empty()) destroy_stream(context->streams.begin()->get());
    run(*context->default_stream);
    live_streams_.erase(context->default_stream.get());
    contexts_.erase(context);
    return true;
}

void HostRuntime::set_device(std::int32_t device) {
    this->device();
    if (default_context_ == nullptr) default_context_ = create_context(device, true);
    ++device_set_;
    set_current(default_context_);
}

bool HostRuntime::reset_device(bool force) {
    if (device_set_ == 0) return false;
    device_set_ = force ? 0 : device_set_ - 1;
    if (device_set_ != 0) return true;
    run_all();
    destroy_context(default_context_);
    default_context_ = nullptr;
    // Contexts that the program made keep their memory as well as their streams.
    if (contexts_.empty()) {
        tell_leaks();  // the memory goes with the device
        device_.reset();
        device_free_ = 0;
    }
    return true;
}

Stream* HostRuntime::create_stream(Context& context) {
    auto stream = std::make_unique<Stream>();
    Stream* raw = stream.get();
    raw->context = &context;
    raw->id = next_stream_id_++;
    context.streams.insert(std::move(stream));
    live_streams_.insert(raw);
    return raw;
}

void HostRuntime::destroy_stream(Stream* stream) {
    run(*stream);
    live_streams_.erase(stream);
    auto& streams = stream->context->streams;
    const auto found = std::find_if(streams.begin(), streams.end(),
                                    [stream](const auto& s) { return s.get() == stream; });
    if (found != streams.end()) streams.erase(found);
}

Stream* HostRuntime::resolve(aclrtStream stream) const {
    if (stream != nullptr) {
        auto* given = static_cast<Stream*>(stream);
        return alive(given) ? given : nullptr;
    }
    Context* context = current_context();
    return context == nullptr ? nullptr : context->default_stream.get();
}

bool HostRuntime::run(Stream& stream) {
    // A stream that is reached again while it runs waits for itself.
    if (stream.running) return stream.steps.empty();
    const Running running(stream);
    while (!stream.steps.empty()) {
        if (stream.error != ACL_SUCCESS && stream.failure_mode == ACL_STOP_ON_FAILURE) {
            stream.steps.clear();
            break;
        }
        Step step = std::move(stream.steps.front());
        stream.steps.pop_front();
        if (step(stream)) continue;
        stream.steps.push_front(std::move(step));
        return false;
    }
    return true;
}

bool HostRuntime::run_all() {
    bool all = true;
    std::vector<Stream*> ordered;
    for (const auto& [key, context] : contexts_) {
        ordered.push_back(context->default_stream.get());
        for (const auto& stream : context->streams) ordered.push_back(stream.get());
    }
    std::sort(ordered.begin(), ordered.end(),
              [](const Stream* a, const Stream* b) { return a->id < b->id; });
    for (Stream* stream : ordered) all = (!alive(stream) || run(*stream)) && all;
    return all;
}

void HostRuntime::pass_time(Stream& stream, SimulatedTime duration) {
    const SimulatedTime start = std::max(stream.ready, device_free_);
    stream.ready = start + duration;
    device_free_ = stream.ready;
}

aclrtEvent HostRuntime::create_event() {
    auto event = std::make_shared<Event>();
    void* handle = event.get();
    events_.emplace(handle, std::move(event));
    return handle;
}

bool HostRuntime::destroy_event(aclrtEvent event) {
    return events_.erase(event) != 0;
}

std::shared_ptr<Event> HostRuntime::find_event(aclrtEvent event) const {
    const auto found = events_.find(event);
    return found == events_.end() ? nullptr : found->second;
}

bool HostRuntime::complete(const Event& event) {
    if (event.done == event.records) return true;
    if (alive(event.recorder)) run(*event.recorder);
    return event.done == event.records;
}

}  // namespace davsim::acl
