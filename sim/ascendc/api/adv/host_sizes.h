// SPDX-License-Identifier: Apache-2.0
#pragma once
// Host side of the library functions: how much temporary buffer each wants (Get..MaxMinTmpSize,
// Get..TmpBufferFactorSize), and SoftMax's tiling. Plain C++, also without an architecture.
//
// A function works off its tensor in pieces, each of which has a number of fp32 tensors in the
// buffer: the least size gives pieces of 64 elements, the largest makes one piece of all. They are
// davsim's needs, which differ from those of CANN.

#include <cstdint>
#include <initializer_list>
#include <type_traits>
#include <utility>
#include <vector>

namespace AscendC {

// Dimensions of a tensor. ge::Shape serves as well.
class TensorShape {
public:
    TensorShape() = default;
    TensorShape(const std::vector<int64_t>& dims) : dims_(dims) {}
    TensorShape(std::initializer_list<int64_t> dims) : dims_(dims) {}
    size_t GetDimNum() const { return dims_.size(); }
    int64_t GetDim(size_t index) const { return dims_[index]; }
    int64_t GetShapeSize() const {
        int64_t size = 1;
        for (const int64_t dim : dims_) size *= dim;
        return size;
    }

private:
    std::vector<int64_t> dims_;
};

namespace detail {

inline constexpr uint32_t kHostRepeat = 256;  // bytes of a piece of 64 fp32 elements
inline constexpr uint32_t kHostLanes = kHostRepeat / sizeof(float);
inline constexpr uint32_t kHostBlock = 32;

// fp32 tensors a piece: `slots`, and `widened` more for fp16.
inline void library_sizes(int64_t elements, uint32_t type_size, uint32_t slots, uint32_t widened,
                          uint32_t& max, uint32_t& min) {
    const uint32_t tensors = slots + (type_size == sizeof(float) ? 0 : widened);
    const auto pieces = static_cast<uint32_t>((elements + kHostLanes - 1) / kHostLanes);
    // Nobody can allocate nothing.
    min = tensors == 0 ? kHostBlock : tensors * kHostRepeat;
    max = min * (pieces == 0 ? 1 : pieces);
}

inline void library_factors(uint32_t type_size, uint32_t slots, uint32_t widened, uint32_t& live,
                            uint32_t& extra) {
    const uint32_t tensors = slots + (type_size == sizeof(float) ? 0 : widened);
    live = tensors * uint32_t{sizeof(float)} / type_size;
    extra = 0;
}

}  // namespace detail

// Name, fp32 tensors that it needs, tensors that fp16 adds.
#define DAVSIM_LIBRARY_NEEDS(ROW) \
    ROW(Sigmoid, 1, 1)            \
    ROW(Tanh, 2, 1)               \
    ROW(Erf, 2, 1)                \
    ROW(Floor, 0, 1)              \
    ROW(Ceil, 0, 1)               \
    ROW(Round, 0, 1)              \
    ROW(Rint, 0, 1)               \
    ROW(Trunc, 0, 1)              \
    ROW(Frac, 1, 1)               \
    ROW(Sign, 0, 1)               \
    ROW(Sin, 3, 1)                \
    ROW(Cos, 3, 1)                \
    ROW(Tan, 4, 1)                \
    ROW(Sinh, 1, 1)               \
    ROW(Cosh, 1, 1)               \
    ROW(Log, 0, 0)                \
    ROW(Log10, 0, 0)              \
    ROW(Log2, 0, 1)               \
    ROW(Gelu, 1, 1)               \
    ROW(Silu, 1, 1)               \
    ROW(Swish, 1, 1)              \
    ROW(SwiGLU, 2, 2)             \
    ROW(GeGLU, 2, 2)              \
    ROW(ReGlu, 1, 2)              \
    ROW(Fmod, 1, 2)               \
    ROW(Clamp, 0, 0)              \
    ROW(ClampMax, 0, 0)           \
    ROW(ClampMin, 0, 0)           \
    ROW(AscendQuant, 1, 0)        \
    ROW(AscendDequant, 2, 2)      \
    ROW(FasterGelu, 1, 1)         \
    ROW(Atan, 4, 1)               \
    ROW(Asin, 5, 1)               \
    ROW(Acos, 5, 1)               \
    ROW(Asinh, 4, 1)              \
    ROW(Acosh, 3, 1)              \
    ROW(Atanh, 4, 1)              \
    ROW(Exp, 0, 1)                \
    ROW(Erfc, 3, 1)               \
    ROW(Xor, 1, 0)                \
    ROW(Axpy, 0, 0)

// CANN's functions differ in what they take besides shape and size: some have no isReuseSource,
// some want the platform in front. Every form is there for all.
#define DAVSIM_LIBRARY_SIZES(Name, slots, widened)                                               \
    template <class Shape>                                                                       \
    bool Get##Name##MaxMinTmpSize(const Shape& srcShape, const uint32_t typeSize,                \
                                  uint32_t& maxValue, uint32_t& minValue) {                      \
        detail::library_sizes(srcShape.GetShapeSize(), typeSize, slots, widened, maxValue,       \
                              minValue);                                                         \
        return true;                                                                             \
    }                                                                                            \
    template <class Shape>                                                                       \
    bool Get##Name##MaxMinTmpSize(const Shape& srcShape, const uint32_t typeSize,                \
                                  const bool /*isReuseSource*/, uint32_t& maxValue,              \
                                  uint32_t& minValue) {                                          \
        return Get##Name##MaxMinTmpSize(srcShape, typeSize, maxValue, minValue);                 \
    }                                                                                            \
    template <class Platform, class Shape>                                                       \
    void Get##Name##MaxMinTmpSize(const Platform& /*ascendcPlatform*/, const Shape& srcShape,    \
                                  const uint32_t typeSize, const bool /*isReuseSource*/,         \
                                  uint32_t& maxValue, uint32_t& minValue) {                      \
        Get##Name##MaxMinTmpSize(srcShape, typeSize, maxValue, minValue);                        \
    }                                                                                            \
    template <class Shape>                                                                       \
    uint32_t Get##Name##MaxTmpSize(const Shape& srcShape, const uint32_t typeSize) {             \
        uint32_t max = 0;                                                                        \
        uint32_t min = 0;                                                                        \
        Get##Name##MaxMinTmpSize(srcShape, typeSize, max, min);                                  \
        return max;                                                                              \
    }                                                                                            \
    template <class Shape>                                                                       \
    uint32_t Get##Name##MinTmpSize(const Shape& srcShape, const uint32_t typeSize) {             \
        uint32_t max = 0;                                                                        \
        uint32_t min = 0;                                                                        \
        Get##Name##MaxMinTmpSize(srcShape, typeSize, max, min);                                  \
        return min;                                                                              \
    }                                                                                            \
    template <class Shape>                                                                       \
    void Get##Name##TmpSize(const Shape& srcShape, const uint32_t typeSize,                      \
                            const bool /*isReuseSource*/, uint32_t& maxValue,                    \
                            uint32_t& minValue) {                                                \
        Get##Name##MaxMinTmpSize(srcShape, typeSize, maxValue, minValue);                        \
    }                                                                                            \
    inline void Get##Name##TmpBufferFactorSize(const uint32_t typeSize,                          \
                                               uint32_t& maxLiveNodeCount, uint32_t& extraBuf) { \
        detail::library_factors(typeSize, slots, widened, maxLiveNodeCount, extraBuf);           \
    }                                                                                            \
    template <class Platform>                                                                    \
    void Get##Name##TmpBufferFactorSize(const Platform& /*ascendcPlatform*/,                     \
                                        const uint32_t typeSize, uint32_t& maxLiveNodeCount,     \
                                        uint32_t& extraBuf) {                                    \
        detail::library_factors(typeSize, slots, widened, maxLiveNodeCount, extraBuf);           \
    }

