// SPDX-License-Identifier: Apache-2.0
#pragma once
// LocalTensor: a piece of the core's unified buffer (UB). A plain value; what EnQue and FreeTensor
// identify is the buffer handle inside it, not the C++ object.

#include <cstdint>

#include "sim/ascendc/api/core.h"
#include "sim/ascendc/api/enums.h"
#include "sim/ascendc/api/shape.h"
#include "sim/ascendc/api/types.h"

namespace AscendC {

namespace detail {
struct Buffer;
template <typename T, typename Operation>
struct TensorExpression;
}  // namespace detail

template <typename T>
class LocalTensor {
public:
    using PrimType = T;

    // What operator() returns: one element that reads and writes through the scalar unit.
    class Element {
    public:
        Element(const LocalTensor& tensor, uint32_t index) : tensor_(tensor), index_(index) {}
        Element(const Element&) = default;
        operator T() const { return tensor_.GetValue(index_); }
        const Element& operator=(T value) const {
            tensor_.SetValue(index_, value);
            return *this;
        }
        const Element& operator=(const Element& other) const { return *this = T(other); }

    private:
        const LocalTensor& tensor_;
        uint32_t index_;
    };

    LocalTensor() = default;

    // Static tensors: `elements` elements at byte offset `addr`, without TPipe.
    LocalTensor(TPosition position, uint32_t addr, uint32_t elements)
        : addr_(addr), bytes_(detail::bytes_for<T>(elements)), position_(position) {
        detail::core().note_buffer(addr_, bytes_, "static tensor");
    }

    // dst = a + b and its like; see tensor_operators.h.
    template <typename U, typename Operation>
    void operator=(const detail::TensorExpression<U, Operation>& expression) {
        expression.assign_to(*this);
    }

    DAVSIM_API T GetValue(uint32_t index) const {
        detail::note_site(__builtin_return_address(0));
        const uint32_t at = element("GetValue", index);
        if constexpr (detail::kHalfByte<T>) {
            uint8_t pair;
            detail::core().load_ub(at, &pair, 1);
            return detail::half_of<T>(pair, index);
        } else {
            T value;
            detail::core().load_ub(at, &value, sizeof(T));
            return value;
        }
    }

    template <typename U>
    DAVSIM_API void SetValue(uint32_t index, U value) const {
        detail::note_site(__builtin_return_address(0));
        const T element_value = static_cast<T>(value);
        const uint32_t at = element("SetValue", index);
        if constexpr (detail::kHalfByte<T>) {
            uint8_t pair;
            detail::core().load_ub(at, &pair, 1);
            pair = detail::with_half(pair, index, element_value);
            detail::core().store_ub(at, &pair, 1);
        } else {
            detail::core().store_ub(at, &element_value, sizeof(T));
        }
    }

    Element operator()(uint32_t index) const { return Element(*this, index); }

    LocalTensor operator[](uint32_t offset) const {
        LocalTensor part = *this;
        const uint32_t skip = detail::bytes_for<T>(offset);
        part.addr_ += skip;
        part.bytes_ = skip < bytes_ ? bytes_ - skip : 0;
        return part;
    }

    template <typename U>
    LocalTensor<U> ReinterpretCast() const {
        LocalTensor<U> other;
        other.addr_ = addr_;
        other.bytes_ = bytes_;
        other.position_ = position_;
        other.buffer_ = buffer_;
        other.tag_ = tag_;
        return other;
    }

    // The address as a number, `offset` elements in. Cast to a pointer it reaches this core's UB:
    // accesses through it are neither timed nor checked.
    uint64_t GetPhyAddr() const { return GetPhyAddr(0); }
    uint64_t GetPhyAddr(uint32_t offset) const {
        detail::core().note_raw_access(addr_, bytes_);
        return reinterpret_cast<uint64_t>(detail::core().context().ub + addr_) +
               detail::bytes_for<T>(offset);
    }

    uint32_t GetSize() const { return detail::elements_in<T>(bytes_); }
    uint32_t GetLength() const { return bytes_; }
    void SetSize(uint32_t elements) { bytes_ = detail::bytes_for<T>(elements); }
    void SetBufferLen(uint32_t elements) { SetSize(elements); }
    int32_t GetPosition() const { return static_cast<int32_t>(position_); }
    void SetUserTag(uint32_t tag) { tag_ = tag; }
    uint32_t GetUserTag() const { return tag_; }
    void SetShapeInfo(const ShapeInfo& shapeInfo) { shape_ = shapeInfo; }
    ShapeInfo GetShapeInfo() const { return shape_; }

    // Elements as text, see dump.h.
    void Print(uint32_t len);
    void Print();

    // Becomes the part of `source` that starts `offset` elements in.
    template <typename U>
    void SetAddrWithOffset(LocalTensor<U>& source, uint32_t offset) {
        *this = source.template ReinterpretCast<T>()[offset];
    }

    // For the headers of this room: byte offset in UB, buffer handle.
    uint32_t address() const { return addr_; }
    detail::Buffer* buffer() const { return buffer_; }
    static LocalTensor of_buffer(detail::Buffer* buffer, TPosition position, uint32_t addr,
                                 uint32_t bytes) {
        LocalTensor tensor;
        tensor.addr_ = addr;
        tensor.bytes_ = bytes;
        tensor.position_ = position;
        tensor.buffer_ = buffer;
        return tensor;
    }

private:
    template <typename U>
    friend class LocalTensor;

    uint32_t element(const char* api, uint32_t index) const {
        const uint64_t begin = addr_ + detail::bytes_for<T>(uint64_t{index});
        detail::check_ub(api, "element", begin, begin + sizeof(T), sizeof(T));
        return static_cast<uint32_t>(begin);
    }

    uint32_t addr_ = 0;
    uint32_t bytes_ = 0;
    uint32_t tag_ = 0;
    TPosition position_ = TPosition::VECCALC;
    detail::Buffer* buffer_ = nullptr;
    ShapeInfo shape_;
};

}  // namespace AscendC
