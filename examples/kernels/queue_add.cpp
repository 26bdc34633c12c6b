// SPDX-License-Identifier: Apache-2.0
// z = x + y with TPipe and TQue. Two buffers a queue: while the vector unit adds one tile, the next
// is loaded and the last is stored. EnQue, DeQue, FreeTensor and AllocTensor set and wait for the
// flags between the pipes.
#include "kernel_operator.h"

namespace queue_add {

constexpr uint32_t kTile = 1024;  // elements

class Add {
public:
    __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, GM_ADDR z, uint32_t elements) {
        // Blocks share the elements evenly, in whole pieces of 32 bytes.
        const uint32_t share = AscendC::AlignUp(
            AscendC::CeilDivision(elements, static_cast<uint32_t>(AscendC::GetBlockNum())), 8U);
        const uint32_t begin = share * static_cast<uint32_t>(AscendC::GetBlockIdx());
        count_ = begin >= elements ? 0 : AscendC::Std::min(share, elements - begin);
        x_.SetGlobalBuffer((__gm__ float*)x + begin, count_);
        y_.SetGlobalBuffer((__gm__ float*)y + begin, count_);
        z_.SetGlobalBuffer((__gm__ float*)z + begin, count_);
        pipe_.InitBuffer(in_x_, 2, kTile * sizeof(float));
        pipe_.InitBuffer(in_y_, 2, kTile * sizeof(float));
        pipe_.InitBuffer(out_, 2, kTile * sizeof(float));
    }

    __aicore__ inline void Process() {
        for (uint32_t done = 0; done < count_; done += kTile) {
            const uint32_t n = AscendC::Std::min(kTile, count_ - done);
            Load(done, n);
            Compute(n);
            Store(done, n);
        }
    }

private:
    __aicore__ inline void Load(uint32_t begin, uint32_t n) {
        // Exactly n elements, whatever is left over in the last block of 32 bytes.
        const AscendC::DataCopyExtParams burst(1, n * sizeof(float), 0, 0, 0);
        const AscendC::DataCopyPadExtParams<float> pad(false, 0, 0, 0);
        AscendC::LocalTensor<float> x = in_x_.AllocTensor<float>();
        AscendC::DataCopyPad(x, x_[begin], burst, pad);
        in_x_.EnQue(x);
        AscendC::LocalTensor<float> y = in_y_.AllocTensor<float>();
        AscendC::DataCopyPad(y, y_[begin], burst, pad);
        in_y_.EnQue(y);
    }
    __aicore__ inline void Compute(uint32_t n) {
        AscendC::LocalTensor<float> x = in_x_.DeQue<float>();
        AscendC::LocalTensor<float> y = in_y_.DeQue<float>();
        AscendC::LocalTensor<float> z = out_.AllocTensor<float>();
        AscendC::Add(z, x, y, n);
        out_.EnQue(z);
        in_x_.FreeTensor(x);
        in_y_.FreeTensor(y);
    }
    __aicore__ inline void Store(uint32_t begin, uint32_t n) {
        AscendC::LocalTensor<float> z = out_.DeQue<float>();
        AscendC::DataCopyPad(z_[begin], z,
                             AscendC::DataCopyExtParams(1, n * sizeof(float), 0, 0, 0));
        out_.FreeTensor(z);
    }

    AscendC::TPipe pipe_;
    AscendC::TQue<AscendC::TPosition::VECIN, 1> in_x_, in_y_;
    AscendC::TQue<AscendC::TPosition::VECOUT, 1> out_;
    AscendC::GlobalTensor<float> x_, y_, z_;
    uint32_t count_ = 0;
};

}  // namespace queue_add

extern "C" __global__ __aicore__ void queue_add_kernel(GM_ADDR x, GM_ADDR y, GM_ADDR z,
                                                       uint32_t elements) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    queue_add::Add op;
    op.Init(x, y, z, elements);
    op.Process();
}
