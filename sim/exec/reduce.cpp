// SPDX-License-Identifier: Apache-2.0
#include "sim/exec/reduce.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "sim/base/float16.h"
#include "sim/exec/kernel.h"
#include "sim/exec/vector_shape.h"

namespace davsim::exec {
namespace {

// Repeats whose trees are computed side by side, level by level.
constexpr std::size_t kBatch = 16;
constexpr std::size_t kMaxLanes = kRepeatBytes / 2;

class Reduction {
public:
    Reduction(const Instruction& instruction, const VectorPointers& pointers, PairSums pair_sums)
        : opcode_(instruction.opcode),
          dtype_(instruction.vec.dst.dtype),
          element_(size_of(dtype_)),
          shape_(shape_of(instruction, 1)),
          source_(pointers.src0, instruction.vec.src0),
          dst_(pointers.dst),
          result_stride_(instruction.vec.dst.rep_stride * results_bytes()),
          pair_sums_(pair_sums) {
        if (dtype_ == DataType::kFloat16) {
            widen_ = convert_kernel(DataType::kFloat16, DataType::kFloat32, RoundMode::kNone);
        }
    }

    void run(std::uint64_t& accumulator) {
        if (shape_.repeats == 0) return;
        const std::size_t batch = batch_size();
        for (std::size_t first = 0; first < shape_.repeats; first += batch) {
            const std::size_t count = std::min<std::size_t>(batch, shape_.repeats - first);
            const std::size_t width = sum_batch(first, count);
            for (std::size_t i = 0; i < count; ++i) take(first + i, &sums_[i * width], width);
        }
        if (opcode_ != Opcode::kReduceAcc) return;
        std::uint32_t bits = 0;
        put(reinterpret_cast<std::uint8_t*>(&bits), total_);
        put(dst_, total_);
        accumulator = bits;
    }

private:
    // Bytes of a destination repeat: 1 result, 8 results, or half a repeat of results.
    std::size_t results_bytes() const {
        switch (opcode_) {
            case Opcode::kReduceBlock: return kBlocksPerRepeat * element_;
            case Opcode::kReducePair: return kRepeatBytes / 2;
            default: return element_;
        }
    }

    // Lanes that one result sums up.
    std::size_t fan_in() const {
        switch (opcode_) {
            case Opcode::kReduceBlock: return kBlockBytes / element_;
            case Opcode::kReducePair: return 2;
            default: return shape_.lanes;
        }
    }

    // Results that land among sources not yet read must be visible to the later repeats.
    std::size_t batch_size() const {
        if (opcode_ == Opcode::kReduceAcc) return kBatch;
        const std::size_t written = (shape_.repeats - 1) * result_stride_ + results_bytes();
        return overlap(dst_, written, source_.base, source_.extent(shape_)) ? 1 : kBatch;
    }

    // Leaves the results of `count` repeats in sums_; returns how many results a repeat has.
    std::size_t sum_batch(std::size_t first, std::size_t count) {
        std::size_t values = count * shape_.lanes;
        const std::uint8_t* in = fetch(first, count);
        for (std::size_t fan = fan_in(); fan > 1; fan /= 2) {
            values /= 2;
            pair_sums_(in, sums_.data(), values);
            in = reinterpret_cast<const std::uint8_t*>(sums_.data());
        }
        return values / count;
    }

    // The lanes of `count` repeats as contiguous fp32, zero where masked out.
    const std::uint8_t* fetch(std::size_t first, std::size_t count) {
        const std::uint8_t* at = source_.base + first * source_.repeat_stride;
        const bool whole = !shape_.pattern && shape_.full == shape_.lanes &&
                           source_.dense(shape_) &&
                           (first + count < shape_.repeats || shape_.last == shape_.lanes);
        if (whole && widen_ == nullptr) return at;
        if (!whole) {
            for (std::size_t i = 0; i < count; ++i) collect(first + i, &raw_[i * kRepeatBytes]);
            at = raw_.data();
            if (widen_ == nullptr) return at;
        }
        Run run;
        run.dst = reinterpret_cast<std::uint8_t*>(sums_.data());
        run.src0 = at;
        run.count = count * shape_.lanes;
        widen_(run);
        return run.dst;
    }

    // One repeat into a full-width buffer.
    void collect(std::size_t repeat, std::uint8_t* to) const {
        const std::size_t span = shape_.span(static_cast<std::uint32_t>(repeat));
        gather(to, source_.base + repeat * source_.repeat_stride, source_, span);
        std::memset(to + span * element_, 0, kRepeatBytes - span * element_);
        if (!shape_.pattern) return;
        for (std::size_t lane = 0; lane < span; ++lane) {
            if (!shape_.enabled(lane)) std::memset(to + lane * element_, 0, element_);
        }
    }

    void take(std::size_t repeat, const float* results, std::size_t width) {
        if (opcode_ == Opcode::kReduceAcc) {
            total_ = repeat == 0 ? *results : round(total_ + *results);
            return;
        }
        std::uint8_t* at = dst_ + repeat * result_stride_;
        for (std::size_t i = 0; i < width; ++i) {
            // Where every lane of a result is masked out the destination keeps its bytes.
            if (any_enabled(repeat, i * fan_in())) put(at + i * element_, results[i]);
        }
    }

    bool any_enabled(std::size_t repeat, std::size_t lane) const {
        if (!shape_.pattern) return lane < shape_.span(static_cast<std::uint32_t>(repeat));
        for (std::size_t i = lane; i < lane + fan_in(); ++i) {
            if (shape_.enabled(i)) return true;
        }
        return false;
    }

    float round(float value) const {
        return dtype_ == DataType::kFloat16 ? fp16_to_float(float_to_fp16(value)) : value;
    }

    void put(std::uint8_t* at, float value) const {
        if (dtype_ == DataType::kFloat32) {
            std::memcpy(at, &value, sizeof(value));
        } else {
            const std::uint16_t half = float_to_fp16(value);
            std::memcpy(at, &half, sizeof(half));
        }
    }

    Opcode opcode_;
    DataType dtype_;
    std::size_t element_;
    VectorShape shape_;
    Strided source_;
    std::uint8_t* dst_;
    std::size_t result_stride_;
    PairSums pair_sums_;
    Kernel widen_ = nullptr;
    float total_ = 0;
    alignas(64) std::array<std::uint8_t, kBatch * kRepeatBytes> raw_;
    alignas(64) std::array<float, kBatch * kMaxLanes> sums_;
};

}  // namespace

bool run_reduce(const Instruction& instruction, const VectorPointers& pointers,
                std::uint64_t& accumulator) {
    const DataType dtype = instruction.vec.dst.dtype;
    const PairSums pair_sums = pair_sums_kernel(dtype);
    if (pair_sums == nullptr || instruction.vec.src0.dtype != dtype || instruction.dtype != dtype)
        return false;
    Reduction(instruction, pointers, pair_sums).run(accumulator);
    return true;
}

}  // namespace davsim::exec
