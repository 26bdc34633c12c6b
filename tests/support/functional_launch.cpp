// SPDX-License-Identifier: Apache-2.0
#include "tests/support/functional_launch.h"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace davsim::testing {

// The right to run goes round; host threads only keep each block's stack.
struct FunctionalLaunch::Baton {
    explicit Baton(std::size_t blocks) : finished(blocks, false), arrivals(blocks, 0) {}

    void wait_for_turn(std::uint32_t index) {
        std::unique_lock<std::mutex> lock(mutex);
        changed.wait(lock, [&] { return turn == index; });
    }

    // To the next block that still runs; back to `index` if there is no other.
    void pass_on(std::uint32_t index) {
        {
            const std::lock_guard<std::mutex> lock(mutex);
            const auto count = static_cast<std::uint32_t>(finished.size());
            for (std::uint32_t step = 1; step <= count; ++step) {
                turn = (index + step) % count;
                if (!finished[turn]) break;
            }
        }
        changed.notify_all();
    }

    std::mutex mutex;
    std::condition_variable changed;
    std::uint32_t turn = 0;
    std::vector<bool> finished;
    std::vector<std::uint32_t> arrivals;
    std::exception_ptr error;
};

FunctionalLaunch::FunctionalLaunch(const FunctionalConfig& config, std::uint32_t blocks,
                                   std::uint64_t tiling_key) {
    for (std::uint32_t i = 0; i < blocks; ++i) {
        ports_.push_back(std::make_unique<FunctionalPort>(config, i, blocks));
        ports_.back()->mutable_context().tiling_key = tiling_key;
        ports_.back()->set_sync_all([this, i] { arrive(i); });
    }
}

FunctionalLaunch::~FunctionalLaunch() = default;

void FunctionalLaunch::run(const std::function<void()>& body) {
    baton_ = std::make_unique<Baton>(ports_.size());
    std::vector<std::thread> threads;
    for (std::uint32_t i = 0; i < ports_.size(); ++i) {
        threads.emplace_back([this, i, &body] { run_block(i, body); });
    }
    for (std::thread& thread : threads) thread.join();
    if (baton_->error) std::rethrow_exception(baton_->error);
}

void FunctionalLaunch::run_block(std::uint32_t index, const std::function<void()>& body) {
    baton_->wait_for_turn(index);
    slot_ = ports_[index].get();
    try {
        body();
    } catch (...) {
        if (!baton_->error) baton_->error = std::current_exception();
    }
    baton_->finished[index] = true;
    baton_->pass_on(index);
}

// Everyone else runs up to their SyncAll before the turn comes back.
void FunctionalLaunch::arrive(std::uint32_t index) {
    const std::uint32_t mine = ++baton_->arrivals[index];
    baton_->pass_on(index);
    baton_->wait_for_turn(index);
    slot_ = ports_[index].get();
    for (std::size_t i = 0; i < ports_.size(); ++i) {
        if (baton_->arrivals[i] < mine) {
            ports_[index]->fail(Fault::kDeadlock,
                                "SyncAll: block " + std::to_string(i) + " ended without it");
        }
    }
}

}  // namespace davsim::testing
