// SPDX-License-Identifier: Apache-2.0
#pragma once
// The older path of this header.

#include "aclnnop/aclnn_group_norm.h"
