// SPDX-License-Identifier: Apache-2.0
#pragma once
// The C interface (asc_* functions on raw pointers) is not offered.

#error "UNSUPPORTED: the C interface asc_* of c_api/asc_simd.h"
