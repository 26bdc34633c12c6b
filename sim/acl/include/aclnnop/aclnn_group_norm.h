// SPDX-License-Identifier: Apache-2.0
#pragma once
// Group normalisation: out = (self - mean) * rstd * gamma + beta over groups of channels, and the
// statistics of each group, rstd = 1 / sqrt(variance + eps) with the biased variance. C++11.

#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

// self             [N, C, ...], 2 to 8 dimensions, HxW elements a channel; fp32, fp16, bf16
//                  (910: no bf16)
// gamma, beta      [C], or null for ones and zeros
// out              the shape of self
// meanOut, rstdOut [N, group]
// All have one element type. All may be views.
ACLNN_API aclnnStatus aclnnGroupNormGetWorkspaceSize(const aclTensor* self, const aclTensor* gamma,
                                                     const aclTensor* beta, int64_t N, int64_t C,
                                                     int64_t HxW, int64_t group, double eps,
                                                     aclTensor* out, aclTensor* meanOut,
                                                     aclTensor* rstdOut, uint64_t* workspaceSize,
                                                     aclOpExecutor** executor);

ACLNN_API aclnnStatus aclnnGroupNorm(void* workspace, uint64_t workspaceSize,
                                     aclOpExecutor* executor, aclrtStream stream);

#ifdef __cplusplus
}
#endif
