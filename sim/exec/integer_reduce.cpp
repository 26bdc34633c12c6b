// SPDX-License-Identifier: Apache-2.0
#include "sim/exec/integer_reduce.h"

#include <cstring>

#include "sim/exec/repeat_buffer.h"
#include "sim/exec/vector_shape.h"
#include "sim/isa/footprint.h"

namespace davsim::exec {
namespace {

// What one repeat, or all of them so far, came to.
template <class T>
struct Winner {
    T value{};
    std::uint64_t place = 0;  // elements from the first lane
    bool any = false;
};

template <class T>
class IntegerReduction {
public:
    IntegerReduction(const Instruction& instruction, const VectorPointers& pointers)
        : opcode_(instruction.opcode),
          order_(instruction.vec.order),
          across_(instruction.vec.across_repeats),
          shape_(shape_of(instruction, 1)),
          source_(pointers.src0, instruction.vec.src0),
          dst_(pointers.dst),
          result_stride_(instruction.vec.dst.rep_stride *
                         (is_sum() ? sizeof(T) : extreme_bytes(order_, sizeof(T)))) {}

    void run() {
        Winner<T> best;
        for (std::uint32_t repeat = 0; repeat < shape_.repeats; ++repeat) {
            Winner<T> winner = of_repeat(repeat);
            if (!winner.any) continue;
            if (!across_) {
                put(dst_ + repeat * result_stride_, winner);
                continue;
            }
            winner.place += repeat * (source_.repeat_stride / sizeof(T));
            if (!best.any || better(winner.value, best.value)) best = winner;
        }
        if (best.any) put(dst_, best);
    }

private:
    bool is_sum() const { return opcode_ == Opcode::kReduceAll; }
    bool better(T value, T than) const {
        return opcode_ == Opcode::kReduceMin ? value < than : value > than;
    }

    Winner<T> of_repeat(std::uint32_t repeat) {
        const std::size_t span = shape_.span(repeat);
        const std::uint8_t* lanes = exec::collect(source_, repeat, span, buffer_);
        Winner<T> winner;
        for (std::size_t lane = 0; lane < span; ++lane) {
            if (shape_.pattern && !shape_.enabled(lane)) continue;
            T value;
            std::memcpy(&value, lanes + lane * sizeof(T), sizeof(T));
            if (is_sum()) {
                winner.value = static_cast<T>(static_cast<std::uint64_t>(winner.value) +
                                              static_cast<std::uint64_t>(value));
            } else if (!winner.any || better(value, winner.value)) {
                winner = {value, lane, true};
            }
            winner.any = true;
        }
        return winner;
    }

    void put(std::uint8_t* at, const Winner<T>& winner) const {
        const auto value = [&](std::uint8_t* to) { std::memcpy(to, &winner.value, sizeof(T)); };
        const auto index = [&](std::uint8_t* to, std::size_t bytes) {
            std::memcpy(to, &winner.place, bytes);
        };
        if (is_sum()) return value(at);
        switch (order_) {
            case ReduceOrder::kOnlyIndex: return index(at, sizeof(std::uint32_t));
            case ReduceOrder::kOnlyValue: return value(at);
            case ReduceOrder::kIndexValue: index(at, sizeof(T)); return value(at + sizeof(T));
            case ReduceOrder::kValueIndex: value(at); return index(at + sizeof(T), sizeof(T));
        }
    }

    Opcode opcode_;
    ReduceOrder order_;
    bool across_;
    VectorShape shape_;
    Strided source_;
    std::uint8_t* dst_;
    std::size_t result_stride_;
    RepeatBuffer buffer_;
};

template <class T>
bool reduced(const Instruction& instruction, const VectorPointers& pointers) {
    IntegerReduction<T>(instruction, pointers).run();
    return true;
}

}  // namespace

bool run_integer_reduce(const Instruction& ins, const VectorPointers& pointers) {
    const DataType dtype = ins.vec.dst.dtype;
    const bool known = ins.opcode == Opcode::kReduceAll || ins.opcode == Opcode::kReduceMax ||
                       ins.opcode == Opcode::kReduceMin;
    if (!known || ins.vec.src0.dtype != dtype || ins.dtype != dtype) return false;
    switch (dtype) {
        case DataType::kInt16: return reduced<std::int16_t>(ins, pointers);
        case DataType::kUint16: return reduced<std::uint16_t>(ins, pointers);
        case DataType::kInt32: return reduced<std::int32_t>(ins, pointers);
        case DataType::kUint32: return reduced<std::uint32_t>(ins, pointers);
        case DataType::kInt64: return reduced<std::int64_t>(ins, pointers);
        case DataType::kUint64: return reduced<std::uint64_t>(ins, pointers);
        default: return false;
    }
}

}  // namespace davsim::exec
