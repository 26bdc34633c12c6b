// SPDX-License-Identifier: Apache-2.0
#pragma once
// The model half of acl's base types. davsim runs kernels and operators, no models, so this holds
// no function. C and C++.

#include "acl/acl_base_rt.h"

typedef struct aclTensorDesc aclTensorDesc;
