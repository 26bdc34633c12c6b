// SPDX-License-Identifier: Apache-2.0
#include "sim/session/device_server.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <thread>

#include "sim/device/device.h"
#include "sim/events/hub.h"
#include "sim/session/fault_place.h"
#include "sim/session/launch_order.h"
#include "sim/session/launch_report.h"

namespace davsim {
namespace {

class Server {
public:
    Server(const SessionOptions& options, GlobalMemory& memory, Channel& channel,
           Whereabouts& whereabouts)
        : options_(options), memory_(memory), channel_(channel), whereabouts_(whereabouts) {}

    void loop() {
        std::string message;
        while (channel_.receive(message)) {
            MessageReader reader(std::move(message));
            hear_memory(reader);
            const LaunchOutcome outcome = run(read_order(reader));
            std::fflush(stdout);
            MessageWriter reply;
            reply.put(outcome.ok);
            reply.put(outcome.fault);
            reply.put(outcome.message);
            reply.put(outcome.cycles);
            reply.put(outcome.instructions);
            reply.put(outcome.hazards);
            if (!channel_.send(reply)) return;
        }
    }

private:
    void hear_memory(MessageReader& reader) {
        std::vector<std::uint64_t> released;
        reader.get(released);
        for (const std::uint64_t begin : released) memory_.forget(begin);
        std::size_t count = 0;
        reader.get(count);
        for (std::size_t i = 0; i < count; ++i) {
            GlobalMemory::Allocation a;
            reader.get(a.begin);
            reader.get(a.bytes);
            reader.get(a.padded);
            reader.get(a.name);
            reader.get(a.role);
            memory_.adopt(a);
        }
    }

    static LaunchOrder read_order(MessageReader& reader) {
        LaunchOrder order;
        reader.get(order.kernel);
        reader.get(order.image);
        reader.get(order.call);
        reader.get(order.library);
        reader.get(order.arguments);
        reader.get(order.tiling_key);
        reader.get(order.blocks);
        reader.get(order.vector_cores);
        reader.get(order.cube_core);
        reader.get(order.number);
        reader.get(order.sync);
        reader.get(order.strategy);
        reader.get(order.remarks);
        return order;
    }

    Device& device() {
        if (!device_) {
            device_.emplace(options_.config, hub_, memory_);
            note_crashes(whereabouts_, device_->core_slot());
        }
        return *device_;
    }

    // What one block does. Binds the code to the device's core slot.
    std::function<void()> body_of(const LaunchOrder& order) {
        CoreSlot* slot = device().core_slot();
        if (order.library.invoke == nullptr) {
            const int here = options_.config.identity.npu_arch;
            if (order.image.npu_arch != here) {
                throw Error(Fault::kUnsupported,
                            fmt::format("kernel {} is compiled for architecture {}, {} has {} "
                                        "(davsim-cc --npu-arch=dav-{})",
                                        order.kernel, order.image.npu_arch,
                                        options_.config.identity.soc, here, here));
            }
            order.image.bind(slot);
            return [&order] { order.image.invoke(order.call.data()); };
        }
        order.library.bind(slot);
        return [&order] {
            order.library.invoke(reinterpret_cast<void* const*>(order.arguments.data()));
        };
    }

    LaunchOutcome run(const LaunchOrder& order) {
        LaunchOutcome outcome;
        try {
            LaunchReport report(options_, order);
            LaunchRequest request;
            request.kernel = order.kernel;
            request.body = body_of(order);
            request.blocks = order.blocks;
            request.cores = {order.vector_cores, order.cube_core};
            request.tiling_key = order.tiling_key;
            request.max_cycles = options_.max_cycles;
            request.sync = options_.sync.value_or(order.sync);
            request.jitter_seed = options_.jitter_seed;
            hub_ = Hub();
            report.listen(hub_);
            FaultPlace place;
            hub_.add(place);
            try {
                const LaunchResult result = device().launch(request);
                outcome.cycles = result.span.count();
                outcome.instructions = result.instructions;
                report.finish();
                outcome.hazards = report.hazards();
            } catch (const Error& error) {
                const Error told(error.fault(), error.what() + place.text());
                report.fail(told);
                throw told;
            }
            outcome.ok = true;
        } catch (const Error& error) {
            outcome.fault = error.fault();
            outcome.message = error.what();
        } catch (const std::exception& error) {
            outcome.fault = Fault::kKernel;
            outcome.message = fmt::format("the kernel threw an exception: {}", error.what());
        } catch (...) {
            outcome.fault = Fault::kKernel;
            outcome.message = "the kernel threw an exception";
        }
        return outcome;
    }

    const SessionOptions& options_;
    GlobalMemory& memory_;
    Channel& channel_;
    Whereabouts& whereabouts_;
    Hub hub_;
    std::optional<Device> device_;
};

// A program that was killed must not leave a device computing on.
void end_with_program(int descriptor) {
    std::thread([descriptor] {
        pollfd program{descriptor, POLLRDHUP, 0};
        while (poll(&program, 1, -1) < 0) {}
        _exit(0);
    }).detach();
}

}  // namespace

void serve_device(const SessionOptions& options, GlobalMemory& memory, Channel& channel,
                  Whereabouts& whereabouts) {
    end_with_program(channel.descriptor());
    Server(options, memory, channel, whereabouts).loop();
    _exit(0);
}

}  // namespace davsim
