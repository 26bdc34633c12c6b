// SPDX-License-Identifier: Apache-2.0
#pragma once
// GlobalTensor: a piece of global memory (HBM behind L2), a plain address and size. The address is
// a host pointer into the simulator's GM arena.

#include <cstdint>

#include "sim/ascendc/api/core.h"
#include "sim/ascendc/api/enums.h"
#include "sim/ascendc/api/shape.h"
#include "sim/ascendc/api/types.h"

namespace AscendC {

template <typename T>
class GlobalTensor {
public:
    using PrimType = T;

    // What operator() returns: one element that reads and writes through the scalar unit.
    class Element {
    public:
        Element(const GlobalTensor& tensor, uint64_t index) : tensor_(tensor), index_(index) {}
        Element(const Element&) = default;
        operator T() const { return tensor_.GetValue(index_); }
        const Element& operator=(T value) const {
            tensor_.SetValue(index_, value);
            return *this;
        }
        const Element& operator=(const Element& other) const { return *this = T(other); }

    private:
        const GlobalTensor& tensor_;
        uint64_t index_;
    };

    GlobalTensor() = default;

    void SetGlobalBuffer(__gm__ T* buffer) { SetGlobalBuffer(buffer, ~uint64_t{0}); }
    void SetGlobalBuffer(__gm__ T* buffer, uint64_t elements) {
        buffer_ = buffer;
        size_ = elements;
    }

    DAVSIM_API T GetValue(uint64_t index) const {
        detail::note_site(__builtin_return_address(0));
        const uint64_t at = address() + detail::bytes_for<T>(index);
        if constexpr (detail::kHalfByte<T>) {
            uint8_t pair;
            detail::core().load_gm(at, &pair, 1);
            return detail::half_of<T>(pair, index);
        } else {
            T value;
            detail::core().load_gm(at, &value, sizeof(T));
            return value;
        }
    }

    template <typename U>
    DAVSIM_API void SetValue(uint64_t index, U value) const {
        detail::note_site(__builtin_return_address(0));
        const T element = static_cast<T>(value);
        const uint64_t at = address() + detail::bytes_for<T>(index);
        if constexpr (detail::kHalfByte<T>) {
            uint8_t pair;
            detail::core().load_gm(at, &pair, 1);
            pair = detail::with_half(pair, index, element);
            detail::core().store_gm(at, &pair, 1);
        } else {
            detail::core().store_gm(at, &element, sizeof(T));
        }
    }

    Element operator()(uint64_t index) const { return Element(*this, index); }

    GlobalTensor operator[](uint64_t offset) const {
        GlobalTensor part = *this;
        part.buffer_ = reinterpret_cast<T*>(address() + detail::bytes_for<T>(offset));
        if (size_ != ~uint64_t{0}) part.size_ = offset < size_ ? size_ - offset : 0;
        return part;
    }

    template <typename U>
    GlobalTensor<U> ReinterpretCast() const {
        GlobalTensor<U> other;
        const uint64_t elements =
            size_ == ~uint64_t{0} ? size_ : detail::elements_in<U>(detail::bytes_for<T>(size_));
        other.SetGlobalBuffer(reinterpret_cast<U*>(buffer_), elements);
        return other;
    }

    __gm__ T* GetPhyAddr() const { return buffer_; }
    __gm__ T* GetPhyAddr(uint64_t offset) const { return (*this)[offset].buffer_; }
    uint64_t GetSize() const { return size_; }
    void SetShapeInfo(const ShapeInfo& shapeInfo) { shape_ = shapeInfo; }
    ShapeInfo GetShapeInfo() const { return shape_; }

    // CACHE_MODE_DISABLE: accesses of this direction leave no lines behind in L2. The other modes
    // are as NORMAL.
    template <CacheRwMode mode = CacheRwMode::RW>
    void SetL2CacheHint(CacheMode hint) {
        const bool bypass = hint == CacheMode::CACHE_MODE_DISABLE;
        if (mode != CacheRwMode::WRITE) bypass_reads_ = bypass;
        if (mode != CacheRwMode::READ) bypass_writes_ = bypass;
    }

    // For the headers of this room.
    uint64_t address() const { return reinterpret_cast<uint64_t>(buffer_); }
    bool bypass_reads() const { return bypass_reads_; }
    bool bypass_writes() const { return bypass_writes_; }

private:
    T* buffer_ = nullptr;
    uint64_t size_ = 0;
    bool bypass_reads_ = false;  // of L2
    bool bypass_writes_ = false;
    ShapeInfo shape_;
};

}  // namespace AscendC
