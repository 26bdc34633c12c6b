// SPDX-License-Identifier: Apache-2.0
// clang-format off: the order is part of what is tested
#include "acl/acl.h"
#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_group_norm_backward.h"
#include "aclnnop/level2/aclnn_group_norm.h"
#include "aclnnop/level2/aclnn_group_norm_backward.h"
// clang-format on

int main() {
    const std::array<bool, 3> mask{{true, true, true}};
    aclBoolArray* array = aclCreateBoolArray(mask.data(), mask.size());
    uint64_t size = 0;
    const bool right = aclGetBoolArraySize(array, &size) == OK && size == mask.size();
    return right && aclDestroyBoolArray(array) == OK ? 0 : 1;
}
