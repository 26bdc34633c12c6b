// SPDX-License-Identifier: Apache-2.0
#pragma once
// The layout algebra of the tensor interface is not offered.

#error "UNSUPPORTED: the tensor interface of tensor_api/tensor.h"
