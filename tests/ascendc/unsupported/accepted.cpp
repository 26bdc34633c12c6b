// SPDX-License-Identifier: Apache-2.0
// archs: 1001 2201 3510
// expect: nothing
// The control: the same calls compile where they are allowed, and `using namespace AscendC` leaves
// a kernel's own common names alone.
#include "kernel_operator.h"

enum Kind { MIN, MAX, ALL, NORMAL, SUM };
struct Error {};
struct Instruction {};
struct Pipe {};
struct Buffer {};
enum class DataType { kFloat };

using namespace AscendC;

int own_names() {
    const Error error{};
    const Instruction instruction{};
    const Pipe pipe{};
    const Buffer buffer{};
    static_cast<void>(error), static_cast<void>(instruction), static_cast<void>(pipe),
        static_cast<void>(buffer);
    return MIN + MAX + ALL + NORMAL + SUM + static_cast<int>(DataType::kFloat);
}

#if defined(MIN) || defined(MAX) || defined(ALL) || defined(__CCE_KT_TEST__) || \
    defined(ASCENDC_CPU_DEBUG)
#error "a name leaks"
#endif
#if __CCE_AICORE__ != 100 && __CCE_AICORE__ != 220 && __CCE_AICORE__ != 310
#error "no __CCE_AICORE__"
#endif

// Functions of a count are passed on by pointers with the parameters that the documentation gives.
template <typename T>
using OfTwo = void(const LocalTensor<T>&, const LocalTensor<T>&, const LocalTensor<T>&,
                   const int32_t&);
template <typename T>
using Repeated = void(const LocalTensor<T>&, const LocalTensor<T>&, const LocalTensor<T>&, uint64_t,
                      const uint8_t, const BinaryRepeatParams&);
template <typename T, Repeated<T>* repeated>
void run_repeated(const LocalTensor<T>& x) {
    repeated(x, x, x, 64, 2, BinaryRepeatParams());
}
template <typename T>
using OfOne = void(const LocalTensor<T>&, const LocalTensor<T>&, const int32_t&);
template <typename T>
using OfScalar = void(const LocalTensor<T>&, const LocalTensor<T>&, const T&, const int32_t&);
template <typename T, OfTwo<T>* two, OfOne<T>* one, OfScalar<T>* scalar>
struct Passed {
    static void run(const LocalTensor<T>& x) {
        two(x, x, x, 16);
        one(x, x, 16);
        scalar(x, x, T(1), 16);
    }
};

void kernel() {
    run_repeated<float, Div<float>>(LocalTensor<float>());
    Passed<float, Div<float>, Exp<float>, Muls<float>>::run(LocalTensor<float>());
    Passed<half, Max<half>, Abs<half>, Adds<half>>::run(LocalTensor<half>());
    LocalTensor<float> x;
    LocalTensor<half> y;
    GlobalTensor<float> global;
    DataCopy(x, global, 16);
    Cast(x, y, RoundMode::CAST_NONE, 16);
    Relu(y, y, 16);
    SetAtomicAdd<float>();
#if __NPU_ARCH__ != 1001
    LocalTensor<bfloat16_t> z;
    bfloat16_t start = 0;
    start = 1;
    Duplicate(z, start, 16);
    LocalTensor<double> wide;
    DataCopy(wide, GlobalTensor<double>(), 16);
    Cast(x, z, RoundMode::CAST_NONE, 16);
    DataCopyPad(global, x, DataCopyExtParams{1, 4, 0, 0, 0});
    SetAtomicAdd<bfloat16_t>();
    Brcb(x, x, 1, {1, 8});
#endif
}
