// SPDX-License-Identifier: Apache-2.0
#pragma once
// Another entry header of Ascend C; kernels include it in place of kernel_operator.h.

#include "kernel_operator.h"
