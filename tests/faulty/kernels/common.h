// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the kernels of the corpus share. Each is a template over whether the sin is committed; the
// other one is its corrected twin. A comment `// @Name 1` marks the line that a report must name.
// Whoever includes this opens AscendC first, as kernel sources do.

#include "kernel_operator.h"

namespace faulty {

struct Args {
    GM_ADDR x;
    GM_ADDR y;
    GM_ADDR z;
    GM_ADDR workspace;
};

constexpr uint32_t kCount = 256;  // floats of a tensor that a block works on
constexpr uint32_t kBytes = kCount * sizeof(float);

inline GlobalTensor<float> Gm(GM_ADDR address, uint64_t offset = 0) {
    GlobalTensor<float> tensor;
    tensor.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(address) + offset);
    return tensor;
}

// A flag set and waited for at once.
template <HardEvent event>
inline void Order(int id = 0) {
    SetFlag<event>(id);
    WaitFlag<event>(id);
}

// Three plain buffers.
struct Scratch {
    TPipe pipe;
    TBuf<TPosition::VECCALC> a_buf, b_buf, c_buf;
    LocalTensor<float> a, b, c;

    explicit Scratch(uint32_t bytes = kBytes) {
        pipe.InitBuffer(a_buf, bytes);
        pipe.InitBuffer(b_buf, bytes);
        pipe.InitBuffer(c_buf, bytes);
        a = a_buf.Get<float>();
        b = b_buf.Get<float>();
        c = c_buf.Get<float>();
    }

    // b into GM, once the vector unit has made it.
    void Store(GM_ADDR to, uint64_t offset = 0) {
        Order<HardEvent::V_MTE3>();
        DataCopy(Gm(to, offset), b, kCount);
    }
};

}  // namespace faulty
