// SPDX-License-Identifier: Apache-2.0
// Scalar access to global memory goes through a data cache that no other core looks into. Each core
// writes one line of a table and cleans it; after the barrier each core reads all lines. The lines
// were read before, so they are dropped first: without that, the old values would be found.
#include "kernel_operator.h"

// table: 8 words of 64 bits a block (one cache line), zero before; sums: 8 words a block.
extern "C" __global__ __aicore__ void scalar_table_kernel(GM_ADDR table, GM_ADDR sums) {
    using namespace AscendC;
    constexpr uint32_t kLine = 8;
    GlobalTensor<int64_t> gm_table, gm_sums;
    gm_table.SetGlobalBuffer((__gm__ int64_t*)table);
    gm_sums.SetGlobalBuffer((__gm__ int64_t*)sums);
    const uint32_t block = GetBlockIdx();
    const uint32_t blocks = GetBlockNum();

    int64_t before = 0;
    for (uint32_t i = 0; i < blocks; ++i) before += gm_table.GetValue(i * kLine);
    SyncAll();
    gm_table.SetValue(block * kLine, block + 1);
    DataCacheCleanAndInvalid<int64_t, CacheLine::SINGLE_CACHE_LINE, DcciDst::CACHELINE_OUT>(
        gm_table[block * kLine]);
    SyncAll();
    DataCacheCleanAndInvalid<int64_t, CacheLine::ENTIRE_DATA_CACHE, DcciDst::CACHELINE_OUT>(
        gm_table);
    int64_t after = 0;
    for (uint32_t i = 0; i < blocks; ++i) after += gm_table.GetValue(i * kLine);
    gm_sums.SetValue(block * kLine, before);
    gm_sums.SetValue(block * kLine + 1, after);
}
