// SPDX-License-Identifier: Apache-2.0
#pragma once
// The steps of a library function: dense instructions over a number of elements, each behind a
// barrier of the vector pipe, with the mask written once at the start and once at the end.

#include "sim/ascendc/api/sync.h"
#include "sim/ascendc/api/vec_binary.h"
#include "sim/ascendc/api/vec_cast.h"
#include "sim/ascendc/api/vec_move.h"
#include "sim/ascendc/api/vec_scalar.h"
#include "sim/ascendc/api/vec_unary.h"

namespace AscendC {
namespace detail {

class Steps {
public:
    Steps(const char* api, const void* site) : api_(api), site_(site) {
        core().spend(davsim::ScalarOp::kSetMask, 1);  // counter mode
    }
    ~Steps() {
        sticky_mask() = davsim::VectorMask{};
        core().spend(davsim::ScalarOp::kSetMask, 2);  // normal mode, all lanes
    }
    Steps(const Steps&) = delete;
    Steps& operator=(const Steps&) = delete;

    const char* api() const { return api_; }
    const void* site() const { return site_; }

    // How many elements the following steps work on.
    void set_count(std::uint32_t count) {
        count_ = count;
        core().spend(davsim::ScalarOp::kSetMask, 1);
    }
    std::uint32_t count() const { return count_; }

    template <typename T>
    using Tensor = LocalTensor<T>;

    template <typename T>
    void add(const Tensor<T>& dst, const Tensor<T>& a, const Tensor<T>& b) {
        two(davsim::Opcode::kAdd, dst, a, b);
    }
    template <typename T>
    void sub(const Tensor<T>& dst, const Tensor<T>& a, const Tensor<T>& b) {
        two(davsim::Opcode::kSub, dst, a, b);
    }
    template <typename T>
    void mul(const Tensor<T>& dst, const Tensor<T>& a, const Tensor<T>& b) {
        two(davsim::Opcode::kMul, dst, a, b);
    }
    template <typename T>
    void div(const Tensor<T>& dst, const Tensor<T>& a, const Tensor<T>& b) {
        two(davsim::Opcode::kDiv, dst, a, b);
    }
    template <typename T>
    void max(const Tensor<T>& dst, const Tensor<T>& a, const Tensor<T>& b) {
        two(davsim::Opcode::kMax, dst, a, b);
    }
    template <typename T>
    void min(const Tensor<T>& dst, const Tensor<T>& a, const Tensor<T>& b) {
        two(davsim::Opcode::kMin, dst, a, b);
    }

    template <typename T>
    void bit_and(const Tensor<T>& dst, const Tensor<T>& a, const Tensor<T>& b) {
        two(davsim::Opcode::kAnd, dst, a, b);
    }
    template <typename T>
    void bit_or(const Tensor<T>& dst, const Tensor<T>& a, const Tensor<T>& b) {
        two(davsim::Opcode::kOr, dst, a, b);
    }
    template <typename T>
    void bit_not(const Tensor<T>& dst, const Tensor<T>& a) {
        one(davsim::Opcode::kNot, dst, a);
    }

    template <typename T>
    void adds(const Tensor<T>& dst, const Tensor<T>& a, T scalar) {
        scaled(davsim::Opcode::kAdds, dst, a, scalar);
    }
    template <typename T>
    void muls(const Tensor<T>& dst, const Tensor<T>& a, T scalar) {
        scaled(davsim::Opcode::kMuls, dst, a, scalar);
    }
    // min(max(a, low), high); NaN stays.
    void clamp(const Tensor<float>& dst, const Tensor<float>& a, float low, float high) {
        scaled(davsim::Opcode::kMaxs, dst, a, low);
        scaled(davsim::Opcode::kMins, dst, dst, high);
    }
    template <typename T>
    void maxs(const Tensor<T>& dst, const Tensor<T>& a, T scalar) {
        scaled(davsim::Opcode::kMaxs, dst, a, scalar);
    }
    template <typename T>
    void mins(const Tensor<T>& dst, const Tensor<T>& a, T scalar) {
        scaled(davsim::Opcode::kMins, dst, a, scalar);
    }

    template <typename T>
    void abs(const Tensor<T>& dst, const Tensor<T>& a) {
        one(davsim::Opcode::kAbs, dst, a);
    }
    template <typename T>
    void exp(const Tensor<T>& dst, const Tensor<T>& a) {
        one(davsim::Opcode::kExp, dst, a);
    }
    template <typename T>
    void ln(const Tensor<T>& dst, const Tensor<T>& a) {
        one(davsim::Opcode::kLn, dst, a);
    }
    template <typename T>
    void sqrt(const Tensor<T>& dst, const Tensor<T>& a) {
        one(davsim::Opcode::kSqrt, dst, a);
    }

    template <typename T>
    void fill(const Tensor<T>& dst, T value) {
        duplicate(api_, dst, value, mask(), 1, 1, davsim::kBlocksPerRepeat, site_);
        barrier();
    }

    template <typename T, typename U>
    void cast(const Tensor<T>& dst, const Tensor<U>& src, RoundMode round) {
        constexpr std::size_t kWider = kWiderBytes<T, U>;
        const UnaryRepeatParams dense(1, 1, dense_repeat(sizeof(T), kWider),
                                      dense_repeat(sizeof(U), kWider));
        detail::cast(dst, src, round, mask(), 1, dense, site_);
        barrier();
    }

    // dst = (..(c[n-1] u + c[n-2]) u + ..) u + c[0]; dst is none of the others.
    template <std::size_t kTerms>
    void polynomial(const Tensor<float>& dst, const Tensor<float>& u, const float (&c)[kTerms]) {
        static_assert(kTerms >= 2);
        muls(dst, u, c[kTerms - 1]);
        for (std::size_t i = kTerms - 2; i > 0; --i) {
            adds(dst, dst, c[i]);
            mul(dst, dst, u);
        }
        adds(dst, dst, c[0]);
    }

    void barrier() { pipe_barrier(davsim::Pipe::kV, site_); }
    davsim::VectorMask mask() const { return {count_, 0, true}; }

private:
    template <typename T>
    void two(davsim::Opcode opcode, const Tensor<T>& dst, const Tensor<T>& a, const Tensor<T>& b) {
        binary(api_, opcode, dst, a, b, mask(), 1, BinaryRepeatParams(), site_);
        barrier();
    }
    template <typename T>
    void scaled(davsim::Opcode opcode, const Tensor<T>& dst, const Tensor<T>& a, T scalar) {
        with_scalar(api_, opcode, dst, a, scalar, mask(), 1, UnaryRepeatParams(), site_);
        barrier();
    }
    template <typename T>
    void one(davsim::Opcode opcode, const Tensor<T>& dst, const Tensor<T>& a) {
        unary(api_, opcode, dst, a, mask(), 1, UnaryRepeatParams(), site_);
        barrier();
    }

    const char* api_;
    const void* site_;
    std::uint32_t count_ = 0;
};

}  // namespace detail
}  // namespace AscendC
