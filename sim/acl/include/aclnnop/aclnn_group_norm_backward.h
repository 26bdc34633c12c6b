// SPDX-License-Identifier: Apache-2.0
#pragma once
// Backward of group normalisation: gradients of the input, of gamma and of beta from the gradient
// of the output and the statistics that the forward left. docs/aclnn-group-norm-backward.md has the
// checks, their codes and what differs from the published page. C++11.

#include <array>

#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

// Phase 1: checks the arguments, says how much workspace phase 2 needs and makes its executor.
//
// gradOut, input   N * C * HxW elements; fp32, fp16, bf16 (910: no bf16)
// mean, rstd       N * group elements, what the forward computed
// gamma            C elements, or null for ones
// outputMask       three flags: gradInput, gradGammaOut, gradBetaOut; what is not asked for may
//                  be null
// gradInput        the shape of input
// gradGammaOut, gradBetaOut   the shape of gamma; [C] without gamma
//
// All tensors may be views. Limits on Atlas A2 and A3: C <= 240000, C / group <= 8000.
ACLNN_API aclnnStatus aclnnGroupNormBackwardGetWorkspaceSize(
    const aclTensor* gradOut, const aclTensor* input, const aclTensor* mean, const aclTensor* rstd,
    const aclTensor* gamma, int64_t N, int64_t C, int64_t HxW, int64_t group,
    const aclBoolArray* outputMask, aclTensor* gradInput, aclTensor* gradGammaOut,
    aclTensor* gradBetaOut, uint64_t* workspaceSize, aclOpExecutor** executor);

// Phase 2: puts the work on the stream.
ACLNN_API aclnnStatus aclnnGroupNormBackward(void* workspace, uint64_t workspaceSize,
                                             aclOpExecutor* executor, const aclrtStream stream);

#ifdef __cplusplus
}
#endif
