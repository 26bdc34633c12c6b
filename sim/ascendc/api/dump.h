// SPDX-License-Identifier: Apache-2.0
#pragma once
// DumpTensor, DumpAccChkPoint, Print: elements of a tensor as text. The scalar unit reads them, so
// dumping costs time and changes what it looks at, as on hardware.

#include <string>

#include "sim/ascendc/api/block.h"
#include "sim/ascendc/api/debug.h"
#include "sim/ascendc/api/global_tensor.h"
#include "sim/ascendc/api/local_tensor.h"
#include "sim/ascendc/api/shape.h"

namespace AscendC {
namespace detail {

inline std::string position_text(TPosition position) {
    return position == TPosition::GM ? "GM" : "UB";
}

template <typename T>
std::string element_text(T value) {
    if constexpr (std::is_integral_v<T>)
        return std::to_string(value);
    else
        return formatted("%f", value);
}

// Rows of the last extent of the shape; one row without a shape.
template <typename T, template <typename> class Tensor>
std::string elements_text(const Tensor<T>& tensor, uint32_t count, const ShapeInfo& shape) {
    const uint32_t row = shape.shapeDim == 0 ? count : shape.shape[shape.shapeDim - 1];
    std::string text = "[";
    for (uint32_t i = 0; i < count; ++i) {
        if (i != 0) text += row != 0 && i % row == 0 ? ",\n " : ", ";
        text += element_text(T(tensor.GetValue(i)));
    }
    return text + "]\n";
}

template <typename T, template <typename> class Tensor>
void dump(const Tensor<T>& tensor, uint64_t address, TPosition position, uint32_t desc,
          uint32_t count, const ShapeInfo& shape) {
    say("DumpTensor: desc=" + std::to_string(desc) + ", block=" + std::to_string(GetBlockIdx()) +
        ", addr=" + std::to_string(address) +
        ", data_type=" + std::string(davsim::name_of(data_type_of<T>())) +
        ", position=" + position_text(position) + ", dump_size=" + std::to_string(count) + "\n" +
        elements_text<T, Tensor>(tensor, count, shape));
}

}  // namespace detail

template <typename T>
void DumpTensor(const LocalTensor<T>& tensor, uint32_t desc, uint32_t dumpSize,
                const ShapeInfo& shapeInfo) {
    detail::dump<T, LocalTensor>(tensor, tensor.address(), TPosition::VECCALC, desc, dumpSize,
                                 shapeInfo);
}
template <typename T>
void DumpTensor(const LocalTensor<T>& tensor, uint32_t desc, uint32_t dumpSize) {
    DumpTensor(tensor, desc, dumpSize, ShapeInfo());
}
template <typename T>
void DumpTensor(const GlobalTensor<T>& tensor, uint32_t desc, uint32_t dumpSize,
                const ShapeInfo& shapeInfo) {
    detail::dump<T, GlobalTensor>(tensor, tensor.address(), TPosition::GM, desc, dumpSize,
                                  shapeInfo);
}
template <typename T>
void DumpTensor(const GlobalTensor<T>& tensor, uint32_t desc, uint32_t dumpSize) {
    DumpTensor(tensor, desc, dumpSize, ShapeInfo());
}

// `countOff` elements in.
template <typename T>
void DumpAccChkPoint(const LocalTensor<T>& tensor, uint32_t index, uint32_t countOff,
                     uint32_t dumpSize) {
    DumpTensor(tensor[countOff], index, dumpSize);
}
template <typename T>
void DumpAccChkPoint(const GlobalTensor<T>& tensor, uint32_t index, uint32_t countOff,
                     uint32_t dumpSize) {
    DumpTensor(tensor[countOff], index, dumpSize);
}

template <typename T>
void LocalTensor<T>::Print(uint32_t len) {
    detail::say(detail::elements_text<T, LocalTensor>(*this, len, ShapeInfo()));
}
template <typename T>
void LocalTensor<T>::Print() {
    Print(GetSize());
}

}  // namespace AscendC
