// SPDX-License-Identifier: Apache-2.0
#pragma once
// Names that no document of Ascend C lists but kernels of public operators use: the tools behind
// the API's masks, and the forms of a few calls that take addresses as GetPhyAddr() gives them
// instead of tensors. Each of those is the documented call. Source: the vendor's public headers
// (kernel_utils_base.h, sys_constants.h, sys_macros.h).

#include <cstdint>

#include "sim/ascendc/api/data_copy.h"
#include "sim/ascendc/api/data_copy_pad.h"
#include "sim/ascendc/api/fill.h"
#include "sim/ascendc/api/mask.h"
#include "sim/ascendc/api/saturation.h"
#include "sim/ascendc/api/transpose.h"

#if __NPU_ARCH__ != 1001
// Numbers that the vendor's sorting functions leave in the global namespace.
inline namespace davsim_sort_numbers {
constexpr uint32_t TWO = 2;
constexpr uint32_t THREE = 3;
constexpr uint32_t FOUR = 4;
constexpr uint32_t FIVE = 5;
constexpr uint32_t SIX = 6;
constexpr uint32_t SEVEN = 7;
constexpr uint32_t EIGHT = 8;
constexpr uint32_t NINE = 9;
constexpr uint32_t TWELVE = 12;
constexpr uint32_t SIXTEEN = 16;
constexpr uint32_t THIRTY_TWO = 32;
}  // namespace davsim_sort_numbers
#endif

namespace AscendC {

using ::g_coreType;

namespace detail {

// UB from the address on.
template <typename T>
LocalTensor<T> tensor_at(const T* address) {
    const std::uint64_t at = ub_offset(reinterpret_cast<std::uint64_t>(address));
    const std::uint64_t end = core().context().ub_bytes;
    return LocalTensor<T>::of_buffer(nullptr, TPosition::VECCALC, static_cast<std::uint32_t>(at),
                                     static_cast<std::uint32_t>(at < end ? end - at : 0));
}

template <typename T>
GlobalTensor<T> global_at(T* address) {
    GlobalTensor<T> tensor;
    tensor.SetGlobalBuffer(address);
    return tensor;
}

}  // namespace detail

class AscendCUtils {
public:
    static int32_t GetBitSize(int32_t byteSize) { return byteSize * kByteBits; }
    static int32_t GetC0Size() { return static_cast<int32_t>(davsim::kBlockBytes); }
    // 2201: 1 results as IEEE 754 has them, else saturation.
    template <typename T>
    static void SetOverflow(T ctrlValue) {
        static_assert(detail::kArch == 2201 && std::is_integral_v<T>,
                      "UNSUPPORTED: SetOverflow on arch " DAVSIM_ARCH_TEXT);
        SetCtrlSpr<detail::kFloatSaturationBit, detail::kFloatSaturationBit>(ctrlValue == 1 ? 1
                                                                                            : 0);
    }
    static int32_t GetC0Count(const int32_t dtypeSize) { return GetC0Size() / dtypeSize; }

    template <typename T, bool isSetMask = true>
    static void SetMask(const uint64_t& maskHigh, const uint64_t& maskLow) {
        if constexpr (isSetMask) detail::write_mask(maskHigh, maskLow);
    }
    // Bits of the first `len` lanes, whatever the mode.
    template <typename T, bool isSetMask = true>
    static void SetMask(int32_t len) {
        if constexpr (isSetMask)
            detail::write_lane_bits(static_cast<uint64_t>(len), davsim::kRepeatBytes / sizeof(T));
    }
    template <typename T>
    static void SetMaskCount() {
        ::AscendC::SetMaskCount();
    }
    template <typename T>
    static void SetMaskNorm() {
        ::AscendC::SetMaskNorm();
    }
    template <bool isSetMask = true>
    static void ResetMask() {
        if constexpr (isSetMask) ::AscendC::ResetMask();
    }

private:
    static constexpr int32_t kByteBits = 8;
};

template <typename T>
DAVSIM_API void TransDataTo5HDImpl(T* dstList[NCHW_CONV_ADDR_LIST_SIZE],
                                   T* srcList[NCHW_CONV_ADDR_LIST_SIZE],
                                   const TransDataTo5HDParams& params) {
    const auto row = [](T* const* list) {
        return [list](size_t i) {
            return detail::ub_offset(reinterpret_cast<std::uint64_t>(list[i]));
        };
    };
    detail::trans_data<T>(row(dstList), row(srcList), params, DAVSIM_SITE);
}

template <typename T>
void TransDataTo5HDImpl(uint64_t dstList[NCHW_CONV_ADDR_LIST_SIZE],
                        uint64_t srcList[NCHW_CONV_ADDR_LIST_SIZE],
                        const TransDataTo5HDParams& params) {
    TransDataTo5HD<T>(dstList, srcList, params);
}

template <typename T>
void DuplicateImpl(T* dst, const T& scalar, const int32_t& count) {
    Duplicate(detail::tensor_at(dst), scalar, count);
}

template <typename T>
void DataCopyGM2UBImpl(T* dst, T* src, const DataCopyParams& params) {
    DataCopy(detail::tensor_at(dst), detail::global_at(src), params);
}

template <typename T>
void DataCopyUB2GMImpl(T* dst, T* src, const DataCopyParams& params) {
    DataCopy(detail::global_at(dst), detail::tensor_at(src), params);
}

template <typename T, class Params, class PadParams>
void DataCopyPadGm2UBImpl(T* dst, T* src, const Params& params, const PadParams& padParams) {
    DataCopyPad(detail::tensor_at(dst), detail::global_at(src), params, padParams);
}

template <typename T, class Params>
void DataCopyPadUB2GMImpl(T* dst, T* src, const Params& params) {
    DataCopyPad(detail::global_at(dst), detail::tensor_at(src), params);
}

}  // namespace AscendC
