// SPDX-License-Identifier: Apache-2.0
#pragma once
// Strategy 6, Ascend950 only: the tensors are empty but there are channels; dgamma and dbeta are
// zero.

#include "support.h"

#include "arguments.h"
#include "transfer.h"

namespace gnb {

template <typename T, typename U>
class Clear {
public:
    __aicore__ static inline void Process(const TilingData& t, const Arguments& args) {
        TPipe pipe;
        TBuf<TPosition::VECCALC> zeros;
        RowStore<U> store;
        pipe.InitBuffer(zeros, static_cast<uint32_t>(t.tile_elems * sizeof(U)));
        store.Init(pipe);
        // Zero bits are zero in every type; bf16 has no Duplicate of its own value everywhere.
        const int64_t words = static_cast<int64_t>(t.tile_elems * sizeof(U) / sizeof(float));
        Duplicate(zeros.Get<float>(), 0.0f, static_cast<int32_t>(words));
        Hand<HardEvent::V_MTE3>();
        const int64_t tiles = CeilDivide(t.channels, t.tile_elems);
        for (int64_t tile = GetBlockIdx(); tile < tiles; tile += GetBlockNum()) {
            const int64_t from = tile * t.tile_elems;
            const int64_t count = Least(t.tile_elems, t.channels - from);
            if (t.want_dgamma != 0) Write(store, args.dgamma, t, zeros, from, count);
            if (t.want_dbeta != 0) Write(store, args.dbeta, t, zeros, from, count);
        }
    }

private:
    __aicore__ static inline void Write(RowStore<U>& store, GM_ADDR to, const TilingData& t,
                                        TBuf<TPosition::VECCALC>& zeros, int64_t from,
                                        int64_t count) {
        GlobalTensor<U> result;
        result.SetGlobalBuffer(reinterpret_cast<__gm__ U*>(to), t.channels);
        store.Store(result[from], zeros.Get<U>(), 1, count, count, count);
    }
};

}  // namespace gnb
