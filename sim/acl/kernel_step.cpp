// SPDX-License-Identifier: Apache-2.0
#include "sim/acl/kernel_step.h"

#include <utility>

#include "sim/acl/call.h"
#include "sim/isa/kernel_launch.h"

namespace davsim::acl {
namespace {

constexpr SimulatedTime kPicosecondsPerMicrosecond = 1000000;

// The code with which a board reports a kernel that broke.
aclError code_of(const LaunchOutcome& outcome, const SocConfig& soc) {
    switch (outcome.fault) {
        case Fault::kDeadlock:
            return soc.cores.coupled ? ACL_ERROR_RT_AICORE_TIMEOUT
                                     : ACL_ERROR_RT_VECTOR_CORE_TIMEOUT;
        case Fault::kUsage:
        case Fault::kTiling: return ACL_ERROR_RT_PARAM_INVALID;
        case Fault::kUnsupported: return ACL_ERROR_RT_FEATURE_NOT_SUPPORT;
        case Fault::kInternal: return ACL_ERROR_RT_INTERNAL_ERROR;
        default:
            return soc.cores.coupled ? ACL_ERROR_RT_AICORE_EXCEPTION
                                     : ACL_ERROR_RT_VECTOR_CORE_EXCEPTION;
    }
}

}  // namespace

Step kernel_step(std::shared_ptr<LaunchOrder> order) {
    return [order = std::move(order)](Stream& stream) {
        HostRuntime& runtime = HostRuntime::instance();
        const SocConfig& soc = runtime.options().config;
        LaunchOutcome outcome;
        try {
            outcome = runtime.device().launch(*order);
        } catch (const Error& error) {
            outcome.fault = error.fault();
            outcome.message = error.what();
        }
        if (outcome.ok) {
            runtime.pass_time(stream,
                              outcome.cycles * kPicosecondsPerMicrosecond / soc.cores.clock_mhz);
        } else {
            stream.note_fault(code_of(outcome, soc), "kernel " + order->kernel + ": error[" +
                                                         std::string(fault_name(outcome.fault)) +
                                                         "]: " + outcome.message);
        }
        return true;
    };
}

}  // namespace davsim::acl

void davsim_launch_kernel(const davsim::KernelLaunch* launch) {
    davsim::acl::on_stream(
        launch->name, launch->stream,
        [launch](davsim::acl::HostRuntime&, davsim::acl::Stream& stream) -> aclError {
            auto order = std::make_shared<davsim::LaunchOrder>();
            order->kernel = launch->name;
            order->image = {launch->bind, launch->invoke, launch->npu_arch};
            const auto* bytes = static_cast<const std::uint8_t*>(launch->call);
            order->call.assign(bytes, bytes + launch->call_bytes);
            order->blocks = launch->blocks;
            order->vector_cores = launch->vector_cores;
            order->cube_core = launch->cube_core;
            stream.steps.push_back(davsim::acl::kernel_step(std::move(order)));
            return ACL_SUCCESS;
        });
}