DAVSIM_LIBRARY_NEEDS(DAVSIM_LIBRARY_SIZES)

#undef DAVSIM_LIBRARY_SIZES

// This one has isReuseSource behind.
template <class Shape>
void GetSwiGLUMaxMinTmpSize(const Shape& srcShape, const uint32_t typeSize, uint32_t& maxValue,
                            uint32_t& minValue, const bool /*isReuseSource*/) {
    GetSwiGLUMaxMinTmpSize(srcShape, typeSize, maxValue, minValue);
}

// One of the shapes is that of a scalar where an operand is one.
template <class Shape>
void GetPowerMaxMinTmpSize(const Shape& srcShape1, const Shape& srcShape2, const bool typeIsInt,
                           const uint32_t typeSize, const bool /*isReuseSource*/,
                           uint32_t& maxValue, uint32_t& minValue) {
    const uint32_t slots = typeIsInt ? 6 : 5;
    const int64_t first = srcShape1.GetShapeSize();
    const int64_t second = srcShape2.GetShapeSize();
    detail::library_sizes(first > second ? first : second, typeSize, slots, 2, maxValue, minValue);
}

namespace detail {

// Bytes that SoftMax needs for so many rows.
inline uint32_t softmax_space(uint32_t rows, uint32_t columns, uint32_t type_size) {
    constexpr uint32_t kNumbers = kHostBlock / sizeof(float);
    const uint32_t matrix = type_size == sizeof(float) ? 0 : rows * columns;
    const uint32_t fold = columns > kHostLanes ? rows * kHostLanes + 2 * columns : 0;
    return (matrix + rows * 2 * (1 + kNumbers) + fold) * uint32_t{sizeof(float)};
}

template <class Shape>
std::pair<uint32_t, uint32_t> rows_and_columns(const Shape& shape) {
    const size_t dims = shape.GetDimNum();
    const auto columns = static_cast<uint32_t>(dims == 0 ? 1 : shape.GetDim(dims - 1));
    const auto size = static_cast<uint32_t>(shape.GetShapeSize());
    return {columns == 0 ? 0 : size / columns, columns};
}

template <class Tiling>
auto set_softmax_shape(Tiling& tiling, uint32_t rows, uint32_t columns)
    -> decltype(tiling.set_srcM(rows)) {
    tiling.set_srcM(rows);
    tiling.set_srcK(columns);
    tiling.set_srcSize(rows * columns);
}
template <class Tiling>
auto set_softmax_shape(Tiling& tiling, uint32_t rows, uint32_t columns)
    -> decltype(static_cast<void>(tiling.srcM = rows)) {
    tiling.srcM = rows;
    tiling.srcK = columns;
    tiling.srcSize = rows * columns;
}

}  // namespace detail

