// SPDX-License-Identifier: Apache-2.0
#include "kernel_operator.h"

using namespace AscendC;

// Equal names in the other operators of the tests.
class Kernel {
public:
    __aicore__ inline __gm__ DTYPE_X* Tensor(GM_ADDR list, uint32_t index) {
        auto* words = reinterpret_cast<__gm__ uint64_t*>(list);
        return reinterpret_cast<__gm__ DTYPE_X*>(words[words[0] / 8 + index]);
    }

    __aicore__ inline void Process(GM_ADDR x, GM_ADDR bias, GM_ADDR y,
                                   const ScaledListTilingData& tiling) {
        pipe_.InitBuffer(in_, 1, kTile * sizeof(DTYPE_X));
        pipe_.InitBuffer(out_, 1, kTile * sizeof(DTYPE_X));
        for (uint32_t i = GetBlockIdx(); i < tiling.tensors; i += GetBlockNum()) {
            from_.SetGlobalBuffer(Tensor(x, i), tiling.sizes[i]);
            to_.SetGlobalBuffer(Tensor(y, i), tiling.sizes[i]);
            for (uint64_t at = 0; at < tiling.sizes[i]; at += kTile)
                Tile(at, tiling.sizes[i] - at < kTile ? tiling.sizes[i] - at : kTile, tiling);
        }
    }

private:
    static constexpr uint32_t kTile = 4096;

    __aicore__ inline void Tile(uint64_t at, uint32_t count, const ScaledListTilingData& tiling) {
        const DataCopyExtParams copy{1, static_cast<uint32_t>(count * sizeof(DTYPE_X)), 0, 0, 0};
        LocalTensor<DTYPE_X> in = in_.AllocTensor<DTYPE_X>();
        DataCopyPad(in, from_[at], copy, DataCopyPadExtParams<DTYPE_X>{false, 0, 0, 0});
        in_.EnQue(in);
        in = in_.DeQue<DTYPE_X>();
        LocalTensor<DTYPE_X> out = out_.AllocTensor<DTYPE_X>();
        Muls(out, in, static_cast<DTYPE_X>(tiling.part.scale), count);
        in_.FreeTensor(in);
        out_.EnQue(out);
        out = out_.DeQue<DTYPE_X>();
        DataCopyPad(to_[at], out, copy);
        out_.FreeTensor(out);
    }

    TPipe pipe_;
    TQue<QuePosition::VECIN, 1> in_;
    TQue<QuePosition::VECOUT, 1> out_;
    GlobalTensor<DTYPE_X> from_, to_;
};

extern "C" __global__ __aicore__ void scaled_list(GM_ADDR x, GM_ADDR bias, GM_ADDR y,
                                                  GM_ADDR workspace, GM_ADDR tiling) {
    GET_TILING_DATA(data, tiling);
    if (data.part.marks[2] != 9 || data.weightSum != 3 || data.softmax.srcK != 8)
        return;  // host and kernel disagree
    if (TILING_KEY_IS(3)) {
        Kernel kernel;
        kernel.Process(x, bias, y, data);
    }
}
