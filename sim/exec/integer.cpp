// SPDX-License-Identifier: Apache-2.0
// Integer arithmetic, logic and shifts: plain loops that the compiler turns into vectors. Unsigned
// arithmetic inside, so that wrapping is defined.

#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>

#include "sim/exec/kernel.h"

namespace davsim::exec {
namespace {

template <class T>
T load(const std::uint8_t* base, std::size_t i) {
    T value;
    std::memcpy(&value, base + i * sizeof(T), sizeof(T));
    return value;
}

template <class T>
void store(T value, std::uint8_t* base, std::size_t i) {
    std::memcpy(base + i * sizeof(T), &value, sizeof(T));
}

template <class T>
T low_bits(std::uint64_t bits) {
    return static_cast<T>(bits);
}

// A type in which sums and differences of T wrap without promotion to int getting in the way.
template <class T>
using Wrap = std::conditional_t<sizeof(T) == sizeof(std::uint64_t), std::uint64_t, std::uint32_t>;

struct AddInts {
    template <class T>
    static T apply(T a, T b) {
        return static_cast<T>(static_cast<Wrap<T>>(a) + static_cast<Wrap<T>>(b));
    }
};
struct SubInts {
    template <class T>
    static T apply(T a, T b) {
        return static_cast<T>(static_cast<Wrap<T>>(a) - static_cast<Wrap<T>>(b));
    }
};
struct MulInts {
    template <class T>
    static T apply(T a, T b) {
        return static_cast<T>(static_cast<Wrap<T>>(a) * static_cast<Wrap<T>>(b));
    }
};
// Division by zero is not documented: all bits set. The quotient of the smallest number and -1
// wraps.
struct DivInts {
    template <class T>
    static T apply(T a, T b) {
        if (b == 0) return static_cast<T>(~T{0});
        if constexpr (std::is_signed_v<T>) {
            if (b == -1) return SubInts::apply<T>(0, a);
        }
        return static_cast<T>(a / b);
    }
};
struct MaxInts {
    template <class T>
    static T apply(T a, T b) {
        return a > b ? a : b;
    }
};
struct MinInts {
    template <class T>
    static T apply(T a, T b) {
        return a < b ? a : b;
    }
};
struct AndInts {
    template <class T>
    static T apply(T a, T b) {
        return static_cast<T>(a & b);
    }
};
struct OrInts {
    template <class T>
    static T apply(T a, T b) {
        return static_cast<T>(a | b);
    }
};

// Shift distances from the width on leave nothing, or the sign.
struct Shl {
    template <class T>
    static T apply(T a, T distance) {
        using Bits = std::make_unsigned_t<T>;
        const auto by = static_cast<Bits>(distance);
        if (by >= 8 * sizeof(T)) return 0;
        return static_cast<T>(static_cast<Wrap<T>>(static_cast<Bits>(a)) << by);
    }
};
struct Shr {
    template <class T>
    static T apply(T a, T distance) {
        const auto by = static_cast<std::make_unsigned_t<T>>(distance);
        constexpr auto kLast = static_cast<unsigned>(8 * sizeof(T) - 1);
        if (by > kLast && std::is_unsigned_v<T>) return 0;
        return static_cast<T>(a >> (by > kLast ? kLast : static_cast<unsigned>(by)));
    }
};
// Adds the last bit that falls out, signed types only.
struct ShrRound {
    template <class T>
    static T apply(T a, T distance) {
        const T shifted = Shr::apply(a, distance);
        if (std::is_unsigned_v<T> || distance == 0) return shifted;
        const T out = Shr::apply(a, static_cast<T>(distance - 1));
        return AddInts::apply<T>(shifted, static_cast<T>(out & 1));
    }
};

// Results beyond the type become its limits.
template <class Op>
struct Clamped {
    template <class T>
    static T apply(T a, T b) {
        using Wide = std::conditional_t<sizeof(T) <= sizeof(std::int32_t), std::int64_t, T>;
        if constexpr (sizeof(Wide) == sizeof(T)) {
            return Op::template apply<T>(a, b);
        } else {
            const Wide exact = Op::template apply<Wide>(a, b);
            const Wide low = std::numeric_limits<T>::min();
            const Wide high = std::numeric_limits<T>::max();
            return static_cast<T>(std::min(std::max(exact, low), high));
        }
    }
};

template <class Op>
struct ThenRelu {
    template <class T>
    static T apply(T a, T b) {
        const T result = Op::template apply<T>(a, b);
        return result > 0 ? result : T{0};
    }
};

template <class Op>
struct Reversed {
    template <class T>
    static T apply(T a, T b) {
        return Op::template apply<T>(b, a);
    }
};

template <class T, class Op>
void on_vectors(const Run& run) {
    for (std::size_t i = 0; i < run.count; ++i)
        store(Op::template apply<T>(load<T>(run.src0, i), load<T>(run.src1, i)), run.dst, i);
}

template <class T, class Op>
void on_scalar(const Run& run) {
    const T scalar = low_bits<T>(run.scalar_bits);
    for (std::size_t i = 0; i < run.count; ++i)
        store(Op::template apply<T>(load<T>(run.src0, i), scalar), run.dst, i);
}

// dst += src0 * src1, dst = dst * src0 + src1, dst += scalar * src0.
template <class T, Opcode kOpcode>
void on_old(const Run& run) {
    const T scalar = low_bits<T>(run.scalar_bits);
    for (std::size_t i = 0; i < run.count; ++i) {
        const T old = load<T>(run.old_dst, i);
        const T a = load<T>(run.src0, i);
        T result;
        if constexpr (kOpcode == Opcode::kAxpy) {
            result = AddInts::apply<T>(old, MulInts::apply<T>(a, scalar));
        } else if constexpr (kOpcode == Opcode::kMulAddDst) {
            result = AddInts::apply<T>(old, MulInts::apply<T>(a, load<T>(run.src1, i)));
        } else {
            result = AddInts::apply<T>(MulInts::apply<T>(a, old), load<T>(run.src1, i));
            if (kOpcode == Opcode::kMulAddRelu && !(result > 0)) result = 0;
        }
        store(result, run.dst, i);
    }
}

template <class T>
void run_not(const Run& run) {
    for (std::size_t i = 0; i < run.count; ++i)
        store(static_cast<T>(~load<T>(run.src0, i)), run.dst, i);
}
template <class T>
void run_neg(const Run& run) {
    for (std::size_t i = 0; i < run.count; ++i)
        store(SubInts::apply<T>(0, load<T>(run.src0, i)), run.dst, i);
}
template <class T>
void run_abs(const Run& run) {
    for (std::size_t i = 0; i < run.count; ++i) {
        const T a = load<T>(run.src0, i);
        store(a < 0 ? SubInts::apply<T>(0, a) : a, run.dst, i);
    }
}
template <class T>
void run_relu(const Run& run) {
    for (std::size_t i = 0; i < run.count; ++i) {
        const T a = load<T>(run.src0, i);
        store(a > 0 ? a : T{0}, run.dst, i);
    }
}

template <class T>
Kernel two_sources(Opcode opcode, bool saturate) {
    switch (opcode) {
        case Opcode::kAdd:
            return saturate ? &on_vectors<T, Clamped<AddInts>> : &on_vectors<T, AddInts>;
        case Opcode::kSub:
            return saturate ? &on_vectors<T, Clamped<SubInts>> : &on_vectors<T, SubInts>;
        case Opcode::kMul:
            return saturate ? &on_vectors<T, Clamped<MulInts>> : &on_vectors<T, MulInts>;
        case Opcode::kDiv: return &on_vectors<T, DivInts>;
        case Opcode::kMax: return &on_vectors<T, MaxInts>;
        case Opcode::kMin: return &on_vectors<T, MinInts>;
        case Opcode::kAnd: return &on_vectors<T, AndInts>;
        case Opcode::kOr: return &on_vectors<T, OrInts>;
        // The sum does not wrap before its sign is looked at.
        case Opcode::kAddRelu: return &on_vectors<T, ThenRelu<Clamped<AddInts>>>;
        case Opcode::kSubRelu: return &on_vectors<T, ThenRelu<Clamped<SubInts>>>;
        case Opcode::kShiftLeftBy: return &on_vectors<T, Shl>;
        case Opcode::kShiftRightBy: return &on_vectors<T, Shr>;
        case Opcode::kMulAddDst: return &on_old<T, Opcode::kMulAddDst>;
        case Opcode::kMulAdd: return &on_old<T, Opcode::kMulAdd>;
        case Opcode::kMulAddRelu: return &on_old<T, Opcode::kMulAddRelu>;
        default: return nullptr;
    }
}

template <class T>
Kernel with_scalar(Opcode opcode, std::uint8_t variant, bool saturate) {
    const bool flagged = variant != 0;
    switch (opcode) {
        case Opcode::kAdds:
            return saturate ? &on_scalar<T, Clamped<AddInts>> : &on_scalar<T, AddInts>;
        case Opcode::kMuls:
            return saturate ? &on_scalar<T, Clamped<MulInts>> : &on_scalar<T, MulInts>;
        case Opcode::kMaxs: return &on_scalar<T, MaxInts>;
        case Opcode::kMins: return &on_scalar<T, MinInts>;
        case Opcode::kSubs:
            return flagged ? &on_scalar<T, Reversed<SubInts>> : &on_scalar<T, SubInts>;
        case Opcode::kDivs:
            return flagged ? &on_scalar<T, Reversed<DivInts>> : &on_scalar<T, DivInts>;
        case Opcode::kAnds: return &on_scalar<T, AndInts>;
        case Opcode::kOrs: return &on_scalar<T, OrInts>;
        case Opcode::kShiftLeft: return &on_scalar<T, Shl>;
        case Opcode::kShiftRight: return flagged ? &on_scalar<T, ShrRound> : &on_scalar<T, Shr>;
        case Opcode::kAxpy: return &on_old<T, Opcode::kAxpy>;
        case Opcode::kNot: return &run_not<T>;
        case Opcode::kNeg: return &run_neg<T>;
        case Opcode::kAbs: return &run_abs<T>;
        case Opcode::kRelu: return &run_relu<T>;
        default: return nullptr;
    }
}

template <class T>
Kernel of_type(Opcode opcode, std::uint8_t variant, bool saturate) {
    return info_of(opcode).sources == 2 ? two_sources<T>(opcode, saturate)
                                        : with_scalar<T>(opcode, variant, saturate);
}

template <class T, class Wide>
void full_product(const Run& run, std::uint8_t* aux) {
    constexpr unsigned kBits = 8 * sizeof(T);
    for (std::size_t i = 0; i < run.count; ++i) {
        const Wide product = Wide{load<T>(run.src0, i)} * Wide{load<T>(run.src1, i)};
        store(static_cast<T>(product), run.dst, i);
        store(static_cast<T>(product >> kBits), aux, i);
    }
}

}  // namespace

Kernel integer_kernel(Opcode opcode, DataType dtype, std::uint8_t variant, bool saturate) {
    switch (dtype) {
        case DataType::kInt8: return of_type<std::int8_t>(opcode, variant, saturate);
        case DataType::kUint8: return of_type<std::uint8_t>(opcode, variant, saturate);
        case DataType::kInt16: return of_type<std::int16_t>(opcode, variant, saturate);
        case DataType::kUint16: return of_type<std::uint16_t>(opcode, variant, saturate);
        case DataType::kInt32: return of_type<std::int32_t>(opcode, variant, saturate);
        case DataType::kUint32: return of_type<std::uint32_t>(opcode, variant, saturate);
        case DataType::kInt64: return of_type<std::int64_t>(opcode, variant, saturate);
        case DataType::kUint64: return of_type<std::uint64_t>(opcode, variant, saturate);
        default: return nullptr;
    }
}

FullProduct full_product_kernel(DataType dtype) {
    if (dtype == DataType::kInt32) return &full_product<std::int32_t, std::int64_t>;
    return dtype == DataType::kUint32 ? &full_product<std::uint32_t, std::uint64_t> : nullptr;
}

}  // namespace davsim::exec
