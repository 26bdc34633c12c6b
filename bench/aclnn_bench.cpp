// SPDX-License-Identifier: Apache-2.0
// What a call of aclnnGroupNormBackward costs on the host: the two phases with a known plan, and
// the whole of a small call, simulation included.

#include <benchmark/benchmark.h>

#include <array>
#include <cstdlib>

#include "acl/acl.h"
#include "aclnnop/aclnn_group_norm_backward.h"

namespace {

// Tensors of one small call: N=2 C=8 HxW=16 group=2, fp32.
class Call {
public:
    Call() {
        aclInit(nullptr);
        aclrtSetDevice(0);
        aclrtCreateStream(&stream_);
        const std::array<std::int64_t, 3> data{2, 8, 16};
        const std::array<std::int64_t, 2> statistics{2, 2};
        const std::array<std::int64_t, 1> parameters{8};
        for (const int i : {0, 1, 5}) tensors_[i] = make(data.data(), data.size(), 256);
        for (const int i : {2, 3}) tensors_[i] = make(statistics.data(), statistics.size(), 4);
        for (const int i : {4, 6, 7}) tensors_[i] = make(parameters.data(), parameters.size(), 8);
        const std::array<bool, 3> all{true, true, true};
        mask_ = aclCreateBoolArray(all.data(), all.size());
        phase1();
        aclDestroyAclOpExecutor(executor_);
        aclrtMalloc(&workspace_, workspace_bytes_, ACL_MEM_MALLOC_HUGE_FIRST);
    }
    ~Call() {
        for (aclTensor* tensor : tensors_) aclDestroyTensor(tensor);
        aclDestroyBoolArray(mask_);
        aclrtDestroyStream(stream_);
        aclrtResetDevice(0);
        aclFinalize();
    }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    void phase1() {
        aclnnGroupNormBackwardGetWorkspaceSize(
            tensors_[0], tensors_[1], tensors_[2], tensors_[3], tensors_[4], 2, 8, 16, 2, mask_,
            tensors_[5], tensors_[6], tensors_[7], &workspace_bytes_, &executor_);
    }
    void phase2() { aclnnGroupNormBackward(workspace_, workspace_bytes_, executor_, stream_); }
    bool synchronise() { return aclrtSynchronizeStream(stream_) == ACL_SUCCESS; }

private:
    static aclTensor* make(const std::int64_t* shape, std::size_t rank, std::size_t elements) {
        void* block = nullptr;
        aclrtMalloc(&block, elements * sizeof(float), ACL_MEM_MALLOC_HUGE_FIRST);
        return aclCreateTensor(shape, rank, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape, rank,
                               block);
    }

    aclrtStream stream_ = nullptr;
    std::array<aclTensor*, 8> tensors_{};
    aclBoolArray* mask_ = nullptr;
    std::uint64_t workspace_bytes_ = 0;
    aclOpExecutor* executor_ = nullptr;
    void* workspace_ = nullptr;
};

Call& call() {
    static Call instance;
    return instance;
}

// Host side only: what is put on the stream runs with the timer stopped.
void two_phases(benchmark::State& state) {
    constexpr int kBetweenRuns = 100;
    int queued = 0;
    for (auto _ : state) {
        call().phase1();
        call().phase2();
        if (++queued % kBetweenRuns != 0) continue;
        state.PauseTiming();
        if (!call().synchronise()) state.SkipWithError("the kernel failed");
        state.ResumeTiming();
    }
    call().synchronise();
}
BENCHMARK(two_phases)->Unit(benchmark::kMicrosecond);

void whole_call(benchmark::State& state) {
    for (auto _ : state) {
        call().phase1();
        call().phase2();
        if (!call().synchronise()) state.SkipWithError("the kernel failed");
    }
    state.counters["calls/s"] =
        benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(whole_call)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace

BENCHMARK_MAIN();
