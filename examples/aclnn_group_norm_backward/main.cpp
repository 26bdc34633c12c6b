// SPDX-License-Identifier: Apache-2.0
// Trains one group normalisation a step: forward on the device, then backward with the mean and
// rstd that the forward left there. The same source runs on a board. Prints the gradients of gamma
// and beta and the simulated time of both kernels.

#include <cstdio>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_group_norm.h"
#include "aclnnop/aclnn_group_norm_backward.h"

namespace {

constexpr std::int64_t kN = 2;
constexpr std::int64_t kC = 4;
constexpr std::int64_t kHeight = 3;
constexpr std::int64_t kWidth = 5;
constexpr std::int64_t kGroups = 2;
constexpr double kEpsilon = 1e-5;

// Ends main() with the call and its reason.
#define CHECK(call)                                                               \
    do {                                                                          \
        const int code = (call);                                                  \
        if (code != 0) {                                                          \
            const char* text = aclGetRecentErrMsg();                              \
            std::printf("%s: %d %s\n", #call, code, text == nullptr ? "" : text); \
            return 1;                                                             \
        }                                                                         \
    } while (0)

struct DeviceTensor {
    explicit DeviceTensor(std::vector<std::int64_t> extents) : shape(std::move(extents)) {
        for (const std::int64_t extent : shape) elements *= static_cast<std::size_t>(extent);
    }

    int create(const std::vector<float>& values) {
        const std::size_t bytes = elements * sizeof(float);
        const int code = aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST);
        if (code != 0) return code;
        tensor = aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND,
                                 shape.data(), shape.size(), memory);
        if (values.empty()) return 0;
        return aclrtMemcpy(memory, bytes, values.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE);
    }
    std::vector<float> read() const {
        std::vector<float> values(elements);
        aclrtMemcpy(values.data(), elements * sizeof(float), memory, elements * sizeof(float),
                    ACL_MEMCPY_DEVICE_TO_HOST);
        return values;
    }
    void destroy() {
        aclDestroyTensor(tensor);
        aclrtFree(memory);
    }

    std::vector<std::int64_t> shape;
    std::size_t elements = 1;
    void* memory = nullptr;
    aclTensor* tensor = nullptr;
};

// 0, step, 2 * step, ... with a wave in it.
std::vector<float> values(std::size_t count, float step) {
    std::vector<float> result(count);
    for (std::size_t i = 0; i < count; ++i) {
        result[i] = step * static_cast<float>(i) - static_cast<float>(i % 7);
    }
    return result;
}

void print(const char* name, const std::vector<float>& numbers) {
    std::printf("%-10s", name);
    for (const float number : numbers) std::printf(" %11.5f", static_cast<double>(number));
    std::printf("\n");
}

int run(aclrtStream stream) {
    const std::vector<std::int64_t> data{kN, kC, kHeight, kWidth};
    DeviceTensor input(data);
    DeviceTensor output(data);
    DeviceTensor grad_output(data);
    DeviceTensor grad_input(data);
    DeviceTensor mean({kN, kGroups});
    DeviceTensor rstd({kN, kGroups});
    DeviceTensor gamma({kC});
    DeviceTensor beta({kC});
    DeviceTensor grad_gamma({kC});
    DeviceTensor grad_beta({kC});
    CHECK(input.create(values(input.elements, 0.1F)));
    CHECK(grad_output.create(values(input.elements, 0.01F)));
    CHECK(gamma.create({1.0F, 0.5F, 2.0F, 1.5F}));
    CHECK(beta.create({0.0F, 1.0F, 0.0F, -1.0F}));
    for (DeviceTensor* tensor : {&output, &grad_input, &mean, &rstd, &grad_gamma, &grad_beta})
        CHECK(tensor->create({}));

    aclrtEvent begin = nullptr;
    aclrtEvent middle = nullptr;
    aclrtEvent end = nullptr;
    for (aclrtEvent* event : {&begin, &middle, &end}) CHECK(aclrtCreateEvent(event));
    constexpr std::int64_t kPixels = kHeight * kWidth;

    std::uint64_t bytes = 0;
    aclOpExecutor* executor = nullptr;
    void* forward_workspace = nullptr;
    void* backward_workspace = nullptr;
    CHECK(aclnnGroupNormGetWorkspaceSize(input.tensor, gamma.tensor, beta.tensor, kN, kC, kPixels,
                                         kGroups, kEpsilon, output.tensor, mean.tensor, rstd.tensor,
                                         &bytes, &executor));
    CHECK(aclrtMalloc(&forward_workspace, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclrtRecordEvent(begin, stream));
    CHECK(aclnnGroupNorm(forward_workspace, bytes, executor, stream));
    CHECK(aclrtRecordEvent(middle, stream));

    const bool all[] = {true, true, true};
    aclBoolArray* mask = aclCreateBoolArray(all, 3);
    CHECK(aclnnGroupNormBackwardGetWorkspaceSize(
        grad_output.tensor, input.tensor, mean.tensor, rstd.tensor, gamma.tensor, kN, kC, kPixels,
        kGroups, mask, grad_input.tensor, grad_gamma.tensor, grad_beta.tensor, &bytes, &executor));
    CHECK(aclrtMalloc(&backward_workspace, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
    CHECK(aclnnGroupNormBackward(backward_workspace, bytes, executor, stream));
    CHECK(aclrtRecordEvent(end, stream));
    CHECK(aclrtSynchronizeStream(stream));

    float forward_ms = 0;
    float backward_ms = 0;
    CHECK(aclrtEventElapsedTime(&forward_ms, begin, middle));
    CHECK(aclrtEventElapsedTime(&backward_ms, middle, end));
    print("mean", mean.read());
    print("rstd", rstd.read());
    print("grad_gamma", grad_gamma.read());
    print("grad_beta", grad_beta.read());
    std::printf("forward %.2f us, backward %.2f us on %s\n", static_cast<double>(forward_ms) * 1e3,
                static_cast<double>(backward_ms) * 1e3, aclrtGetSocName());

    for (aclrtEvent event : {begin, middle, end}) CHECK(aclrtDestroyEvent(event));
    for (void* memory : {forward_workspace, backward_workspace}) CHECK(aclrtFree(memory));
    for (DeviceTensor* tensor : {&input, &output, &grad_output, &grad_input, &mean, &rstd, &gamma,
                                 &beta, &grad_gamma, &grad_beta}) {
        tensor->destroy();
    }
    CHECK(aclDestroyBoolArray(mask));
    return 0;
}

}  // namespace

int main() {
    aclrtStream stream = nullptr;
    CHECK(aclInit(nullptr));
    CHECK(aclrtSetDevice(0));
    CHECK(aclrtCreateStream(&stream));
    const int code = run(stream);
    CHECK(aclrtDestroyStream(stream));
    CHECK(aclrtResetDevice(0));
    CHECK(aclFinalize());
    return code;
}
