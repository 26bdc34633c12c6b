// SPDX-License-Identifier: Apache-2.0
#include "sim/exec/extreme.h"

#include <array>
#include <cstring>

#include "sim/exec/kernel.h"
#include "sim/exec/vector_shape.h"
#include "sim/isa/footprint.h"

namespace davsim::exec {
namespace {

constexpr std::size_t kMaxLanes = kRepeatBytes / 2;
constexpr std::size_t kIndexShift = 32;  // of the lane number in the special register

class Extremes {
public:
    Extremes(const Instruction& instruction, const VectorPointers& pointers)
        : order_(instruction.vec.order),
          per_block_(instruction.opcode == Opcode::kReduceBlockMax ||
                     instruction.opcode == Opcode::kReduceBlockMin),
          smallest_(instruction.opcode == Opcode::kReduceMin ||
                    instruction.opcode == Opcode::kReduceBlockMin),
          across_(instruction.vec.across_repeats),
          half_(instruction.vec.dst.dtype == DataType::kFloat16),
          element_(size_of(instruction.vec.dst.dtype)),
          shape_(shape_of(instruction, 1)),
          source_(pointers.src0, instruction.vec.src0),
          dst_(pointers.dst),
          result_stride_(instruction.vec.dst.rep_stride * (per_block_
                                                               ? kBlocksPerRepeat * element_
                                                               : extreme_bytes(order_, element_))),
          order_keys_(order_keys_kernel()),
          first_largest_(first_largest_kernel()),
          widen_(convert_kernel(DataType::kFloat16, DataType::kFloat32, RoundMode::kNone)) {}

    void run(std::uint64_t& extreme) {
        for (std::uint32_t repeat = 0; repeat < shape_.repeats; ++repeat) {
            collect(repeat);
            std::uint8_t* at = dst_ + repeat * result_stride_;
            if (per_block_)
                take_blocks(at);
            else
                take_repeat(at, repeat);
        }
        if (per_block_ || best_key_ == kNoKey) return;
        extreme = best_;
        if (!across_) return;
        put(dst_, reinterpret_cast<const std::uint8_t*>(&best_),
            static_cast<std::uint32_t>(best_ >> kIndexShift));
    }

private:
    // Raw elements and keys of one repeat.
    void collect(std::uint32_t repeat) {
        const std::size_t span = shape_.span(repeat);
        gather(raw_.data(), source_.base + repeat * source_.repeat_stride, source_, span);
        const auto* values = reinterpret_cast<const float*>(raw_.data());
        if (half_) {
            Run run;
            run.dst = reinterpret_cast<std::uint8_t*>(wide_.data());
            run.src0 = raw_.data();
            run.count = span;
            widen_(run);
            values = wide_.data();
        }
        order_keys_(values, keys_.data(), span, smallest_);
        for (std::size_t lane = span; lane < shape_.lanes; ++lane) keys_[lane] = kNoKey;
        if (!shape_.pattern) return;
        for (std::size_t lane = 0; lane < span; ++lane) {
            if (!shape_.enabled(lane)) keys_[lane] = kNoKey;
        }
    }

    void take_blocks(std::uint8_t* at) const {
        const std::size_t width = kBlockBytes / element_;
        for (std::size_t block = 0; block < kBlocksPerRepeat; ++block) {
            const std::int32_t* keys = &keys_[block * width];
            const std::size_t lane = first_largest_(keys, width);
            if (keys[lane] == kNoKey) continue;
            std::memcpy(at + block * element_, &raw_[(block * width + lane) * element_], element_);
        }
    }

    void take_repeat(std::uint8_t* at, std::uint32_t repeat) {
        const std::size_t lane = first_largest_(keys_.data(), shape_.lanes);
        if (keys_[lane] == kNoKey) return;
        const std::uint8_t* value = &raw_[lane * element_];
        if (!across_) put(at, value, static_cast<std::uint32_t>(lane));
        if (keys_[lane] <= best_key_) return;
        best_key_ = keys_[lane];
        best_ = (repeat * (source_.repeat_stride / element_) + lane) << kIndexShift;
        std::uint64_t bits = 0;
        std::memcpy(&bits, value, element_);
        best_ |= bits;
    }

    void put(std::uint8_t* at, const std::uint8_t* value, std::uint32_t lane) const {
        switch (order_) {
            case ReduceOrder::kOnlyIndex: std::memcpy(at, &lane, sizeof(lane)); return;
            case ReduceOrder::kOnlyValue: std::memcpy(at, value, element_); return;
            case ReduceOrder::kIndexValue:
                std::memcpy(at, &lane, element_);
                std::memcpy(at + element_, value, element_);
                return;
            case ReduceOrder::kValueIndex:
                std::memcpy(at, value, element_);
                std::memcpy(at + element_, &lane, element_);
                return;
        }
    }

    ReduceOrder order_;
    bool per_block_;
    bool smallest_;
    bool across_;
    bool half_;
    std::size_t element_;
    VectorShape shape_;
    Strided source_;
    std::uint8_t* dst_;
    std::size_t result_stride_;
    OrderKeys order_keys_;
    FirstLargest first_largest_;
    Kernel widen_;
    std::int32_t best_key_ = kNoKey;
    std::uint64_t best_ = 0;
    alignas(64) std::array<std::uint8_t, kRepeatBytes> raw_;
    alignas(64) std::array<float, kMaxLanes> wide_;
    alignas(64) std::array<std::int32_t, kMaxLanes> keys_;
};

}  // namespace

bool run_extreme(const Instruction& instruction, const VectorPointers& pointers,
                 std::uint64_t& extreme) {
    const DataType dtype = instruction.vec.dst.dtype;
    const bool known = dtype == DataType::kFloat32 || dtype == DataType::kFloat16;
    if (!known || instruction.vec.src0.dtype != dtype || instruction.dtype != dtype) return false;
    Extremes(instruction, pointers).run(extreme);
    return true;
}

}  // namespace davsim::exec