template <class Shape>
uint32_t GetSoftMaxMaxTmpSize(const Shape& srcShape, const uint32_t dataTypeSize,
                              const bool /*isReuseSource*/) {
    const auto [rows, columns] = detail::rows_and_columns(srcShape);
    constexpr uint32_t kGroup = 8;
    return detail::softmax_space((rows + kGroup - 1) / kGroup * kGroup, columns, dataTypeSize);
}

template <class Shape>
uint32_t GetSoftMaxMinTmpSize(const Shape& srcShape, const uint32_t dataTypeSize,
                              const bool /*isReuseSource*/) {
    constexpr uint32_t kGroup = 8;
    return detail::softmax_space(kGroup, detail::rows_and_columns(srcShape).second, dataTypeSize);
}

// The shape is all that davsim's SoftMax takes from its tiling.
template <class Shape, class Tiling>
void SoftMaxTilingFunc(const Shape& srcShape, const uint32_t /*dataTypeSize*/,
                       const uint32_t /*localWorkSpaceSize*/, Tiling& softmaxTiling) {
    const auto [rows, columns] = detail::rows_and_columns(srcShape);
    detail::set_softmax_shape(softmaxTiling, rows, columns);
}

namespace detail {

// Bytes that SoftmaxGrad needs for so many rows.
inline uint32_t softmax_grad_space(uint32_t rows, uint32_t columns, uint32_t type_size) {
    constexpr uint32_t kNumbers = kHostBlock / sizeof(float);
    const uint32_t matrices = type_size == sizeof(float) ? 1 : 3;
    const uint32_t fold = columns > kHostLanes ? rows * kHostLanes + 2 * columns : 0;
    return (matrices * rows * columns + rows * (1 + kNumbers) + fold) * uint32_t{sizeof(float)};
}

}  // namespace detail

template <class Shape>
uint32_t GetSoftMaxGradMaxTmpSize(const Shape& srcShape, const uint32_t dataTypeSize,
                                  const bool /*isFront*/, const bool /*isReuseSource*/) {
    const auto [rows, columns] = detail::rows_and_columns(srcShape);
    constexpr uint32_t kGroup = 8;
    return detail::softmax_grad_space((rows + kGroup - 1) / kGroup * kGroup, columns, dataTypeSize);
}
template <class Shape>
uint32_t GetSoftMaxGradMinTmpSize(const Shape& srcShape, const uint32_t dataTypeSize,
                                  const bool /*isFront*/, const bool /*isReuseSource*/) {
    constexpr uint32_t kGroup = 8;
    return detail::softmax_grad_space(kGroup, detail::rows_and_columns(srcShape).second,
                                      dataTypeSize);
}
template <class Shape, class Tiling>
void SoftMaxGradTilingFunc(const Shape& srcShape, const uint32_t /*dataTypeSize*/,
                           const uint32_t /*localWorkSpaceSize*/, Tiling& softmaxGradTiling,
                           const bool /*isFront*/ = false) {
    const auto [rows, columns] = detail::rows_and_columns(srcShape);
    detail::set_softmax_shape(softmaxGradTiling, rows, columns);
}

// Select by a mask of bytes: a row at a time, so the least is the most.
template <class Shape>
void GetSelectMaxMinTmpSize(const Shape& src0Shape, const Shape& src1Shape,
                            const uint32_t /*srcTypeSize*/, const Shape& /*maskShape*/,
                            const uint32_t /*maskTypeSize*/, const bool /*isReuseMask*/,
                            uint32_t& maxValue, uint32_t& minValue) {
    const bool first = src0Shape.GetShapeSize() > src1Shape.GetShapeSize();
    const uint32_t columns = detail::rows_and_columns(first ? src0Shape : src1Shape).second;
    constexpr uint32_t kLanes = 2 * detail::kHostLanes;  // of fp16
    constexpr uint32_t kBits = 8;
    const uint32_t length = (columns + kLanes - 1) / kLanes * kLanes;
    const uint32_t bits =
        (length / kBits + detail::kHostBlock - 1) / detail::kHostBlock * detail::kHostBlock;
    minValue = maxValue = 2 * length + bits;
}
template <class Shape>
void GetSelectWithBytesMaskMaxMinTmpSize(const Shape& src0Shape, const Shape& src1Shape,
                                         const uint32_t srcTypeSize, const Shape& maskShape,
                                         const uint32_t maskTypeSize, const bool isReuseMask,
                                         uint32_t& maxValue, uint32_t& minValue) {
    GetSelectMaxMinTmpSize(src0Shape, src1Shape, srcTypeSize, maskShape, maskTypeSize, isReuseMask,
                           maxValue, minValue);
}

}  // namespace AscendC
